import { sql } from "drizzle-orm";
import { boolean, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import {
  doors,
  idColumn,
  officeWrites,
  timestamps,
} from "../core/database/doors/columns.server.ts";
import { registerDefinition } from "../records/definitions.server.ts";
import { settingRecord } from "./settings.record.ts";
import { TREASURY_SETTINGS } from "./settings.ts";

/** What roles of the office change where a grant lets them: the treasury alone has one. */
const OF_TREASURY = sql.raw(
  `setting_key in (${TREASURY_SETTINGS.map((key) => `'${key}'`).join(", ")})`,
);

export const siteSettings = pgTable(
  "site_settings",
  {
    id: idColumn(),
    setting_key: text().notNull().unique(),
    setting_value: jsonb().notNull(),
    setting_type: text().notNull().default("general"),
    is_public: boolean().notNull().default(false),
    ...timestamps,
  },
  () => [
    ...doors("site_settings", { reads: sql`is_public` }),
    officeWrites("site_settings", "insert", OF_TREASURY),
    officeWrites("site_settings", "update", OF_TREASURY),
  ],
);

registerDefinition(settingRecord);
