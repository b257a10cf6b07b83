import { asVisitor } from "../core/database/doors/doors.server.ts";
import { readOrSamples, readWithFallback } from "../core/http/fallback.server.ts";
import { useI18n } from "../i18n/i18n.ts";
import { languageOf } from "../i18n/languages.ts";
import { localized } from "../i18n/localized.ts";
import { PARTNER_WORDS } from "../settings/own-words.ts";
import { DEFAULT_SETTINGS } from "../settings/settings.ts";
import { readSettings } from "../settings/settings.visitor.server.ts";
import { FrenchNote } from "../site/frame/french-note.tsx";
import { PageBanner } from "../site/frame/page-banner.tsx";
import { PageHead } from "../site/frame/page-head.tsx";
import { useOwnWords } from "../site/own-words.ts";
import type { OwnTexts } from "../texts/own-text.tsx";
import { withOwnTexts } from "../texts/own-texts.server.ts";
import { Local } from "../ui/text.tsx";
import type { Route } from "./+types/partners.page.ts";
import { BecomePartnerSection, ProcessSection } from "./become-partner-sections.tsx";
import { PartnerGroupSection } from "./partner-group-section.tsx";
import { PARTNER_GROUPS, type Partner, type PartnershipType } from "./partners.record.ts";
import { SAMPLE_PARTNERS } from "./partners.samples.ts";
import { listPartners } from "./partners.visitor.server.ts";

export const handle = { reads: ["partners", "site_settings"] };

export async function loader({ context, url }: Route.LoaderArgs) {
  const partners = await readOrSamples<Partner[]>(
    context,
    "partners",
    () => asVisitor(listPartners),
    () => SAMPLE_PARTNERS.filter((partner) => partner.status === "active"),
  );
  const texts = await readWithFallback<OwnTexts>(
    context,
    "site_settings",
    async () =>
      withOwnTexts("partner_texts", (await readSettings()).partner_texts, languageOf(url.pathname)),
    () => DEFAULT_SETTINGS.partner_texts,
  );
  return { partners, texts };
}

export default function PartnersPage({ loaderData }: Route.ComponentProps) {
  const { t, language } = useI18n();
  const { partners, texts } = loaderData;
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
