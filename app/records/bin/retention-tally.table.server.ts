import { sql } from "drizzle-orm";
import { check, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { doors, idColumn, oneOf, SITE_NOW } from "../../core/database/doors/columns.server.ts";
import { COUNTED_RULES } from "../../core/values/retention.ts";

/** How many rows each rule of retention took away since the first start, and when last: a promise that can be looked at. */
export const retentionTally = pgTable(
  "retention_tally",
  {
    id: idColumn(),
    rule: text({ enum: COUNTED_RULES as [string, ...string[]] })
      .notNull()
      .unique(),
    removed: integer().notNull(),
    removed_at: timestamp({ withTimezone: true }).notNull().default(SITE_NOW),
  },
  (table) => [
    oneOf("retention_tally_rule", table.rule, COUNTED_RULES),
    check("retention_tally_removed", sql`${table.removed} > 0`),
    ...doors("retention_tally"),
  ],
);
