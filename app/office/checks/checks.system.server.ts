import { reasonOf } from "../../core/log/log.server.ts";
import type { Check, Finding } from "../../core/process/checks.ts";
import { currentTime } from "../../core/process/clock.ts";
import { withTimeout } from "../../core/process/timeout.ts";
import type { StaffAccount } from "../../core/staff-context.ts";
import { HOUR, MINUTE } from "../../core/values/durations.ts";
import { checkLicenceCards } from "../../licences/licence-check.system.server.ts";
import { CAUSE_NAMES, CAUSES, type Cause, type Trouble } from "../health/causes.ts";
import * as health from "../health/health-checks.system.server.ts";
import * as database from "./database-checks.system.server.ts";
import { failureWords } from "./failure-words.server.ts";
import * as site from "./site-checks.system.server.ts";

type Work = (staff: StaffAccount) => Promise<Finding> | Finding;

/** A check that runs by itself, at most this often, and alerts administrators. */
type Watched = {
  cause: Cause;
  everyMs: number;
  withinMs?: number;
  asksDatabase?: true;
  find: () => Promise<Finding> | Finding;
};

/** One check, with what it does in each of the three views that show it. */
type SiteCheck = {
  name: string;
  diagnostic?: Work;
  databaseTest?: Work;
  /** Without a database the two screens do not try it. */
  asksDatabase?: true;
  health?: Watched;
};

/** A check of the database itself. */
const ofDatabase = (name: string, views: Pick<SiteCheck, "diagnostic" | "databaseTest">) =>
  ({ name, asksDatabase: true, ...views }) as const satisfies SiteCheck;

const watched = (health: Watched): SiteCheck => ({ name: CAUSES[health.cause], health });

/**
 * EVERY CHECK of the site, for Diagnostic, the database test, and Santé du site with its alerts and metrics. Each view
 * runs its checks one after the other in this order, since the embedded database does one thing at a time. `/readyz`
 * answers with the two checks of `readiness`, which `database` and `storage` read too.
 */
const CHECKS: readonly SiteCheck[] = [
  ofDatabase("Connexion à la base de données", { diagnostic: database.checkConnection }),
  ofDatabase("Comptes de la base de données", { diagnostic: database.checkLogins }),
  { name: "Utilisateur connecté", diagnostic: database.checkCurrentUser },
  ofDatabase("Rôle administrateur du compte", { diagnostic: database.checkRole }),
  ofDatabase("Fonction is_admin()", { diagnostic: database.checkIsAdmin }),
  ofDatabase("Lecture des actualités", { diagnostic: database.checkNews }),
  ofDatabase("Lecture des événements", { diagnostic: database.checkEvents }),
  ofDatabase("Lecture des membres", { diagnostic: database.checkMembers }),
  ofDatabase("Écriture des messages de contact", { diagnostic: database.tryMessages }),
  ofDatabase("Écriture des membres", { diagnostic: database.tryMembers }),
  ofDatabase("Connexion", { databaseTest: database.checkPing }),
  ofDatabase("Lecture", { databaseTest: database.checkReading }),
  ofDatabase("Écriture", { databaseTest: database.tryMembers }),
  ofDatabase("Politiques d’accès", { databaseTest: database.checkPolicies }),
  watched({ cause: "database", everyMs: MINUTE, find: () => health.checkDatabase() }),
  watched({ cause: "clock", everyMs: MINUTE, find: () => health.checkClock() }),
  watched({ cause: "storage", everyMs: MINUTE, find: () => health.checkStorage() }),
  { name: "Stockage des fichiers", diagnostic: site.checkStore },
  { name: "E-mails", diagnostic: site.checkMails },
  ofDatabase("Coordonnées publiques", { diagnostic: site.checkContact }),
  ofDatabase("Préparation des fichiers", { diagnostic: site.checkUnpreparedFiles }),
  watched({ cause: "disk", everyMs: MINUTE, find: () => health.checkDisks() }),
  {
    ...watched({ cause: "descriptors", everyMs: MINUTE, find: () => site.checkDescriptors() }),
    diagnostic: () => site.checkDescriptors(),
  },
  watched({ cause: "memory", everyMs: MINUTE, find: () => health.checkMemory() }),
  watched({ cause: "loop", everyMs: MINUTE, find: () => health.checkLoop() }),
  watched({ cause: "errors", everyMs: MINUTE, find: () => health.checkErrors() }),
  watched({ cause: "limits", everyMs: MINUTE, find: () => health.checkLimits() }),
  watched({
    cause: "mail",
    everyMs: 5 * MINUTE,
    asksDatabase: true,
    find: () => health.checkMail(),
  }),
  watched({
    cause: "connections",
    everyMs: 5 * MINUTE,
    asksDatabase: true,
    find: () => health.checkConnections(),
  }),
  {
    ...watched({
      cause: "backups",
      everyMs: MINUTE,
      asksDatabase: true,
      find: () => health.checkBackups(),
    }),
    asksDatabase: true,
    diagnostic: site.checkBackupHistory,
  },
  {
    ...watched({ cause: "jobs", everyMs: MINUTE, find: () => health.checkRunningJobs() }),
    diagnostic: () => site.checkJobs(),
  },
  { name: "Paiement en ligne", diagnostic: site.checkOnlinePayment },
  { name: "Lectures des pages publiques", diagnostic: site.checkPublicReads },
  { name: "Adresse des visiteurs", diagnostic: () => site.checkVisitorAddresses() },
  watched({ cause: "rates", everyMs: HOUR, asksDatabase: true, find: () => health.checkRates() }),
  watched({ cause: "certificate", everyMs: 6 * HOUR, find: () => health.checkCertificate() }),
  watched({
    cause: "ledger",
    everyMs: 6 * HOUR,
    withinMs: 10 * MINUTE,
    asksDatabase: true,
    find: () => health.checkLedger(),
  }),
  {
    ...watched({
      cause: "licences",
      everyMs: 6 * HOUR,
      asksDatabase: true,
      find: () => checkLicenceCards(),
    }),
    asksDatabase: true,
    diagnostic: () => checkLicenceCards(),
  },
];

const WITHIN_MS = 5_000;

/** The finding of a check that is late or fails. */
type Failures = { late: () => Finding; failed: (error: unknown) => Finding };

async function run(
  name: string,
  work: () => Promise<Finding> | Finding,
  { late, failed }: Failures,
  withinMs = WITHIN_MS,
): Promise<Check> {
  const began = performance.now();
  const finding = await withTimeout((async () => work())(), withinMs, late).catch(failed);
  const ms = Math.round(performance.now() - began);
  return { name, level: "success", details: [], ...finding, ms };
}

/** In the background, a check that fails is a warning, for the daily mail. */
const BACKGROUND_FAILURES: Failures = {
  late: () => ({ level: "warning", summary: "Pas de réponse" }),
  failed: (error) => ({
    level: "warning",
    summary: `Impossible de le savoir : ${reasonOf(error)}`,
  }),
};

const NOT_TRIED: Omit<Check, "name"> = {
  level: "warning",
  unknown: true,
  summary: "Non vérifié : il faut pour cela la base de données",
  details: [],
  ms: 0,
};

/** On a screen, a check that fails is an error. The first one tells whether there is a database to ask. */
async function runView(view: "diagnostic" | "databaseTest", staff: StaffAccount): Promise<Check[]> {
  const results: Check[] = [];
  let hasDatabase = true;
  for (const { name, asksDatabase = false, [view]: work } of CHECKS) {
    if (!work) continue;
    if (asksDatabase && !hasDatabase) {
      results.push({ name, ...NOT_TRIED });
      continue;
    }
    const isFirst = results.length === 0;
    const result = await run(name, () => work(staff), {
      late: () => ({ level: "error", summary: "Pas de réponse en 5 secondes" }),
      failed: (error) => ({ level: "error", summary: failureWords(error, asksDatabase) }),
    });
    if (isFirst && result.level === "error") hasDatabase = false;
    results.push(result);
  }
  return results;
}

export const diagnose = (staff: StaffAccount): Promise<Check[]> => runView("diagnostic", staff);
export const testDatabase = (staff: StaffAccount): Promise<Check[]> =>
  runView("databaseTest", staff);

/** The last result of a watched check, and when it ran. */
export type HealthCheck = Check & { cause: Cause; at: Date };

const last = new Map<Cause, HealthCheck & { ranAtMs: number }>();
let running: Promise<HealthCheck[]> | undefined;

/** Runs the background checks that are due. Returns the results of all. */
export function checkHealth(): Promise<HealthCheck[]> {
  running ??= runDueChecks().finally(() => {
    running = undefined;
  });
  return running;
}

/** The last results, without running anything. */
export const lastHealthChecks = (): HealthCheck[] =>
  CAUSE_NAMES.flatMap((cause) => last.get(cause) ?? []);

/** Without some slack, a check that is due each minute would run every other minute. */
const SLACK_MS = 5_000;

async function runDueChecks(): Promise<HealthCheck[]> {
  for (const { health: check } of CHECKS) {
    if (!check) continue;
    const before = last.get(check.cause);
    if (before && performance.now() - before.ranAtMs < check.everyMs - SLACK_MS) continue;
    last.set(check.cause, { ...(await runWatched(check)), ranAtMs: performance.now() });
  }
  return lastHealthChecks();
}

const NO_DATABASE: Finding = {
  level: "warning",
  unknown: true,
  summary: "Inconnu : la base de données ne répond pas",
};

async function runWatched(check: Watched): Promise<HealthCheck> {
  const { cause, find, withinMs, asksDatabase } = check;
  const isAway = asksDatabase && last.get("database")?.level === "error";
  const work = isAway ? () => NO_DATABASE : find;
  return {
    ...(await run(CAUSES[cause], work, BACKGROUND_FAILURES, withinMs)),
    cause,
    at: currentTime(),
  };
}

/** The results that administrators are alerted of. */
export const troublesIn = (checks: readonly HealthCheck[]): Trouble[] =>
  checks.flatMap(({ cause, level, summary, unknown }) =>
    level === "success" || unknown ? [] : [{ cause, level, summary }],
  );
