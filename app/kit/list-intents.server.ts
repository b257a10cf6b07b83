import * as z from "zod";
import type { StaffDb } from "../core/database/doors.server.ts";
import { type Intent, intent } from "./intents.server.ts";
import { box, direction, ids } from "./schema.ts";

// The changes that most lists offer. Their messages are written in the list.

type Ids = readonly string[];

/** Moves rows to the bin; the message offers to undo it. */
export function deleteIntent(
  remove: (db: StaffDb, ids: Ids) => Promise<{ count: number; batch: string }>,
  text: (count: number) => string,
): Intent {
  return intent(
    z.object({ ids }),
    async (db, fields) => {
      const { count, batch } = await remove(db, fields.ids);
      return { text: text(count), undo: batch };
    },
    "Erreur lors de la suppression",
  );
}

/** One position of a switch: the operation that sets it, and what the message says of its result. */
type Position<Target, Result> = {
  run: (db: StaffDb, target: Target) => Promise<Result>;
  text: (result: Result) => string;
};

const toggleFor =
  <Target>(target: z.ZodType<Target>) =>
  <Result>(on: Position<Target, Result>, off: Position<Target, Result>): Intent =>
    intent(z.object({ ids: target, on: box }), async (db, fields) => {
      const { run, text } = fields.on ? on : off;
      return text(await run(db, fields.ids));
    });

/** A switch of one or several rows. */
export const toggleIntent = toggleFor(ids);

/** A switch of a single row. */
export const toggleOneIntent = toggleFor(z.uuid());

/** Sets the status of one or several rows. */
export function statusIntent<const Status extends string>(
  statuses: readonly [Status, ...Status[]],
  run: (db: StaffDb, ids: Ids, status: Status) => Promise<number>,
  text: (count: number, status: Status) => string,
): Intent {
  return intent(z.object({ ids, status: z.enum(statuses) }), async (db, fields) => {
    const status = fields.status as Status;
    return text(await run(db, fields.ids, status), status);
  });
}

/** Moves a row one place up or down. */
export function moveIntent(
  move: (db: StaffDb, id: string, direction: "up" | "down") => Promise<unknown>,
): Intent {
  return intent(
    z.object({ id: z.uuid(), direction }),
    async (db, fields) => {
      await move(db, fields.id, fields.direction);
      return "Ordre mis à jour";
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
