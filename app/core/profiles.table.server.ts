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
    /** Its office roles; an administrator has none. */
    roles: text().array().notNull().default([]),
    is_active: boolean().notNull().default(true),
    /** Whether a link sent to the address was opened. */
    email_verified: boolean().notNull().default(false),
    two_factor_enabled: boolean().notNull().default(false),
    /** Whether the account may do nothing before it has a second factor. */
    two_factor_required: boolean().notNull().default(false),
    /** Incremented to revoke all known devices: see known-devices.system.server.ts. */
    device_generation: integer().notNull().default(0),
    /** Who requested its admission, which another person must approve. */
    admission_asked_by: uuid().references((): AnyPgColumn => profiles.id),
    /** From when the requester may approve it, if nobody else can. */
    admission_from: timestamp({ withTimezone: true }),
    /** When it ceased to be an administrator, and its address then: it gets alerts for another week. */
    administered_until: timestamp({ withTimezone: true }),
    administered_email: text(),
    /** When it ceased to hold the treasury, by its role or as an administrator: it counts as somebody else for a week. */
    treasury_until: timestamp({ withTimezone: true }),
    /** When it was removed. Only its name is kept, for what it wrote. */
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
