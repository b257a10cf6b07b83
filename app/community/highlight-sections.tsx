import { useI18n } from "../i18n/i18n.ts";
import { pathIn } from "../i18n/languages.ts";
import { SectionHead } from "../ui/section-head.tsx";
import { ClubCard, PartnerCard, PlayerCard } from "./highlight-cards.tsx";
import type { Highlight } from "./highlights.ts";

/** The players of the moment. Like the next two: nothing at all when there is nobody to show. */
export function PlayersSection({ players }: { players: Highlight[] }) {
  const { t } = useI18n();
  if (players.length === 0) return null;
  return (
    <section className="wrap section">
      <SectionHead title={t("community.players")} />
      <ul className="grid gap-6 md:grid-cols-2">
        {players.map((player, place) => (
          <li key={player.id} className="grid">
            <PlayerCard player={player} first={place === 0} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The clubs that won something, or host something. */
export function ClubsSection({ clubs }: { clubs: Highlight[] }) {
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

/** Who helps, and with what. */
export function PartnersSection({ partners }: { partners: Highlight[] }) {
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
