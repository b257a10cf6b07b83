import { sql } from "drizzle-orm";
import { boolean, date, index, pgTable, text } from "drizzle-orm/pg-core";
import {
  doors,
  idColumn,
  oneOf,
  searchIndex,
  searchText,
  timestamps,
} from "../core/database/doors/columns.server.ts";
import { registerDefinition } from "../records/definitions.server.ts";
import { PARTNER_STATUSES, PARTNERSHIP_TYPES, partnerRecord } from "./partners.record.ts";

/** Visitors are granted the public columns only: contact persons and periods are for staff. */
export const partners = pgTable(
  "partners",
  {
    id: idColumn(),
    name: text().notNull(),
    description: text().notNull(),
    description_en: text(),
    logo_url: text(),
    website: text(),
    partnership_type: text({ enum: PARTNERSHIP_TYPES }).notNull().default("sponsor"),
    contact_name: text(),
    contact_email: text(),
    contact_phone: text(),
    partnership_start: date({ mode: "string" }),
    partnership_end: date({ mode: "string" }),
    status: text({ enum: PARTNER_STATUSES }).notNull().default("active"),
    is_sample: boolean().notNull().default(false),
    search_text: searchText(...partnerRecord.search),
    ...timestamps,
  },
  (table) => [
    oneOf("partners_type", table.partnership_type, PARTNERSHIP_TYPES),
    oneOf("partners_status", table.status, PARTNER_STATUSES),
    index("partners_newest").on(table.created_at, table.id),
    searchIndex("partners", table.search_text),
    ...doors("partners", { reads: sql`status = 'active'` }),
  ],
);

registerDefinition(partnerRecord);
