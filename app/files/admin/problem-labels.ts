import type { Problem } from "../children/media.ts";

/** Why a file could not be prepared, for staff. */
export const PROBLEM_LABELS: Readonly<Record<Problem, string>> = {
  broken: "son contenu est abîmé",
  memory: "il demande trop de mémoire",
  time: "il demande trop de temps",
  died: "sa lecture s’est interrompue",
};
