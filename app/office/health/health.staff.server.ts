import { desc, ne } from "drizzle-orm";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { policyReports } from "../../site/policy-reports/policy-reports.table.server.ts";
import { type HealthCause, healthCauses } from "./health.table.server.ts";
import { KINDS } from "../../site/policy-reports/policy-report.ts";

/** What is wrong and what was, by any process: what began last comes first. */
export function listCauses(db: StaffDb): Promise<HealthCause[]> {
  const { cause, since } = healthCauses;
  return db.select().from(healthCauses).where(ne(cause, "day")).orderBy(desc(since), cause);
}

export type ReportedKind = Pick<
  typeof policyReports.$inferSelect,
  "directive" | "blocked" | "page" | "reports" | "last_at"
>;

/** What browsers reported, the latest first. */
export function listReports(db: StaffDb): Promise<ReportedKind[]> {
  const { directive, blocked, page, reports, last_at, id } = policyReports;
  return db
    .select({ directive, blocked, page, reports, last_at })
    .from(policyReports)
    .orderBy(desc(last_at), desc(id))
    .limit(KINDS);
}
