import { useI18n } from "../../i18n/i18n.ts";
import type { SiteSettings } from "../../settings/settings.ts";

/** At the head of every page on paper, and there alone: whose it is, and how they are reached. */
export function Letterhead({ settings }: { settings: SiteSettings }) {
  const { language } = useI18n();
  const { federation, contact_info: contact } = settings;
  return (
    <p className="wrap hidden print:block">
      <b>{language === "fr" ? federation.name : federation.name_en}</b>
      {` · ${contact.phone} · ${contact.email}`}
    </p>
  );
}
