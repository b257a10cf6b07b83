import { ExternalLink } from "lucide-react";
import { useI18n } from "../i18n/i18n.ts";
import { localized } from "../i18n/localized.ts";
import { Picture } from "../ui/picture.tsx";
import { Local } from "../ui/text.tsx";
import type { Partner } from "./partners.record.ts";

/** One group of partners: its name aside, its members as tiles. */
export function PartnerGroupSection({
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
        <span className="bands mb-4" />
        <h2 className="text-xl">{title}</h2>
      </div>
      {partners.length > 0 ? (
        <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
          {partners.map((partner, place) => (
            <li key={partner.id} className="grid">
              <PartnerTile partner={partner} first={first && place === 0} />
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
