import { useI18n } from "../../i18n/i18n.ts";
import { pathIn } from "../../i18n/languages.ts";
import { localized } from "../../i18n/localized.ts";
import type { SiteLogo } from "../../settings/settings.ts";
import { SiteLogoPicture } from "../../site/icons/site-logo.tsx";
import { Picture } from "../../ui/picture.tsx";
import { Local } from "../../ui/text.tsx";
import type { HomeSection } from "./home-section.ts";

/** The first thing a visitor sees: who we are, and the two ways in. */
export function HomeHero({ section, logo }: { section: HomeSection; logo: SiteLogo }) {
  const { t, language } = useI18n();
  // On a phone from the top: at the end of its column it would move while the rest of it is still being read.
  return (
    <div className="slant on-dark relative isolate flex min-h-[620px] flex-col bg-night text-white md:min-h-[720px] md:justify-end">
      <div className="absolute inset-0 -z-20">
        <Picture
          src={section.image_url}
          kind="wide"
          alt=""
          sizes="(max-width: 560px) 340px, 100vw"
          first
        />
      </div>
      <div className="veil absolute inset-0 -z-10" />
      <div className="wrap pb-10 pt-32 md:pb-20">
        <SiteLogoPicture
          logo={logo}
          alt={logo.alt_text}
          className="mb-5 h-16 w-auto max-w-60 md:h-24"
        />
        <span className="bands mb-6" />
        <h1 className="max-w-[18ch] text-4xl">
          <Local value={localized(section, "title", language)} />
        </h1>
        <p className="mt-6 max-w-[48ch] text-lg text-white/90">
          <Local value={localized(section, "content", language)} />
        </p>
        <p className="mt-9 flex flex-wrap gap-4 max-sm:flex-col">
          <a className="button button-yellow" href={pathIn(language, "/membership")}>
            {t("home.join")}
          </a>
          <a className="button button-line" href={pathIn(language, "/about")}>
            {t("home.learnMore")}
          </a>
        </p>
      </div>
    </div>
  );
}
