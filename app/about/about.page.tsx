import { asVisitor } from "../core/database/doors/doors.server.ts";
import { readOrSamples, readWithFallback } from "../core/http/fallback.server.ts";
import { useI18n } from "../i18n/i18n.ts";
import { languageOf } from "../i18n/languages.ts";
import { localized } from "../i18n/localized.ts";
import { ABOUT_TEXTS, type AboutTexts } from "../settings/custom-texts.ts";
import { DEFAULT_SETTINGS } from "../settings/settings.ts";
import { readSettings } from "../settings/settings.visitor.server.ts";
import { FrenchNote, PageBanner, PageHead } from "../site/frame/page-head.tsx";
import { type RenderedTexts, useCustomTexts } from "../texts/custom-text.tsx";
import { withRenderedTexts } from "../texts/custom-texts.server.ts";
import { Picture } from "../ui/picture.tsx";
import { SectionHead } from "../ui/section.tsx";
import { Local } from "../ui/text.tsx";
import type { Route } from "./+types/about.page.ts";
import { HistorySection, MissionSection, ValuesSection } from "./about-sections.tsx";
import type { Leader } from "./leadership.record.ts";
import { SAMPLE_LEADERS } from "./leadership.samples.ts";
import { listLeaders } from "./leadership.visitor.server.ts";

export const handle = { reads: ["leadership_team", "site_settings"] };

export async function loader({ context, url }: Route.LoaderArgs) {
  const leaders = await readOrSamples(
    context,
    "leadership_team",
    () => asVisitor(listLeaders),
    () => SAMPLE_LEADERS,
  );
  const about = await readWithFallback<RenderedTexts<AboutTexts>>(
    context,
    "site_settings",
    async () => withRenderedTexts("about", (await readSettings()).about, languageOf(url.pathname)),
    () => DEFAULT_SETTINGS.about,
  );
  return { leaders, about };
}

export default function AboutPage({ loaderData }: Route.ComponentProps) {
  const { t, language } = useI18n();
  const { leaders, about } = loaderData;
  const word = useCustomTexts(ABOUT_TEXTS, about);
  const lead = word("lead");
  return (
    <>
      <PageHead title={t("about.title")} description={lead.text} />
      <PageBanner title={t("about.title")} lead={<Local value={lead} />}>
        <FrenchNote
          some
          of={[
            ...Object.keys(ABOUT_TEXTS).map(word),
            ...about.history.flatMap((step) => [
              localized(step, "title", language),
              localized(step, "text", language),
            ]),
            ...leaders.flatMap((one) => [
              localized(one, "position", language),
              localized(one, "bio", language),
            ]),
          ]}
        />
      </PageBanner>
      <MissionSection about={about} />
      <ValuesSection about={about} />
      {leaders.length > 0 && (
        <section className="wrap section">
          <SectionHead title={t("about.leadershipTitle")} lead={t("about.leadershipLead")} />
          <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
            {leaders.map((leader) => (
              <li key={leader.id} className="grid">
                <LeaderCard leader={leader} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <HistorySection about={about} />
    </>
  );
}

/** One leader: portrait, name, position, and who they are. On phones the portrait stands aside. */
function LeaderCard({ leader }: { leader: Leader }) {
  const { language } = useI18n();
  return (
    <article className="card wrap-anywhere">
      <div className="flex items-center gap-4 p-5 pb-0 sm:block sm:p-0">
        <div className="aspect-person w-24 shrink-0 overflow-hidden rounded-control sm:w-full sm:rounded-none">
          <Picture
            src={leader.image_url}
            kind="person"
            alt=""
            sizes="(max-width: 560px) 96px, 360px"
          />
        </div>
        <div className="min-w-0 sm:p-5 sm:pb-0">
          <h3 className="text-lg">{leader.name}</h3>
          <p className="mt-1 text-sm font-semibold text-leaf">
            <Local value={localized(leader, "position", language)} />
          </p>
        </div>
      </div>
      <p className="p-5 pt-3 text-sm text-muted">
        <Local value={localized(leader, "bio", language)} />
      </p>
    </article>
  );
}
