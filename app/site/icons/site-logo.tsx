import { DEFAULT_SETTINGS, type SiteLogo } from "../../settings/settings.ts";
import { smallPicture } from "../../ui/picture.tsx";

type Props = { logo: SiteLogo; alt: string; className: string };

/** The federation's logo; one that does not load gives way to the drawn one. */
export function SiteLogoPicture({ logo, alt, className }: Props) {
  return (
    <img
      src={smallPicture(logo.main_logo, logo.width > 160 ? 480 : 320)}
      alt={alt}
      width={logo.width}
      height={logo.height}
      // Otherwise each page begins with a preload of it, ahead of its large picture.
      fetchPriority="low"
      data-placeholder={DEFAULT_SETTINGS.site_logo.main_logo}
      className={`object-contain ${className}`}
    />
  );
}
