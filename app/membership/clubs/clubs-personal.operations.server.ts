import { and, inArray, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { SystemDb } from "../../core/database/doors/doors.server.ts";
import { type PersonalTable, words } from "../../core/database/doors/personal-table.server.ts";
import { bin } from "../../records/bin/bin.table.server.ts";
import { members } from "../members/members.table.server.ts";
import { lockClubs } from "./clubs.operations.server.ts";
import { clubInvitees, clubOfficers, clubPlaces } from "./clubs.table.server.ts";

/**
 * A place stays taken until its day, so that no club gives it to another player by an erasure; it says nobody. A move
 * that waits ends.
 */
const NOBODY = {
  player_id: null,
  own_id: null,
  from_club: null,
  withdrawn_at: sql`coalesce(${clubPlaces.withdrawn_at}, case when ${clubPlaces.accepted_at} is null then site_now() end)`,
} as const;

/** The personal data in the places of clubs. */
export const clubPlaceData: PersonalTable = {
  table: clubPlaces,
  title: words("Invitation d’un club acceptée", "Accepted invitation from a club"),
  owner: { by: "record", record: clubPlaces.player_id },
  fields: {
    club: words("Numéro du club", "Number of the club"),
    asked_at: words("Changement de club demandé", "Move to another club requested"),
    from_club: words("Club qui doit répondre", "Club that must answer"),
    by_player: words("Licence payée par la personne", "Licence paid by the person"),
    accepted_at: words("Invitation acceptée", "Invitation accepted"),
    until: words("Jusqu’au", "Until"),
    left_at: words("Club quitté", "Left the club"),
    ended_at: words("Terminée avec le club", "Ended with the club"),
  },
  hidden: [
    "id",
    "code",
    "purchase_id",
    "expires_at",
    "withdrawn_at",
    "player_id",
    "own_id",
    "told_at",
    "created_at",
  ],
  // The clubs before their places, as every operation locks them.
  async lock(db, ids) {
    const rows = await db
      .selectDistinct({ club: clubPlaces.club })
      .from(clubPlaces)
      .where(inArray(clubPlaces.id, [...ids]));
    await lockClubs(db, ...rows.map(({ club }) => club));
  },
  async erase(db, ids) {
    await db
      .update(clubPlaces)
      .set(NOBODY)
      .where(inArray(clubPlaces.id, [...ids]));
  },
  keeps: words(
    "La place prise dans les licences d’un club, jusqu’à sa date, sans rien de la personne.",
    "The place taken among a club’s licences, until its last day, with nothing about the person.",
  ),
};

/** The addresses that a club gave to invite somebody. */
export const clubInviteeData: PersonalTable = {
  table: clubInvitees,
  title: words("Invitation d’un club", "Invitation from a club"),
  owner: { by: "address", emails: [clubInvitees.email], name: clubInvitees.first_name },
  fields: {
    club: words("Numéro du club", "Number of the club"),
    email: words("Adresse e-mail", "E-mail address"),
    first_name: words("Prénom", "First name"),
    last_name: words("Nom", "Last name"),
    mailed_at: words("E-mail demandé le", "E-mail requested on"),
    created_at: words("Invitation créée le", "Invitation created on"),
  },
  hidden: ["id", "place_id", "address_hash", "list_id", "mails"],
};

/** Whom a club named to act for it. */
export const clubOfficerData: PersonalTable = {
  table: clubOfficers,
  title: words("Personne qui agit pour un club", "Person who acts for a club"),
  owner: { by: "address", emails: [clubOfficers.email], name: clubOfficers.name },
  fields: {
    club: words("Numéro du club", "Number of the club"),
    name: words("Nom", "Name"),
    email: words("Adresse e-mail", "E-mail address"),
    created_at: words("Nommée le", "Named on"),
  },
  hidden: ["id"],
};

/**
 * Forgets the addresses of invitations that are late, and deletes what is left of those that are over for so long, which it
 * counts.
 */
export async function forgetInvitees(db: SystemDb, since: Date): Promise<number> {
  const late = sql`not exists (select from ${clubPlaces} where ${clubPlaces.id} = ${clubInvitees.place_id}
    and ${clubPlaces.accepted_at} is null and ${clubPlaces.expires_at} > site_now())`;
  await db
    .update(clubInvitees)
    .set({ email: null, first_name: "", last_name: "" })
    .where(and(isNotNull(clubInvitees.email), late));
  const last = sql`coalesce(${clubInvitees.mailed_at}, ${clubInvitees.created_at})`;
  const gone = await db
    .delete(clubInvitees)
    .where(and(isNull(clubInvitees.email), lt(last, since)))
    .returning({ id: clubInvitees.id });
  return gone.length;
}

/** Takes away what places say of memberships that are gone for good, out of the bin too. */
export async function forgetGonePlayers(db: SystemDb): Promise<void> {
  const gone = sql`${clubPlaces.player_id} is not null
    and not exists (select from ${members} where ${members.id} = ${clubPlaces.player_id})
    and not exists (select from ${bin} where ${bin.entity} = 'members' and ${bin.entity_id} = ${clubPlaces.player_id})`;
  await db.update(clubPlaces).set(NOBODY).where(gone);
}
