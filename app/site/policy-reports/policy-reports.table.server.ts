import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, timestamp, unique } from "drizzle-orm/pg-core";
import { doors, idColumn, oneOf, SITE_NOW } from "../../core/database/doors/columns.server.ts";
import { BLOCKED_MOST, DIRECTIVES, PAGE_MOST } from "./policy-report.ts";

/**
 * What browsers refused to load on our pages, by kind. Anybody may send such a report: so many kinds are kept,
 * of an address its pattern or its host alone, and nothing of who sent it.
 */
export const policyReports = pgTable(
  "policy_reports",
  {
    id: idColumn(),
    directive: text().notNull(),
    /** A word such as 'inline', a path pattern of ours, or the host of somebody else. */
    blocked: text().notNull(),
    /** The pattern of the page's address. */
    page: text().notNull(),
    reports: integer().notNull(),
    first_at: timestamp({ withTimezone: true }).notNull().default(SITE_NOW),
    last_at: timestamp({ withTimezone: true }).notNull().default(SITE_NOW),
  },
  (table) => [
    oneOf("policy_reports_directive", table.directive, DIRECTIVES),
    check("policy_reports_count", sql`${table.reports} > 0`),
    check(
      "policy_reports_length",
      sql`length(${table.blocked}) <= ${sql.raw(String(BLOCKED_MOST))}
        and length(${table.page}) <= ${sql.raw(String(PAGE_MOST))}`,
    ),
    unique("policy_reports_kind").on(table.directive, table.blocked, table.page),
    index("policy_reports_latest").on(table.last_at),
    ...doors("policy_reports"),
  ],
);
