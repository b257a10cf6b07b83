import { Link } from "react-router";
import { durationWords, type Verdict } from "./backup-state.ts";

export type Mark = Verdict & { seconds: number | undefined };

/** On the dashboard: whether the site could be brought back, and how long that took in the last try. */
export function BackupMark({ mark: { tone, words, seconds } }: { mark: Mark }) {
  return (
    <p className="mb-4 text-sm">
      <Link to="/admin/backups" className="badge whitespace-normal" data-tone={TONES[tone]}>
        {words}
      </Link>
      {seconds !== undefined && (
        <span className="block text-muted">
          Dernier essai : tout est revenu en {durationWords(seconds)}.
        </span>
      )}
    </p>
  );
}

const TONES = { good: "good", warn: "wait", bad: "bad" } as const;
