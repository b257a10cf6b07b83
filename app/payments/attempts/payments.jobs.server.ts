import { currentTime } from "../../core/process/clock.ts";
import type { Job } from "../../core/process/jobs.server.ts";
import { MINUTE } from "../../core/values/durations.ts";
import { expireDue, remindPayers } from "../orders/orders.jobs.server.ts";
import { loadProviders } from "../providers/online-providers.system.server.ts";
import { sendDueRefunds } from "../refunds/refund-sending.jobs.server.ts";
import { pollDue } from "./polling.system.server.ts";

/** `payments.poll` also resumes what a process that died had started. */
export const paymentJobs: readonly Job[] = [
  { name: "payments.poll", everyMs: 10_000, run: () => pollDue(currentTime) },
  { name: "payments.expire", byCalendar: true, everyMs: 15_000, run: () => expireDue(currentTime) },
  { name: "payments.remind", everyMs: 10 * MINUTE, run: () => remindPayers(currentTime) },
  { name: "payments.refund", everyMs: MINUTE, run: () => sendDueRefunds(currentTime) },
  // Another process may have been given other keys.
  { name: "payments.providers", everyMs: MINUTE, run: loadProviders },
];
