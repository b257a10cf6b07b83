import { join } from "node:path";
import { text } from "node:stream/consumers";
import { eq, like, sql } from "drizzle-orm";
import * as z from "zod";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import { log, reasonOf } from "../../core/log/log.server.ts";
import { env } from "../../core/process/env.server.ts";
import { withTimeout } from "../../core/process/timeout.ts";
import { addressOf, type Storage, storageOf } from "../../core/storage/storage.server.ts";
import { diskStorage } from "../../core/storage/storage-disk.server.ts";
import { staticFiles } from "../files.table.server.ts";
import { UPLOADS } from "../files.ts";
import { fileStores, type StoreState } from "./file-stores.table.server.ts";

// A mark in the store names its database: the id and the turn of the row in `file_stores`. An empty database beside
// an old store has another id; a database that was restored from a backup has the same id and a lower turn.

/** The content of a mark. An unreadable one counts as foreign. */
type Mark = { site: string; turn: number };

const markSchema = z.object({ site: z.string(), turn: z.number().int() });
const UNREADABLE: Mark = { site: "?", turn: 0 };

/** The store belongs to another database; the message is one line that says what to do. */
export class ForeignStoreError extends Error {}

/** The row of this database about its store. */
type StoreRow = { id: string; turn: number };

/** The row of this database's store, created when it is first read. */
function readStoreRow(): Promise<StoreRow> {
  const { id, turn, name } = fileStores;
  return asSystem("files.store", async (db) => {
    const read = () => db.select({ id, turn }).from(fileStores).where(eq(name, UPLOADS));
    const [store] = await read();
    if (store) return store;
    await db.insert(fileStores).values({ name: UPLOADS }).onConflictDoNothing();
    const [created] = await read();
    if (!created) throw new Error("the store of this database has no row");
    return created;
  });
}

async function readMark(store: Storage): Promise<Mark | undefined> {
  if (!(await store.info(store.mark))) return undefined;
  const words = await text(await store.read(store.mark));
  try {
    return markSchema.parse(JSON.parse(words));
  } catch {
    return UNREADABLE;
  }
}

const markText = ({ id, turn }: StoreRow) => JSON.stringify({ site: id, turn });

/**
 * Whether a store belongs to a database. One without a mark gets the database's own: of two databases that start at
 * the same time, one sees the mark of the other.
 */
export async function compareMark(
  store: Storage,
  readRow: () => Promise<StoreRow>,
): Promise<StoreState> {
  // The mark is read before the turn, which only grows: another process may be storing meanwhile.
  const mark = await readMark(store);
  const row = await readRow();
  if (mark) return compareTurns(mark, row);
  await store.write(store.mark, markText(row), { once: true });
  const now = await readMark(store);
  if (now?.site !== row.id) return "foreign";
  log.warn({}, "the store of files had no mark and is this database's from now on");
  return "adopted";
}

function compareTurns(mark: Mark, row: StoreRow): StoreState {
  if (mark.site !== row.id) return "foreign";
  return mark.turn > row.turn ? "older" : "ours";
}

/** Whether the store of uploads belongs to this database. Rejects when the database does not answer. */
export async function checkStore(): Promise<StoreState> {
  let databaseError: unknown;
  const readRow = () =>
    readStoreRow().catch((error: unknown) => {
      databaseError = error;
      throw error;
    });
  try {
    return await compareMark(storageOf(UPLOADS), readRow);
  } catch (error) {
    if (databaseError !== undefined) throw databaseError;
    log.warn({ reason: reasonOf(error) }, "the store of files is away");
    return "away";
  }
}

/** A start waits this long for a store; one that does not answer is checked later. */
const START_MS = 4_000;

/** The error that keeps the site from starting: the store is another database's, or it has none of our files. */
export async function findForeignStore(): Promise<ForeignStoreError | undefined> {
  const { name } = storageOf(UPLOADS);
  // Before the check, which would mark the store as this database's.
  const isEmptied = await withTimeout(isStoreEmptied(), START_MS, () => undefined);
  // A store that does not answer in time is checked by the sweep; it is not marked now.
  if (isEmptied === undefined) return undefined;
  if (isEmptied) {
    return new ForeignStoreError(
      `${name} est vide, alors que la base connaît des fichiers (is empty, but the database knows files). Pour y copier ceux de DATA_DIR (to copy them there): npm run admin -- fill-store. Pour continuer sans eux (to go on without them): npm run admin -- adopt-store`,
    );
  }
  const state = await withTimeout(checkStore(), START_MS, (): StoreState => "away");
  if (state !== "foreign") return undefined;
  return new ForeignStoreError(
    `Les fichiers de ${name} sont ceux d’une autre base de données (belong to another database). Pour les confier à celle-ci (to adopt them): npm run admin -- adopt-store`,
  );
}

/** Whether a store without a mark has no file at all, while records of this database name uploads; undefined: no answer. */
async function isStoreEmptied(): Promise<boolean | undefined> {
  const store = storageOf(UPLOADS);
  try {
    if (await store.info(store.mark)) return false;
    for await (const _file of store.list(UPLOADS)) return false;
  } catch (error) {
    log.warn({ reason: reasonOf(error) }, "the store of files is away");
    return undefined;
  }
  return asSystem("files.store", async (db) => {
    const named = like(staticFiles.file_url, `${addressOf(UPLOADS)}%`);
    return (
      (await db.select({ id: staticFiles.id }).from(staticFiles).where(named).limit(1)).length > 0
    );
  });
}

/**
 * Copies the uploads of the data folder into the store of the settings, and makes that store this database's. May be
 * run again after it was interrupted. Returns how many were copied; undefined when the settings name no other store.
 * @throws ForeignStoreError when the store is another database's: only `adoptStore` takes that over.
 */
export async function fillStore(): Promise<number | undefined> {
  const store = storageOf(UPLOADS);
  const folder = join(env().DATA_DIR, "files");
  if (store.name === folder) return undefined;
  const mark = await readMark(store);
  if (mark && mark.site !== (await readStoreRow()).id) {
    throw new ForeignStoreError(
      `Les fichiers de ${store.name} sont ceux d’une autre base de données : rien n’a été copié. (They belong to another database: nothing was copied.)`,
    );
  }
  let copied = 0;
  for await (const { key, size } of diskStorage(folder).list(UPLOADS)) {
    if ((await store.info(key))?.size === size) continue;
    await store.put(key, join(folder, key), "application/octet-stream");
    copied++;
  }
  await adoptStore();
  return copied;
}

/** Makes the store this database's own, whosever it was. Returns how it was before. */
export async function adoptStore(): Promise<StoreState> {
  const store = storageOf(UPLOADS);
  const row = await readStoreRow();
  const before = await compareMark(store, async () => row);
  await store.write(store.mark, markText(row));
  log.warn({ state: before }, "the store of files was adopted by hand");
  return before;
}

/**
 * Advances the turn in this database and in the mark after files were stored or removed, unless the store is not
 * ours. A mark that is behind does no harm, so a failure is only logged.
 */
export async function advanceTurn(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  try {
    const state = await checkStore();
    if (state !== "ours" && state !== "adopted") return;
    const [row] = await asSystem("files.store", (db) =>
      db
        .update(fileStores)
        .set({ turn: sql`${fileStores.turn} + 1` })
        .where(eq(fileStores.name, UPLOADS))
        .returning({ id: fileStores.id, turn: fileStores.turn }),
    );
    const store = storageOf(UPLOADS);
    if (row) await store.write(store.mark, markText(row));
  } catch (error) {
    log.warn({ reason: reasonOf(error) }, "mark of the store not written");
  }
}

/** Uploads come many at a time: one advance for all, this long after the first. */
const SOON_MS = 5_000;
let timer: NodeJS.Timeout | undefined;

export function advanceTurnSoon(): void {
  if (timer) return;
  timer = setTimeout(() => void advanceTurn(), SOON_MS);
  timer.unref();
}
