import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import {
  doors,
  idColumn,
  oneOf,
  searchIndex,
  searchText,
  timestamps,
} from "../../core/database/doors/columns.server.ts";
import { registerDefinition } from "../../records/definitions.server.ts";
import { MEMBER_TYPES } from "../members/members.ts";
import { membershipTypeRecord } from "./membership-types.record.ts";

export const membershipTypes = pgTable(
  "membership_types",
  {
    id: idColumn(),
    name: text().notNull(),
    name_en: text(),
    description: text().notNull(),
    description_en: text(),
    /** Whole GNF. */
    price: integer().notNull(),
    currency: text({ enum: ["GNF"] })
      .notNull()
      .default("GNF"),
    period: text().notNull().default("par an"),
    period_en: text(),
    features: text().array().notNull().default([]),
    features_en: text().array(),
    member_type: text({ enum: MEMBER_TYPES }).notNull().default("player"),
    /** Of a club: how many players' licences it pays; null: `INCLUDED_LICENCES`. */
    included_licences: integer(),
    is_active: boolean().notNull().default(true),
    is_sample: boolean().notNull().default(false),
    search_text: searchText(...membershipTypeRecord.search),
    ...timestamps,
  },
  (table) => [
    oneOf("membership_types_member_type", table.member_type, MEMBER_TYPES),
    check("membership_types_price", sql`${table.price} >= 0`),
    check("membership_types_included", sql`${table.included_licences} between 0 and 1000`),
    index("membership_types_newest").on(table.created_at, table.id),
    searchIndex("membership_types", table.search_text),
    ...doors("membership_types", { reads: sql`is_active` }),
  ],
);

registerDefinition(membershipTypeRecord);
