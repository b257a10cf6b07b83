import { useI18n } from "../../i18n/i18n.ts";
import { pathIn } from "../../i18n/languages.ts";
import { type LocalText, localized } from "../../i18n/localized.ts";
import { Picture } from "../../ui/picture.tsx";
import { Local } from "../../ui/text.tsx";
import type { PageSection, SectionSettings } from "../pages.ts";
import { settingText } from "./section-text.ts";

/** The dark head of a page, or of a part of it: a scene, a title, a sentence, a way on. */
export function HeroSection({
  section,
  pageTitle,
}: {
  section: PageSection;
  /** Set on the section that opens the page: its title is the page's first heading. */
  pageTitle: LocalText | undefined;
}) {
  const { language } = useI18n();
  const own = localized(section, "title", language);
  const title = own.text ? own : pageTitle;
  const Heading = pageTitle ? "h1" : "h2";
  return (
    <div className="slant on-dark relative isolate bg-night pt-32 text-white md:pt-40">
      {section.image_url && (
        <>
          <div className="absolute inset-0 -z-20">
            <Picture
              src={section.image_url}
              kind="wide"
              alt=""
              sizes="(max-width: 560px) 340px, 960px"
              first={!!pageTitle}
            />
          </div>
          <div className="veil veil-deep absolute inset-0 -z-10" />
        </>
      )}
      <div className="wrap pb-10 md:pb-20">
        <span className="bands mb-5" />
        {title?.text && (
          <Heading className="max-w-[18ch] text-4xl">
            <Local value={title} />
          </Heading>
        )}
        <p className="mt-6 max-w-[48ch] text-lg text-white/90">
          <Local value={localized(section, "content", language)} />
        </p>
        <SectionButton settings={section.settings} />
      </div>
    </div>
  );
}

/** What the page asks of its reader. */
export function CtaSection({ section }: { section: PageSection }) {
  const { language } = useI18n();
  const title = localized(section, "title", language);
  return (
    <div className="on-dark bg-night text-white">
      <div className="wrap section text-center">
        <span className="bands mx-auto mb-6" />
        {title.text && (
          <h2 className="mx-auto max-w-[24ch] text-3xl">
            <Local value={title} />
          </h2>
        )}
        <p className="mx-auto mt-5 max-w-[52ch] text-lg text-mist">
          <Local value={localized(section, "content", language)} />
        </p>
        <SectionButton settings={section.settings} />
      </div>
    </div>
  );
}

function SectionButton({ settings }: { settings: SectionSettings }) {
  const { language } = useI18n();
  const label = settingText(settings, "button_label", language);
  if (!label.text || !settings.button_link) return null;
  return (
    <p className="mt-9">
      <a className="button button-yellow" href={pathIn(language, settings.button_link)}>
        <Local value={label} />
      </a>
    </p>
  );
}
