import { and, asc, between, eq, gt, type SQL } from "drizzle-orm";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { isId } from "../../core/secrets/id.ts";
import { isYoungerThan } from "../../core/values/age.ts";
import { AppError, isUniqueViolation } from "../../core/values/errors.ts";
import { findMinorAge, guardianRowFromStaff } from "../../guardians/guardian.staff.server.ts";
import type { GuardianRow } from "../../guardians/guardian.ts";
import { isoDay } from "../../i18n/format.ts";
import { FieldRefused } from "../../kit/form/save.server.ts";
import { queueMail, withKey } from "../../mail/outbox.visitor.server.ts";
import {
  cancelAttemptsFor,
  cancelOpenOrders,
  hasOpenOrder,
  lockOrdersOf,
} from "../../payments/orders/orders.operations.server.ts";
import { type Deleted, deleteRecords } from "../../records/bin/bin.staff.server.ts";
import { recordExport } from "../../records/history/audit.staff.server.ts";
import { countEach } from "../../records/list/counting.staff.server.ts";
import type { Cursor, ListQuery } from "../../records/list/list-query.ts";
import {
  type Listing,
  type ListRequest,
  listRecords,
  readBatch,
} from "../../records/list/listing.staff.server.ts";
import {
  createRecord,
  findRecord,
  lockRows,
  updateRecord,
  updateRecords,
} from "../../records/records.staff.server.ts";
import { membershipPeriod } from "../apply/application-schema.ts";
import { isEnded } from "../apply/payment-obstacles.ts";
import { membershipAddressMail, membershipReaddressedMail } from "../renewal/membership.mail.ts";
import { dayAfter, NEAR_DAYS } from "../renewal/membership-ending.ts";
import { membershipTypes } from "../types/membership-types.table.server.ts";
import type { MemberForm } from "./member-schema.ts";
import { members } from "./members.table.server.ts";
import { type MemberStatus, type MemberType, memberLabel } from "./members.ts";

export type Member = typeof members.$inferSelect;
export type MemberRow = Pick<
  Member,
  | "id"
  | "first_name"
  | "last_name"
  | "email"
  | "phone"
  | "city"
  | "member_type"
  | "status"
  | "membership_start"
  | "membership_end"
  | "is_duplicate"
  | "is_test"
  | "lapsed_on"
  | "reminders_off"
>;

/** The list of members as it is asked for, by the screen and by the export alike. */
function listOf(query: ListQuery): ListRequest {
  const { id, first_name, last_name, email, phone, city, member_type, status } = members;
  const { membership_start, membership_end, is_duplicate, is_test, created_at, sort_name } =
    members;
  const { lapsed_on, reminders_off } = members;
  const { type, status: statusFilter, ending } = query.filters;
  return {
    table: members,
    columns: {
      id,
      first_name,
      last_name,
      email,
      phone,
      city,
      member_type,
      status,
      membership_start,
      membership_end,
      is_duplicate,
      is_test,
      lapsed_on,
      reminders_off,
    },
    sorts: { created_at, name: sort_name },
    prefixIndexed: ["name"],
    where: [
      type ? eq(member_type, type as MemberType) : undefined,
      statusFilter ? eq(status, statusFilter as MemberStatus) : undefined,
      ending ? isEnding(ending) : undefined,
    ],
    query,
  };
}

/** What leaves the house: tests do not. */
function withoutTests(query: ListQuery): ListRequest {
  const list = listOf(query);
  return { ...list, where: [...(list.where ?? []), eq(members.is_test, false)] };
}

/** Those whose membership ends soon, or ended lately by itself. */
function isEnding(when: string): SQL | undefined {
  const today = isoDay(currentTime());
  const { status, membership_end: end, lapsed_on } = members;
  return when === "soon"
    ? and(eq(status, "active"), between(end, today, dayAfter(today, NEAR_DAYS)))
    : and(
        eq(status, "expired"),
        gt(lapsed_on, end),
        between(end, dayAfter(today, -NEAR_DAYS), dayAfter(today, -1)),
      );
}

/** One page of members. */
export function listMembers(db: StaffDb, query: ListQuery): Promise<Listing<MemberRow>> {
  return listRecords(db, listOf(query));
}

/** Players, clubs, partners and active members, without tests. */
export function countMembers(db: StaffDb) {
  const { is_test } = members;
  const ofType = (type: MemberType) => [members, eq(members.member_type, type), is_test] as const;
  return countEach(db, {
    players: ofType("player"),
    clubs: ofType("club"),
    partners: ofType("partner"),
    active: [members, eq(members.status, "active"), is_test],
  });
}

/** Writes down that somebody takes the members of a list away with them. */
export function exportMembers(db: StaffDb, query: ListQuery): Promise<number> {
  return recordExport(db, withoutTests(query), query, ["membre", "membres"]);
}

/** The next members of an export. */
export function readMembers(
  db: StaffDb,
  query: ListQuery,
  after: Cursor | undefined,
  size: number,
) {
  return readBatch<MemberRow>(db, withoutTests(query), after, size);
}

export function findMember(db: StaffDb, id: string): Promise<Member | undefined> {
  return findRecord(db, members, id);
}

/** The memberships that a member can have, for a select. */
export function listMembershipNames(db: StaffDb) {
  const { id, name } = membershipTypes;
  return db.select({ value: id, label: name }).from(membershipTypes).orderBy(asc(name), asc(id));
}

/** @throws FieldRefused */
export async function createMember(db: StaffDb, form: MemberForm): Promise<string> {
  const values = await withGuardian(db, form);
  return checked(db, values, () => createRecord(db, members, values, memberLabel(values)));
}

/** @throws FieldRefused */
export async function updateMember(
  db: StaffDb,
  id: string,
  form: MemberForm,
  version?: string,
): Promise<void> {
  const before = await findMember(db, id);
  const values = await withGuardian(db, form, before);
  const isReaddressed = before?.email.toLowerCase() !== values.email.toLowerCase();
  if (before && isReaddressed) await lockOrdersOf(db, id);
  const entry = { label: memberLabel(values), version };
  await checked(db, values, () => updateRecord(db, members, id, values, entry));
  if (before && isReaddressed) await tellBothAddresses(db, before);
  if (isEnded(values)) await cancelAttemptsFor(db, "membership", [id]);
}

/** The database renewed the links of a membership with its address: the former one opens nothing any more. */
async function tellBothAddresses(db: StaffDb, before: Member): Promise<void> {
  const after = await findMember(db, before.id);
  if (!after) return;
  const token = after.application_token;
  await queueMail(
    db,
    withKey(membershipReaddressedMail(before), before.id, after.updated_at),
    withKey(membershipAddressMail({ ...after, token }), before.id, after.updated_at),
  );
}

type MemberValues = Omit<MemberForm, "guardian"> & GuardianRow;

/** The columns of a form. Whether somebody is a minor counts on the day of their application. */
async function withGuardian(
  db: StaffDb,
  { guardian = null, ...values }: MemberForm,
  before?: Member,
): Promise<MemberValues> {
  const { birth_date } = values;
  const now = currentTime();
  const day = isoDay(before?.created_at ?? now);
  const minor = birth_date !== null && isYoungerThan(await findMinorAge(db), birth_date, day);
  const isExcused = before?.birth_date === birth_date && before.guardian_name === null;
  return { ...values, ...guardianRowFromStaff(guardian, { minor, before, isExcused, now }) };
}

/** What only the database can tell of a form. */
async function checked<T>(db: StaffDb, values: MemberValues, save: () => Promise<T>): Promise<T> {
  const { membership_type_id: type, membership_end: end } = values;
  if (values.status === "active" && end !== null && end < isoDay(currentTime())) {
    throw new FieldRefused("membership_end", "Cette date est passée : l’adhésion serait expirée");
  }
  if (type !== null && !(await findRecord(db, membershipTypes, type))) {
    throw new FieldRefused("membership_type_id", "Ce type d’adhésion n’existe plus");
  }
  try {
    return await save();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const message = "Une demande en attente existe déjà pour cette personne et ce type d’adhésion";
    throw new FieldRefused("email", message);
  }
}

/**
 * Changes the status of members. A membership that staff begin by hand, or begin again once it is over,
 * lasts as long as one that was paid for. Returns how many changed.
 * @throws AppError 'conflict'
 */
export async function setMemberStatus(
  db: StaffDb,
  ids: readonly string[],
  status: MemberStatus,
): Promise<number> {
  const today = isoDay(currentTime());
  const { start, end } = membershipPeriod(today);
  const active = { status, membership_start: start, membership_end: end };
  const begins = (row: Member) =>
    status === "active" &&
    row.status !== "active" &&
    (row.membership_start === null || (row.membership_end !== null && row.membership_end < today));
  const rows = (await lockRows(db, members, ids)) as Member[];
  const change = (which: Member[], values: Partial<Member>) =>
    updateRecords(
      db,
      members,
      which.map(({ id }) => id),
      values,
      { label: memberLabel, action: "status" },
    );
  try {
    const others = rows.filter((row) => !begins(row));
    const count = (await change(rows.filter(begins), active)) + (await change(others, { status }));
    const ended = isEnded({ status }) ? rows.map(({ id }) => id) : [];
    await cancelAttemptsFor(db, "membership", ended);
    return count;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError("conflict", "cette personne a déjà une demande en attente");
  }
}

/**
 * Moves members to the bin. What they had still to pay is cancelled with them.
 * @throws AppError 'conflict'
 */
export async function deleteMembers(db: StaffDb, ids: readonly string[]): Promise<Deleted> {
  const valid = ids.filter(isId);
  // The order before the member, as a payment locks them.
  await cancelOpenOrders(db, "membership", valid);
  const deleted = await deleteRecords(db, members, ids, { label: memberLabel });
  if (await hasOpenOrder(db, "membership", valid)) {
    throw new AppError("conflict", "une demande de paiement vient de s’ouvrir, recommencez");
  }
  return deleted;
}
