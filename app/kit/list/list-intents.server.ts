import * as z from "zod";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { AppError } from "../../core/values/errors.ts";
import { box, direction, ids } from "../form/schema.ts";
import { type PublicationChange, publicationEffects } from "../publication/publication-words.ts";
import { type Intent, intent, seenIntent } from "./intents.server.ts";

// The changes that most lists offer. Their messages are written in the list.

type Ids = readonly string[];

/** What is said when nothing had to be done: another did it before, or it was so already. */
const UNCHANGED = "Rien n’a changé : c’était déjà fait";

/** What happened to several rows; those that stay as they were are told apart. */
function changeText(asked: number, changed: number, text: (changed: number) => string): string {
  if (changed === 0) return UNCHANGED;
  const rest = asked - changed;
  if (rest <= 0) return text(changed);
  return `${text(changed)} ; ${rest > 1 ? `${rest} n’ont` : "une fiche n’a"} pas changé`;
}

/** Moves rows to the bin; the message offers to undo it. */
export function deleteIntent(
  remove: (db: StaffDb, ids: Ids) => Promise<{ count: number; batch: string }>,
  text: (count: number) => string,
): Intent {
  return seenIntent(
    z.object({ ids }),
    async (db, fields) => {
      return deleted(await remove(db, fields.ids), text);
    },
    "Erreur lors de la suppression",
  );
}

/** What a deletion says. @throws AppError 'not-found' when everything was gone already */
export function deleted(
  { count, batch }: { count: number; batch: string },
  text: (count: number) => string,
): { text: string; undo: string } {
  if (count === 0) throw new AppError("not-found", "nothing is left to delete");
  return { text: text(count), undo: batch };
}

/** One position of a switch: the operation that sets it, and what the message says of its result. */
type Position<Target, Result> = {
  run: (db: StaffDb, target: Target) => Promise<Result>;
  text: (result: Result) => string;
};

const toggleFor =
  <Target>(target: z.ZodType<Target>, making: typeof intent = intent) =>
  <Result>(on: Position<Target, Result>, off: Position<Target, Result>): Intent =>
    making(z.object({ ids: target, on: box }), async (db, fields) => {
      const { run, text } = fields.on ? on : off;
      const result = await run(db, fields.ids);
      return result === 0 || isNothing(result) ? UNCHANGED : text(result);
    });

const isNothing = (result: unknown): boolean =>
  typeof result === "object" && result !== null && "count" in result && result.count === 0;

/** A switch of one or several rows. */
export const toggleIntent = toggleFor(ids);

/** A switch of a single row. */
export const toggleOneIntent = toggleFor(z.uuid());

/** The same of what lets somebody in or shuts them out: as it was seen. */
export const seenToggleIntent = toggleFor(z.uuid(), seenIntent);

/** Sets the status of one or several rows. */
export function statusIntent<const Status extends string>(
  statuses: readonly [Status, ...Status[]],
  run: (db: StaffDb, ids: Ids, status: Status) => Promise<number>,
  text: (count: number, status: Status) => string,
): Intent {
  return seenIntent(z.object({ ids, status: z.enum(statuses) }), async (db, fields) => {
    const status = fields.status as Status;
    const changed = await run(db, fields.ids, status);
    return changeText(new Set(fields.ids).size, changed, (count) => text(count, status));
  });
}

/** The same of what the clock may publish too: it is said what became of rows that waited for their moment. */
export function publicationIntent<const Status extends string>(
  statuses: readonly [Status, ...Status[]],
  run: (db: StaffDb, ids: Ids, status: Status) => Promise<PublicationChange>,
  text: (change: PublicationChange, status: Status) => string,
): Intent {
  return seenIntent(z.object({ ids, status: z.enum(statuses) }), async (db, fields) => {
    const status = fields.status as Status;
    const change = await run(db, fields.ids, status);
    const said = changeText(new Set(fields.ids).size, change.count, () => text(change, status));
    return said + publicationEffects(change, status === "published");
  });
}

/** A change of one or several rows that has a button of its own. */
export function changeIntent(
  run: (db: StaffDb, ids: Ids) => Promise<number>,
  text: (count: number) => string,
): Intent {
  return intent(z.object({ ids }), async (db, fields) =>
    changeText(new Set(fields.ids).size, await run(db, fields.ids), text),
  );
}

/** Moves a row one place up or down. */
export function moveIntent(
  move: (db: StaffDb, id: string, direction: "up" | "down") => Promise<unknown>,
): Intent {
  return intent(
    z.object({ id: z.uuid(), direction }),
    async (db, fields) => {
      const moved = await move(db, fields.id, fields.direction);
      return moved === false
        ? "Rien n’a changé : c’est déjà le bout de la liste"
        : "Ordre mis à jour";
    },
    "Erreur lors du déplacement",
  );
}

/** Makes the samples that an empty list shows the site's own. */
export function adoptIntent(
  adopt: (db: StaffDb) => Promise<number>,
  text: (count: number) => string,
): Intent {
  return intent(z.object({}), async (db) => text(await adopt(db)));
}
