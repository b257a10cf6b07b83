// A restore from the screen: a copy is prepared beside the site, and the next start switches to it.

/** The steps of preparing a copy. */
export const COPY_STEPS = ["verify", "restore", "compare"] as const;
export type CopyStep = (typeof COPY_STEPS)[number];

/** Why a copy failed. Nothing else of an error is stored, since its message may contain a path. */
export const COPY_PROBLEMS = [
  "full",
  "damaged",
  "version",
  "differs",
  "away",
  "disks",
  "time",
  "stopped",
  "interrupted",
  "unknown",
] as const;
export type CopyProblem = (typeof COPY_PROBLEMS)[number];

/** The date of the data and the size of a complete copy, or why there is none. */
export type CopyReport = { madeAt: string; bytes: number } | { problem: CopyProblem };

export const PLACES = ["here", "elsewhere"] as const;
export type Place = (typeof PLACES)[number];

/** An unused copy is discarded after this time, since later changes of the site would be lost. */
export const COPY_HOURS = 24;

/** The intents of the screen's forms. */
export const PREPARE = "prepare";
export const CANCEL = "cancel";
export const GO_BACK = "go-back";

/** The file name of an archive. */
export const archiveName = (key: string): string => key.slice(key.lastIndexOf("/") + 1);

/** The labels of copy problems. */
export const COPY_PROBLEM_LABELS: Readonly<Record<CopyProblem, string>> = {
  full: "il n’y a pas assez de place sur le disque",
  damaged: "la sauvegarde est abîmée, ou fermée par une autre clé que celle de ce site",
  version: "la sauvegarde vient d’une version du site que celle-ci ne sait pas restaurer",
  differs: "ce qui a été restauré diffère de ce qui avait été sauvegardé",
  away: "le stockage n’a pas répondu",
  disks: "la base ou les fichiers sont sur un disque à part",
  time: "elle a pris trop de temps",
  stopped: "elle a été arrêtée",
  interrupted: "elle a été interrompue",
  unknown: "la raison est dans le journal du serveur",
};

export const COPY_STEP_LABELS: Readonly<Record<CopyStep, string>> = {
  verify: "lecture de la sauvegarde",
  restore: "remise en place à côté du site",
  compare: "comparaison avec la sauvegarde",
};
