import { useI18n } from "../../i18n/i18n.ts";
import { localized } from "../../i18n/localized.ts";
import type { SiteSettings } from "../../settings/settings.ts";
import { SiteLogoPicture } from "../icons/site-logo.tsx";

/** At the head of every page on paper, and there alone: whose it is, and how they are reached. */
export function Letterhead({ settings }: { settings: SiteSettings }) {
  const { language } = useI18n();
  const { federation, contact_info: contact, site_logo: logo } = settings;
  const address = localized(contact, "address", language).text;
  return (
    <div className="letterhead wrap">
      <SiteLogoPicture logo={logo} alt="" className="max-h-16 shrink-0" />
      <div>
        <p className="text-lg font-black">
          {language === "fr" ? federation.name : federation.name_en}
        </p>
        <p className="text-sm">{address}</p>
        <p className="text-sm">{`${contact.phone} · ${contact.email}`}</p>
      </div>
    </div>
  );
}
