import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  integer,
  pgTable,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { doors, idColumn, oneOf, timestamps } from "./database/doors/columns.server.ts";
import { OFFICE_ROLES } from "./values/roles.ts";

const KNOWN_ROLES = sql.raw(`array[${OFFICE_ROLES.map((role) => `'${role}'`).join(", ")}]`);

/**
 * The accounts that may sign in. `is_admin()` and `is_staff()` read it: the roles and the activity of
 * `app.user_id`.
 */
export const profiles = pgTable(
  "profiles",
  {
    id: idColumn(),
    name: text().notNull(),
    email: text().notNull().unique(),
    role: text().notNull().default("user"),
    /** What it may do besides administering the site; whoever does that needs none. */
    roles: text().array().notNull().default([]),
    is_active: boolean().notNull().default(true),
    /** Whether a link that was sent to the address came back. */
    email_verified: boolean().notNull().default(false),
    two_factor_enabled: boolean().notNull().default(false),
    /** Whether the account may do nothing before it has a second factor. */
    two_factor_required: boolean().notNull().default(false),
    /** Counts up when the devices that are known are known no more: see known-devices.system.server.ts. */
    device_generation: integer().notNull().default(0),
    /** Who wants it to administer the site: it comes in once another person agrees. */
    admission_asked_by: uuid().references((): AnyPgColumn => profiles.id),
    /** Where nobody else could agree: whoever asked may from then on. */
    admission_from: timestamp({ withTimezone: true }),
    /** When it stopped to administer the site, and the address that it had: it is told of much for a week. */
    administered_until: timestamp({ withTimezone: true }),
    administered_email: text(),
    /** An account that was removed keeps its name, for what it wrote, and nothing else. */
    removed_at: timestamp({ withTimezone: true }),
    ...timestamps,
  },
  (table) => [
    oneOf("profiles_role", table.role, ["user", "admin"]),
    check(
      "profiles_roles",
      sql`${table.roles} <@ ${KNOWN_ROLES} and (role <> 'admin' or ${table.roles} = '{}')`,
    ),
    ...doors("profiles"),
  ],
);
