import { Trophy, Users } from "lucide-react";
import { asVisitor } from "../core/database/doors/doors.server.ts";
import { readOrSamples } from "../core/http/fallback.server.ts";
import { useI18n } from "../i18n/i18n.ts";
import { pathIn } from "../i18n/languages.ts";
import { localized, localizedList } from "../i18n/localized.ts";
import {
  countCommunity,
  DEFAULT_STATISTICS,
  type Statistics,
} from "../membership/membership.visitor.server.ts";
import { FrenchNote, PageBanner, PageHead } from "../site/frame/page-head.tsx";
import { Picture } from "../ui/picture.tsx";
import { EmptyState, SectionHead } from "../ui/section.tsx";
import { Local } from "../ui/text.tsx";
import type { Route } from "./+types/community.page.ts";
import { FigureList } from "./figure-list.tsx";
import type { Highlight, HighlightKind } from "./highlights.record.ts";
import { SAMPLE_HIGHLIGHTS } from "./highlights.samples.ts";
import { listHighlights } from "./highlights.visitor.server.ts";

export const handle = { reads: ["highlights", "licences", "members", "partners"] };

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
      <PageBanner
        title={t("community.title")}
        lead={t("community.lead")}
        beside={<StatisticsList statistics={statistics} />}
      >
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

/** The invitation to join. */
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

/** The community in three figures, on the dark head of the page. */
function StatisticsList({ statistics }: { statistics: Statistics }) {
  const { t } = useI18n();
  return (
    <section>
      <h2 className="quiet">{t("community.statistics")}</h2>
      <FigureList
        statistics={statistics}
        className="md:gap-12"
        labels="text-mist"
        values="text-yellow"
      />
    </section>
  );
}

/** The highlighted players. Like the next two sections, it is left out when it is empty. */
function PlayersSection({ players }: { players: Highlight[] }) {
  const { t } = useI18n();
  if (players.length === 0) return null;
  return (
    <section className="wrap section">
      <SectionHead title={t("community.players")} />
      <ul className="grid gap-6 md:grid-cols-2">
        {players.map((player, index) => (
          <li key={player.id} className="grid">
            <PlayerCard player={player} first={index === 0} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The highlighted clubs. */
function ClubsSection({ clubs }: { clubs: Highlight[] }) {
  const { t } = useI18n();
  if (clubs.length === 0) return null;
  return (
    <div className="bg-white">
      <section className="wrap section">
        <SectionHead title={t("community.clubs")} />
        <ul className="grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
          {clubs.map((club) => (
            <li key={club.id} className="border-t border-line pt-6">
              <ClubCard club={club} />
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** The highlighted partners. */
function PartnersSection({ partners }: { partners: Highlight[] }) {
  const { t, language } = useI18n();
  if (partners.length === 0) return null;
  return (
    <section className="wrap section">
      <SectionHead
        title={t("community.partners")}
        link={{ href: pathIn(language, "/partners"), label: t("community.allPartners") }}
      />
      <ul className="card divide-y divide-line">
        {partners.map((partner) => (
          <li key={partner.id}>
            <PartnerCard partner={partner} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A player: the name they play under comes first, as on a stage. */
function PlayerCard({ player, first = false }: { player: Highlight; first?: boolean }) {
  const { t, language } = useI18n();
  return (
    <article className="card flex items-start gap-5 p-5 wrap-anywhere">
      <div className="w-24 shrink-0 overflow-hidden rounded-card">
        <Picture src={player.image_url} kind="person" alt="" sizes="96px" first={first} />
      </div>
      <div className="min-w-0 flex-1">
        {player.gamertag && (
          <p className="text-lg font-black text-leaf md:text-xl">{player.gamertag}</p>
        )}
        <h3 className="text-base">{player.name}</h3>
        {player.level && (
          <p className="mt-2">
            <span className="badge">
              <span className="quiet">{t("community.level")} </span>
              <Local value={localized(player, "level", language)} />
            </span>
          </p>
        )}
        <Achievements of={player} />
      </div>
    </article>
  );
}

/** A club: crest, size, and what it has won. */
function ClubCard({ club }: { club: Highlight }) {
  const { t } = useI18n();
  return (
    <article className="flex items-start gap-5 wrap-anywhere">
      <div className="w-24 shrink-0 overflow-hidden rounded-card">
        {/* A crest is shown whole, whatever its shape. */}
        <Picture
          src={club.image_url}
          kind="person"
          alt=""
          sizes="96px"
          className="bg-white object-contain"
        />
      </div>
      <div className="min-w-0">
        <h3 className="text-lg">{club.name}</h3>
        {club.members_count !== null && (
          <p className="mt-1 flex items-center gap-2 text-sm font-semibold text-leaf">
            <Users aria-hidden="true" size={18} />
            {t("community.members", { count: club.members_count })}
          </p>
        )}
        <Achievements of={club} />
      </div>
    </article>
  );
}

/** A partner: field and contribution, beside the logo where there is room (a hidden one is not fetched). */
function PartnerCard({ partner }: { partner: Highlight }) {
  const { t, language } = useI18n();
  return (
    <article className="grid items-center gap-5 p-5 wrap-anywhere md:grid-cols-[112px_1fr_2fr]">
      <div className="hidden aspect-logo md:block">
        <Picture
          src={partner.image_url}
          kind="logo"
          alt=""
          sizes="112px"
          className="bg-white object-contain"
        />
      </div>
      <div>
        <h3 className="text-lg">{partner.name}</h3>
        {partner.category && (
          <p className="text-sm font-semibold text-leaf">
            <Local value={localized(partner, "category", language)} />
          </p>
        )}
      </div>
      {partner.contribution && (
        <div>
          <p className="text-xs font-bold text-muted">{t("community.contribution")}</p>
          <p>
            <Local value={localized(partner, "contribution", language)} />
          </p>
        </div>
      )}
    </article>
  );
}

function Achievements({ of }: { of: Highlight }) {
  const { t, language } = useI18n();
  const { items, lang } = localizedList(of.achievements, of.achievements_en, language);
  if (items.length === 0) return null;
  return (
    <ul aria-label={t("community.achievements")} className="mt-3 stack-1 text-sm text-muted">
      {items.map((item) => (
        <li key={item} lang={lang} className="flex gap-2">
          <Trophy aria-hidden="true" size={18} className="mt-0.5 shrink-0 text-leaf" />
          {item}
        </li>
      ))}
    </ul>
  );
}
