import { useRouteLoaderData } from "react-router";
import { asVisitor } from "../core/database/doors.server.ts";
import { readWithFallback } from "../core/fallback.server.ts";
import { useI18n } from "../i18n/i18n.ts";
import { localized } from "../i18n/localized.ts";
import { PARTNER_WORDS } from "../settings/own-words.ts";
import { DEFAULT_SETTINGS, type SiteSettings } from "../settings/settings.ts";
import { FrenchNote } from "../site/french-note.tsx";
import { useOwnWords } from "../site/own-words.ts";
import { PageBanner } from "../site/page-banner.tsx";
import { PageHead } from "../site/page-head.tsx";
import { Local } from "../ui/text.tsx";
import type { Route } from "./+types/partners.page.ts";
import { BecomePartnerSection, ProcessSection } from "./become-partner-sections.tsx";
import { PartnerGroupSection } from "./partner-group-section.tsx";
import { SAMPLE_PARTNERS } from "./partners.samples.ts";
import { PARTNER_GROUPS, type Partner, type PartnershipType } from "./partners.ts";
import { listPartners } from "./partners.visitor.server.ts";

export const handle = { reads: ["partners"] };

export async function loader({ context }: Route.LoaderArgs) {
  const partners = await readWithFallback<Partner[]>(
    context,
    "partners",
    () => asVisitor(listPartners),
    () => SAMPLE_PARTNERS.filter((partner) => partner.status === "active"),
  );
  return { partners };
}

export default function PartnersPage({ loaderData }: Route.ComponentProps) {
  const { t, language } = useI18n();
  const { partners } = loaderData;
  const { partner_texts: texts } =
    useRouteLoaderData<{ settings: SiteSettings }>("site")?.settings ?? DEFAULT_SETTINGS;
  const word = useOwnWords(PARTNER_WORDS, texts);
  const lead = word("lead");
  return (
    <>
      <PageHead title={t("partners.title")} description={lead.text} />
      <PageBanner title={t("partners.title")} lead={<Local value={lead} />}>
        <FrenchNote
          some
          of={[
            ...Object.keys(PARTNER_WORDS).map(word),
            ...partners.map((one) => localized(one, "description", language)),
          ]}
        />
      </PageBanner>
      <div className="wrap section space-y-16">
        {PARTNER_GROUPS.map(({ key, types }, place) => (
          <PartnerGroupSection
            key={key}
            title={t(`partners.groups.${key}`)}
            partners={partners.filter((partner) =>
              (types as readonly PartnershipType[]).includes(partner.partnership_type),
            )}
            first={place === 0}
          />
        ))}
      </div>
      <BecomePartnerSection texts={texts} />
      <ProcessSection texts={texts} />
    </>
  );
}
