import { useI18n } from "../../i18n/i18n.ts";
import { localized } from "../../i18n/localized.ts";
import type { SiteSettings } from "../../settings/settings.ts";

/** At the head of every page on paper, and there alone: whose it is, and how they are reached. */
export function Letterhead({ settings }: { settings: SiteSettings }) {
  const { language } = useI18n();
  const { federation, contact_info: contact } = settings;
  const address = localized(contact, "address", language).text;
  return (
    <p className="letterhead wrap">
      <b>{language === "fr" ? federation.name : federation.name_en}</b>
      {` · ${address} · ${contact.phone} · ${contact.email}`}
    </p>
  );
}
