import { reasonOf } from "../../core/log/log.server.ts";
import type { Check } from "../../core/process/checks.ts";
import { currentTime } from "../../core/process/clock.ts";
import { env } from "../../core/process/env.server.ts";
import { withTimeout } from "../../core/process/timeout.ts";
import { HOUR, MINUTE } from "../../core/values/durations.ts";
import { openDescriptors } from "../checks/process-checks.system.server.ts";
import { CAUSE_NAMES, CAUSES, type Cause, type Trouble } from "./causes.ts";
import * as checks from "./checks.system.server.ts";
import { checkBackups, checkClock, checkDisks, checkRates } from "./upkeep-checks.system.server.ts";

type Look = {
  everyMs: number;
  withinMs?: number;
  asksDatabase?: true;
  find: () => Promise<checks.Finding>;
};

/** Where something is written: the data, and the archives where they lie elsewhere. */
function disks(): checks.Disk[] {
  const { DATA_DIR, BACKUP_DIR } = env();
  const data = { name: "Données (DATA_DIR)", folder: DATA_DIR };
  if (BACKUP_DIR === undefined) return [data];
  return [data, { name: "Sauvegardes (BACKUP_DIR)", folder: BACKUP_DIR }];
}

/**
 * WHAT IS LOOKED AT, and how often at most: by the watch, the page and the metrics alike. Whatever else has a
 * state that somebody should know of gets a line here and its words in `causes.ts`.
 */
const LOOKS: Record<Cause, Look> = {
  database: { everyMs: MINUTE, find: () => checks.checkDatabase() },
  clock: { everyMs: MINUTE, find: () => checkClock() },
  storage: { everyMs: MINUTE, find: () => checks.checkStorage() },
  jobs: { everyMs: MINUTE, find: async () => checks.checkRunningJobs() },
  disk: { everyMs: MINUTE, find: () => checkDisks(disks()) },
  descriptors: { everyMs: MINUTE, find: async () => openDescriptors() },
  memory: { everyMs: MINUTE, find: async () => checks.checkMemory() },
  loop: { everyMs: MINUTE, find: async () => checks.checkLoop() },
  errors: { everyMs: MINUTE, find: async () => checks.checkErrors() },
  limits: { everyMs: MINUTE, find: async () => checks.checkLimits() },
  mail: { everyMs: 5 * MINUTE, asksDatabase: true, find: () => checks.checkMail() },
  connections: { everyMs: 5 * MINUTE, asksDatabase: true, find: () => checks.checkConnections() },
  backups: { everyMs: MINUTE, asksDatabase: true, find: () => checkBackups() },
  rates: { everyMs: HOUR, asksDatabase: true, find: () => checkRates() },
  certificate: { everyMs: 6 * HOUR, find: () => checks.checkCertificate() },
  ledger: {
    everyMs: 6 * HOUR,
    withinMs: 10 * MINUTE,
    asksDatabase: true,
    find: () => checks.checkLedger(),
  },
};

/** How something is, and when somebody looked. */
export type Looked = Check & { cause: Cause; at: Date; unknown?: true };

const last = new Map<Cause, Looked & { takenMs: number }>();
let underWay: Promise<Looked[]> | undefined;

/** How everything is. What was looked at a moment ago is not looked at again, whoever asks. */
export function lookAtAll(): Promise<Looked[]> {
  underWay ??= lookAtDue().finally(() => {
    underWay = undefined;
  });
  return underWay;
}

/** What is known without looking. */
export const lastLooks = (): Looked[] => CAUSE_NAMES.flatMap((cause) => last.get(cause) ?? []);

async function lookAtDue(): Promise<Looked[]> {
  // One after the other: the embedded database does one thing at a time.
  for (const [name, look] of Object.entries(LOOKS)) {
    const cause = name as Cause;
    const known = last.get(cause);
    // A moment of slack, or what is due each minute would be looked at every other one.
    if (known && performance.now() - known.takenMs < look.everyMs - SLACK_MS) continue;
    last.set(cause, { ...(await lookAt(cause, look)), takenMs: performance.now() });
  }
  return lastLooks();
}

const SLACK_MS = 5_000;
const WITHIN_MS = 5_000;

async function lookAt(
  cause: Cause,
  { find, withinMs = WITHIN_MS, asksDatabase }: Look,
): Promise<Looked> {
  const began = performance.now();
  const isAway = asksDatabase && last.get("database")?.level === "error";
  const finding = isAway ? NO_DATABASE : await findWithin(find, withinMs);
  const ms = Math.round(performance.now() - began);
  return {
    name: CAUSES[cause],
    level: "success",
    details: [],
    ...finding,
    ms,
    cause,
    at: currentTime(),
  };
}

const NO_DATABASE: checks.Finding = {
  level: "warning",
  unknown: true,
  summary: "Inconnu : la base de données ne répond pas",
};

/** What cannot be looked at is no reason to wake anybody, and one to be named in the mail of the day. */
const findWithin = (find: Look["find"], ms: number): Promise<checks.Finding> =>
  withTimeout(
    find(),
    ms,
    (): checks.Finding => ({ level: "warning", summary: "Pas de réponse" }),
  ).catch((error: unknown) => ({
    level: "warning",
    summary: `Impossible à savoir : ${reasonOf(error)}`,
  }));

/** What somebody should be told of. */
export const troublesIn = (looks: readonly Looked[]): Trouble[] =>
  looks.flatMap(({ cause, level, summary, unknown }) =>
    level === "success" || unknown ? [] : [{ cause, level, summary }],
  );
