import type { CheckLevel } from "../../core/process/checks.ts";

/** WHAT CAN BE WRONG: each cause has a check, a line on Santé du site, and alerts of its own. */
export const CAUSES = {
  database: "Base de données",
  clock: "Horloge",
  storage: "Écriture des fichiers",
  jobs: "Tâches de fond",
  mail: "Envoi des e-mails",
  ledger: "Comptes et commandes",
  licences: "Cartes de licence",
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

/** A cause that somebody has to look at: an error is mailed at once, a warning once a day. */
export type Trouble = { cause: Cause; level: Exclude<CheckLevel, "success">; summary: string };
