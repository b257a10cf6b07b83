import { eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { columnsOf } from "../core/database/doors/columns.server.ts";
import type { StaffDb, SystemDb } from "../core/database/doors/doors.server.ts";
import { rowsOf } from "../core/database/doors/rows.server.ts";
import { members } from "../membership/members/members.table.server.ts";
import {
  type LicenceState,
  type LicensedMembership,
  licenceState,
  type Suspension,
} from "./licence-state.ts";
import { licences } from "./licences.table.server.ts";

export type Licence = typeof licences.$inferSelect;

const holderColumns = columnsOf(members, [
  "id",
  "first_name",
  "last_name",
  "email",
  "language",
  "birth_date",
  "status",
  "membership_start",
  "membership_end",
  "application_token",
  "club",
  "listed_since",
]);
export type Holder = Pick<typeof members.$inferSelect, keyof typeof holderColumns>;

/** A licence with the membership that it shows: the active one, else the last to end. */
export type HeldLicence = { licence: Licence; holder: Holder | undefined };

/** Whether a membership shows a licence. */
export const isOfLicence = (serial: SQLWrapper): SQL =>
  sql`${members.licence_serial} = ${serial} and ${members.member_type} = 'player' and not ${members.is_test}`;

/**
 * Of several memberships the one that the licence shows comes first: one that is suspended stays so beside another one
 * that was paid since.
 */
export const SHOWN_FIRST: SQL = sql`
  (${members.status} = 'suspended' and coalesce(${members.membership_end} >= site_today(), true)) desc,
  (${members.status} in ('active', 'suspended')) desc,
  ${members.membership_end} desc nulls first, ${members.id} desc`;

const holderOf = (db: SystemDb | StaffDb, serial: SQLWrapper) =>
  db.select(holderColumns).from(members).where(isOfLicence(serial)).orderBy(SHOWN_FIRST).limit(1);

/** The licence of a number that was given. */
export async function findLicence(
  db: SystemDb | StaffDb,
  serial: number,
): Promise<HeldLicence | undefined> {
  const holder = holderOf(db, licences.serial).as("holder");
  const [row] = await db
    .select()
    .from(licences)
    .leftJoinLateral(holder, sql`true`)
    .where(eq(licences.serial, serial));
  return row && { licence: row.licences, holder: row.holder ?? undefined };
}

/** The same, locked until the transaction ends. */
export async function lockLicence(db: SystemDb, serial: number): Promise<HeldLicence | undefined> {
  const [licence] = await db
    .select()
    .from(licences)
    .where(eq(licences.serial, serial))
    .for("update");
  if (!licence) return undefined;
  // Asked afterwards: what changed while this waited for the lock is in it.
  const [holder] = await holderOf(db, sql`${serial}`);
  return { licence, holder };
}

/** What `licence_standing()` answers for a licence; null where the number is nobody's. */
export type Standing = (LicensedMembership & Suspension) | null;

/** How a licence stands on a day, for whoever may not read the register. */
export const stateOn = (standing: Standing | undefined, day: string): LicenceState =>
  licenceState(
    standing ?? undefined,
    standing ?? { suspended_from: null, suspended_until: null },
    day,
  );

/** How the licence of a number stands on a day; 'gone' too where its holder was not born on `born`. */
export async function readLicenceState(
  db: SystemDb | StaffDb,
  serial: number,
  day: string,
  born: string | null = null,
): Promise<LicenceState> {
  const [row] = await rowsOf<{ standing: Standing }>(
    db,
    sql`select row_to_json(found) as standing from licence_standing(${serial}, ${born}) found`,
  );
  return stateOn(row?.standing, day);
}
