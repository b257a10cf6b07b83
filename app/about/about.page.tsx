import { asVisitor } from "../core/database/doors/doors.server.ts";
import { readOrSamples, readWithFallback } from "../core/http/fallback.server.ts";
import { useI18n } from "../i18n/i18n.ts";
import { languageOf } from "../i18n/languages.ts";
import { localized } from "../i18n/localized.ts";
import { ABOUT_WORDS, type AboutTexts } from "../settings/own-words.ts";
import { DEFAULT_SETTINGS } from "../settings/settings.ts";
import { readSettings } from "../settings/settings.visitor.server.ts";
import { FrenchNote } from "../site/frame/french-note.tsx";
import { PageBanner } from "../site/frame/page-banner.tsx";
import { PageHead } from "../site/frame/page-head.tsx";
import { useOwnWords } from "../site/own-words.ts";
import type { OwnTexts } from "../texts/own-text.tsx";
import { withOwnTexts } from "../texts/own-texts.server.ts";
import { SectionHead } from "../ui/section-head.tsx";
import { Local } from "../ui/text.tsx";
import type { Route } from "./+types/about.page.ts";
import { HistorySection } from "./history-section.tsx";
import { MissionSection, ValuesSection } from "./identity-sections.tsx";
import { LeaderCard } from "./leader-card.tsx";
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
  const about = await readWithFallback<OwnTexts<AboutTexts>>(
    context,
    "site_settings",
    async () => withOwnTexts("about", (await readSettings()).about, languageOf(url.pathname)),
    () => DEFAULT_SETTINGS.about,
  );
  return { leaders, about };
}

export default function AboutPage({ loaderData }: Route.ComponentProps) {
  const { t, language } = useI18n();
  const { leaders, about } = loaderData;
  const word = useOwnWords(ABOUT_WORDS, about);
  const lead = word("lead");
  return (
    <>
      <PageHead title={t("about.title")} description={lead.text} />
      <PageBanner title={t("about.title")} lead={<Local value={lead} />}>
        <FrenchNote
          some
          of={[
            ...Object.keys(ABOUT_WORDS).map(word),
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
