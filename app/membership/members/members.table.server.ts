import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import {
  doors,
  idColumn,
  officeWrites,
  oneOf,
  orderTextAfter,
  prefixIndex,
  searchIndex,
  searchText,
  timestamps,
} from "../../core/database/doors/columns.server.ts";
import { guardianChecks, guardianColumns } from "../../guardians/guardian-columns.table.server.ts";
import { LANGUAGES } from "../../i18n/languages.ts";
import { registerDefinition } from "../../records/definitions.server.ts";
import { EXPERIENCE_LEVELS } from "../apply/application-schema.ts";
import { membershipTypes } from "../types/membership-types.table.server.ts";
import { memberRecord } from "./members.record.ts";
import { MAX_NAME, MEMBER_STATUSES, MEMBER_TYPES } from "./members.ts";

const MAX = sql.raw(String(MAX_NAME));

export const members = pgTable(
  "members",
  {
    id: idColumn(),
    /** The name of a club or partner; the person is then its president or contact. Null for players. */
    organisation: text(),
    first_name: text().notNull(),
    last_name: text().notNull(),
    email: text().notNull(),
    /** As `readPhone` gives it. */
    phone: text(),
    birth_date: date({ mode: "string" }),
    ...guardianColumns(),
    address: text(),
    city: text(),
    member_type: text({ enum: MEMBER_TYPES }).notNull().default("player"),
    status: text({ enum: MEMBER_STATUSES }).notNull().default("pending"),
    membership_start: date({ mode: "string" }),
    membership_end: date({ mode: "string" }),
    membership_type_id: uuid().references(() => membershipTypes.id, { onDelete: "set null" }),
    /** What an applicant said of themselves; absent for members that staff added. */
    experience: text({ enum: EXPERIENCE_LEVELS }),
    games: text(),
    motivation: text(),
    language: text({ enum: LANGUAGES }).notNull().default("fr"),
    /** The day of the version of the terms that the applicant agreed to. */
    terms_since: date({ mode: "string" }),
    /** The day on which the person agreed to stand in the public register of licences; null where they did not. */
    listed_since: date({ mode: "string" }),
    /** The address of the application's page, which nobody can guess. */
    application_token: text().unique(),
    /** The browser that sent it, as a hash: only from there is it changed again. */
    browser: text(),
    /** The person had an application that waits when this one came from another browser. */
    is_duplicate: boolean().notNull().default(false),
    /** Every order for it is a test: a trigger of the orders writes it. */
    is_test: boolean().notNull().default(false),
    /** The order whose payment began the membership: money of another one is too much. */
    order_id: uuid(),
    /** The day on which time alone ended the membership, when it was found to be over. */
    lapsed_on: date({ mode: "string" }),
    /** Staff were asked not to remind this member of the end. */
    reminders_off: boolean().notNull().default(false),
    is_sample: boolean().notNull().default(false),
    /** Of the licence that a player has for life: a trigger gives it when their first membership begins. */
    licence_serial: integer(),
    /** Of a club its own number, which a trigger gives; of a player the number of their club. */
    club: integer(),
    search_text: searchText("first_name", "last_name", "email", "organisation"),
    /** What orders organisations and people by their name, whatever its accents. */
    sort_name: orderTextAfter("organisation", "last_name", "first_name"),
    ...timestamps,
  },
  (table) => [
    oneOf("members_type", table.member_type, MEMBER_TYPES),
    oneOf("members_status", table.status, MEMBER_STATUSES),
    ...guardianChecks("members", table),
    oneOf("members_experience", table.experience, EXPERIENCE_LEVELS),
    // Whoever applies again before paying goes on with the same application; a family may share an
    // address, so the first name and the birth date count, or the name of the organisation.
    uniqueIndex("members_one_pending")
      .on(
        sql`lower(email)`,
        table.membership_type_id,
        sql`search_form(coalesce(organisation, first_name))`,
        // Staff may not know it.
        sql`coalesce(birth_date, '-infinity')`,
      )
      .where(sql`status = 'pending' and not is_duplicate`),
    // An entry of an index must fit a third of a page, whatever the script that names are written in.
    check("members_first_name", sql`char_length(${table.first_name}) <= ${MAX}`),
    check("members_last_name", sql`char_length(${table.last_name}) <= ${MAX}`),
    check("members_organisation", sql`char_length(${table.organisation}) <= ${MAX}`),
    check("members_email_length", sql`char_length(${table.email}) <= 254`),
    index("members_email").on(sql`lower(email)`),
    // The newest of each filter have an index of their own: those of one status may lie together, and
    // a walk through all others in search of them would not end.
    index("members_newest").on(table.created_at, table.id),
    // There are few, and they are taken away from what is counted.
    index("members_tests").on(table.created_at).where(sql`is_test`),
    // What asks who has a type: its removal, and whether a sample of one is in use.
    index("members_of_type").on(table.membership_type_id),
    index("members_by_type").on(table.member_type, table.created_at, table.id),
    index("members_by_status").on(table.status, table.created_at, table.id),
    index("members_by_both").on(table.member_type, table.status, table.created_at, table.id),
    // Holds what filters and searches look at: a walk by name need not visit the rows.
    index("members_by_name").on(
      table.sort_name,
      table.id,
      table.member_type,
      table.status,
      table.search_text,
    ),
    index("members_active_until").on(table.membership_end, table.id).where(sql`status = 'active'`),
    index("members_ended_on").on(table.membership_end, table.id).where(sql`status = 'expired'`),
    index("members_of_licence").on(table.licence_serial),
    index("members_of_club").on(table.club).where(sql`club is not null`),
    searchIndex("members", table.search_text),
    prefixIndex("members", table.sort_name, table.search_text),
    ...doors("members", {
      inserts: sql`status = 'pending' and licence_serial is null and club is null`,
    }),
    // Whoever takes money removes what was a test, and nobody else.
    officeWrites("members", "delete", sql`is_test`),
  ],
);

registerDefinition(memberRecord);
