import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { doors, idColumn, oneOf, SITE_NOW } from "../../core/database/doors/columns.server.ts";
import { RUN_KINDS, RUN_REASONS, RUN_STATUSES, type RunFindings } from "./backups.ts";

/** What was done about archives, each with how it went: what the site may say of its own safety. */
export const backupRuns = pgTable(
  "backup_runs",
  {
    id: idColumn(),
    kind: text({ enum: RUN_KINDS }).notNull(),
    status: text({ enum: RUN_STATUSES }).notNull().default("running"),
    started_at: timestamp({ withTimezone: true }).notNull().default(SITE_NOW),
    /** Somebody asked for it; the others come by themselves. */
    by_hand: boolean().notNull().default(false),
    /** Until then the process that runs it lives; it says so again and again. */
    lease_until: timestamp({ withTimezone: true }),
    ended_at: timestamp({ withTimezone: true }),
    /** The archive that was written or tried, by its name; the site at which moment it is. */
    archive: text(),
    archive_at: timestamp({ withTimezone: true }),
    bytes: bigint({ mode: "number" }),
    row_count: bigint({ mode: "number" }),
    stored_count: integer(),
    new_count: integer(),
    /** Whether it also stands where this machine does not matter. */
    elsewhere: boolean().notNull().default(false),
    reason: text({ enum: RUN_REASONS }),
    findings: jsonb().$type<RunFindings>().notNull().default({}),
  },
  (table) => [
    oneOf("backup_runs_kind", table.kind, RUN_KINDS),
    oneOf("backup_runs_status", table.status, RUN_STATUSES),
    oneOf("backup_runs_reason", table.reason, RUN_REASONS),
    // Of all processes of the site, one at a time; and one that waits.
    uniqueIndex("backup_runs_one_runs").on(table.status).where(sql`status in ('running', 'asked')`),
    index("backup_runs_newest").on(table.started_at, table.id),
    ...doors("backup_runs"),
  ],
);

export type BackupRun = typeof backupRuns.$inferSelect;
