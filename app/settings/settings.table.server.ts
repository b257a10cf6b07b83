import { sql } from "drizzle-orm";
import { boolean, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { doors, idColumn, timestamps } from "../core/database/doors/columns.server.ts";
import { registerDefinition } from "../records/definitions.server.ts";
import { settingRecord } from "./settings.record.ts";

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
  () => doors("site_settings", { reads: sql`is_public` }),
);

registerDefinition(settingRecord);
