import {
  and,
  asc,
  between,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  not,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";
import { columnsOf } from "../../core/database/doors/columns.server.ts";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { rowsOf } from "../../core/database/doors/rows.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { isId } from "../../core/secrets/id.ts";
import { isYoungerThan } from "../../core/values/age.ts";
import { email } from "../../core/values/email.ts";
import { AppError, FieldRefused, isUniqueViolation } from "../../core/values/errors.ts";
import { pastDay, phone } from "../../core/values/fields.ts";
import { findMinorAge, guardianRowFromStaff } from "../../guardians/guardian.staff.server.ts";
import type { GuardianRow } from "../../guardians/guardian.ts";
import { staffGuardianPart } from "../../guardians/guardian-schema.ts";
import { shownName } from "../../i18n/elision.ts";
import { formatDate, isoDay } from "../../i18n/format.ts";
import { validation } from "../../i18n/fr/forms.ts";
import { LANGUAGES } from "../../i18n/languages.ts";
import { blankIsNull, day, oneOf, optional, required } from "../../kit/form/schema.ts";
import { queueMail, withKey } from "../../mail/outbox.visitor.server.ts";
import {
  cancelAttemptsFor,
  cancelOpenOrders,
  hasOpenOrder,
  lockOrdersOf,
} from "../../payments/orders/orders.operations.server.ts";
import { MEMBER_ORDERS } from "../../payments/orders/orders.ts";
import { orders } from "../../payments/payments.table.server.ts";
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
import {
  type Holder,
  hasSuspendedMembership,
  isActiveMembershipOf,
  lockBeginnings,
} from "../apply/membership.system.server.ts";
import { isEnded } from "../apply/payment-obstacles.ts";
import { lockClubsOf } from "../clubs/clubs.operations.server.ts";
import { findOfClubNamed, listClubNames } from "../clubs/clubs.staff.server.ts";
import {
  membershipActiveMail,
  membershipAddressMail,
  membershipReaddressedMail,
} from "../renewal/membership.mail.ts";
import {
  dayAfter,
  MEMBERSHIP_DAYS,
  membershipPeriod,
  NEAR_DAYS,
} from "../renewal/membership-period.ts";
import { membershipTypes } from "../types/membership-types.table.server.ts";
import { dependantWords } from "./dependant-words.server.ts";
import { formatLicence, searchedLicence, spokenLicence } from "./licence-number.ts";
import { findLicenceSuspension } from "./licence-suspension.operations.server.ts";
import { members } from "./members.table.server.ts";
import {
  isOrganisation,
  MAX_NAME,
  MEMBER_STATUSES,
  MEMBER_TYPES,
  type MemberStatus,
  type MemberType,
  memberLabel,
  TYPE_CHOICES,
} from "./members.ts";
import { findActiveNamesake, namesakeColumn } from "./namesakes.staff.server.ts";

const optionalName = (max: number) => optional(max).transform((name) => name && shownName(name));

/** The form of a member. */
export const memberFormSchema = z
  .object({
    organisation: optionalName(MAX_NAME),
    first_name: required("Le prénom est requis", MAX_NAME).overwrite(shownName),
    last_name: required("Le nom est requis", MAX_NAME).overwrite(shownName),
    email: email("Email invalide"),
    phone: blankIsNull(phone("Numéro de téléphone invalide")),
    birth_date: blankIsNull(pastDay("Date de naissance requise", validation.birthDate)),
    address: optional(),
    city: optionalName(120),
    member_type: oneOf(MEMBER_TYPES, "Le type est requis"),
    status: oneOf(MEMBER_STATUSES, "Le statut est requis"),
    membership_type_id: blankIsNull(z.uuid("Type d’adhésion invalide")),
    membership_start: blankIsNull(day("Date invalide")),
    membership_end: blankIsNull(day("Date invalide")),
    language: oneOf(LANGUAGES, "La langue est requise"),
    /** Staff saw that the member has an active membership already. */
    renews: z.literal("on").optional(),
  })
  .refine(({ membership_start: from, membership_end: to }) => !from || !to || from <= to, {
    error: "La fin précède le début",
    path: ["membership_end"],
  })
  .refine(({ organisation, member_type }) => organisation === null || isOrganisation(member_type), {
    error:
      "Un joueur est une personne\u202f: videz ce champ, ou choisissez «\u202fClub\u202f» ou «\u202fPartenaire\u202f»",
    path: ["organisation"],
  })
  .and(staffGuardianPart);

type Output = z.output<typeof memberFormSchema>;
/** The guardian and the organisation are optional. */
export type MemberForm = Omit<Output, "guardian" | "organisation"> &
  Partial<Pick<Output, "guardian" | "organisation">>;

export type Member = typeof members.$inferSelect;

/** The columns of the list. */
const LISTED = columnsOf(members, [
  "id",
  "organisation",
  "first_name",
  "last_name",
  "email",
  "phone",
  "city",
  "member_type",
  "status",
  "membership_start",
  "membership_end",
  "licence_serial",
  "club",
  "is_duplicate",
  "is_test",
  "lapsed_on",
  "reminders_off",
]);
type ReadRow = Pick<Member, keyof typeof LISTED>;
/** With the name of the club, of a player. */
export type MemberRow = ReadRow & { club_name: string | undefined };
/** With the id of another membership that may be the same member’s, and whether the licence is suspended today. */
export type ListedMember = MemberRow & { namesake: string | null; is_licence_suspended: boolean };

/** Nobody has to pay for it, or may: staff decide, and no payment does. */
export const IS_UNPRICED = sql<boolean>`not exists (select from orders priced
  where priced.kind = 'membership' and priced.subject_id = members.id)`;

/** Their move to another club waits for the one that they are of. */
export const IS_MOVING = sql<boolean>`members.id in (select club_movers())`;

/** How many moves of a player wait for their club. */
export const countMoves = (db: StaffDb, id: string): Promise<number> =>
  db.$count(members, and(eq(members.id, id), IS_MOVING));

/** The list of members, for the screen and for the export. */
async function memberListRequest(db: StaffDb, query: ListQuery): Promise<ListRequest> {
  const { member_type, created_at, sort_name, licence_serial, membership_end } = members;
  const { type, status, ending, pending, licence: having, from, to, club } = query.filters;
  const licence = searchedLicence(query.q);
  const spoken = spokenLicence(query.q);
  return {
    table: members,
    columns: LISTED,
    sorts: { created_at, name: sort_name },
    prefixIndexed: ["name"],
    ...(licence !== undefined && { search: eq(licence_serial, licence) }),
    alsoFound: or(
      spoken === undefined ? undefined : eq(licence_serial, spoken),
      await findOfClubNamed(db, query.q),
    ),
    where: [
      type ? eq(member_type, type as MemberType) : undefined,
      status ? eq(members.status, status as MemberStatus) : undefined,
      ending ? isEnding(ending) : undefined,
      pending ? isPending(pending) : undefined,
      having ? hasLicence(having) : undefined,
      from ? gte(membership_end, from) : undefined,
      to ? lte(membership_end, to) : undefined,
      club ? eq(members.club, Number(club)) : undefined,
    ],
    query,
  };
}

/** The list for the export: without tests. */
async function withoutTests(db: StaffDb, query: ListQuery): Promise<ListRequest> {
  const list = await memberListRequest(db, query);
  return { ...list, where: [...(list.where ?? []), eq(members.is_test, false)] };
}

/** Whether the licence of a member is suspended today. */
const isLicenceSuspended = () => {
  const today = isoDay(currentTime());
  return sql<boolean>`exists (select from licences l
    where l.serial = ${members.licence_serial} and l.suspended_from <= ${today}::date
      and coalesce(l.suspended_until >= ${today}::date, true))`;
};

/** Members with a licence, without, or with one that is suspended. */
function hasLicence(having: string): SQL | undefined {
  if (having === "without") return isNull(members.licence_serial);
  const has = isNotNull(members.licence_serial);
  return having === "suspended" ? and(has, isLicenceSuspended()) : has;
}

/** Applications that staff decide, or that a payment does; moves that the club decides, or staff in its place. */
const isPending = (waits: string): SQL | undefined =>
  waits === "club"
    ? IS_MOVING
    : and(eq(members.status, "pending"), waits === "staff" ? IS_UNPRICED : not(IS_UNPRICED));

/** Memberships that end soon, or lapsed recently. */
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
export async function listMembers(db: StaffDb, query: ListQuery): Promise<Listing<ListedMember>> {
  const list = await memberListRequest(db, query);
  const is_licence_suspended = isLicenceSuspended().as("is_licence_suspended");
  const columns = { ...LISTED, namesake: namesakeColumn, is_licence_suspended };
  const page = await listRecords<Omit<ListedMember, "club_name">>(db, { ...list, columns });
  return { ...page, rows: await withClubs(db, page.rows) };
}

/** Rows of members with the name of their club. */
async function withClubs<Row extends ReadRow>(db: StaffDb, rows: readonly Row[]) {
  const names = await listClubNames(
    db,
    rows.map(({ club }) => club),
  );
  return rows.map((row) => ({
    ...row,
    club_name: row.club === null || row.member_type === "club" ? undefined : names.get(row.club),
  }));
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

/** Records an export in the log. */
export async function exportMembers(db: StaffDb, query: ListQuery): Promise<number> {
  return recordExport(db, await withoutTests(db, query), query, ["membre", "membres"]);
}

/** The next members of an export. */
export async function readMembers(
  db: StaffDb,
  query: ListQuery,
  after: Cursor | undefined,
  size: number,
) {
  const { rows, next } = await readBatch<ReadRow>(db, await withoutTests(db, query), after, size);
  return { rows: await withClubs(db, rows), next };
}

export function findMember(db: StaffDb, id: string): Promise<Member | undefined> {
  return findRecord(db, members, id);
}

/** The types of membership, for a select. */
export function listMembershipNames(db: StaffDb) {
  const { id, name } = membershipTypes;
  return db.select({ value: id, label: name }).from(membershipTypes).orderBy(asc(name), asc(id));
}

/** @throws FieldRefused */
export async function createMember(db: StaffDb, form: MemberForm): Promise<string> {
  await lockBeginning(db, form);
  const values = await withPeriod(db, await withGuardian(db, form));
  const id = await withMemberChecks(db, values, () =>
    createRecord(db, members, values, memberLabel(values)),
  );
  await assertRenewalConfirmed(db, id, form);
  if (values.status === "active") await endEarlier(db, { ...values, id });
  return id;
}

/** Of two forms that begin the same membership at the same moment the second is told of the first. */
async function lockBeginning(db: StaffDb, { status, email }: Pick<MemberForm, "status" | "email">) {
  if (status === "active") await lockBeginnings(db, [email]);
}

const BESIDE_SUSPENDED =
  "cette personne a une adhésion suspendue\u202f: changez d’abord le statut de celle-là";

/**
 * Nobody becomes a member twice, or for two years, unless staff were told that they are one. One suspended membership
 * does not keep another one of the person from being lifted, or neither could be.
 */
async function assertRenewalConfirmed(
  db: StaffDb,
  id: string,
  { renews, status }: Pick<MemberForm, "renews" | "status">,
  before?: MemberStatus,
): Promise<void> {
  if (status === "active" && before !== "suspended" && (await hasSuspendedMembership(db, id)))
    throw new FieldRefused("status", `Impossible\u202f: ${BESIDE_SUSPENDED}`);
  const active = renews === "on" ? undefined : await findActiveNamesake(db, id);
  if (active) throw new FieldRefused("renews", `Doublon possible\u202f: ${activeWords(active)}`);
}

const activeWords = (active: NonNullable<Awaited<ReturnType<typeof findActiveNamesake>>>) => {
  const end = active.end === null ? "sans date de fin" : `jusqu’au ${formatDate("fr", active.end)}`;
  return `${memberLabel(active)} a déjà une adhésion active, ${end}`;
};

type Begun = Holder & Pick<Member, "id" | "member_type">;
type Beginning = Omit<Begun, "id"> & { id?: string };

/** The last day of the membership that a person or an organisation has beside a new one. */
async function findEarlierEnd(db: StaffDb, holder: Beginning) {
  const [earlier] = await db
    .select({ end: members.membership_end })
    .from(members)
    .where(
      and(
        isActiveMembershipOf(holder),
        isNotNull(members.membership_end),
        holder.id === undefined ? undefined : ne(members.id, holder.id),
      ),
    )
    .orderBy(desc(members.membership_end))
    .limit(1);
  return earlier?.end;
}

/** Until when a membership lasts that staff make active today, as one that is paid today. */
export const findPeriod = async (db: StaffDb, holder: Beginning) =>
  membershipPeriod(isoDay(currentTime()), await findEarlierEnd(db, holder));

/** The days of a membership that a form makes active without naming its end; other forms stay as they are. */
async function withPeriod(
  db: StaffDb,
  values: MemberValues,
  before?: Member,
): Promise<MemberValues> {
  const begins = values.status === "active" && before?.status !== "active";
  if (!begins || values.membership_end !== null) return values;
  const { start, end } = await findPeriod(db, { ...values, id: before?.id });
  const from = values.membership_start ?? start;
  // One that begins later lasts as long as one that begins today.
  const later = dayAfter(from, MEMBERSHIP_DAYS);
  const to = from > start && later > end ? later : end;
  return { ...values, membership_start: from, membership_end: to };
}

/** A renewal ends the earlier membership, whose days it keeps, so that nobody counts twice. One that lasts longer stays. */
async function endEarlier(
  db: StaffDb,
  { membership_end: end, ...holder }: Begun & Pick<Member, "membership_end">,
): Promise<void> {
  if (end === null) return;
  const rows = await db
    .select({ id: members.id })
    .from(members)
    .where(
      and(
        isActiveMembershipOf(holder),
        lte(members.membership_end, end),
        ne(members.id, holder.id),
      ),
    );
  const ids = rows.map(({ id }) => id);
  await updateRecords(
    db,
    members,
    ids,
    { status: "expired" },
    { label: memberLabel, action: "status" },
  );
}

/** @throws FieldRefused */
export async function updateMember(
  db: StaffDb,
  id: string,
  form: MemberForm,
  version?: string,
): Promise<void> {
  const before = await findMember(db, id);
  if (form.status === "suspended" && (await listLicensed(db, [id])).length > 0) {
    const words =
      "Une licence se suspend avec son motif\u202f: suivez «\u202fCarte et suspension\u202f»";
    throw new FieldRefused("status", words);
  }
  const values = await withPeriod(db, await withGuardian(db, form, before), before);
  const isReaddressed = before?.email.toLowerCase() !== values.email.toLowerCase();
  if (before && isReaddressed) await lockOrdersOf(db, id);
  await lockBeginning(db, form);
  const entry = { label: memberLabel(values), version };
  await withMemberChecks(db, values, () => updateRecord(db, members, id, values, entry), before);
  const begins = values.status === "active" && before?.status !== "active";
  if (before && begins) {
    await assertRenewalConfirmed(db, id, form, before.status);
    await endEarlier(db, { ...values, id });
  }
  if (begins && before?.status === "pending") await mailAccepted(db, id);
  if (before && isReaddressed) await mailBothAddresses(db, before);
  if (isEnded(values)) await cancelAttemptsFor(db, MEMBER_ORDERS, [id]);
}

/** A trigger renews the links of a membership with a new address: both addresses get a mail. */
async function mailBothAddresses(db: StaffDb, before: Member): Promise<void> {
  const after = await findMember(db, before.id);
  if (!after) return;
  const token = after.application_token;
  await queueMail(
    db,
    withKey(membershipReaddressedMail(before), before.id, after.updated_at),
    withKey(membershipAddressMail({ ...after, token }), before.id, after.updated_at),
  );
}

/** Tells somebody who applied that staff accepted them. */
async function mailAccepted(db: StaffDb, id: string): Promise<void> {
  const member = await findMember(db, id);
  if (!member?.membership_start || !member.membership_end) return;
  const { membership_type_id: typeId, licence_serial: serial, application_token: token } = member;
  const mail = membershipActiveMail({
    ...member,
    type: (typeId && (await findRecord(db, membershipTypes, typeId))) || null,
    period: { start: member.membership_start, end: member.membership_end },
    suspension: await findLicenceSuspension(db, serial),
    ...(serial !== null &&
      token !== null && { licence: { number: formatLicence(serial), page: `/licences/${token}` } }),
  });
  await queueMail(db, withKey(mail, id, member.membership_start));
}

type MemberValues = Omit<MemberForm, "guardian" | "organisation" | "renews"> & {
  organisation: string | null;
} & GuardianRow;

/** The columns of a form. The age counts on the day of the application. */
async function withGuardian(
  db: StaffDb,
  { guardian = null, organisation = null, renews: _confirmed, ...values }: MemberForm,
  before?: Member,
): Promise<MemberValues> {
  const { birth_date } = values;
  const now = currentTime();
  const day = isoDay(before?.created_at ?? now);
  const minor = birth_date !== null && isYoungerThan(await findMinorAge(db), birth_date, day);
  const isExcused = before?.birth_date === birth_date && before.guardian_name === null;
  return {
    ...values,
    organisation,
    ...guardianRowFromStaff(guardian, { minor, before, isExcused, now }),
  };
}

/** Saves a form after the checks that need the database. */
async function withMemberChecks<T>(
  db: StaffDb,
  values: MemberValues,
  save: () => Promise<T>,
  before?: Member,
): Promise<T> {
  const { membership_type_id: type, membership_end: end } = values;
  if (values.status === "active" && end !== null && end < isoDay(currentTime())) {
    throw new FieldRefused("membership_end", "Cette date est passée : l’adhésion serait expirée");
  }
  if (type !== null) await assertTypeFits(db, type, values, before);
  try {
    return await save();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const message = "Une demande en attente existe déjà pour cette personne et ce type d’adhésion";
    throw new FieldRefused("email", message);
  }
}

/** What a member is and what its membership is for agree; a pair that was stored before may stay. @throws FieldRefused */
async function assertTypeFits(
  db: StaffDb,
  id: string,
  { member_type }: MemberValues,
  before: Member | undefined,
): Promise<void> {
  const type = await findRecord(db, membershipTypes, id);
  if (!type) throw new FieldRefused("membership_type_id", "Ce type d’adhésion n’existe plus");
  const isStored = before?.membership_type_id === id && before.member_type === member_type;
  if (type.member_type === member_type || isStored) return;
  const label = (of: MemberType) => TYPE_CHOICES.find(({ value }) => value === of)?.label ?? of;
  throw new FieldRefused(
    "membership_type_id",
    `Cette adhésion est celle du type «\u202f${label(type.member_type)}\u202f», et ce membre est du type «\u202f${label(member_type)}\u202f»`,
  );
}

/**
 * Changes the status of members. A membership that staff activate, or reactivate after its end, lasts as long as a paid
 * one. Returns how many changed.
 * @throws AppError 'conflict'
 */
export async function setMemberStatus(
  db: StaffDb,
  ids: readonly string[],
  status: MemberStatus,
): Promise<number> {
  const today = isoDay(currentTime());
  const begins = (row: Member) =>
    status === "active" &&
    row.status !== "active" &&
    (row.membership_start === null ||
      (row.membership_end === null ? row.status === "pending" : row.membership_end < today));
  if (status === "active") {
    const begun = await db
      .select({ email: members.email })
      .from(members)
      .where(inArray(members.id, ids.filter(isId)));
    await lockBeginnings(
      db,
      begun.map(({ email }) => email),
    );
  }
  await lockClubsOf(db, ids.filter(isId));
  const rows = (await lockRows(db, members, ids)) as Member[];
  if (status === "suspended") await assertUnlicensed(db, ids);
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
    if (status === "active") for (const row of others) await assertNoRenewal(db, row);
    let count = await change(others, { status });
    for (const row of rows.filter(begins)) {
      await assertNoRenewal(db, row);
      const { start, end } = await findPeriod(db, row);
      count += await change([row], { status, membership_start: start, membership_end: end });
      await endEarlier(db, { ...row, membership_end: end });
    }
    if (status === "active") {
      for (const row of rows.filter((one) => one.status === "pending"))
        await mailAccepted(db, row.id);
    }
    const ended = isEnded({ status }) ? rows.map(({ id }) => id) : [];
    await cancelAttemptsFor(db, MEMBER_ORDERS, ended);
    return count;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError("conflict", "cette personne a déjà une demande en attente");
  }
}

/** How many of these members would be accepted, and how many of them have not paid what they were asked for. */
export async function countAcceptable(db: StaffDb, ids: readonly string[]) {
  const isPending = and(inArray(members.id, ids.filter(isId)), eq(members.status, "pending"));
  const pending = db.select({ id: members.id }).from(members).where(isPending);
  const { kind, status, subject_id } = orders;
  const unpaid = await db.$count(
    orders,
    and(inArray(kind, MEMBER_ORDERS), eq(status, "held"), inArray(subject_id, pending)),
  );
  return { accepted: await db.$count(members, isPending), unpaid };
}

/** A licence is suspended on its own screen, with its reason, its dates and its message. @throws AppError 'conflict' */
async function assertUnlicensed(db: StaffDb, ids: readonly string[]): Promise<void> {
  const licensed = await listLicensed(db, ids);
  if (licensed.length === 0) return;
  const names = licensed.map(memberLabel).join(", ");
  throw new AppError(
    "conflict",
    `une licence se suspend avec son motif, dans la fiche de chacun (${names})`,
  );
}

/** Of these members the players whose licence holds. */
export function listLicensed(db: StaffDb, ids: readonly string[]) {
  const { id, organisation, first_name, last_name, licence_serial, status, member_type } = members;
  return db
    .select({ id, organisation, first_name, last_name })
    .from(members)
    .where(
      and(
        inArray(id, ids.filter(isId)),
        eq(status, "active"),
        eq(member_type, "player"),
        isNotNull(licence_serial),
      ),
    )
    .orderBy(asc(members.sort_name), asc(id));
}

/** A list has no place to confirm that somebody is a member already: their record has. */
async function assertNoRenewal(db: StaffDb, { id, status }: Member): Promise<void> {
  if (status === "active") return;
  if (status !== "suspended" && (await hasSuspendedMembership(db, id))) {
    throw new AppError("conflict", BESIDE_SUSPENDED);
  }
  const active = await findActiveNamesake(db, id);
  if (!active) return;
  const words = "confirmez dans sa fiche que c’est un renouvellement";
  throw new AppError("conflict", `${activeWords(active)}\u202f: ${words}`);
}

/** How many players lose the licence that a club pays when its membership ends, by the id of that membership. */
export async function listDependants(
  db: StaffDb,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await rowsOf<{ membership: string; players: number }>(
    db,
    sql`select * from club_dependants(${sql.param(ids.filter(isId))}::uuid[])`,
  );
  return new Map(rows.map(({ membership, players }) => [membership, players]));
}

/**
 * What goes with each of these members, in sentences, by its id: those with nothing are left out. `players`: as
 * `listDependants` counts them, for whoever has read it.
 */
export async function findLosses(
  db: StaffDb,
  ids: readonly string[],
  players?: ReadonlyMap<string, number>,
): Promise<Record<string, string>> {
  const { id, licence_serial } = members;
  const other = alias(members, "other");
  const licensed = await db
    .select({ id })
    .from(members)
    .where(
      and(
        inArray(id, [...ids]),
        isNotNull(licence_serial),
        // Else the licence goes back to the membership before.
        sql`not exists (select from ${members} ${sql.identifier("other")}
          where ${eq(other.licence_serial, licence_serial)} and ${ne(other.id, id)})`,
      ),
    );
  const ordered = await db
    .select({
      id: orders.subject_id,
      paid: sql<number>`count(*) filter (where ${inArray(orders.status, ["confirmed", "paid_unfulfilled"])})::int`,
      open: sql<number>`count(*) filter (where ${eq(orders.status, "held")})::int`,
    })
    .from(orders)
    .where(and(inArray(orders.kind, MEMBER_ORDERS), inArray(orders.subject_id, [...ids])))
    .groupBy(orders.subject_id);
  const dependants = players ?? (await listDependants(db, ids));
  const cards = new Set(licensed.map((row) => row.id));
  const sums = new Map(ordered.map((row) => [row.id, row]));
  return Object.fromEntries(
    ids.flatMap((one) => {
      const { paid = 0, open = 0 } = sums.get(one) ?? {};
      const sentences = [
        ...(cards.has(one) ? ["Sa licence n’est plus reconnue et sa carte ne s’ouvre plus."] : []),
        ...(dependants.has(one) ? [dependantWords(dependants.get(one) ?? 0)] : []),
        ...(open > 0 ? ["Sa demande de paiement ouverte est annulée."] : []),
        ...(paid > 0
          ? [
              paid > 1
                ? `Ses ${paid} paiements restent dans « Paiements », sans être remboursés.`
                : "Son paiement reste dans « Paiements », sans être remboursé.",
            ]
          : []),
      ];
      return sentences.length > 0 ? [[one, sentences.join(" ")]] : [];
    }),
  );
}

/**
 * Moves members to the bin and cancels their open orders.
 * @throws AppError 'conflict'
 */
export async function deleteMembers(db: StaffDb, ids: readonly string[]): Promise<Deleted> {
  const valid = ids.filter(isId);
  // The order is locked before the member, as in a payment.
  await cancelOpenOrders(db, MEMBER_ORDERS, valid);
  await lockClubsOf(db, valid);
  const deleted = await deleteRecords(db, members, ids, { label: memberLabel });
  if (await hasOpenOrder(db, MEMBER_ORDERS, valid)) {
    throw new AppError("conflict", "une demande de paiement vient de s’ouvrir, recommencez");
  }
  return deleted;
}
