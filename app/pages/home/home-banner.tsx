import { FigureList } from "../../community/figure-list.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { pathIn } from "../../i18n/languages.ts";
import { localized } from "../../i18n/localized.ts";
import type { Statistics } from "../../membership/members/members.ts";
import { NewsletterForm } from "../../newsletter/newsletter-form.tsx";
import { Local } from "../../ui/text.tsx";
import type { HomeSection } from "./home-section.ts";

/** The community in three figures. */
export function StatisticsBanner({
  section,
  statistics,
}: {
  section: HomeSection;
  statistics: Statistics;
}) {
  const { language } = useI18n();
  return (
    <div className="on-dark bg-leaf text-white">
      <div className="wrap grid gap-10 py-16 lg:grid-cols-[1fr_2fr] lg:items-center lg:py-20">
        <h2 className="max-w-[18ch] text-2xl">
          <Local value={localized(section, "title", language)} />
        </h2>
        <FigureList statistics={statistics} className="" labels="md:text-base" values="" />
      </div>
    </div>
  );
}

/** Where the newsletter is offered. */
export function NewsletterBanner({ section }: { section: HomeSection }) {
  const { language } = useI18n();
  return (
    <div className="bg-sand">
      <div className="wrap grid gap-8 py-16 lg:grid-cols-2 lg:py-24">
        <div>
          <h2 className="text-2xl">
            <Local value={localized(section, "title", language)} />
          </h2>
          <p className="mt-3 max-w-[52ch] text-muted">
            <Local value={localized(section, "content", language)} />
          </p>
        </div>
        <div className="card p-6 md:p-8">
          <NewsletterForm />
        </div>
      </div>
    </div>
  );
}

/** The last word of the page: join us. */
export function JoinBanner({ section }: { section: HomeSection }) {
  const { t, language } = useI18n();
  return (
    <div className="on-dark bg-night text-white">
      <div className="wrap section text-center">
        <span className="bands mx-auto mb-6" />
        <h2 className="mx-auto max-w-[24ch] text-3xl">
          <Local value={localized(section, "title", language)} />
        </h2>
        <p className="mx-auto mt-5 max-w-[52ch] text-lg text-mist">
          <Local value={localized(section, "content", language)} />
        </p>
        <p className="mt-9">
          <a className="button button-yellow" href={pathIn(language, "/membership")}>
            {t("home.joinLink")}
          </a>
        </p>
      </div>
    </div>
  );
}
