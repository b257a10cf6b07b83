import { relations, sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  pgPolicy,
  pgTable,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import {
  idColumn,
  SITE_NOW,
  staffRole,
  staffRoles,
  systemDoor,
} from "../../core/database/doors/columns.server.ts";
import { profiles } from "../../core/profiles.table.server.ts";

// The tables of better-auth beside profiles. Their properties have the library's names. Whoever reads
// a token or a hash can become somebody else: the policies here say which rows staff get at, the grants in
// database/guards.sql which columns. The triggers there end sessions and links when an account changes.

const timestamptz = (name: string) => timestamp(name, { withTimezone: true });
const libraryTimestamps = {
  createdAt: timestamptz("created_at").notNull().default(SITE_NOW),
  updatedAt: timestamptz("updated_at").notNull().default(SITE_NOW),
};
const userIdColumn = () =>
  uuid("user_id")
    .notNull()
    .references(() => profiles.id, { onDelete: "cascade" });

/** One browser that is signed in. Staff see who is, without the tokens, and may end their own. */
export const authSessions = pgTable(
  "auth_sessions",
  {
    id: idColumn(),
    token: text().notNull().unique(),
    userId: userIdColumn(),
    expiresAt: timestamptz("expires_at").notNull(),
    /** Of the IP address only what `addressPrefix` leaves. */
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    /** When its owner last proved themselves for something dangerous. */
    confirmedAt: timestamptz("confirmed_at"),
    ...libraryTimestamps,
  },
  (table) => [
    index("auth_sessions_account").on(table.userId),
    index("auth_sessions_expiry").on(table.expiresAt),
    systemDoor("auth_sessions"),
    pgPolicy("auth_sessions_staff_reads", {
      for: "select",
      to: staffRoles,
      // Administrators see who was there when; others, their own devices.
      using: sql`(select is_admin()) or user_id::text = current_setting('app.user_id', true)`,
    }),
    pgPolicy("auth_sessions_staff_ends", {
      for: "delete",
      to: staffRoles,
      using: sql`user_id::text = current_setting('app.user_id', true)`,
    }),
  ],
);

/**
 * What the library calls an account is a way to prove oneself. Ours are rows of `profiles`, each with one here:
 * `provider_id` is "credential", `account_id` the profile's id, `password` a hash.
 */
export const authAccounts = pgTable(
  "auth_accounts",
  {
    id: idColumn(),
    accountId: text("account_id").notNull(),
    providerId: text("provider_id").notNull(),
    userId: userIdColumn(),
    password: text(),
    ...libraryTimestamps,
  },
  (table) => [index("auth_accounts_account").on(table.userId), systemDoor("auth_accounts")],
);

/** What was sent or shown and may come back once: links for passwords, codes, trusted devices. */
export const authVerifications = pgTable(
  "auth_verifications",
  {
    id: idColumn(),
    /** A hash of what was sent. */
    identifier: text().notNull(),
    /** The id of the account, alone or before a colon: triggers find it there. */
    value: text().notNull(),
    expiresAt: timestamptz("expires_at").notNull(),
    ...libraryTimestamps,
  },
  (table) => [
    index("auth_verifications_identifier").on(table.identifier),
    index("auth_verifications_expiry").on(table.expiresAt),
    systemDoor("auth_verifications"),
    // An invitation is written together with the account that it is for.
    pgPolicy("auth_verifications_staff_inserts", {
      for: "insert",
      to: staffRole,
      withCheck: sql`(select is_admin())`,
    }),
  ],
);

/** The second factor of an account: the authenticator's secret and the recovery codes, encrypted. */
export const authTwoFactors = pgTable(
  "auth_two_factors",
  {
    id: idColumn(),
    secret: text().notNull(),
    backupCodes: text("backup_codes").notNull(),
    userId: userIdColumn(),
    /** Codes come from an authenticator app; false: they come by mail. */
    verified: boolean().notNull().default(false),
    /** Of the code accepted last, seconds since 1970 divided by 30: it and older ones are refused. */
    lastStep: integer("last_step"),
    /** Wrong codes since the last right one. After every few the account is locked, longer each time. */
    failedVerificationCount: integer("failed_verification_count").notNull().default(0),
    lockedUntil: timestamptz("locked_until"),
  },
  (table) => [unique("auth_two_factors_account").on(table.userId), systemDoor("auth_two_factors")],
);

/** What the library counts of each IP address and path. Limits of an account are in memory. */
export const authRateLimits = pgTable(
  "auth_rate_limits",
  {
    id: idColumn(),
    key: text().notNull().unique(),
    count: integer().notNull(),
    /** Milliseconds since 1970. */
    lastRequest: bigint("last_request", { mode: "number" }).notNull(),
  },
  () => [systemDoor("auth_rate_limits")],
);

/** For the library, which reads a session with its profile, or a profile with its password, in one query. */
export const sessionRelations = relations(authSessions, ({ one }) => ({
  user: one(profiles, { fields: [authSessions.userId], references: [profiles.id] }),
}));
export const profileRelations = relations(profiles, ({ many }) => ({
  accounts: many(authAccounts),
}));
export const accountRelations = relations(authAccounts, ({ one }) => ({
  user: one(profiles, { fields: [authAccounts.userId], references: [profiles.id] }),
}));

/**
 * The passkeys of accounts. Nothing here opens anything: the private half never leaves the device, or the
 * service that copies it to the person's other devices. Still nobody but the product reads or writes it:
 * whoever adds a row to somebody's keys comes in as them.
 */
export const authPasskeys = pgTable(
  "auth_passkeys",
  {
    id: idColumn(),
    userId: userIdColumn(),
    /** What its owner calls it. */
    name: text().notNull(),
    /** What the device calls it. */
    credentialId: text("credential_id").notNull().unique(),
    publicKey: text("public_key").notNull(),
    /** How often it signed, where the device counts: a copy of it falls behind and is noticed. */
    counter: bigint({ mode: "number" }).notNull(),
    /** How the browser reaches it: over Bluetooth, by USB, in the device itself. */
    transports: text().array().notNull(),
    /** The host that it was made for. At another address of the site it opens nothing. */
    host: text().notNull(),
    createdAt: timestamptz("created_at").notNull().default(SITE_NOW),
    lastUsedAt: timestamptz("last_used_at"),
  },
  (table) => [index("auth_passkeys_account").on(table.userId), systemDoor("auth_passkeys")],
);
