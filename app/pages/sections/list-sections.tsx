import { Quote } from "lucide-react";
import { useI18n } from "../../i18n/i18n.ts";
import { localized } from "../../i18n/localized.ts";
import { Local } from "../../ui/text.tsx";
import type { PageSection } from "../pages.ts";
import { settingText } from "./section-text.ts";
import { TypedHead } from "./text-sections.tsx";

type Props = { section: PageSection };

/** Figures on a green band. */
export function StatsSection({ section }: Props) {
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
          {section.settings.items?.map((item, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may say the same, and they never move
            <div key={place} className="flex flex-col-reverse justify-end">
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

/** What something brings, point by point. */
export function FeaturesSection({ section }: Props) {
  const { language } = useI18n();
  // Below a section without a title, the points are the headings of the page's second level.
  const Heading = section.title ? "h3" : "h2";
  return (
    <div className="wrap py-10 lg:py-16">
      <TypedHead section={section} />
      <ul className="grid gap-x-10 gap-y-8 md:grid-cols-2">
        {section.settings.items?.map((item, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may say the same, and they never move
          <li key={place} className="border-t-2 border-ink pt-6">
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

/** People in their own words. */
export function TestimonialsSection({ section }: Props) {
  const { language } = useI18n();
  return (
    <div className="bg-sand">
      <div className="wrap section">
        <TypedHead section={section} />
        <ul className="grid gap-6 lg:grid-cols-3">
          {section.settings.items?.map((item, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may say the same, and they never move
            <li key={place} className="grid">
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
