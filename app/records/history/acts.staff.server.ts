import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { newId } from "../../core/secrets/id.server.ts";
import { definitionOf } from "../definitions.server.ts";
import { isUndoable } from "../record.ts";

/** What a transaction wrote into the log until now. */
type Act = {
  /** Its entries are undone together. */
  batch: string;
  entries: { action: string; entity: string }[];
  /** Which entries this transaction undoes, by table and id of their rows. */
  undoes: Map<string, string[]>;
};

const acts = new WeakMap<StaffDb, Act>();

function actOf(db: StaffDb): Act {
  const act = acts.get(db) ?? { batch: newId(), entries: [], undoes: new Map() };
  acts.set(db, act);
  return act;
}

type Entry = { action: string; entity: string; entity_id?: string };

/** What the log says of each entry beside what was done: with which others, and what it undoes. */
export function newActEntries(db: StaffDb, entries: readonly Entry[]) {
  const act = actOf(db);
  act.entries.push(...entries);
  return entries.map(({ entity, entity_id }) => {
    const undoes = act.undoes.get(`${entity} ${entity_id}`)?.shift();
    return { batch: act.batch, undoes };
  });
}

/** From here on the transaction undoes this entry: the next one about its row says so. The last comes first. */
export function newUndoing(
  db: StaffDb,
  { id, entity, entity_id }: { id: string; entity: string; entity_id: string },
): void {
  const { undoes } = actOf(db);
  const key = `${entity} ${entity_id}`;
  undoes.set(key, [...(undoes.get(key) ?? []), id]);
}

/** What the button of the message undoes, when all that the transaction did can be undone. */
export function findActToUndo(db: StaffDb): string | undefined {
  const act = acts.get(db);
  if (!act || act.entries.length === 0) return undefined;
  const isWhole = act.entries.every((entry) => isUndoable(entry, definitionOf(entry.entity)));
  return isWhole ? act.batch : undefined;
}
