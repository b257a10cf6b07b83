import { asVisitor } from "../core/database/doors/doors.server.ts";
import { readOrSamples, readWithFallback } from "../core/http/fallback.server.ts";
import { useI18n } from "../i18n/i18n.ts";
import { languageOf } from "../i18n/languages.ts";
import { localized } from "../i18n/localized.ts";
import { PARTNER_TEXTS } from "../settings/custom-texts.ts";
import { DEFAULT_SETTINGS } from "../settings/settings.ts";
import { readSettings } from "../settings/settings.visitor.server.ts";
import { FrenchNote, PageBanner, PageHead } from "../site/frame/page-head.tsx";
import { type RenderedTexts, useCustomTexts } from "../texts/custom-text.tsx";
import { withRenderedTexts } from "../texts/custom-texts.server.ts";
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
  const texts = await readWithFallback<RenderedTexts>(
    context,
    "site_settings",
    async () =>
      withRenderedTexts(
        "partner_texts",
        (await readSettings()).partner_texts,
        languageOf(url.pathname),
      ),
    () => DEFAULT_SETTINGS.partner_texts,
  );
  return { partners, texts };
}

export default function PartnersPage({ loaderData }: Route.ComponentProps) {
  const { t, language } = useI18n();
  const { partners, texts } = loaderData;
  const word = useCustomTexts(PARTNER_TEXTS, texts);
  const lead = word("lead");
  return (
    <>
      <PageHead title={t("partners.title")} description={lead.text} />
      <PageBanner title={t("partners.title")} lead={<Local value={lead} />}>
        <FrenchNote
          some
          of={[
            ...Object.keys(PARTNER_TEXTS).map(word),
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
