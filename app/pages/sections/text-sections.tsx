import { useI18n } from "../../i18n/i18n.ts";
import { localized } from "../../i18n/localized.ts";
import { WrittenText } from "../../texts/written-text.tsx";
import { Picture } from "../../ui/picture.tsx";
import { SectionHead } from "../../ui/section-head.tsx";
import { Local } from "../../ui/text.tsx";
import type { PageSection } from "../pages.ts";
import { settingText } from "./section-text.ts";

/** A title aside and its paragraphs. Several in a row read as one text. */
export function TextSection({ section }: { section: PageSection }) {
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
        <span className="bands" />
      )}
      <div className="prose">
        <WrittenText value={text} under={title.text ? 2 : 1} />
      </div>
    </div>
  );
}

/** One large picture with what there is to say of it. */
export function ImageSection({ section }: { section: PageSection }) {
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
export function GallerySection({ section }: { section: PageSection }) {
  const { language } = useI18n();
  const images = section.settings.images ?? [];
  return (
    <div className="wrap py-10 lg:py-16">
      <TypedHead section={section} />
      <ul className="grid grid-cols-2 gap-3 lg:grid-cols-3 lg:gap-6">
        {images.map((image, place) => {
          const alt = settingText(image, "alt", language);
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: one picture may stand twice, and they never move
              key={place}
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

/** The head of a section that has a title; without one, nothing. */
export function TypedHead({ section }: { section: PageSection }) {
  const { language } = useI18n();
  const title = localized(section, "title", language);
  const content = localized(section, "content", language);
  if (!title.text) return null;
  return (
    <SectionHead title={<Local value={title} />} lead={content.text && <Local value={content} />} />
  );
}
