import { type CopyDatabase, quoted } from "../../core/database/copy/table-copy.server.ts";
import { newId } from "../../core/secrets/id.server.ts";
import type { RunEnd } from "./run-end.ts";

/**
 * Writes an archive that somebody made with the command into the list of the administration: past the doors, since
 * no site need run, and the database may be of an older version. Rejects where that has no such list yet.
 */
export async function noteRunByHand(
  { ask }: Pick<CopyDatabase, "ask">,
  end: RunEnd & { started_at: Date; ended_at: Date },
): Promise<void> {
  const { findings = {}, ...facts } = end;
  const run = {
    id: newId(),
    kind: "archive",
    by_hand: true,
    ...facts,
    findings: JSON.stringify(findings),
  };
  const entries = Object.entries(run).filter(([, value]) => value !== undefined);
  const columns = entries.map(([name]) => quoted(name)).join(", ");
  const places = entries.map((_, place) => `$${place + 1}`).join(", ");
  await ask(
    `insert into backup_runs (${columns}) values (${places})`,
    entries.map(([, value]) => value),
  );
}
