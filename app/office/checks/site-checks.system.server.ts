import { and, asc, count, desc, eq, gte, isNull } from "drizzle-orm";
import { readBackupHistory } from "../../backups/nightly/backup-runs.system.server.ts";
import {
  type BackupHistory,
  durationWords,
  isKeyDue,
  judge,
  proofSeconds,
  type Verdict,
} from "../../backups/screen/backup-state.ts";
import { isInQuarantine } from "../../core/database/copy/quarantine.server.ts";
import { asStaff, type Staff, type StaffDb } from "../../core/database/doors/doors.server.ts";
import { recentReadFailures } from "../../core/http/fallback.server.ts";
import { proxyHeaderTimes } from "../../core/http/network.ts";
import { readiness } from "../../core/http/readiness.ts";
import type { CheckLevel, Finding } from "../../core/process/checks.ts";
import { currentTime } from "../../core/process/clock.ts";
import { env } from "../../core/process/env.server.ts";
import { type JobState, jobStates } from "../../core/process/jobs.server.ts";
import { descriptors } from "../../core/process/machine.server.ts";
import type { StaffAccount } from "../../core/staff-context.ts";
import { rightsOfOthers } from "../../core/storage/data-folder.server.ts";
import { DAY, HOUR, MINUTE } from "../../core/values/durations.ts";
import { isAway } from "../../core/values/errors.ts";
import { MAX_TRIES } from "../../files/children/media.ts";
import { PROBLEM_LABELS } from "../../files/files.record.ts";
import { staticFiles } from "../../files/files.table.server.ts";
import type { StoreFindings, StoreState } from "../../files/storage/file-stores.table.server.ts";
import { countWaitingRemovals, readStoreState } from "../../files/storage/removals.staff.server.ts";
import { formatMoment, formatNumber, formatSize, several } from "../../i18n/format.ts";
import { isMailConfigured, mailServerFault } from "../../mail/mail.server.ts";
import { mailOutbox } from "../../mail/mail.table.server.ts";
import { closedByTests } from "../../payments/providers/online-providers.system.server.ts";
import { providers } from "../../payments/providers/provider.ts";
import { listSettings } from "../../settings/settings.staff.server.ts";
import { placeholdersIn } from "../../settings/settings.ts";
import { NOTIONS } from "../frame/notions.ts";
import { keptReasonWords } from "./failure-words.server.ts";

// What is looked at beside the database itself: files, mail, backups, jobs, payments, visitors' addresses.

export async function checkStore(staff: StaffAccount): Promise<Finding> {
  const { storage: result, why } = await readiness();
  const finding = await asStaff(staff, async (db) => {
    const { store, upcoming: coming } = await readStoreState(db);
    return storeFinding(store, { next: coming, waiting: await countWaitingRemovals(db) });
  }).catch(unlessAway<Finding>({ level: "warning", summary: STORE_WITHOUT_DATABASE }));
  // A store that is away or another's says more than that it cannot be written.
  if (finding.level === "error") return finding;
  if (result !== "ok") {
    return { level: "error", summary: `Les fichiers ne peuvent pas être écrits : ${why}` };
  }
  const rights = rightsOfOthers(env().DATA_DIR);
  if (!rights || finding.level !== "success") return finding;
  return {
    level: "warning",
    summary: "Le dossier des données est ouvert à d’autres comptes de la machine",
    details: [
      ["Droits", rights],
      ["À faire", "chmod 700 sur le dossier DATA_DIR, si personne d’autre n’en a besoin"],
      ...(finding.details ?? []),
    ],
  };
}

const STORE_WITHOUT_DATABASE =
  "L’écriture fonctionne ; le contenu ne peut pas être vérifié sans la base de données";

/** What is said of something else while the database is away. */
const unlessAway =
  <T>(without: T) =>
  (error: unknown): T => {
    if (isAway(error)) return without;
    throw error;
  };

type Store = {
  state: StoreState | null;
  findings: StoreFindings | null;
  checked_at: Date | null;
};
type Amount = { files: number; bytes: number };
type NextRemoval = { files: number; next: Date | null };

const TROUBLE: Readonly<Partial<Record<StoreState, { level: CheckLevel; summary: string }>>> = {
  away: { level: "error", summary: "Le stockage ne répond pas : rien n’en est retiré" },
  foreign: {
    level: "error",
    summary:
      "Les fichiers sont ceux d’une autre base : rien n’en est retiré (npm run admin -- adopt-store)",
  },
  older: {
    level: "warning",
    summary:
      "La base est plus ancienne que les fichiers : rien n’est retiré sans votre accord (npm run admin -- adopt-store)",
  },
};

const filesWords = (files: number) => `${files} fichier${files > 1 ? "s" : ""}`;
const amountWords = ({ files, bytes }: Amount) =>
  `${filesWords(files)}, ${formatSize("fr", bytes, 2)}`;

/** What Diagnostic says of the store of files. */
function storeFinding(
  store: Store | undefined,
  { waiting, next }: { waiting: Amount; next: NextRemoval },
): Finding {
  const { state, findings, checked_at } = store ?? {};
  const details: [string, string][] = [];
  if (findings) details.push(...findingWords(findings));
  if (waiting.files > 0) details.push(["En attente de votre accord", amountWords(waiting)]);
  if (next.files > 0) {
    const from = next.next ? `, à partir du ${formatMoment("fr", next.next)}` : "";
    details.push(["Supprimés, à retirer plus tard", filesWords(next.files) + from]);
  }
  if (checked_at) details.push(["Dernier passage", formatMoment("fr", checked_at)]);
  const trouble = state ? TROUBLE[state] : undefined;
  if (trouble) return { ...trouble, details };
  if (!findings) return { level: "success", summary: "Pas encore parcouru", details };
  const { unknown, missing } = findings;
  const parts = [
    unknown.files > 0 &&
      `${filesWords(unknown.files)} inconnu${unknown.files > 1 ? "s" : ""} de la base`,
    missing > 0 && `${filesWords(missing)} introuvable${missing > 1 ? "s" : ""}`,
    waiting.files > 0 && `${filesWords(waiting.files)} à retirer avec votre accord`,
  ].filter((part) => part !== false);
  if (parts.length > 0) return { level: "warning", summary: parts.join(", "), details };
  return { level: "success", summary: `${amountWords(findings)} sur le disque`, details };
}

/** The screen of files counts records, this one what lies in the store. */
const STORE_COUNTS =
  "L’écran Fichiers compte moins : il ne montre ni la corbeille, ni les fichiers remplacés, ni les tailles d’image préparées. Les exemples livrés avec le site ne sont pas dans le stockage.";

function findingWords({ files, bytes, unknown, missing }: StoreFindings): [string, string][] {
  const words: [string, string][] = [
    ["Dans le stockage", `${amountWords({ files, bytes })}, tout compris`],
    ["À savoir", STORE_COUNTS],
  ];
  if (unknown.files > 0) {
    const oldest = unknown.oldest
      ? `, le plus ancien du ${formatMoment("fr", new Date(unknown.oldest))}`
      : "";
    words.push(["Inconnus de la base, jamais retirés", amountWords(unknown) + oldest]);
  }
  if (missing > 0) words.push(["Fiches dont le fichier manque", String(missing)]);
  return words;
}

const FAILURES_SHOWN = 10;

/** Mails that could not be sent, with the server's code for it. Whose they are is not told here. */
export async function checkMails(staff: StaffAccount): Promise<Finding> {
  const { status, id, template, last_error, updated_at } = mailOutbox;
  const read = await asStaff(staff, async (db) => ({
    counts: await db.select({ status, n: count() }).from(mailOutbox).groupBy(status),
    failed: await db
      .select({ id, template, last_error, updated_at })
      .from(mailOutbox)
      .where(eq(status, "failed"))
      .orderBy(desc(mailOutbox.created_at), desc(id))
      .limit(FAILURES_SHOWN),
  })).catch(unlessAway(undefined));
  const fault = await mailServerFault();
  if (fault) {
    return {
      level: "error",
      summary: "Le serveur de messagerie refuse la connexion : les messages attendent",
      details: [["Serveur", fault]],
    };
  }
  const server = isMailConfigured() ? MAIL_SERVER : NO_MAIL_SERVER;
  if (!read) {
    const summary = "Les messages en attente ne peuvent pas être comptés sans la base de données";
    return { level: "warning", summary, details: [server] };
  }
  const { counts, failed } = read;
  const of = (status: string) => counts.find((row) => row.status === status)?.n ?? 0;
  const parts = [
    isMailConfigured() && several(of("sent"), "envoyé", "envoyés"),
    (!isMailConfigured() || of("kept") > 0) &&
      `${several(of("kept"), "gardé", "gardés")} sur le serveur`,
    `${of("queued")} en attente`,
    `${of("failed")} en échec`,
  ];
  return {
    level: failed.length > 0 || !isMailConfigured() ? "warning" : "success",
    isUnset: !isMailConfigured(),
    summary: parts.filter(Boolean).join(", "),
    details: [
      ...failed.map((mail): [string, string] => [
        formatMoment("fr", mail.updated_at),
        `${mail.template} ${mail.id} : ${mail.last_error ?? "sans réponse"}`,
      ]),
      server,
    ],
  };
}

const MAIL_SERVER: [string, string] = ["Serveur", "Il répond et accepte la connexion"];
const NO_MAIL_SERVER: [string, string] = [
  "Ce site ne peut pas envoyer d’e-mail",
  "Sans serveur de messagerie, les messages sont gardés dans le dossier outbox des données. Indiquez-en un avec le réglage SMTP_URL",
];

const CONTACT_FIELDS: Record<string, string> = {
  address: "Adresse",
  address_en: "Adresse (anglais)",
  postal_code: "Boîte postale",
  email: "E-mail",
  phone: "Téléphone",
};

/** Whether visitors read an example where the federation's own details should stand. */
export async function checkContact(staff: Staff): Promise<Finding> {
  const found = placeholdersIn(await asStaff(staff, listSettings));
  return {
    level: found.length > 0 ? "warning" : "success",
    summary:
      found.length > 0
        ? "Des exemples sont publics : remplacez-les dans Pages et menu, Paramètres, Coordonnées (/admin/pages/settings/contact)"
        : "Ce sont celles de la fédération",
    details: found.map(({ field, value }) => [CONTACT_FIELDS[field] ?? field, value]),
  };
}

/** With fewer left, somebody should look before no address answers any more. */
const FEW = 0.2;
const FILES_SHOWN = 10;

/** How many files and connections may still be opened. */
export function checkDescriptors(read = descriptors): Finding {
  const count = read();
  if (!count) return { level: "warning", unknown: true, summary: "Le système ne le dit pas" };
  const free = count.most - count.open;
  return {
    level: free < FEW * count.most ? "warning" : "success",
    summary: `${formatNumber("fr", count.open)} ouverts, ${formatNumber("fr", free)} encore possibles`,
  };
}

/** Files of which no smaller pictures, or no cover, can be made. */
export async function checkUnpreparedFiles(staff: Staff): Promise<Finding> {
  const { file_url, prepare_problem, prepared_at, prepare_tries, created_at } = staticFiles;
  const givenUp = and(isNull(prepared_at), gte(prepare_tries, MAX_TRIES));
  const { failed, count } = await asStaff(staff, async (db) => ({
    failed: await db
      .select({ file_url, prepare_problem })
      .from(staticFiles)
      .where(givenUp)
      .orderBy(asc(created_at))
      .limit(FILES_SHOWN),
    count: await db.$count(staticFiles, givenUp),
  }));
  return {
    level: count > 0 ? "warning" : "success",
    summary:
      count > 0
        ? `${count} à remplacer : leurs versions réduites ou leur couverture ne peuvent pas être faites`
        : "Tout ce qui a été envoyé a pu être préparé",
    // Its name was given by somebody; the address says as much here, and is found in Fichiers.
    details: failed.map((file) => [
      file.file_url.slice(file.file_url.lastIndexOf("/") + 1),
      PROBLEM_LABELS[file.prepare_problem ?? "died"],
    ]),
  };
}

export type BackupSummary = Verdict & { seconds: number | undefined };

/** Whether the site could be brought back, in one line. */
export async function readBackupSummary(db: StaffDb): Promise<BackupSummary> {
  const history = await readBackupHistory(db);
  return { ...judge(history, currentTime()), seconds: proofSeconds(history) };
}

/** The same for Diagnostic. */
export async function checkBackupHistory(staff: Staff): Promise<Finding> {
  return backupFinding(await asStaff(staff, readBackupHistory), currentTime());
}

const BACKUP_LEVELS = { good: "success", warn: "warning", bad: "error" } as const;

const KEY_DUE = "la clé de secours est à vérifier dans Sauvegardes";
const asSentence = (words: string) => words[0]?.toUpperCase() + words.slice(1);

/** Whether the site could be brought back, and whether somebody still holds the key that opens the archives. */
export function backupFinding(history: BackupHistory, now: Date): Finding {
  const { tone, words } = judge(history, now);
  const keyDue = isKeyDue(history, now);
  const seconds = proofSeconds(history);
  const { keyShownAt } = history;
  const summaries = {
    good: keyDue ? asSentence(KEY_DUE) : words,
    warn: keyDue ? `${words} ; ${KEY_DUE}` : words,
    bad: words,
  };
  return {
    level: tone === "good" && keyDue ? "warning" : BACKUP_LEVELS[tone],
    isUnset: !history.hasKeys,
    summary: summaries[tone],
    details: [
      ["Dernier essai réussi", seconds === undefined ? "aucun" : `en ${durationWords(seconds)}`],
      ["Clé de secours vérifiée", keyShownAt ? formatMoment("fr", keyShownAt) : "jamais"],
    ],
  };
}

/** What the jobs are called here; one that nobody named yet has its own name. */
const JOB_LABELS: Readonly<Record<string, string>> = {
  "backups.departures": "Liste des effacements et des désinscriptions, à côté des sauvegardes",
  "rest.prepare": "Préparation de la reprise, après une restauration",
  "restores.prepare": "Copie à restaurer, et ménage des états gardés à côté du site",
  "backups.nightly": "Sauvegarde de la nuit, et son essai",
  "bin.empty": "Vidage de la corbeille",
  "data.retention": "Effacement des données dont la durée est passée",
  "mail.send": "Envoi des e-mails",
  ...Object.assign({}, ...NOTIONS.map(({ jobs }) => jobs)),
};

const LATE = {
  overdue: "en retard",
  endless: "ne se termine pas",
} as const;

/** How the jobs of this process go: when each ran last, how it ended, and which should have run long ago. */
export function checkJobs(states = jobStates()): Finding {
  if (isInQuarantine()) {
    return {
      level: "warning",
      summary: "Le site est en pause : aucune tâche de fond ne tourne",
      details: [["Après une restauration", "Préparez la reprise dans Sauvegardes"]],
    };
  }
  const failed = states.filter(({ last }) => last?.failure);
  const late = states.filter((job) => job.late);
  if (states.length === 0) {
    return {
      level: "warning",
      summary: "Les tâches de fond ne tournent pas",
      details: [
        ["À faire", "Redémarrez le site ; son journal dit pourquoi elles n’ont pas commencé"],
      ],
    };
  }
  const parts = [
    `${states.length} tâches, ${failed.length === 0 ? "aucune" : failed.length} en échec`,
    late.length > 0 && several(late.length, "ne tourne plus", "ne tournent plus"),
  ];
  return {
    level: late.length > 0 ? "error" : failed.length > 0 ? "warning" : "success",
    summary: parts.filter(Boolean).join(", "),
    details: states.map((job) => [JOB_LABELS[job.name] ?? job.name, jobWords(job)]),
  };
}

function jobWords({ everyMs, last, late }: JobState): string {
  const parts = [
    last
      ? `${formatMoment("fr", last.at)}, ${last.failure ? keptReasonWords(last.failure) : "réussie"}`
      : "en cours",
    late && LATE[late],
  ];
  return `${parts.filter(Boolean).join(", ")} (${everyWords(everyMs)})`;
}

/** 'toutes les 30 s', 'toutes les 5 minutes', 'chaque jour'. */
export function everyWords(ms: number): string {
  const units = [
    [DAY, "jours", "chaque jour"],
    [HOUR, "heures", "chaque heure"],
    [MINUTE, "minutes", "chaque minute"],
  ] as const;
  const [size, many, each] = units.find(([one]) => ms >= one && ms % one === 0) ?? [];
  if (!size) return `toutes les ${Math.round(ms / 1_000)} s`;
  if (ms === size) return each;
  return `${many === "jours" ? "tous" : "toutes"} les ${ms / size} ${many}`;
}

export function checkPublicReads(): Finding {
  const failures = recentReadFailures();
  return {
    level: failures.length > 0 ? "warning" : "success",
    summary:
      failures.length > 0
        ? "Des pages ont montré leur dernière copie ou des exemples"
        : "Aucune panne depuis le démarrage",
    details: failures.map(({ what, reason, count: times, last }) => [
      `${what}, ${formatMoment("fr", last)}`,
      `${keptReasonWords(reason)} (${times} fois)`,
    ]),
  };
}

/** Whether tests keep the site from taking money online, though there are keys for it. */
export function checkOnlinePayment(): Finding {
  const closedBy = closedByTests();
  if (closedBy.length > 0) {
    return {
      level: "warning",
      summary: "Fermé : retirez les essais qui gardent des places, dans Paiements",
      details: closedBy.map(({ title, places }) => [title, `Places d’essais : ${places}`]),
    };
  }
  const names = providers().map(({ name, mode }) => (mode === "test" ? `${name} (essais)` : name));
  return { summary: names.length > 0 ? names.join(", ") : "Aucun, tout se paie à la fédération" };
}

/** Whether limits by network know one visitor from another. */
export function checkVisitorAddresses(notes = proxyHeaderTimes()): Finding {
  const { shared, claimed } = notes;
  const details: Finding["details"] = [];
  if (shared) {
    details.push([
      `Dernière requête, ${formatMoment("fr", shared)}`,
      "Elle porte X-Forwarded-For et vient d’un relais de cette machine ou de son réseau, alors que TRUST_PROXY vaut 0",
    ]);
  }
  if (claimed) {
    details.push([
      `Dernière requête de l’extérieur, ${formatMoment("fr", claimed)}`,
      "Elle porte X-Forwarded-For. Si un relais est devant le site, mettez TRUST_PROXY à 1 ; sinon, quelqu’un l’a écrit, sans effet",
    ]);
  }
  if (shared) {
    const summary =
      "Tous les visiteurs ont l’adresse du relais : les limites par réseau ne limitent personne. Mettez TRUST_PROXY à 1";
    return { level: "error", summary, details };
  }
  return {
    level: claimed ? "warning" : "success",
    summary: claimed
      ? "Des requêtes disent être passées par un relais"
      : "Chaque visiteur a sa propre adresse",
    details,
  };
}
