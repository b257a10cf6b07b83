import {
  type BackupHistory,
  durationWords,
  isKeyDue,
  judge,
  proofSeconds,
} from "../../backups/screen/backup-state.ts";
import { formatMoment } from "../../i18n/format.ts";
import type { Finding } from "./probes.system.server.ts";

const LEVELS = { good: "success", warn: "warning", bad: "error" } as const;

const KEY_DUE = "la clé de secours est à présenter dans Sauvegardes";
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
    level: tone === "good" && keyDue ? "warning" : LEVELS[tone],
    summary: summaries[tone],
    details: [
      ["Dernier essai réussi", seconds === undefined ? "aucun" : `en ${durationWords(seconds)}`],
      ["Clé de secours présentée", keyShownAt ? formatMoment("fr", keyShownAt) : "jamais"],
    ],
  };
}
