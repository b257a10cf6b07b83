import { isAtRest } from "../../core/database/copy/rest.server.ts";
import { type JobState, jobStates } from "../../core/process/jobs.server.ts";
import { formatMoment } from "../../i18n/format.ts";
import { several } from "../../kit/plural.ts";
import { NOTIONS } from "../frame/notions.ts";
import type { Finding } from "./probes.system.server.ts";

/** What the jobs are called here; one that nobody named yet has its own name. */
const JOBS: Readonly<Record<string, string>> = {
  "backups.departures": "Liste des effacements et des désinscriptions, à côté des sauvegardes",
  "rest.prepare": "Préparation de la reprise, après une restauration",
  "restores.prepare": "Copie à restaurer, et ménage des états gardés à côté du site",
  "backups.nightly": "Sauvegarde de la nuit, et son essai",
  "bin.empty": "Vidage de la corbeille",
  "data.retention": "Effacement des données dont la durée est passée",
  "mail.send": "Envoi des e-mails",
  ...Object.assign({}, ...NOTIONS.map(({ jobs: own }) => own)),
};

const LATE = {
  overdue: "en retard",
  endless: "n’en finit pas",
} as const;

/** How the jobs of this process go: when each ran last, how it ended, and which should have run long ago. */
export function checkJobs(states = jobStates()): Finding {
  if (isAtRest()) {
    return {
      level: "warning",
      summary: "Le site est au repos : aucune tâche de fond ne tourne",
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
    `${states.length} tâches, ${failed.length} en échec`,
    late.length > 0 && several(late.length, "ne tourne plus", "ne tournent plus"),
  ];
  return {
    level: late.length > 0 ? "error" : failed.length > 0 ? "warning" : "success",
    summary: parts.filter(Boolean).join(", "),
    details: states.map((job) => [JOBS[job.name] ?? job.name, wordsOf(job)]),
  };
}

function wordsOf({ everyMs, last, late }: JobState): string {
  const parts = [
    last ? `${formatMoment("fr", last.at)}, ${last.failure ?? "réussie"}` : "en cours",
    late && LATE[late],
  ];
  return `${parts.filter(Boolean).join(", ")} (toutes les ${Math.round(everyMs / 1_000)} s)`;
}
