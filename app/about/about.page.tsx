import { asVisitor } from "../core/database/doors.server.ts";
import { readWithFallback } from "../core/fallback.server.ts";
import { useI18n } from "../i18n/i18n.ts";
import { PageBanner } from "../site/page-banner.tsx";
import { PageHead } from "../site/page-head.tsx";
import { SectionHead } from "../ui/section-head.tsx";
import type { Route } from "./+types/about.page.ts";
import { HistorySection } from "./history-section.tsx";
import { MissionSection, ValuesSection } from "./identity-sections.tsx";
import { LeaderCard } from "./leader-card.tsx";
import { SAMPLE_LEADERS } from "./leadership.samples.ts";
import { listLeaders } from "./leadership.visitor.server.ts";

export const handle = { reads: ["leadership_team"] };

export async function loader({ context }: Route.LoaderArgs) {
  const leaders = await readWithFallback(
    context,
    "leadership_team",
    () => asVisitor(listLeaders),
    () => SAMPLE_LEADERS,
  );
  return { leaders };
}

export default function AboutPage({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { leaders } = loaderData;
  return (
    <>
      <PageHead title={t("about.title")} description={t("about.lead")} />
      <PageBanner title={t("about.title")} lead={t("about.lead")} />
      <MissionSection />
      <ValuesSection />
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
      <HistorySection />
    </>
  );
}
