import { ExternalLink } from "lucide-react";
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
import { Picture } from "../ui/picture.tsx";
import { Local } from "../ui/text.tsx";
import type { Route } from "./+types/partners.page.ts";
import { BecomePartnerSection, ProcessSection } from "./become-partner-sections.tsx";
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
      <div className="wrap section stack-16">
        {PARTNER_GROUPS.map(({ key, types }, index) => (
          <PartnerGroupSection
            key={key}
            title={t(`partners.groups.${key}`)}
            partners={partners.filter((partner) =>
              (types as readonly PartnershipType[]).includes(partner.partnership_type),
            )}
            first={index === 0}
          />
        ))}
      </div>
      <BecomePartnerSection texts={texts} />
      <ProcessSection texts={texts} />
    </>
  );
}

/** One group of partners: its name aside, its members as tiles. */
function PartnerGroupSection({
  title,
  partners,
  first,
}: {
  title: string;
  partners: Partner[];
  first: boolean;
}) {
  const { t } = useI18n();
  return (
    <section className="grid gap-8 lg:grid-cols-[1fr_3fr]">
      <div>
        <h2 className="text-xl">{title}</h2>
      </div>
      {partners.length > 0 ? (
        <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
          {partners.map((partner, index) => (
            <li key={partner.id} className="grid">
              <PartnerTile partner={partner} first={first && index === 0} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-muted">{t("partners.empty")}</p>
      )}
    </section>
  );
}

function PartnerTile({ partner, first }: { partner: Partner; first: boolean }) {
  const { t, language } = useI18n();
  return (
    <article className="card flex flex-col wrap-anywhere">
      <div className="aspect-logo border-b border-line">
        <Picture
          src={partner.logo_url}
          kind="logo"
          alt=""
          sizes="(max-width: 560px) 160px, 260px"
          first={first}
          className="bg-white"
        />
      </div>
      <div className="flex flex-1 flex-col gap-3 p-5">
        <h3 className="text-lg">{partner.name}</h3>
        <p className="text-sm text-muted">
          <Local value={localized(partner, "description", language)} />
        </p>
        {partner.website && (
          <p className="mt-auto text-sm">
            <a
              className="link inline-flex min-h-11 items-center gap-2"
              href={partner.website}
              target="_blank"
              rel="noopener"
            >
              {t("partners.website")}
              <ExternalLink aria-hidden="true" size={18} />
              <span className="quiet">
                {partner.name} {t("common.newTab")}
              </span>
            </a>
          </p>
        )}
      </div>
    </article>
  );
}
