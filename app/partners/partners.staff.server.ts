import { sql } from "drizzle-orm";
import type * as z from "zod";
import type { StaffDb } from "../core/database/doors/doors.server.ts";
import { email } from "../core/values/email.ts";
import { phone } from "../core/values/fields.ts";
import { recordSchema } from "../kit/form/record-schema.ts";
import { recordForm } from "../kit/form/restoring.server.ts";
import { recordDefaults } from "../kit/form/save.server.ts";
import { blankIsNull, optionalAddress } from "../kit/form/schema.ts";
import { type Deleted, deleteRecords } from "../records/bin/bin.staff.server.ts";
import type { ListQuery } from "../records/list/list-query.ts";
import { listDefined } from "../records/list/listing.staff.server.ts";
import {
  createRecord,
  findRecord,
  updateRecord,
  updateRecords,
} from "../records/records.staff.server.ts";
import { type PartnerStatus, type PartnershipType, partnerRecord } from "./partners.record.ts";
import { partners } from "./partners.table.server.ts";

type Stored = typeof partners.$inferSelect;

const schema = recordSchema(partnerRecord, {
  website: optionalAddress().refine(
    (address) => address === null || /^https?:/.test(address),
    "URL invalide",
  ),
  contact_email: blankIsNull(email("Email invalide")),
  contact_phone: blankIsNull(phone("Numéro de téléphone invalide")),
}).refine(({ partnership_start: from, partnership_end: to }) => !from || !to || from <= to, {
  error: "La fin précède le début",
  path: ["partnership_end"],
});
export type PartnerForm = z.output<typeof schema>;
/** One page of all partners, inactive ones too. */
export const listAllPartners = (db: StaffDb, query: ListQuery) =>
  listDefined(db, partners, partnerRecord, query);
export type PartnerRow = Awaited<ReturnType<typeof listAllPartners>>["rows"][number];

/** How many partners there are of the kinds that are counted, and how many are active. */
export async function countPartners(db: StaffDb) {
  const ofType = (type: PartnershipType) =>
    sql<number>`count(*) filter (where ${partners.partnership_type} = ${type})`.mapWith(Number);
  const [counts] = await db
    .select({
      sponsors: ofType("sponsor"),
      technical: ofType("technical"),
      media: ofType("media"),
      active: sql<number>`count(*) filter (where ${partners.status} = 'active')`.mapWith(Number),
    })
    .from(partners);
  return counts ?? { sponsors: 0, technical: 0, media: 0, active: 0 };
}

export function findPartner(db: StaffDb, id: string): Promise<Stored | undefined> {
  return findRecord(db, partners, id);
}

export function createPartner(db: StaffDb, values: PartnerForm): Promise<string> {
  return createRecord(db, partners, values, values.name);
}

export function updatePartner(
  db: StaffDb,
  id: string,
  values: PartnerForm,
  version?: string,
): Promise<void> {
  return updateRecord(db, partners, id, values, { label: values.name, version });
}

/** Returns how many changed. */
export function setPartnerStatus(
  db: StaffDb,
  ids: readonly string[],
  status: PartnerStatus,
): Promise<number> {
  const entry = { label: ({ name }: Stored) => name, action: "status" };
  return updateRecords(db, partners, ids, { status }, entry);
}

export function deletePartners(db: StaffDb, ids: readonly string[]): Promise<Deleted> {
  return deleteRecords(db, partners, ids, { label: ({ name }) => name });
}

/** Its form, through which an old version comes back too. */
export const partnerForm = recordForm({
  table: partners,
  find: findPartner,
  fieldsOf: (partner: Stored) => recordDefaults(partnerRecord, partner),
  schema,
  update: updatePartner,
  remove: deletePartners,
});
