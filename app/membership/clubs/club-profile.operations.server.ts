import { and, asc, eq, notExists, type SQL, sql } from "drizzle-orm";
import { columnsOf } from "../../core/database/doors/columns.server.ts";
import type { SystemDb } from "../../core/database/doors/doors.server.ts";
import { bin } from "../../records/bin/bin.table.server.ts";
import { members } from "../members/members.table.server.ts";
import { type ClubSeason, findClubNames } from "./clubs.operations.server.ts";
import { clubOfficers, clubProfiles } from "./clubs.table.server.ts";

/** What a club shows of itself; its statutes are read when somebody loads them. */
export async function findProfile(db: SystemDb, club: number) {
  const [profile] = await db
    .select(columnsOf(clubProfiles, ["first_colour", "second_colour", "logo", "statutes_at"]))
    .from(clubProfiles)
    .where(eq(clubProfiles.club, club));
  return {
    first_colour: profile?.first_colour ?? null,
    second_colour: profile?.second_colour ?? null,
    logo: profile?.logo ?? null,
    statutes_at: profile?.statutes_at ?? null,
    officers: await db
      .select(columnsOf(clubOfficers, ["id", "name", "email"]))
      .from(clubOfficers)
      .where(eq(clubOfficers.club, club))
      .orderBy(asc(clubOfficers.created_at), asc(clubOfficers.id)),
  };
}

/** The statutes of a club, a PDF; undefined without them. */
export async function findStatutes(db: SystemDb, club: number): Promise<Buffer | undefined> {
  const [row] = await db
    .select({ statutes: clubProfiles.statutes })
    .from(clubProfiles)
    .where(eq(clubProfiles.club, club));
  return row?.statutes == null ? undefined : Buffer.from(row.statutes, "base64");
}

/** How an address may act for a club: `holder` is that of its membership, which names the others. */
export async function roleInClub(
  db: SystemDb,
  club: ClubSeason,
  email: string,
): Promise<"holder" | "officer" | undefined> {
  const address = email.toLowerCase();
  if (club.email.toLowerCase() === address) return "holder";
  const isOfficer = await db.$count(
    clubOfficers,
    and(eq(clubOfficers.club, club.number), eq(clubOfficers.email, address)),
  );
  return isOfficer > 0 ? "officer" : undefined;
}

/** The clubs of today for which an address acts because they named it. */
export async function listClubsOfOfficer(
  db: SystemDb,
  email: string,
): Promise<{ number: number; name: string }[]> {
  const rows = await db
    .select({ club: clubOfficers.club })
    .from(clubOfficers)
    .where(eq(clubOfficers.email, email.toLowerCase()));
  const names = await findClubNames(
    db,
    rows.map(({ club }) => club),
  );
  return [...names].map(([number, name]) => ({ number, name }));
}

/** Takes away what a club showed of itself and whom it named once its last membership is gone for good, out of the bin too. */
export async function forgetGoneClubs(db: SystemDb): Promise<void> {
  for (const table of [clubProfiles, clubOfficers]) {
    const isGone: SQL | undefined = and(
      notExists(
        db
          .select({ id: members.id })
          .from(members)
          .where(and(eq(members.club, table.club), eq(members.member_type, "club"))),
      ),
      notExists(
        db
          .select({ id: bin.id })
          .from(bin)
          .where(
            sql`${bin.rows} @> jsonb_build_array(jsonb_build_object('table', 'members', 'row',
              jsonb_build_object('member_type', 'club', 'club', ${table.club})))`,
          ),
      ),
    );
    const [one] = await db.select({ id: table.id }).from(table).where(isGone).limit(1);
    // A deletion of no rows would still be a change to whoever listens.
    if (one) await db.delete(table).where(isGone);
  }
}
