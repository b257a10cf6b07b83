import { sql } from "drizzle-orm";
import { check, date, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { doors, idColumn, oneOf, SITE_NOW } from "../../core/database/doors/columns.server.ts";
import { CAUSE_NAMES, type Cause } from "./causes.ts";

const LEVELS = ["warning", "error"] as const;
/** What the mail of the day is remembered by, beside the causes. */
const DAY = "day";
const NAMES = [...CAUSE_NAMES, DAY] as const;

/**
 * What is wrong, or was: one row for each cause, whatever process saw it. A cause that nobody has seen for a
 * while is over. Whoever writes that it was told tells it, so that several processes tell it once. The row
 * `day` says when the mail of the day went.
 */
export const healthCauses = pgTable(
  "health_causes",
  {
    id: idColumn(),
    cause: text().$type<Cause | typeof DAY>().notNull().unique(),
    level: text({ enum: LEVELS }).notNull(),
    /** In words of ours. */
    summary: text().notNull(),
    since: timestamp({ withTimezone: true }).notNull().default(SITE_NOW),
    seen_at: timestamp({ withTimezone: true }).notNull().default(SITE_NOW),
    ended_at: timestamp({ withTimezone: true }),
    /** How grave it was when people were told, this time. */
    told: text({ enum: LEVELS }),
    /** On which day it was told at once, or the mail of the day went. */
    told_on: date({ mode: "string" }),
  },
  (table) => [
    oneOf("health_causes_cause", table.cause, NAMES),
    oneOf("health_causes_level", table.level, LEVELS),
    oneOf("health_causes_told", table.told, LEVELS),
    check("health_causes_seen", sql`${table.seen_at} >= ${table.since}`),
    ...doors("health_causes"),
  ],
);

export type HealthCause = typeof healthCauses.$inferSelect;
