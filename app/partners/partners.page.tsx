import { asVisitor } from "../core/database/doors.server.ts";
import { readWithFallback } from "../core/fallback.server.ts";
import { useI18n } from "../i18n/i18n.ts";
import { PageBanner } from "../site/page-banner.tsx";
import { PageHead } from "../site/page-head.tsx";
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
  const { t } = useI18n();
  const { partners } = loaderData;
  return (
    <>
      <PageHead title={t("partners.title")} description={t("partners.lead")} />
      <PageBanner title={t("partners.title")} lead={t("partners.lead")} />
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
      <BecomePartnerSection />
      <ProcessSection />
    </>
  );
}
