import { formatMoment } from "../../i18n/format.ts";
import { several } from "../../kit/plural.ts";
import type { LostFiles, RunKind, RunReason } from "../nightly/backups.ts";

/** What went wrong, as staff are told. */
export const RUN_REASON_LABELS: Readonly<Record<RunReason, string>> = {
  full: "il n’y a plus assez de place",
  busy: "une autre sauvegarde était en cours",
  database: "la base n’a pas pu être lue",
  files: "des fichiers n’ont pas pu être lus",
  elsewhere: "la copie n’est pas arrivée ailleurs",
  changed: "un fichier a changé tout seul sur le disque",
  damaged: "l’archive est abîmée",
  differs: "ce qui est revenu n’est pas ce qui était parti",
  time: "elle a pris trop de temps",
  stopped: "le site s’est arrêté pendant ce temps",
  interrupted: "elle a été interrompue",
  unknown: "la raison est dans le journal du serveur",
};

export const RUN_KIND_LABELS: Readonly<Record<RunKind, string>> = {
  archive: "Sauvegarde",
  copy: "Copie ailleurs",
  proof: "Essai",
  key: "Clé de secours présentée",
};

export const TONE_LABELS = { good: "En ordre", warn: "À compléter", bad: "En panne" } as const;

/** What the store of files lacks, in one line. */
export function lostWords({ count, fewer }: LostFiles): string {
  const named = several(
    count,
    "fichier que le site nomme manque ou a changé dans le stockage",
    "fichiers que le site nomme manquent ou ont changé dans le stockage",
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
  return `Elle enlève de cette machine celles dont le temps est passé : ${[first, ...others].join(", ")}. ${KEPT}`;
}
