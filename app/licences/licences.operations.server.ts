import { eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { columnsOf } from "../core/database/doors/columns.server.ts";
import type { StaffDb, SystemDb } from "../core/database/doors/doors.server.ts";
import { members } from "../membership/members/members.table.server.ts";
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

/** The licence of a number that was given; `lock` until the transaction ends. */
export async function findLicence(
  db: SystemDb | StaffDb,
  serial: number,
  lock = false,
): Promise<HeldLicence | undefined> {
  const one = db.select().from(licences).where(eq(licences.serial, serial));
  const [licence] = await (lock ? one.for("update") : one);
  if (!licence) return undefined;
  const [holder] = await db
    .select(holderColumns)
    .from(members)
    .where(isOfLicence(sql`${serial}`))
    .orderBy(SHOWN_FIRST)
    .limit(1);
  return { licence, holder };
}
