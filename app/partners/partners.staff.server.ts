import { eq, sql } from "drizzle-orm";
import type { StaffDb } from "../core/database/doors/doors.server.ts";
import { type Deleted, deleteRecords } from "../records/bin/bin.staff.server.ts";
import type { ListQuery } from "../records/list/list-query.ts";
import { type Listing, listRecords } from "../records/list/listing.staff.server.ts";
import {
  createRecord,
  findRecord,
  updateRecord,
  updateRecords,
} from "../records/records.staff.server.ts";
import type { PartnerForm } from "./partner-schema.ts";
import { partners } from "./partners.table.server.ts";
import type { PartnerStatus, PartnershipType } from "./partners.ts";

type Stored = typeof partners.$inferSelect;
export type PartnerRow = Omit<
  Stored,
  "description_en" | "is_sample" | "search_text" | "updated_at" | "created_at"
>;

/** One page of all partners, inactive ones too. */
export function listAllPartners(db: StaffDb, query: ListQuery): Promise<Listing<PartnerRow>> {
  const { type, status } = query.filters;
  return listRecords(db, {
    table: partners,
    columns: {
      id: partners.id,
      name: partners.name,
      description: partners.description,
      logo_url: partners.logo_url,
      website: partners.website,
      partnership_type: partners.partnership_type,
      contact_name: partners.contact_name,
      contact_email: partners.contact_email,
      contact_phone: partners.contact_phone,
      partnership_start: partners.partnership_start,
      partnership_end: partners.partnership_end,
      status: partners.status,
    },
    sorts: { created_at: partners.created_at, name: partners.name },
    where: [
      type ? eq(partners.partnership_type, type as PartnershipType) : undefined,
      status ? eq(partners.status, status as PartnerStatus) : undefined,
    ],
    query,
  });
}

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
