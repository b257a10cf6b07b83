import { currentTime } from "../core/clock.ts";
import { asSystem } from "../core/database/doors.server.ts";
import { env } from "../core/env.server.ts";
import { AppError } from "../core/errors.ts";
import type { Job } from "../core/jobs.server.ts";
import { log, reasonOf } from "../core/log.server.ts";
import { repeatUnsubscriptions } from "../newsletter/unsubscription-file.system.server.ts";
import { pollOrder } from "../payments/polling.system.server.ts";
import {
  countUnsettledOrders,
  nextUnsettledOrders,
} from "../payments/unsettled-orders.operations.server.ts";
import { tryErasures } from "../people/erasure-file.system.server.ts";
import { readBackupKeys, readingKeyOf } from "./backup-keys.server.ts";
import { backupStores } from "./backup-stores.server.ts";
import { bringDepartures } from "./departures.server.ts";
import type { RestProblem, StepState } from "./rest.ts";
import { type Claimed, claimStep, dropLease, noteStep } from "./rest-state.system.server.ts";

/** So many providers are waited for at once. */
const AT_ONCE = 10;

type Done = Pick<StepState, "counts" | "problem">;

/** What each step does. Undefined when the process is about to end: the next one goes on. */
const WORK = { departures: repeatDepartures, providers: askProviders };

/** Erases and unsubscribes again whoever was since the archive, as the lists beside the archives say. */
async function repeatDepartures({ rest, step }: Claimed): Promise<Done> {
  const { DATA_DIR: dataDir } = env();
  const { unreadable, problem } = await bringAll(dataDir, rest.at);
  const { repeated, waiting } = await tryErasures(dataDir);
  const unsubscribed = await repeatUnsubscriptions(rest.at, dataDir);
  const counts = {
    erased: repeated + (step.counts.erased ?? 0),
    unsubscribed: unsubscribed + (step.counts.unsubscribed ?? 0),
    ...{ waiting, unreadable },
  };
  return { counts, problem };
}

/** Brings the lists of every store that archives are kept in, as far as they can be read. */
async function bringAll(dataDir: string, since: Date) {
  const brought: { unreadable: number; problem?: RestProblem } = { unreadable: 0 };
  const keys = readBackupKeys(dataDir);
  if (!keys) return brought;
  for (const { storage, isElsewhere } of backupStores()) {
    try {
      brought.unreadable += await bringDepartures(storage, readingKeyOf(keys), { dataDir, since });
    } catch (error) {
      log.warn({ reason: reasonOf(error), what: "rest.departures" }, "archives not looked at");
      brought.problem = isElsewhere ? "elsewhere" : "here";
    }
  }
  return brought;
}

/** Asks what became of every payment that was on its way, some at a time. Nothing is begun, taken or cancelled. */
async function askProviders(
  { name, step }: Claimed,
  stopping: AbortSignal,
): Promise<Done | undefined> {
  const since = new Date(step.asked_at);
  const left = await asSystem("rest.prepare", (db) => countUnsettledOrders(db, since));
  const { asked = 0, paid = 0, unanswered = 0 } = step.counts;
  const counts = { asked, paid, unanswered, total: step.counts.total ?? left };
  for (let last: string | undefined; ; ) {
    await noteStep(name, { ...step, counts });
    const after = last;
    const ids = await asSystem("rest.prepare", (db) =>
      nextUnsettledOrders(db, { notSince: since, after, limit: AT_ONCE }),
    );
    if (ids.length === 0) return { counts: { ...counts, asked: counts.total } };
    if (stopping.aborted) return undefined;
    const now = currentTime();
    const answers = await Promise.all(ids.map((id) => pollOrder(id, now, { notSince: since })));
    counts.asked = Math.min(counts.total, counts.asked + ids.length);
    counts.paid += answers.filter((of) => of.includes("paid")).length;
    counts.unanswered += answers.filter((of) => of.includes("unknown")).length;
    last = ids.at(-1);
  }
}

/** Does what somebody asked for on the screen of a site at rest. */
export async function prepareRelease(stopping: AbortSignal): Promise<void> {
  for (let claimed = await claimStep(); claimed; claimed = await claimStep()) {
    const { name, step } = claimed;
    const done = await WORK[name](claimed, stopping).catch((error: unknown): Done => {
      // A database that is away is waited for: the step is taken up again when the lease is over.
      if (error instanceof AppError && error.kind === "unavailable") throw error;
      log.error({ err: error, what: `rest.${name}` }, "a step before the release failed");
      return { counts: step.counts, problem: "failed" };
    });
    if (!done) return void (await dropLease());
    await noteStep(name, { ...step, ...done, ended_at: currentTime().toISOString() });
  }
}

/** The one job of a site at rest. */
export const restJob: Job = { name: "rest.prepare", everyMs: 10_000, run: prepareRelease };
