import { DAY, HOUR } from "../../core/values/durations.ts";
import { formatMoment, several } from "../../i18n/format.ts";
import { isFutureDated } from "../archive/archive-retention.ts";
import {
  isGrave,
  type LostFiles,
  type RunFindings,
  type RunKind,
  type RunReason,
  type RunStatus,
} from "../nightly/backups.ts";

// What the runs say together: whether the site could be brought back today, and what is to be done next.

/** At night, while nobody writes much: Conakry is on UTC all year. */
const NIGHT_HOUR = 2;
/** A day, and what the next one may take. */
const OLD_MS = 26 * HOUR;
const TRIED_AGAIN_MS: Readonly<Record<"archive" | "copy" | "proof", number>> = {
  archive: HOUR,
  copy: HOUR,
  proof: 6 * HOUR,
};
/** A quarter of a year. */
const KEY_SHOWN_EVERY_MS = 91 * DAY;

export type Run = {
  kind: RunKind;
  status: RunStatus;
  started_at: Date;
  lease_until: Date | null;
  ended_at: Date | null;
  archive: string | null;
  archive_at: Date | null;
  elsewhere: boolean;
  reason: RunReason | null;
  findings: RunFindings;
};

export type BackupHistory = {
  hasKeys: boolean;
  /** Whether a store elsewhere is set. */
  hasElsewhere: boolean;
  /** The newest first. */
  runs: readonly Run[];
  keyShownAt?: Date;
  /** The clock is far ahead of all that the site knows. */
  isClockDoubted?: boolean;
};

type Tone = "good" | "warn" | "bad";
export type Verdict = { tone: Tone; words: string };

const isOver = ({ status }: Run) => status === "done" || status === "failed";
const isOf = (kind: RunKind) => (run: Run) => run.kind === kind && isOver(run);

/** Whether one is asked for, or under way in a process that still says so. */
export const isBusy = (runs: readonly Pick<Run, "status" | "lease_until">[], now: Date): boolean =>
  runs.some(
    ({ status, lease_until }) =>
      status === "asked" || (status === "running" && lease_until !== null && lease_until > now),
  );

/** When the last night began at which there should have been an archive. */
function nightBefore(now: Date): number {
  const night = Math.floor(now.getTime() / DAY) * DAY + NIGHT_HOUR * HOUR;
  return night <= now.getTime() ? night : night - DAY;
}

/** The next night. */
export const nextNight = (now: Date): Date => new Date(nightBefore(now) + DAY);

/** The runs that were begun by now. What a clock that was ahead dated is no archive of tonight. */
const begunBy = <Begun extends Run>(runs: readonly Begun[], now: Date): Begun[] =>
  runs.filter(({ started_at }) => !isFutureDated(started_at, now));

/** The archive that was made last, of the runs with the newest first. */
export const newestArchive = <Begun extends Run>(
  runs: readonly Begun[],
  now: Date,
): Begun | undefined =>
  begunBy(runs, now).find(({ archive, kind }) => archive && kind === "archive");

/** Whether a run that failed may be tried again already; one that the end of the process cut short, at once. */
function mayTryAgain(kind: "archive" | "copy" | "proof", run: Run | undefined, now: Date): boolean {
  if (!run || run.status === "done" || run.reason === "stopped") return true;
  return now.getTime() - run.started_at.getTime() >= TRIED_AGAIN_MS[kind];
}

/** What there is to do now; one thing at a time. */
export function nextWork(
  history: BackupHistory,
  now: Date,
): "archive" | "copy" | "proof" | undefined {
  const { hasKeys, hasElsewhere } = history;
  if (!hasKeys) return undefined;
  if (history.runs.some(({ status }) => status === "asked")) return "archive";
  const runs = begunBy(history.runs, now);
  const archive = newestArchive(runs, now);
  const last = runs.find(isOf("archive"));
  const isOfTonight = (archive?.started_at.getTime() ?? 0) >= nightBefore(now);
  if (!isOfTonight) return mayTryAgain("archive", last, now) ? "archive" : undefined;
  const copy = runs.find(isOf("copy"));
  const isElsewhere = archive?.elsewhere || copy?.archive === archive?.archive;
  const tried = copy && copy.started_at > (archive?.started_at ?? now) ? copy : archive;
  if (hasElsewhere && !isElsewhere && mayTryAgain("copy", tried, now)) return "copy";
  const proof = runs.find(isOf("proof"));
  if (proof?.archive === archive?.archive) return undefined;
  // Another machine of the site tries the newest archive of its own folder.
  const isLater = proof && archive && proof.started_at > archive.started_at;
  if (isLater && proof.status === "done") return undefined;
  return mayTryAgain("proof", proof, now) ? "proof" : undefined;
}

const CLOCK_AHEAD =
  "L’horloge du site semble en avance\u202f: aucune sauvegarde n’est enlevée tant qu’elle n’est pas sûre";
const ALL_AHEAD =
  "Aucune sauvegarde sûre\u202f: celles qui existent portent une date à venir, car l’horloge était en avance";
const OLD = "La dernière sauvegarde a plus d’un jour";
const OLD_AND_AHEAD = `${OLD}\u202f; une plus récente porte une date à venir, car l’horloge était en avance`;

/** Green, amber or red, and why in one line. */
export function judge(history: BackupHistory, now: Date): Verdict {
  const verdict = judgeArchives(history, now);
  if (verdict.tone === "bad" || !history.hasKeys || history.keyShownAt) return verdict;
  return { tone: "bad", words: KEY_NEVER_SHOWN };
}

/** Nobody has shown that they hold the key without which no archive opens: it may be on no paper at all. */
const KEY_NEVER_SHOWN = "La clé de secours n’a pas encore été vérifiée";

function judgeArchives(history: BackupHistory, now: Date): Verdict {
  const { hasKeys } = history;
  const runs = begunBy(history.runs, now);
  const isOld = (at: Date | null | undefined) => !at || now.getTime() - at.getTime() > OLD_MS;
  const bad = (words: string): Verdict => ({ tone: "bad", words });
  if (!hasKeys)
    return { tone: "warn", words: "Aucune sauvegarde : créez d’abord la clé de secours" };
  if (history.isClockDoubted) return bad(CLOCK_AHEAD);
  const last = runs.find(isOf("archive"));
  const archive = newestArchive(runs, now);
  const isAhead = runs.length < history.runs.length;
  if (!last && isAhead) return bad(ALL_AHEAD);
  if (!last) return { tone: "warn", words: "La première sauvegarde n’est pas encore faite" };
  if (last.status === "failed" && last.reason !== "elsewhere" && last.reason !== "stopped")
    return bad(`La dernière sauvegarde a échoué : ${RUN_REASON_LABELS[last.reason ?? "unknown"]}`);
  if (isOld(archive?.archive_at)) return bad(isAhead ? OLD_AND_AHEAD : OLD);
  const lost = archive?.findings.missing;
  if (lost && isGrave(lost)) return bad(lostWords(lost));
  const proof = runs.find((run) => isOf("proof")(run) && run.reason !== "stopped");
  if (proof?.status === "failed")
    return bad(
      `L’essai de la dernière sauvegarde a échoué : ${RUN_REASON_LABELS[proof.reason ?? "unknown"]}`,
    );
  if (proof && isOld(proof.archive_at)) return bad("Le dernier essai a plus d’un jour");
  const away = runs.find((run) => run.elsewhere && isOver(run));
  if (history.hasElsewhere && isOld(away?.archive_at))
    return bad("Aucune copie de moins d’un jour ne se trouve ailleurs");
  if (lost) return { tone: "warn", words: lostWords(lost) };
  if (isOld(away?.archive_at)) return { tone: "warn", words: "Sauvegardé sur la même machine" };
  if (!proof) return { tone: "warn", words: "La sauvegarde n’a pas encore été essayée" };
  return { tone: "good", words: "Sauvegardé ailleurs, et remis en place pour essai" };
}

/** Whether somebody should show again that the recovery key is at hand. */
export const isKeyDue = ({ hasKeys, keyShownAt }: BackupHistory, now: Date): boolean =>
  hasKeys && (!keyShownAt || now.getTime() - keyShownAt.getTime() > KEY_SHOWN_EVERY_MS);

/** How long the last try of an archive took, in seconds. */
export function proofSeconds({ runs }: Pick<BackupHistory, "runs">): number | undefined {
  const proof = runs.find(({ kind, status }) => kind === "proof" && status === "done");
  if (!proof?.ended_at) return undefined;
  return Math.max(1, Math.round((proof.ended_at.getTime() - proof.started_at.getTime()) / 1_000));
}

/** What went wrong, as staff are told. */
export const RUN_REASON_LABELS: Readonly<Record<RunReason, string>> = {
  full: "il n’y a plus assez de place",
  busy: "une autre sauvegarde était en cours",
  database: "la base n’a pas pu être lue",
  files: "des fichiers n’ont pas pu être lus",
  elsewhere: "la copie n’est pas arrivée ailleurs",
  changed: "un fichier a changé tout seul sur le disque",
  damaged: "l’archive est abîmée",
  differs: "ce qui a été restauré diffère de ce qui avait été sauvegardé",
  time: "elle a pris trop de temps",
  stopped: "le site s’est arrêté pendant ce temps",
  interrupted: "elle a été interrompue",
  unknown: "la raison est dans le journal du serveur",
};

export const RUN_KIND_LABELS: Readonly<Record<RunKind, string>> = {
  archive: "Sauvegarde",
  copy: "Copie ailleurs",
  proof: "Essai",
  key: "Clé de secours vérifiée",
};

export const TONE_LABELS = { good: "En ordre", warn: "À compléter", bad: "En panne" } as const;

/** What the store of files lacks, in one line. */
export function lostWords({ count, fewer }: LostFiles): string {
  const named = several(
    count,
    "fichier utilisé par le site manque ou a changé dans le stockage",
    "fichiers utilisés par le site manquent ou ont changé dans le stockage",
  );
  const shrunk = `${several(fewer, "fichier", "fichiers")} de moins sans que rien ait été supprimé`;
  return [count > 0 && named, fewer > 0 && shrunk].filter(Boolean).join(", ");
}

/** A time that something took. */
export function durationWords(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const KEPT = "Les sauvegardes des dernières 48 heures restent, et celles d’avant une mise à jour.";

/** What pressing the button takes away, said before. */
export function removalWords(leaving: readonly Date[]): string {
  const [first, ...others] = leaving.map((at) => formatMoment("fr", at));
  if (!first) return `Elle n’enlève aucune sauvegarde. ${KEPT}`;
  if (others.length === 0) {
    return `Elle enlève de cette machine celle du ${first}, dont le temps est passé. ${KEPT}`;
  }
  return `Elle enlève de cette machine celles dont le temps est passé : ${[first, ...others].join(", ")}. ${KEPT}`;
}
