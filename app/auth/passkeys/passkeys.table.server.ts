import { bigint, index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { idColumn, SITE_NOW, systemDoor } from "../../core/database/doors/columns.server.ts";
import { profiles } from "../../core/profiles.table.server.ts";

/**
 * The passkeys of accounts. Nothing here opens anything: the private half never leaves the device, or the
 * service that copies it to the person's other devices. Still nobody but the product reads or writes it:
 * whoever adds a row to somebody's keys comes in as them.
 */
export const authPasskeys = pgTable(
  "auth_passkeys",
  {
    id: idColumn(),
    userId: uuid("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
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
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().default(SITE_NOW),
    lastUsedAt: timestamp("last_used_at", { withTimezone: true }),
  },
  (table) => [index("auth_passkeys_account").on(table.userId), systemDoor("auth_passkeys")],
);
