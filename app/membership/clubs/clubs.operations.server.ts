import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { StaffDb, SystemDb } from "../../core/database/doors/doors.server.ts";
import { rowsOf } from "../../core/database/doors/rows.server.ts";
import { members } from "../members/members.table.server.ts";

/** A club that is one today. */
export type ClubSeason = {
  number: number;
  /** Of its active membership. */
  id: string;
  name: string;
  city: string | null;
  email: string;
  language: "fr" | "en";
  first_name: string;
  last_name: string;
  organisation: string | null;
  /** Its last day, yyyy-mm-dd; null without one. */
  end: string | null;
  /** How many players' licences it has to give: those that its membership includes, and those that it bought. */
  included: number;
};

/** The club of a number; undefined when it is none today. */
export async function findClub(db: SystemDb, number: number): Promise<ClubSeason | undefined> {
  const [club] = await rowsOf<ClubSeason>(
    db,
    sql`select m.club as number, m.id, coalesce(m.organisation, m.first_name || ' ' || m.last_name) as name, m.city,
        m.email, m.language, m.first_name, m.last_name, m.organisation, s.ends::text as end, s.included
      from club_season(${number}) s join members m on m.id = s.membership`,
  );
  return club;
}

const CLUB_NAME = sql<string>`coalesce(${members.organisation}, ${members.first_name} || ' ' || ${members.last_name})`;

/** Whether a membership makes one of these numbers a club today. */
const isClub = (numbers: readonly number[]) =>
  and(
    inArray(members.club, [...numbers]),
    eq(members.member_type, "club"),
    eq(members.status, "active"),
    sql`coalesce(${members.membership_end} >= site_today(), true)`,
  );
/** Of several memberships of one club the last to end names it. */
const LAST_FIRST = sql`${members.membership_end} desc nulls first`;

/** What the clubs of some numbers are called, while they are clubs. */
export async function findClubNames(
  db: SystemDb | StaffDb,
  numbers: readonly number[],
): Promise<Map<number, string>> {
  if (numbers.length === 0) return new Map();
  const rows = await db
    .select({ number: members.club, name: CLUB_NAME })
    .from(members)
    .where(isClub(numbers))
    .orderBy(LAST_FIRST);
  return new Map(rows.reverse().flatMap(({ number, name }) => (number ? [[number, name]] : [])));
}

/** What a club is called while it is one, for a statement that reads more. */
export const clubNameOf = (db: SystemDb | StaffDb, number: number): SQL<string | null> =>
  sql`${db
    .select({ name: CLUB_NAME })
    .from(members)
    .where(isClub([number]))
    .orderBy(LAST_FIRST)
    .limit(1)}`;

/**
 * The clubs of today that a player's card may name, for everybody to read. One without a name of its own would be
 * listed by that of a person.
 */
export async function findClubsOfPlayers(db: SystemDb): Promise<[number, string][]> {
  const rows = await rowsOf<{ number: number; name: string }>(
    db,
    sql`select distinct on (m.club) m.club as number, m.organisation as name from members m
      where m.member_type = 'club' and m.status = 'active' and not m.is_test and m.organisation is not null
        and coalesce(m.membership_end >= site_today(), true)
        and exists (select from members p where p.club = m.club and p.member_type = 'player' and p.licence_serial is not null)
      order by m.club, m.membership_end desc nulls first`,
  );
  return rows.map(({ number, name }) => [number, name]);
}

/** How many of the licences that a club's membership includes are promised or paid. */
export async function countPlaces(db: SystemDb, club: number): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from club_places p where p.club = ${club} and is_club_place_taken(p)`,
  );
  return row?.count ?? 0;
}

/** A licence that a club has to give beyond a day, besides that place; its own last day is null with the club's. */
export async function findFreePlace(
  db: SystemDb,
  club: number,
  beyond: string,
  besides: string,
): Promise<{ lasts: string | null } | undefined> {
  const [free] = await rowsOf<{ lasts: string | null }>(
    db,
    sql`select lasts::text as lasts from free_club_place(${club}, ${beyond}::date, ${besides}::uuid)`,
  );
  return free;
}

/** Locks a club until the transaction ends: before anything of its places and players, in every operation. */
export async function lockClub(db: SystemDb, club: number): Promise<void> {
  await db.execute(sql`select from clubs where number = ${club} for update`);
}

/** Locks clubs in the order of their numbers, so that no two operations wait for each other. */
export async function lockClubs(db: SystemDb, ...clubs: readonly number[]): Promise<void> {
  for (const club of clubs.toSorted((a, b) => a - b)) await lockClub(db, club);
}

/** Locks the clubs of which some memberships are, before the memberships of players are locked with them. */
export async function lockClubsOf(db: SystemDb | StaffDb, ids: readonly string[]): Promise<void> {
  await db.execute(sql`select lock_clubs_of(${sql.param([...ids])}::uuid[])`);
}

/** Takes a person out of their club, in all of their memberships. The place stays taken until its last day. */
export async function leaveClub(
  db: SystemDb | StaffDb,
  member: { id: string; licence_serial: number | null },
) {
  await db
    .update(members)
    .set({ club: null })
    .where(
      and(
        eq(members.member_type, "player"),
        member.licence_serial === null
          ? eq(members.id, member.id)
          : eq(members.licence_serial, member.licence_serial),
      ),
    );
}
