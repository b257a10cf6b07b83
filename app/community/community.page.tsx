import { asVisitor } from "../core/database/doors/doors.server.ts";
import { readOrSamples } from "../core/http/fallback.server.ts";
import { useI18n } from "../i18n/i18n.ts";
import { pathIn } from "../i18n/languages.ts";
import { localized } from "../i18n/localized.ts";
import { DEFAULT_STATISTICS } from "../membership/members/members.ts";
import { countCommunity } from "../membership/members/members.visitor.server.ts";
import { FrenchNote } from "../site/frame/french-note.tsx";
import { PageBanner } from "../site/frame/page-banner.tsx";
import { PageHead } from "../site/frame/page-head.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import type { Route } from "./+types/community.page.ts";
import { ClubsSection, PartnersSection, PlayersSection } from "./highlight-sections.tsx";
import { SAMPLE_HIGHLIGHTS } from "./highlights.samples.ts";
import type { HighlightKind } from "./highlights.ts";
import { listHighlights } from "./highlights.visitor.server.ts";
import { StatisticsList } from "./statistics-list.tsx";

export const handle = { reads: ["highlights", "members", "partners"] };

export async function loader({ context }: Route.LoaderArgs) {
  return readOrSamples(
    context,
    "community",
    () =>
      asVisitor(async (db) => ({
        highlights: await listHighlights(db),
        statistics: await countCommunity(db),
      })),
    () => ({ highlights: SAMPLE_HIGHLIGHTS, statistics: DEFAULT_STATISTICS }),
  );
}

export default function CommunityPage({ loaderData }: Route.ComponentProps) {
  const { t, language } = useI18n();
  const { highlights, statistics } = loaderData;
  const of = (kind: HighlightKind) => highlights.filter((highlight) => highlight.kind === kind);
  return (
    <>
      <PageHead title={t("community.title")} description={t("community.lead")} />
      <PageBanner title={t("community.title")} lead={t("community.lead")}>
        <StatisticsList statistics={statistics} />
        <FrenchNote
          some
          of={highlights.flatMap((one) => [
            localized(one, "level", language),
            localized(one, "category", language),
            localized(one, "contribution", language),
          ])}
        />
      </PageBanner>
      <PlayersSection players={of("player")} />
      <ClubsSection clubs={of("club")} />
      <PartnersSection partners={of("partner")} />
      {highlights.length === 0 && (
        <div className="wrap section">
          <EmptyState title={t("community.empty")} message={t("community.emptyMessage")} />
        </div>
      )}
      <JoinBanner />
    </>
  );
}

/** The visitor's own place in all this. */
function JoinBanner() {
  const { t, language } = useI18n();
  return (
    <section className="on-dark bg-leaf text-white">
      <div className="wrap flex flex-wrap items-center gap-8 py-16 lg:py-20">
        <div className="mr-auto">
          <h2 className="text-3xl">{t("community.joinTitle")}</h2>
          <p className="mt-3 text-lg">{t("community.joinText")}</p>
        </div>
        <a className="button button-yellow" href={pathIn(language, "/membership")}>
          {t("community.join")}
        </a>
      </div>
    </section>
  );
}
