import { Mail, MapPin, Phone } from "lucide-react";
import { useLocation } from "react-router";
import { currentTime } from "../../core/process/clock.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { neutralPath, pathIn } from "../../i18n/languages.ts";
import { localized } from "../../i18n/localized.ts";
import { NETWORKS, type SiteSettings } from "../../settings/settings.ts";
import { Local } from "../../ui/text.tsx";
import { FOOTER_FIRST_COLUMN, type MenuEntry, menuEntries } from "./navigation.ts";

export function SiteFooter({ settings }: { settings: SiteSettings }) {
  const { t, language } = useI18n();
  const entries = menuEntries(
    settings.main_navigation,
    language,
    neutralPath(useLocation().pathname),
  );
  const { federation, contact_info: contact } = settings;
  const name = language === "fr" ? federation.name : federation.name_en;
  const social = Object.entries(NETWORKS).flatMap(([key, label]) => {
    const href = contact.social_media[key as keyof typeof NETWORKS];
    return href ? [{ label, href }] : [];
  });
  return (
    <footer className="site-footer on-dark bg-ink text-mist">
      <div className="wrap grid grid-cols-2 gap-x-10 gap-y-8 py-10 lg:grid-cols-4 lg:py-16">
        <div className="max-lg:col-span-2">
          <p className="text-lg font-black text-white">{name}</p>
          <p className="mt-3 max-w-[34ch] text-sm">{t("footer.motto")}</p>
        </div>
        <FooterColumn title={t("footer.explore")} entries={entries.slice(0, FOOTER_FIRST_COLUMN)} />
        <FooterColumn title={t("footer.more")} entries={entries.slice(FOOTER_FIRST_COLUMN)} />
        <div className="text-sm max-lg:col-span-2">
          <h2 className="mb-3 text-base tracking-normal text-white">{t("footer.reach")}</h2>
          <ul className="stack-2">
            <li className="flex gap-3">
              <MapPin aria-hidden="true" size={18} className="mt-1 shrink-0" />
              <Local value={localized(contact, "address", language)} />
            </li>
            <li className="flex gap-3">
              <Mail aria-hidden="true" size={18} className="mt-1 shrink-0" />
              <a
                className="break-all hover:text-white hover:underline"
                href={`mailto:${contact.email}`}
              >
                {contact.email}
              </a>
            </li>
            <li className="flex gap-3">
              <Phone aria-hidden="true" size={18} className="mt-1 shrink-0" />
              <a
                className="hover:text-white hover:underline"
                href={`tel:${contact.phone.replaceAll(" ", "")}`}
              >
                {contact.phone}
              </a>
            </li>
          </ul>
          {social.length > 0 && (
            <ul aria-label={t("footer.follow")} className="mt-5 flex flex-wrap gap-x-5">
              {social.map((network) => (
                <li key={network.href}>
                  <a
                    className="flex min-h-11 items-center text-white underline"
                    href={network.href}
                  >
                    {network.label}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
      <div className="border-t border-white/15">
        <div className="wrap flex flex-wrap items-center gap-x-8 py-5 text-sm">
          <p className="mr-auto py-2">
            © {currentTime().getUTCFullYear()} {federation.short_name}. {t("footer.rights")}
          </p>
          {(["me", "search", "privacy", "terms"] as const).map((key) => (
            <a
              key={key}
              className="flex min-h-11 items-center hover:text-white hover:underline"
              href={pathIn(language, `/${key}`)}
            >
              {t(`footer.${key}`)}
            </a>
          ))}
          <a
            className="flex min-h-11 items-center hover:text-white hover:underline"
            href={pathIn(language, "/feed.xml")}
          >
            {t("footer.feed")}
          </a>
        </div>
      </div>
    </footer>
  );
}

function FooterColumn({ title, entries }: { title: string; entries: MenuEntry[] }) {
  return (
    <div className="text-sm">
      <h2 className="mb-1 text-base tracking-normal text-white">{title}</h2>
      <ul>
        {entries.map((entry) => (
          <li key={entry.href}>
            <a
              className="flex min-h-11 items-center hover:text-white hover:underline"
              href={entry.href}
            >
              {entry.label}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
