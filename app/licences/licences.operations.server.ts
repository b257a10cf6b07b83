import { asc, getTableColumns, inArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { columnsOf } from "../core/database/doors/columns.server.ts";
import type { StaffDb, SystemDb } from "../core/database/doors/doors.server.ts";
import { rowsOf } from "../core/database/doors/rows.server.ts";
import { members } from "../membership/members/members.table.server.ts";
import {
  isValidLicence,
  type LicensedMembership,
  licenceState,
  type ShownState,
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

/** Licences with their holders, and what else is asked in the same statement. */
export function selectLicences<More extends Record<string, SQL.Aliased | SQL>>(
  db: SystemDb | StaffDb,
  serials: readonly number[],
  more: More,
) {
  const holder = holderOf(db, licences.serial).as("holder");
  return db
    .select({ licence: getTableColumns(licences), holder: holder._.selectedFields, ...more })
    .from(licences)
    .leftJoinLateral(holder, sql`true`)
    .where(inArray(licences.serial, [...serials]))
    .orderBy(asc(licences.serial));
}

/** The licences of those numbers that were given, in their order. */
export async function findLicences(
  db: SystemDb | StaffDb,
  serials: readonly number[],
): Promise<HeldLicence[]> {
  const rows = await selectLicences(db, serials, {});
  return rows.map(({ licence, holder }) => ({ licence, holder: holder ?? undefined }));
}

/** The licence of a number that was given. */
export const findLicence = async (
  db: SystemDb | StaffDb,
  serial: number,
): Promise<HeldLicence | undefined> => (await findLicences(db, [serial]))[0];

/** The same licences, locked until the transaction ends. */
export async function lockLicences(
  db: SystemDb,
  serials: readonly number[],
): Promise<HeldLicence[]> {
  // In one order, so that of two who lock the same ones neither waits for the other for ever.
  await db
    .select({ serial: licences.serial })
    .from(licences)
    .where(inArray(licences.serial, [...serials]))
    .orderBy(asc(licences.serial))
    .for("update");
  // Asked afterwards: what changed while this waited for the locks is in it.
  return findLicences(db, serials);
}

export const lockLicence = async (db: SystemDb, serial: number): Promise<HeldLicence | undefined> =>
  (await lockLicences(db, [serial]))[0];

/** What `licence_standing()` answers for a licence; null where the number is nobody's. */
export type Standing = (LicensedMembership & Suspension & { has_club: boolean }) | null;

/** When a licence has to count, and whether it has to be of an affiliated club. */
export type AskedLicence = { date: string; asks_club: boolean };

/** How a licence stands where it is asked for, for whoever may not read the register. */
export function stateOn(standing: Standing | undefined, asked: AskedLicence): ShownState {
  const state = licenceState(
    standing ?? undefined,
    standing ?? { suspended_from: null, suspended_until: null },
    asked.date,
  );
  return asked.asks_club && isValidLicence(state) && !standing?.has_club ? "clubless" : state;
}

/** How the licence of a number stands where it is asked for; 'gone' too where its holder was not born on `born`. */
export async function readLicenceState(
  db: SystemDb | StaffDb,
  serial: number,
  asked: AskedLicence,
  born: string | null = null,
): Promise<ShownState> {
  const [row] = await rowsOf<{ standing: Standing }>(
    db,
    sql`select row_to_json(found) as standing from licence_standing(${serial}, ${born}) found`,
  );
  return stateOn(row?.standing, asked);
}
