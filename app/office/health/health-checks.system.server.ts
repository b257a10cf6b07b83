import { isIP } from "node:net";
import { connect } from "node:tls";
import { and, eq, gt, lt, sql } from "drizzle-orm";
import { readBackupHistory } from "../../backups/nightly/backup-runs.system.server.ts";
import { assessClock } from "../../backups/nightly/site-time.server.ts";
import type { BackupHistory } from "../../backups/screen/backup-state.ts";
import {
  listUnknownStates,
  readJournalOrEmpty,
} from "../../core/database/copy/site-states.server.ts";
import { asSystem, databaseConnections } from "../../core/database/doors/doors.server.ts";
import { rowsOf } from "../../core/database/doors/rows.server.ts";
import { lastWriteMs, readiness } from "../../core/http/readiness.ts";
import { reasonOf } from "../../core/log/log.server.ts";
import {
  errorTallies,
  limitTallies,
  type Tally,
  warningTallies,
} from "../../core/log/tallies.server.ts";
import type { Finding } from "../../core/process/checks.ts";
import { currentMs, currentTime } from "../../core/process/clock.ts";
import { env } from "../../core/process/env.server.ts";
import { jobStates } from "../../core/process/jobs.server.ts";
import {
  type DiskRoom,
  diskRoom,
  type MemoryUse,
  memoryUse,
  takeLoopDelay,
} from "../../core/process/machine.server.ts";
import { withTimeout } from "../../core/process/timeout.ts";
import type { ClockAssessment } from "../../core/process/trusted-time.server.ts";
import { DAY, MINUTE } from "../../core/values/durations.ts";
import { Fault } from "../../core/values/errors.ts";
import { formatDate, formatMoment, formatNumber, formatSize, several } from "../../i18n/format.ts";
import { isMailConfigured } from "../../mail/mail.server.ts";
import { mailOutbox } from "../../mail/mail.table.server.ts";
import { findLedgerDifferences } from "../../payments/ledger/ledger-check.system.server.ts";
import { backupFinding, checkJobs } from "../checks/site-checks.system.server.ts";
import { isRateMissing, isRateOld } from "../home/rate.operations.server.ts";
import { OLD_RATE } from "../home/tasks.ts";

// The checks of Santé du site. An error is mailed at once, a warning with the daily mail. No finding holds text that
// somebody typed.

const MB = 1024 ** 2;
const GB = 1024 * MB;

/** A write that takes longer means that the disk or the server is slow. */
const SLOW_WRITE_MS = 1_000;

const slowFinding = (ms: number): Finding => ({
  level: "warning",
  summary: `Écrire prend ${formatNumber("fr", Math.round(ms / 100) / 10)} s\u202f: le disque ou le serveur est lent`,
});

export async function checkDatabase(
  state = readiness(),
  tookMs = () => lastWriteMs("database"),
): Promise<Finding> {
  const { database, why } = await state;
  if (database === "ok" && tookMs() > SLOW_WRITE_MS) return slowFinding(tookMs());
  if (database === "ok") return { summary: "Lecture et écriture fonctionnent" };
  return { level: "error", summary: `La base de données refuse : ${why}` };
}

export async function checkStorage(
  state = readiness(),
  tookMs = () => lastWriteMs("storage"),
): Promise<Finding> {
  const { storage, why } = await state;
  if (storage === "ok" && tookMs() > SLOW_WRITE_MS) return slowFinding(tookMs());
  if (storage === "ok") return { summary: "L’écriture des fichiers fonctionne" };
  return { level: "error", summary: `Les fichiers ne peuvent pas être écrits : ${why}` };
}

/** As `checkJobs`, but jobs that do not run at all are an error. */
export function checkRunningJobs(states = jobStates()): Finding {
  const finding = checkJobs(states);
  return states.length === 0 ? { ...finding, level: "error" } : finding;
}

const WAITS_MS = 30 * MINUTE;
const WAITS_LONG_MS = 6 * 60 * MINUTE;

/** Mails that should have been sent; Diagnostic shows what the mail server answers. */
export async function checkMail(now = currentTime()): Promise<Finding> {
  const { status, next_attempt_at, created_at, attempts } = mailOutbox;
  const before = (ms: number) => new Date(now.getTime() - ms);
  const queued = eq(status, "queued");
  const { waiting, long, failed } = await asSystem("health.mail", async (db) => ({
    // A mail that is tried again in six hours has waited since it was first due.
    waiting: await db.$count(
      mailOutbox,
      and(
        queued,
        lt(created_at, before(WAITS_MS)),
        sql`(${attempts} > 0 or ${next_attempt_at} < ${before(WAITS_MS)})`,
      ),
    ),
    long: await db.$count(
      mailOutbox,
      and(queued, lt(created_at, before(WAITS_LONG_MS)), lt(next_attempt_at, before(WAITS_MS))),
    ),
    failed: await db.$count(mailOutbox, and(eq(status, "failed"), gt(created_at, before(DAY)))),
  }));
  const parts = [
    waiting > 0 && `${several(waiting, "attend", "attendent")} depuis plus d’une demi-heure`,
    failed > 0 && `${failed} en échec depuis un jour`,
  ];
  return {
    level: long > 0 ? "error" : waiting + failed > 0 ? "warning" : "success",
    isUnset: !isMailConfigured(),
    summary: parts.filter(Boolean).join(", ") || nothingWaits(),
  };
}

const nothingWaits = () =>
  isMailConfigured()
    ? "Aucun e-mail n’attend plus que prévu"
    : "Ce site ne peut pas envoyer d’e-mail";

/** Whether every order agrees with the ledger. */
export async function checkLedger(find = findLedgerDifferences): Promise<Finding> {
  const { orders, references, owing } = await find();
  if (orders + owing.orders === 0)
    return { summary: "Toutes les commandes concordent avec le livre" };
  const differing = several(
    orders,
    "commande ne concorde pas avec le livre",
    "commandes ne concordent pas avec le livre",
  );
  const due = several(
    owing.orders,
    "commande payée est due de nouveau",
    "commandes payées sont dues de nouveau",
  );
  return {
    level: "error",
    summary: [orders > 0 && differing, owing.orders > 0 && due].filter(Boolean).join(", "),
    details: [
      ...(orders > 0 ? [["Références", references.join(", ")] as [string, string]] : []),
      ...(owing.orders > 0
        ? [["Payées, et dues de nouveau", owing.references.join(", ")] as [string, string]]
        : []),
    ],
  };
}

const LOW_SPACE = { bytes: 5 * GB, share: 0.1 };
const NO_SPACE = 500 * MB;
const FEW_INODES = 10_000;

/** Where something is written that must not be lost; `name` is what staff call it. */
type Disk = { name: string; folder: string };
/** The time limit for one disk, so that a hanging one does not block the others. */
const DISK_WITHIN_MS = 3_000;

/** Checks each disk: the summary is that of the worst, and with several disks each has a line. */
export async function checkDisk(disks: readonly Disk[], look = diskRoom): Promise<Finding> {
  const found = await Promise.all(
    disks.map(async ({ name, folder }) => ({ name, ...(await lookAtDisk(folder, look)) })),
  );
  const worst = found.toSorted((one, other) => gravity(other.level) - gravity(one.level))[0];
  if (!worst) return { level: "warning", unknown: true, summary: "Le système ne le dit pas" };
  const lines = found.map((one): [string, string] => [one.name, one.summary]);
  return {
    level: worst.level,
    summary: `${worst.name}\u202f: ${worst.summary}`,
    ...(lines.length > 1 && { details: lines }),
  };
}

const gravity = (level: Finding["level"] = "success") =>
  ["success", "warning", "error"].indexOf(level);

async function lookAtDisk(folder: string, look: typeof diskRoom): Promise<Finding> {
  try {
    const late = () => Promise.reject(new Fault("the disk does not answer"));
    return diskFinding(await withTimeout(look(folder), DISK_WITHIN_MS, late));
  } catch (error) {
    const isMissing = ["ENOENT", "ENOTDIR"].includes((error as { code?: string }).code ?? "");
    const summary = isMissing
      ? "dossier absent, son disque est peut-être débranché"
      : `le disque ne peut pas être lu (${reasonOf(error)})`;
    return { level: "error", summary };
  }
}

export function diskFinding({ free, size, inodes }: DiskRoom): Finding {
  const few = inodes !== undefined && inodes < FEW_INODES;
  const little = free < LOW_SPACE.bytes && free < LOW_SPACE.share * size;
  const words = `${formatSize("fr", free)} libres sur ${formatSize("fr", size)}`;
  return {
    level: free < NO_SPACE ? "error" : little || few ? "warning" : "success",
    summary: few ? `${words}, encore ${formatNumber("fr", inodes)} fichiers possibles` : words,
  };
}

const HIGH_USE = 0.9;
const LOW_MEMORY = 0.05;

export function checkMemory(use: MemoryUse = memoryUse()): Finding {
  const { resident, heap, heapMost, free, size } = use;
  const isTight = heap > HIGH_USE * heapMost || free < LOW_MEMORY * size;
  return {
    level: isTight ? "warning" : "success",
    summary: `${formatSize("fr", resident)} pour le site, ${formatSize("fr", free)} libres sur ${formatSize("fr", size)}`,
    details: [["Objets du site", `${formatSize("fr", heap)} sur ${formatSize("fr", heapMost)}`]],
  };
}

const SLOW_MS = 500;

export function checkLoop(take = takeLoopDelay): Finding {
  const delay = take();
  if (!delay) return { level: "warning", unknown: true, summary: "Pas encore mesuré" };
  const ms = (value: number) => `${formatNumber("fr", Math.round(value))} ms`;
  return {
    level: delay.usual > SLOW_MS ? "warning" : "success",
    summary: `99 fois sur 100, l’attente ne dépasse pas ${ms(delay.usual)}`,
    details: [["Plus longue attente", ms(delay.longest)]],
  };
}

export async function checkConnections(own = databaseConnections()): Promise<Finding> {
  if (!own) return { summary: "Base embarquée : le site a sa base pour lui seul" };
  const [server] = await asSystem("health.connections", async (db) => {
    const rows = await rowsOf<{ open: number; most: number }>(
      db,
      sql`select (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as open,
        current_setting('max_connections')::int as most`,
    );
    return rows;
  });
  if (!server) throw new Fault("pg_stat_activity has no row");
  const isTight = own.waiting > 0 || server.open > HIGH_USE * server.most;
  const details: Finding["details"] = [
    ["De ce processus", `${own.open} ouvertes, dont ${own.idle} au repos, sur ${own.most}`],
    ["En attente d’une connexion", String(own.waiting)],
  ];
  return {
    level: isTight ? "warning" : "success",
    summary: `${server.open} sur ${server.most} au serveur`,
    details,
  };
}

/** Errors of the last day; the log says more of each. */
export function checkErrors(
  errors = errorTallies.list(),
  warnings = warningTallies.list(),
): Finding {
  const lately = errors.reduce((sum, one) => sum + one.lately, 0);
  return {
    level: lately > 0 ? "warning" : "success",
    summary:
      lately > 0
        ? `${several(lately, "erreur", "erreurs")} depuis un jour, dans ce processus`
        : "Aucune depuis un jour, dans ce processus",
    details: [...errors, ...warnings].filter(({ lately: count }) => count > 0).map(tallyRow),
  };
}

/** How often rate limits refused a request. */
export function checkLimits(limits = limitTallies.list()): Finding {
  const lately = limits.reduce((sum, one) => sum + one.lately, 0);
  return {
    level: lately > MANY_REFUSALS ? "warning" : "success",
    summary:
      lately > 0
        ? several(lately, "refus depuis un jour", "refus depuis un jour")
        : "Aucun refus depuis un jour",
    details: limits.filter(({ lately: count }) => count > 0).map(tallyRow),
  };
}

const MANY_REFUSALS = 1_000;

const tallyRow = ({ name, lately, total, last }: Tally): [string, string] => [
  name,
  `${formatNumber("fr", lately)} depuis un jour, ${formatNumber("fr", total)} depuis le démarrage, la dernière fois le ${formatMoment("fr", last)}`,
];

/** The TLS certificate of the public address; `refusal` is the reason why a browser would refuse it. */
type Certificate = { until: Date; refusal?: string };

const ANSWER_MS = 4_000;
const SOON_DAYS = 14;
const VERY_SOON_DAYS = 3;

/** Connects to the public address over the network, because a proxy may hold the certificate. */
export async function checkCertificate(
  address = env().PUBLIC_URL,
  ask = askCertificate,
): Promise<Finding> {
  const url = new URL(address);
  if (url.protocol !== "https:")
    return { summary: "L’adresse du site n’est pas en https", isUnset: true };
  const certificate = await ask(url);
  if (!certificate) {
    const summary = "Inconnu : l’adresse publique ne répond pas depuis le serveur du site";
    return { level: "warning", unknown: true, summary };
  }
  const { until, refusal } = certificate;
  const days = Math.floor((until.getTime() - currentMs()) / DAY);
  if (refusal) {
    return {
      level: "error",
      summary: "Les navigateurs le refusent",
      details: [["Raison", refusal]],
    };
  }
  return {
    level: days < VERY_SOON_DAYS ? "error" : days < SOON_DAYS ? "warning" : "success",
    summary: `Valable jusqu’au ${formatDate("fr", until)} (${several(Math.max(0, days), "jour", "jours")})`,
  };
}

export function askCertificate({ hostname, port }: URL): Promise<Certificate | undefined> {
  const host = hostname.replace(/^\[|\]$/g, "");
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port: Number(port || 443),
      // An address has no name to ask for.
      ...(isIP(host) === 0 && { servername: host }),
      // An invalid certificate must be read too; nothing is sent on this connection.
      rejectUnauthorized: false,
    });
    const end = (certificate?: Certificate) => {
      socket.destroy();
      resolve(certificate);
    };
    socket.setTimeout(ANSWER_MS, () => end());
    socket.once("error", () => end());
    socket.once("secureConnect", () => {
      const until = new Date(socket.getPeerCertificate().valid_to);
      const code = String(socket.authorizationError ?? "");
      const refusal = socket.authorized ? undefined : /^[A-Z_]+$/.test(code) ? code : "inconnue";
      end(Number.isNaN(until.getTime()) ? undefined : { until, refusal });
    });
  });
}

const readHistory = () => asSystem("health.backups", readBackupHistory);

/** Whether the site could be restored from a backup. */
export async function checkBackups(
  read: () => Promise<BackupHistory> = readHistory,
): Promise<Finding> {
  return backupFinding(await read(), currentTime());
}

/** Whether the clock of the machine can be trusted: deletions by date wait for that. */
export async function checkClock(
  look: () => Promise<ClockAssessment> = assessClock,
): Promise<Finding> {
  const { trusted, now, known } = await look();
  const details: Finding["details"] = [["L’horloge indique", formatMoment("fr", now)]];
  if (known)
    details.push(["Date la plus récente que le site connaisse", formatMoment("fr", known)]);
  if (!trusted && !known) {
    return { level: "warning", summary: "Pas encore comparée\u202f: rien n’est enlevé", details };
  }
  if (!known) return { level: "success", summary: "À l’heure", details };
  const days = several(
    Math.max(1, Math.round(Math.abs(now.getTime() - known.getTime()) / DAY)),
    "jour",
    "jours",
  );
  if (trusted) {
    const summary = `${days} de retard sur ce que le site connaît\u202f: remettez-la à l’heure`;
    return { level: "warning", summary, details };
  }
  return {
    level: "error",
    summary: `${days} d’avance sur tout ce que le site connaît\u202f: rien n’est enlevé ni terminé tant que personne ne dit qu’elle est juste`,
    details,
  };
}

/** The disks that the site writes to: data, and backups when they are elsewhere. */
function dataDisks(): Disk[] {
  const { DATA_DIR, BACKUP_DIR } = env();
  const data = { name: "Données (DATA_DIR)", folder: DATA_DIR };
  if (BACKUP_DIR === undefined) return [data];
  return [data, { name: "Sauvegardes (BACKUP_DIR)", folder: BACKUP_DIR }];
}

const UNKNOWN_STATE =
  "Un état du site inconnu du journal des restaurations n’est pas supprimé automatiquement. Vérifiez que vous n’en avez pas besoin, puis supprimez-le à la main.";

/** The space on the disks, with the copies and former states of the site that take some of it. */
export async function checkDisks(
  disks = dataDisks(),
  journal = readJournalOrEmpty(env().DATA_DIR),
  unknown = listUnknownStates(env().DATA_DIR, journal),
): Promise<Finding> {
  const finding = await checkDisk(disks);
  const copies = journal.states.map(({ kind, at, until, bytes }): [string, string] => {
    const size = bytes === undefined ? "taille inconnue" : formatSize("fr", bytes);
    const name =
      kind === "copy" ? "Copie prête à prendre la place du site" : "État précédent gardé";
    const [from, end] = [formatMoment("fr", new Date(at)), formatMoment("fr", new Date(until))];
    return [name, `${size}, le site du ${from}, jusqu’au ${end}`];
  });
  const unknownStates = unknown.map((name): [string, string] => [`switch/${name}`, UNKNOWN_STATE]);
  if (copies.length + unknownStates.length === 0) return finding;
  return {
    ...finding,
    level: unknownStates.length > 0 && finding.level !== "error" ? "warning" : finding.level,
    details: [...(finding.details ?? []), ...copies, ...unknownStates],
  };
}

/** Whether an exchange rate is set where one is needed, and recent. */
export async function checkRates(): Promise<Finding> {
  const { missing, old } = await asSystem("health.rates", async (db) => {
    const rows = await rowsOf<{ missing: number; old: number }>(
      db,
      sql`select ${isRateMissing()} as missing, ${isRateOld()} as old`,
    );
    if (!rows[0]) throw new Fault("the statement gave no row");
    return rows[0];
  });
  if (missing > 0) {
    const summary = "Aucun taux : certains prix ne peuvent pas être payés en ligne";
    return { level: "warning", summary };
  }
  if (old === 0) return { summary: "Rien à mettre à jour" };
  return { level: "warning", summary: `Le taux a plus de ${OLD_RATE.days} jours` };
}
