import { desc, ne } from "drizzle-orm";
import { data, type RouterContextProvider } from "react-router";
import { recordAccess } from "../../auth/account/access-log.system.server.ts";
import { assessClock, trustClock } from "../../backups/nightly/site-time.server.ts";
import { requireAdministrator } from "../../backups/quarantine/release.system.server.ts";
import { asSystem, type StaffDb } from "../../core/database/doors/doors.server.ts";
import { readFieldsOrNone } from "../../core/http/form.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { runJobs } from "../../core/process/jobs.server.ts";
import { staffContext } from "../../core/staff-context.ts";
import { HOUR } from "../../core/values/durations.ts";
import type { Toast } from "../../kit/toast.ts";
import { KINDS } from "../../site/policy-reports/policy-report.ts";
import { policyReports } from "../../site/policy-reports/policy-reports.table.server.ts";
import { type HealthCause, healthCauses } from "./health.table.server.ts";

/** The present and past causes, as any process saw them; the latest first. */
export function listCauses(db: StaffDb): Promise<HealthCause[]> {
  const { cause, since } = healthCauses;
  return db.select().from(healthCauses).where(ne(cause, "day")).orderBy(desc(since), cause);
}

export type ReportedKind = Pick<
  typeof policyReports.$inferSelect,
  "directive" | "blocked" | "page" | "reports" | "last_at"
>;

/** The reports of browsers, the latest first. */
export function listReports(db: StaffDb): Promise<ReportedKind[]> {
  const { directive, blocked, page, reports, last_at, id } = policyReports;
  return db
    .select({ directive, blocked, page, reports, last_at })
    .from(policyReports)
    .orderBy(desc(last_at), desc(id))
    .limit(KINDS);
}

/** The times to compare when the clock may be far ahead; null when it is trusted. */
export async function readClockQuestion(): Promise<{ now: Date; known: Date } | null> {
  const { trusted, now, known } = await assessClock();
  return trusted || !known ? null : { now, known };
}

const toast = (kind: Toast["kind"], text: string, status = 200) =>
  data<{ toast: Toast }>({ toast: { kind, text } }, status);

const CHANGED = "L’horloge a changé depuis que vous l’avez lue. Rechargez la page.";
const NOT_STORED =
  "Votre réponse n’a pas pu être enregistrée sur le disque. Vérifiez la place disponible.";
const CONFIRMED = "L’horloge est juste\u202f: ce qui attendait reprend.";

/** Trusts the clock after an administrator confirmed the time that the screen showed. */
export async function changeHealth(request: Request, context: Readonly<RouterContextProvider>) {
  const { intent, shown = "" } = await readFieldsOrNone(request);
  if (intent !== "trust-clock") return toast("error", "Action inconnue", 400);
  const staff = context.get(staffContext);
  const isShown = Math.abs(currentTime().getTime() - Date.parse(shown)) < HOUR;
  if (!isShown) return toast("error", CHANGED, 409);
  await asSystem("time.trust", async (db) => {
    await requireAdministrator(db, staff);
    await recordAccess(db, "clock-trusted", staff);
  });
  const { isStored } = await trustClock();
  if (!isStored) return toast("error", NOT_STORED, 500);
  await assessClock();
  void runJobs();
  return toast("success", CONFIRMED);
}
