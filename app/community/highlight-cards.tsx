import { Trophy, Users } from "lucide-react";
import { useI18n } from "../i18n/i18n.ts";
import { localized, localizedList } from "../i18n/localized.ts";
import { Picture } from "../ui/picture.tsx";
import { Local } from "../ui/text.tsx";
import type { Highlight } from "./highlights.ts";

/** A player: the name they play under comes first, as on a stage. */
export function PlayerCard({ player, first = false }: { player: Highlight; first?: boolean }) {
  const { t, language } = useI18n();
  return (
    <article className="card flex wrap-anywhere">
      <div className="relative w-28 shrink-0 md:w-48">
        <Picture
          src={player.image_url}
          kind="person"
          alt=""
          sizes="(max-width: 800px) 112px, 192px"
          first={first}
          className="absolute inset-0"
        />
      </div>
      <div className="min-w-0 flex-1 p-5">
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
export function ClubCard({ club }: { club: Highlight }) {
  const { t } = useI18n();
  return (
    <article className="flex gap-5 wrap-anywhere">
      <div className="size-20 shrink-0 overflow-hidden rounded-card">
        <Picture src={club.image_url} kind="person" alt="" sizes="80px" />
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
export function PartnerCard({ partner }: { partner: Highlight }) {
  const { t, language } = useI18n();
  return (
    <article className="grid items-center gap-5 p-5 wrap-anywhere md:grid-cols-[112px_1fr_2fr]">
      <div className="hidden aspect-logo md:block">
        <Picture src={partner.image_url} kind="logo" alt="" sizes="112px" className="bg-white" />
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
    <ul aria-label={t("community.achievements")} className="mt-3 space-y-1 text-sm text-muted">
      {items.map((item) => (
        <li key={item} lang={lang} className="flex gap-2">
          <Trophy aria-hidden="true" size={18} className="mt-0.5 shrink-0 text-leaf" />
          {item}
        </li>
      ))}
    </ul>
  );
}
