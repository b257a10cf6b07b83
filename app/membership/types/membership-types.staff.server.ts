import { count, eq, inArray } from "drizzle-orm";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { AppError } from "../../core/values/errors.ts";
import { recordSchema } from "../../kit/form/record-schema.ts";
import { recordForm } from "../../kit/form/restoring.server.ts";
import { recordDefaults } from "../../kit/form/save.server.ts";
import { type Deleted, deleteRecords } from "../../records/bin/bin.staff.server.ts";
import type { ListQuery } from "../../records/list/list-query.ts";
import { listDefined } from "../../records/list/listing.staff.server.ts";
import {
  createRecord,
  findRecord,
  lockRows,
  updateRecord,
  updateRecords,
} from "../../records/records.staff.server.ts";
import { members } from "../members/members.table.server.ts";
import { type MembershipTypeForm, membershipTypeRecord } from "./membership-types.record.ts";
import { SAMPLE_MEMBERSHIP_TYPES } from "./membership-types.samples.ts";
import { membershipTypes } from "./membership-types.table.server.ts";

export type StoredType = typeof membershipTypes.$inferSelect;
const label = ({ name }: { name: string }) => name;

/** One page of all kinds of membership, inactive ones too. */
export const listAllTypes = (db: StaffDb, query: ListQuery) =>
  listDefined(db, membershipTypes, membershipTypeRecord, query);
export type TypeRow = Awaited<ReturnType<typeof listAllTypes>>["rows"][number];

export function findMembershipType(db: StaffDb, id: string): Promise<StoredType | undefined> {
  return findRecord(db, membershipTypes, id);
}

export function createMembershipType(db: StaffDb, values: MembershipTypeForm): Promise<string> {
  return createRecord(db, membershipTypes, values, values.name);
}

export function updateMembershipType(
  db: StaffDb,
  id: string,
  values: MembershipTypeForm,
  version?: string,
): Promise<void> {
  return updateRecord(db, membershipTypes, id, values, { label: values.name, version });
}

/** Returns how many changed. */
export function activateMembershipTypes(db: StaffDb, ids: readonly string[]): Promise<number> {
  return updateRecords(
    db,
    membershipTypes,
    ids,
    { is_active: true },
    { label, action: "activate" },
  );
}

/** Returns how many changed. */
export function deactivateMembershipTypes(db: StaffDb, ids: readonly string[]): Promise<number> {
  return updateRecords(
    db,
    membershipTypes,
    ids,
    { is_active: false },
    { label, action: "deactivate" },
  );
}

/** Creates the samples as types of the federation, while it has none. Returns how many. */
export async function adoptSampleTypes(db: StaffDb): Promise<number> {
  const [stored] = await db.select({ id: membershipTypes.id }).from(membershipTypes).limit(1);
  if (stored) throw new AppError("conflict", "la liste n’est plus vide");
  for (const { id: _sample, ...type } of SAMPLE_MEMBERSHIP_TYPES) {
    await createRecord(db, membershipTypes, type, type.name);
  }
  return SAMPLE_MEMBERSHIP_TYPES.length;
}

/** @throws AppError 'conflict' when a member has one of these types. */
export async function deleteMembershipTypes(db: StaffDb, ids: readonly string[]): Promise<Deleted> {
  const rows = (await lockRows(db, membershipTypes, ids)) as StoredType[];
  const [refusal] = Object.values(
    await findTypesInUse(
      db,
      rows.map(({ id }) => id),
    ),
  );
  if (refusal) throw new AppError("conflict", refusal);
  return deleteRecords(db, membershipTypes, ids, { label });
}

/** Why each of these types cannot be deleted, by its id: those that no member has are left out. */
export async function findTypesInUse(
  db: StaffDb,
  ids: readonly string[],
): Promise<Record<string, string>> {
  const rows = await db
    .select({ id: membershipTypes.id, name: membershipTypes.name, people: count() })
    .from(members)
    .innerJoin(membershipTypes, eq(membershipTypes.id, members.membership_type_id))
    .where(inArray(membershipTypes.id, [...ids]))
    .groupBy(membershipTypes.id);
  return Object.fromEntries(
    rows.map(({ id, name, people }) => {
      const owners = people > 1 ? `${people} membres` : "un membre";
      return [id, `« ${name} » a ${owners}. Désactivez-le à la place.`];
    }),
  );
}

/** Its form, through which an old version comes back too. */
export const membershipTypeForm = recordForm({
  table: membershipTypes,
  find: findMembershipType,
  fieldsOf: (type: StoredType) => recordDefaults(membershipTypeRecord, type),
  schema: recordSchema(membershipTypeRecord),
  update: updateMembershipType,
  remove: deleteMembershipTypes,
});
