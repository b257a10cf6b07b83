import type { StaffDb } from "../core/database/doors/doors.server.ts";
import { newId } from "../core/secrets/id.server.ts";
import { AppError, brokenConstraint } from "../core/values/errors.ts";

// A form for a new record brings its id along. Sent twice, or once more since the answer of the first time was lost,
// it makes one record.

const givenIds = new WeakMap<StaffDb, string>();

/** The next record that this transaction makes has this id. */
export const giveId = (db: StaffDb, id: string): unknown => givenIds.set(db, id);

/**
 * Runs an insert into a table with the id that the form gave, or with a new one. Returns the id.
 * @throws AppError 'conflict' when the record of this form is there already.
 */
export async function withGivenId(
  db: StaffDb,
  table: string,
  insert: (id: string) => PromiseLike<unknown>,
): Promise<string> {
  const given = givenIds.get(db);
  const id = given ?? newId();
  try {
    await insert(id);
  } catch (error) {
    if (given === undefined || brokenConstraint(error) !== `${table}_pkey`) throw error;
    throw new AppError(
      "conflict",
      "Cette fiche est déjà enregistrée\u202f: un envoi précédent était bien arrivé. Vous la trouverez dans la liste.",
    );
  }
  // Kept until then: an insert may be tried again under another name.
  givenIds.delete(db);
  return id;
}
