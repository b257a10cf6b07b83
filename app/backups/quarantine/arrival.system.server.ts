import { putToRest } from "../../core/database/copy/rest.server.ts";
import { changeJournal, journalOrNone } from "../../core/database/copy/site-states.server.ts";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import type { Engine } from "../../core/database/engine.server.ts";
import { askIn } from "../../core/database/schema/schema-check.server.ts";
import { writeAudit } from "../../records/history/audit-entries.operations.server.ts";

/**
 * Tells a database that the site has just become what it holds: it rests until a person releases it, everybody signs
 * in again, and its log says who asked for it, even where it does not know their account. Before anybody is answered;
 * what a crash interrupts is done once more.
 */
export async function noteArrival(engine: Engine, dataDir: string): Promise<void> {
  if (engine.kind === "server") return;
  const { arrived } = journalOrNone(dataDir);
  if (!arrived) return;
  const { state, by } = arrived;
  const origin = { archive: state.archive, at: state.at };
  await engine.transaction((tx) => putToRest(askIn(tx), origin));
  await asSystem("restores.arrive", (db) =>
    writeAudit(db, {
      // A command has no account.
      staff_id: by.id || undefined,
      staff_name: by.name,
      staff_email: by.email || undefined,
      action: state.kind === "copy" ? "profiles.restored" : "profiles.restored-former",
      entity: "profiles",
      label: by.name,
      after: state.archive ? { archive: state.archive } : undefined,
    }),
  );
  changeJournal(dataDir, ({ arrived: _done, ...journal }) => journal);
}
