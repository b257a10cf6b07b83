import { asSystem } from "../../core/database/doors/doors.server.ts";
import { log, reasonOf } from "../../core/log/log.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { env } from "../../core/process/env.server.ts";
import type { Job } from "../../core/process/jobs.server.ts";
import { isAway } from "../../core/values/errors.ts";
import { repeatUnsubscriptions } from "../../newsletter/unsubscription-file.system.server.ts";
import {
  type AttemptKind,
  countOrdersToPoll,
  listOrdersToPoll,
  pollOrder,
} from "../../payments/attempts/polling.system.server.ts";
import {
  daysBetween,
  findUnbookedCharges,
} from "../../payments/attempts/reconciliation.system.server.ts";
import type { UnbookedCharge } from "../../payments/providers/provider.ts";
import { countProviderSideRefunds } from "../../payments/refunds/provider-side-refunds.operations.server.ts";
import { reapplyErasuresWithCounts } from "../../people/erasure-file.system.server.ts";
import { readBackupKeys, toReadingKey } from "../keys/backup-keys.server.ts";
import { backupStores } from "../nightly/backup-stores.server.ts";
import { importLedger } from "../removal-ledger/removal-ledger.server.ts";
import { reapplyRevokedAccess } from "./account-review.system.server.ts";
import { MOST_CHARGES, type StepProblem, type StepState } from "./quarantine.ts";
import {
  type ClaimedStep,
  claimStep,
  releaseLease,
  saveStep,
} from "./quarantine-state.system.server.ts";

/** So many providers are waited for at once. */
const AT_ONCE = 10;

type StepResult = Pick<StepState, "counts" | "problem" | "charges">;

/** What each step does. Undefined when the process is about to end: the next one goes on. */
const WORK = { departures: repeatRemovals, providers: askProviders };

/** Erases, unsubscribes and shuts out again whoever was since the archive, as the lists beside the archives say. */
async function repeatRemovals({ quarantine, step }: ClaimedStep): Promise<StepResult> {
  const { DATA_DIR: dataDir } = env();
  const { unreadable, problem } = await importLedgers(dataDir, quarantine.at);
  await reapplyRevokedAccess();
  const { repeated, waiting } = await reapplyErasuresWithCounts(dataDir);
  const unsubscribed = await repeatUnsubscriptions(quarantine.at, dataDir);
  const counts = {
    erased: repeated + (step.counts.erased ?? 0),
    unsubscribed: unsubscribed + (step.counts.unsubscribed ?? 0),
    waiting,
    unreadable,
  };
  return { counts, problem };
}

/** Brings the lists of every store that archives are kept in, as far as they can be read. */
async function importLedgers(dataDir: string, since: Date) {
  const brought: { unreadable: number; problem?: StepProblem } = { unreadable: 0 };
  const keys = readBackupKeys(dataDir);
  if (!keys) return brought;
  for (const { storage, isElsewhere } of backupStores()) {
    try {
      brought.unreadable += await importLedger(storage, toReadingKey(keys), { dataDir, since });
    } catch (error) {
      log.warn({ reason: reasonOf(error), what: "rest.departures" }, "archives not looked at");
      brought.problem = isElsewhere ? "elsewhere" : "here";
    }
  }
  return brought;
}

/**
 * Asks what became of every payment that was on its way, then of every one that was paid, which may have been
 * refunded since the archive, then the providers' own lists for charges that nobody here knows. Nothing is begun,
 * taken or cancelled. Undefined when the process is about to end.
 */
async function askProviders(
  claimed: ClaimedStep,
  stopping: AbortSignal,
): Promise<StepResult | undefined> {
  const { name, step, quarantine } = claimed;
  const since = new Date(step.asked_at);
  const { counts: before } = step;
  const counts = {
    total: before.total ?? (await countLeft(since, "open")),
    asked: before.asked ?? 0,
    paid: before.paid ?? 0,
    unanswered: before.unanswered ?? 0,
    settled: before.settled ?? (await countLeft(since, "paid")),
    settledAsked: before.settledAsked ?? 0,
    refunded: 0,
    unknown: 0,
  };
  const note = () => saveStep(name, { ...step, counts });
  const isAsked = await askEach("open", since, stopping, note, (asked, answers) => {
    counts.asked = Math.min(counts.total, counts.asked + asked);
    counts.paid += answers.filter((of) => of.includes("paid")).length;
    counts.unanswered += answers.filter((of) => of.includes("unknown")).length;
  });
  if (!isAsked) return undefined;
  counts.asked = counts.total;
  const isChecked = await askEach("paid", since, stopping, note, (asked, answers) => {
    counts.settledAsked = Math.min(counts.settled, counts.settledAsked + asked);
    counts.unanswered += answers.filter((of) => of.includes("unknown")).length;
  });
  if (!isChecked) return undefined;
  counts.settledAsked = counts.settled;
  counts.refunded = await asSystem("rest.prepare", (db) => countProviderSideRefunds(db, since));
  const charges = new Map<string, UnbookedCharge>();
  let problem: StepProblem | undefined;
  for (const day of daysBetween(quarantine.at, currentTime())) {
    if (stopping.aborted) return undefined;
    await note();
    const found = await findUnbookedCharges(day);
    if (!found.isComplete) problem = "lists";
    for (const one of found.charges) charges.set(`${one.provider} ${one.txnId}`, one);
    counts.unknown = charges.size;
  }
  return { counts, problem, charges: [...charges.values()].slice(0, MOST_CHARGES) };
}

const countLeft = (since: Date, kind: AttemptKind) =>
  asSystem("rest.prepare", (db) => countOrdersToPoll(db, since, kind));

type Answers = Awaited<ReturnType<typeof pollOrder>>[];

/** Asks about the orders of a kind, some at a time; false when the process is about to end. */
async function askEach(
  kind: AttemptKind,
  since: Date,
  stopping: AbortSignal,
  note: () => Promise<unknown>,
  count: (asked: number, answers: Answers) => void,
): Promise<boolean> {
  for (let after: string | undefined; ; ) {
    await note();
    const ids = await asSystem("rest.prepare", (db) =>
      listOrdersToPoll(db, { kind, notSince: since, after, limit: AT_ONCE }),
    );
    if (ids.length === 0) return true;
    if (stopping.aborted) return false;
    const now = currentTime();
    count(
      ids.length,
      await Promise.all(ids.map((id) => pollOrder(id, now, { kind, notSince: since }))),
    );
    after = ids.at(-1);
  }
}

/** Does what somebody asked for on the screen of a site at rest. */
export async function prepareRelease(stopping: AbortSignal): Promise<void> {
  for (let claimed = await claimStep(); claimed; claimed = await claimStep()) {
    const { name, step } = claimed;
    const done = await WORK[name](claimed, stopping).catch((error: unknown): StepResult => {
      // A database that is away is waited for: the step is taken up again when the lease is over.
      if (isAway(error)) throw error;
      log.error({ err: error, what: `rest.${name}` }, "a step before the release failed");
      return { counts: step.counts, problem: "failed" };
    });
    if (!done) return void (await releaseLease());
    await saveStep(name, { ...step, ...done, ended_at: currentTime().toISOString() });
  }
}

/** The one job of a site at rest. */
export const quarantineJob: Job = { name: "rest.prepare", everyMs: 10_000, run: prepareRelease };
