import { sql } from "drizzle-orm";
import { boolean, date, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { membershipTypes } from "../membership/membership-types.table.server.ts";
import {
  doors,
  idColumn,
  oneOf,
  searchIndex,
  searchText,
  timestamps,
} from "../platform/database/columns.server.ts";
import { MEMBER_STATUSES, MEMBER_TYPES } from "./members.ts";

export const members = pgTable(
  "members",
  {
    id: idColumn(),
    first_name: text().notNull(),
    last_name: text().notNull(),
    email: text().notNull(),
    /** E.164 */
    phone: text(),
    birth_date: date({ mode: "string" }),
    address: text(),
    city: text(),
    member_type: text({ enum: MEMBER_TYPES }).notNull().default("player"),
    status: text({ enum: MEMBER_STATUSES }).notNull().default("pending"),
    membership_start: date({ mode: "string" }),
    membership_end: date({ mode: "string" }),
    membership_type_id: uuid().references(() => membershipTypes.id, { onDelete: "set null" }),
    is_sample: boolean().notNull().default(false),
    search_text: searchText("first_name", "last_name", "email"),
    ...timestamps,
  },
  (table) => [
    oneOf("members_type", table.member_type, MEMBER_TYPES),
    oneOf("members_status", table.status, MEMBER_STATUSES),
    index("members_newest").on(table.created_at, table.id),
    index("members_counted").on(table.member_type, table.status),
    searchIndex("members", table.search_text),
    ...doors("members", { inserts: sql`status = 'pending'` }),
  ],
);
