import type { CheckLevel } from "../../core/process/checks.ts";

/** WHAT CAN BE WRONG: each is looked at by itself, told by itself, and has one line on the page of health. */
export const CAUSES = {
  database: "Base de données",
  clock: "Horloge",
  storage: "Écriture des fichiers",
  jobs: "Tâches de fond",
  mail: "E-mails qui ne partent pas",
  ledger: "Registre de l’argent et commandes",
  backups: "Sauvegardes",
  rates: "Taux de change",
  disk: "Place sur le disque",
  descriptors: "Fichiers et connexions ouverts",
  memory: "Mémoire",
  loop: "Temps de réponse du processus",
  connections: "Connexions à la base de données",
  certificate: "Certificat de l’adresse publique",
  errors: "Erreurs",
  limits: "Limites atteintes",
} as const satisfies Record<string, string>;

export type Cause = keyof typeof CAUSES;
export const CAUSE_NAMES = Object.keys(CAUSES) as Cause[];

/** A cause that wants somebody: in the mail of the day, or at once when it is grave. */
export type Trouble = { cause: Cause; level: Exclude<CheckLevel, "success">; summary: string };
