import { and, desc, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { matches } from "../../records/list/search.staff.server.ts";
import { members } from "../members/members.table.server.ts";

/** Clubs of the select above the list of members, and those of one name whose players a search finds. */
const MOST_CHOICES = 500;
const MOST_FOUND = 50;
/** Fewer letters are in too many names. */
const SEARCHED_LETTERS = 3;

const name = sql<string>`coalesce(${members.organisation}, ${members.first_name} || ' ' || ${members.last_name})`;

/** The memberships of clubs that have a number: a club that is over keeps its own. */
const isClub = (where?: SQL) =>
  and(
    eq(members.member_type, "club"),
    isNotNull(members.club),
    eq(members.is_test, false),
    where,
  ) as SQL;

/** The newest membership of each club comes first. */
const NEWEST: SQL[] = [
  sql`${members.club}`,
  desc(sql`${members.status} = 'active'`),
  sql`${members.membership_end} desc nulls first`,
  sql`${members.id} desc`,
];

export type NamedClub = { number: number; name: string };

function readClubs(db: StaffDb, where?: SQL): Promise<NamedClub[]> {
  return db
    .selectDistinctOn([members.club], { number: sql<number>`${members.club}`, name })
    .from(members)
    .where(isClub(where))
    .orderBy(...NEWEST);
}

/** The clubs by their names, for a select. */
export async function listClubs(db: StaffDb): Promise<NamedClub[]> {
  const clubs = await readClubs(db);
  return clubs.sort((a, b) => a.name.localeCompare(b.name, "fr")).slice(0, MOST_CHOICES);
}

/** What the clubs of some numbers are called, also of those that are over. */
export async function listClubNames(
  db: StaffDb,
  numbers: readonly (number | null)[],
): Promise<Map<number, string>> {
  const known = [...new Set(numbers.filter((number) => number !== null))];
  if (known.length === 0) return new Map();
  const clubs = await readClubs(db, inArray(members.club, known));
  return new Map(clubs.map(({ number, name }) => [number, name]));
}

/** The members of the clubs whose name says these words; undefined when none does. */
export async function findOfClubNamed(db: StaffDb, words: string): Promise<SQL | undefined> {
  if (words.length < SEARCHED_LETTERS) return undefined;
  const rows = await db
    .selectDistinct({ number: sql<number>`${members.club}` })
    .from(members)
    .where(isClub(matches(sql`search_form(${members.organisation})`, words)))
    .limit(MOST_FOUND);
  if (rows.length === 0) return undefined;
  return inArray(
    members.club,
    rows.map(({ number }) => number),
  );
}

/** The newest membership of a club, to whose address is written. */
export async function findClubMembership(db: StaffDb, number: number) {
  const [club] = await db
    .select({
      id: members.id,
      name,
      status: members.status,
      email: members.email,
      first_name: members.first_name,
      organisation: members.organisation,
      language: members.language,
    })
    .from(members)
    .where(isClub(eq(members.club, number)))
    .orderBy(...NEWEST)
    .limit(1);
  return club;
}
