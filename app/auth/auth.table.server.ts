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
import { idColumn, SITE_NOW, staffRole, systemDoor } from "../core/database/columns.server.ts";
import { profiles } from "../core/profiles.table.server.ts";

// The tables of better-auth beside profiles. Their properties have the library's names. Whoever reads
// a token or a hash can become somebody else, so staff are kept out but for what is said here.

const moment = (name: string) => timestamp(name, { withTimezone: true });
const createdAt = {
  createdAt: moment("created_at").notNull().default(SITE_NOW),
  updatedAt: moment("updated_at").notNull().default(SITE_NOW),
};
const ofAccount = () =>
  uuid("user_id")
    .notNull()
    .references(() => profiles.id, { onDelete: "cascade" });

/** One browser that is signed in. Staff see who is, without the tokens, and may end their own. */
export const authSessions = pgTable(
  "auth_sessions",
  {
    id: idColumn(),
    token: text().notNull().unique(),
    userId: ofAccount(),
    expiresAt: moment("expires_at").notNull(),
    /** The front part only, to recognise a place by. */
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    ...createdAt,
  },
  (table) => [
    index("auth_sessions_account").on(table.userId),
    index("auth_sessions_expiry").on(table.expiresAt),
    systemDoor("auth_sessions"),
    pgPolicy("auth_sessions_staff_reads", {
      for: "select",
      to: staffRole,
      using: sql`(select is_admin())`,
    }),
    pgPolicy("auth_sessions_staff_ends", {
      for: "delete",
      to: staffRole,
      using: sql`user_id::text = current_setting('app.user_id', true)`,
    }),
  ],
);

/** How an account proves itself: a password, as its hash. */
export const authAccounts = pgTable(
  "auth_accounts",
  {
    id: idColumn(),
    accountId: text("account_id").notNull(),
    providerId: text("provider_id").notNull(),
    userId: ofAccount(),
    password: text(),
    ...createdAt,
  },
  (table) => [index("auth_accounts_account").on(table.userId), systemDoor("auth_accounts")],
);

/** What was sent or shown and may come back once: links for passwords, codes, trusted devices. */
export const authVerifications = pgTable(
  "auth_verifications",
  {
    id: idColumn(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: moment("expires_at").notNull(),
    ...createdAt,
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
    userId: ofAccount(),
    /** Whether a code of the authenticator was seen. Codes by mail do without one. */
    verified: boolean().notNull().default(false),
    /** The thirty seconds, counted since 1970, whose code was accepted last: it and older ones are spent. */
    lastStep: integer("last_step"),
    /** Codes tried in vain since the last good one; every few of them the account waits, longer each time. */
    failedVerificationCount: integer("failed_verification_count").notNull().default(0),
    lockedUntil: moment("locked_until"),
  },
  (table) => [unique("auth_two_factors_account").on(table.userId), systemDoor("auth_two_factors")],
);

/** How often an address tried what. */
export const authRateLimits = pgTable(
  "auth_rate_limits",
  {
    id: idColumn(),
    key: text().notNull().unique(),
    count: integer().notNull(),
    lastRequest: bigint("last_request", { mode: "number" }).notNull(),
  },
  () => [systemDoor("auth_rate_limits")],
);

/** A session with its account, and an account with its password: one query each. */
export const sessionRelations = relations(authSessions, ({ one }) => ({
  user: one(profiles, { fields: [authSessions.userId], references: [profiles.id] }),
}));
export const profileRelations = relations(profiles, ({ many }) => ({
  accounts: many(authAccounts),
}));
export const accountRelations = relations(authAccounts, ({ one }) => ({
  user: one(profiles, { fields: [authAccounts.userId], references: [profiles.id] }),
}));
