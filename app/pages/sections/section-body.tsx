import { Quote } from "lucide-react";
import type { ReactNode } from "react";
import { useI18n } from "../../i18n/i18n.ts";
import { type Language, pathIn } from "../../i18n/languages.ts";
import { type LocalText, localized } from "../../i18n/localized.ts";
import { WrittenText } from "../../texts/written-text.tsx";
import { Picture } from "../../ui/picture.tsx";
import { SectionHead } from "../../ui/section.tsx";
import { Local } from "../../ui/text.tsx";
import type { PageSection, SectionSettings, SectionType } from "../pages.ts";

type Render = (section: PageSection, pageTitle?: LocalText) => ReactNode;

const RENDER: Record<SectionType, Render> = {
  hero: (section, pageTitle) => <HeroSection section={section} pageTitle={pageTitle} />,
  text: (section) => <TextSection section={section} />,
  image: (section) => <ImageSection section={section} />,
  gallery: (section) => <GallerySection section={section} />,
  stats: (section) => <StatsSection section={section} />,
  features: (section) => <FeaturesSection section={section} />,
  testimonials: (section) => <TestimonialsSection section={section} />,
  cta: (section) => <CtaSection section={section} />,
};

/** One section of a page. `pageTitle` is set for the first one. */
export function SectionBody({
  section,
  pageTitle,
}: {
  section: PageSection;
  pageTitle: LocalText | undefined;
}) {
  return RENDER[section.section_type](section, pageTitle);
}

/** A dark banner: picture, title, text and button. */
function HeroSection({
  section,
  pageTitle,
}: {
  section: PageSection;
  /** Set for the first section: its title is the first heading of the page. */
  pageTitle: LocalText | undefined;
}) {
  const { language } = useI18n();
  const sectionTitle = localized(section, "title", language);
  const title = sectionTitle.text ? sectionTitle : pageTitle;
  const Heading = pageTitle ? "h1" : "h2";
  return (
    <div className="slant on-dark relative isolate bg-night pt-24 text-white">
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
          <div className="veil absolute inset-0 -z-10" />
        </>
      )}
      <div className="wrap pb-10 md:pb-20">
        {title?.text && (
          <Heading className="max-w-[18ch] text-4xl">
            <Local value={title} />
          </Heading>
        )}
        <p className="mt-6 max-w-[48ch] text-lg text-mist">
          <Local value={localized(section, "content", language)} />
        </p>
        <SectionButton settings={section.settings} />
      </div>
    </div>
  );
}

/** A call to action. */
function CtaSection({ section }: { section: PageSection }) {
  const { language } = useI18n();
  const title = localized(section, "title", language);
  return (
    <div className="on-dark bg-night text-white">
      <div className="wrap section text-center">
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

/** A title beside its paragraphs. Several in a row read as one text. */
function TextSection({ section }: { section: PageSection }) {
  const { language } = useI18n();
  const title = localized(section, "title", language);
  const text = section.texts?.[language] ?? localized(section, "content", language);
  return (
    <div className="wrap grid gap-5 py-10 lg:grid-cols-[1fr_2fr] lg:gap-10 lg:py-16">
      {title.text ? (
        <h2 className="text-2xl">
          <Local value={title} />
        </h2>
      ) : (
        <span />
      )}
      <div className="prose">
        <WrittenText value={text} under={title.text ? 2 : 1} />
      </div>
    </div>
  );
}

/** One large picture with its caption. */
function ImageSection({ section }: { section: PageSection }) {
  const { language } = useI18n();
  const title = localized(section, "title", language);
  const alt = settingText(section.settings, "alt", language);
  return (
    <figure className="wrap py-10 lg:py-16">
      <div className="aspect-news overflow-hidden rounded-card" lang={alt.lang}>
        <Picture
          src={section.image_url}
          kind="wide"
          alt={alt.text}
          sizes="(max-width: 560px) 320px, (max-width: 1200px) 640px, 960px"
        />
      </div>
      <figcaption className="mt-5 lg:flex lg:items-end lg:gap-10">
        {title.text && (
          <h2 className="text-xl">
            <Local value={title} />
          </h2>
        )}
        <p className="max-w-[60ch] text-muted">
          <Local value={localized(section, "content", language)} />
        </p>
      </figcaption>
    </figure>
  );
}

/** Several pictures, each described by its alternative text. */
function GallerySection({ section }: { section: PageSection }) {
  const { language } = useI18n();
  const images = section.settings.images ?? [];
  return (
    <div className="wrap py-10 lg:py-16">
      <TypedHead section={section} />
      <ul className="grid grid-cols-2 gap-3 lg:grid-cols-3 lg:gap-6">
        {images.map((image, index) => {
          const alt = settingText(image, "alt", language);
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: one picture may stand twice, and they never move
              key={index}
              className="aspect-event overflow-hidden rounded-card"
              lang={alt.lang}
            >
              <Picture
                src={image.url}
                kind="news"
                alt={alt.text}
                sizes="(max-width: 1080px) 160px, 320px"
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The heading of a section, if it has a title. */
function TypedHead({ section }: { section: PageSection }) {
  const { language } = useI18n();
  const title = localized(section, "title", language);
  const content = localized(section, "content", language);
  if (!title.text) return null;
  return (
    <SectionHead title={<Local value={title} />} lead={content.text && <Local value={content} />} />
  );
}

type Props = { section: PageSection };

/** Figures on a green band. */
function StatsSection({ section }: Props) {
  const { language } = useI18n();
  const title = localized(section, "title", language);
  return (
    <div className="on-dark bg-leaf text-white">
      <div className="wrap py-16 lg:py-20">
        {title.text && (
          <h2 className="mb-8 text-2xl">
            <Local value={title} />
          </h2>
        )}
        <dl className="grid grid-cols-2 gap-x-4 gap-y-8 lg:grid-cols-4">
          {section.settings.items?.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may say the same, and they never move
            <div key={index} className="flex flex-col-reverse justify-end">
              <dt className="mt-1 text-sm md:text-base">
                <Local value={settingText(item, "title", language)} />
              </dt>
              <dd className="text-3xl font-black tracking-tight tabular-nums">{item.value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  );
}

/** A list of advantages. */
function FeaturesSection({ section }: Props) {
  const { language } = useI18n();
  // In a section without a title, the points are second-level headings.
  const Heading = section.title ? "h3" : "h2";
  return (
    <div className="wrap py-10 lg:py-16">
      <TypedHead section={section} />
      <ul className="grid gap-x-10 gap-y-8 md:grid-cols-2">
        {section.settings.items?.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may say the same, and they never move
          <li key={index} className="border-t-2 border-ink pt-6">
            <Heading className="text-xl">
              <Local value={settingText(item, "title", language)} />
            </Heading>
            <p className="mt-2 text-muted">
              <Local value={settingText(item, "text", language)} />
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Testimonials. */
function TestimonialsSection({ section }: Props) {
  const { language } = useI18n();
  return (
    <div className="bg-sand">
      <div className="wrap section">
        <TypedHead section={section} />
        <ul className="grid gap-6 lg:grid-cols-3">
          {section.settings.items?.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may say the same, and they never move
            <li key={index} className="grid">
              <figure className="card flex flex-col gap-5 p-6">
                <Quote aria-hidden="true" size={30} className="text-green" />
                <blockquote>
                  <Local as="p" value={settingText(item, "text", language)} />
                </blockquote>
                <figcaption className="mt-auto">
                  <p className="font-bold">{item.name}</p>
                  <p className="text-sm text-muted">
                    <Local value={settingText(item, "role", language)} />
                  </p>
                </figcaption>
              </figure>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** The texts of a section. */
export function sectionTexts(section: PageSection, language: Language): LocalText[] {
  const { items = [], ...settings } = section.settings;
  return [
    localized(section, "title", language),
    localized(section, "content", language),
    settingText(settings, "button_label", language),
    ...items.flatMap((item) => [
      settingText(item, "title", language),
      settingText(item, "text", language),
      settingText(item, "role", language),
    ]),
  ];
}

/** A text among a section's settings, where every field may be absent. */
function settingText<Row extends object>(
  row: Row,
  field: keyof Row & string,
  language: Language,
): LocalText {
  const { [field]: french, [`${field}_en`]: english } = row as Record<string, string | undefined>;
  return localized({ text: french, text_en: english }, "text", language);
}
