import { join } from "node:path";
import { eq, getTableName, inArray, sql } from "drizzle-orm";
import { asSystem, type SystemDb } from "../core/database/doors/doors.server.ts";
import { rowsOf } from "../core/database/doors/rows.server.ts";
import { log } from "../core/log/log.server.ts";
import { currentTime } from "../core/process/clock.ts";
import { env } from "../core/process/env.server.ts";
import { isId } from "../core/secrets/id.ts";
import { appendNewLines, readLines } from "../core/storage/line-file.server.ts";
import { AppError } from "../core/values/errors.ts";
import { retentionCutoff } from "../core/values/retention.ts";
import { addressHashes, erasePerson } from "./erase.operations.server.ts";
import { erasures } from "./erasures.table.server.ts";
import { ADDRESS_TABLES, PERSON_TABLES } from "./find-person.operations.server.ts";

// A restored backup brings back people who were erased since. So every erasure is also written to a file beside the
// database, as ids and a hash; those that the database does not know are repeated.

type ErasureLine = { id: string; at: string; records: string[]; address: string };

export const ERASURE_FILE = "erasures.jsonl";

const fileIn = (dataDir: string) => join(dataDir, ERASURE_FILE);

/** The erasures in the file. A line cut short by a crash is skipped: the database still has it. */
export const readErasureFile = (dataDir: string): ErasureLine[] =>
  readLines(fileIn(dataDir)).flatMap((line) => parseLine(line) ?? []);

function parseLine(text: string): ErasureLine | undefined {
  try {
    const { id, at, records, address } = JSON.parse(text) as ErasureLine;
    const isValid = isId(id) && Array.isArray(records) && records.every(isId);
    return isValid ? { id, at: String(at), records, address: String(address) } : undefined;
  } catch {
    return undefined;
  }
}

/** Appends new lines; they are on the disk before it returns. */
export const appendErasureLines = (dataDir: string, lines: readonly ErasureLine[]): void =>
  appendNewLines(fileIn(dataDir), lines, readErasureFile(dataDir), ({ id }) => id);

/** Adds the lines of another list, such as the one beside an archive. */
export const importErasureLines = (dataDir: string, words: readonly string[]): void =>
  appendErasureLines(
    dataDir,
    words.flatMap((line) => parseLine(line) ?? []),
  );

/** Writes erasures that the file does not know yet to the file. */
export async function saveErasures(dataDir = env().DATA_DIR): Promise<void> {
  const rows = await asSystem("people.keep", (db) =>
    db.select().from(erasures).where(eq(erasures.status, "done")),
  );
  // The file is read after the database and written without an await, so two runs at once add no line twice.
  const lines = rows.map(({ id, decided_at, record_ids, address_hash }) => ({
    id,
    at: decided_at?.toISOString() ?? "",
    records: record_ids,
    address: address_hash ?? "",
  }));
  appendErasureLines(dataDir, lines);
}

/** Erases again the people whom a restored backup brought back. Returns how many erasures were repeated. */
export const reapplyErasures = async (dataDir = env().DATA_DIR): Promise<number> =>
  (await reapplyErasuresWithCounts(dataDir)).repeated;

/** The same, with how many wait for a place or a payment to be settled first. */
export async function reapplyErasuresWithCounts(
  dataDir = env().DATA_DIR,
): Promise<{ repeated: number; waiting: number }> {
  // Older erasures are forgotten like the log: no backup is kept that long.
  const since = retentionCutoff("log", currentTime()).toISOString();
  const lines = readErasureFile(dataDir).filter(({ at }) => at >= since);
  if (lines.length === 0) return { repeated: 0, waiting: 0 };
  const ids = lines.map(({ id }) => id);
  const done = await asSystem("people.repeat", (db) =>
    db
      .select({ id: erasures.id })
      .from(erasures)
      .where(
        sql`${erasures.id} = any(${`{${ids.join(",")}}`}::uuid[]) and ${erasures.status} = 'done'`,
      ),
  );
  const known = new Set(done.map(({ id }) => id));
  let [repeated, waiting] = [0, 0];
  for (const line of lines) {
    if (known.has(line.id)) continue;
    try {
      await asSystem("people.repeat", (db) => repeat(db, line));
      repeated += 1;
    } catch (error) {
      // A restored place or payment has to be settled first; the next run tries again.
      if (!(error instanceof AppError)) throw error;
      waiting += 1;
      log.warn({ err: error }, "an erasure waits to be done once more");
    }
  }
  return { repeated, waiting };
}

async function repeat(db: SystemDb, { id, at, records, address }: ErasureLine): Promise<void> {
  for (const record of await findRestored(db, records, address)) await erasePerson(db, record);
  const done = { status: "done" as const, record_ids: records, address_hash: address };
  const decided_at = Number.isNaN(Date.parse(at)) ? null : new Date(at);
  await db
    .insert(erasures)
    .values({ ...done, id, decided_at, record_id: records[0] ?? id, source: "staff" })
    .onConflictDoUpdate({ target: erasures.id, set: { ...done, decided_at } });
}

/** The records that exist again. One that knows an address alone counts while the address is the same. */
async function findRestored(db: SystemDb, ids: readonly string[], address: string) {
  const theirs = (table: (typeof PERSON_TABLES)[number]["table"]) => inArray(table.id, [...ids]);
  const restored: string[] = [];
  for (const { table } of PERSON_TABLES) {
    const rows = await db.select({ id: table.id }).from(table).where(theirs(table));
    restored.push(...rows.map((row) => row.id as string));
    const name = getTableName(table);
    const binned = await rowsOf<{ id: string }>(
      db,
      sql`select id from bin where entity = ${name}
        and entity_id = any(${`{${ids.join(",")}}`}::uuid[])`,
    );
    if (binned.length > 0) {
      const own = sql`id = any(${`{${binned.map(({ id }) => id).join(",")}}`}::uuid[])`;
      await db.execute(sql`delete from bin where ${own}`);
    }
  }
  for (const { table, owner } of ADDRESS_TABLES) {
    const [email] = owner.emails;
    if (!email) continue;
    const rows = await db.select({ id: table.id, email }).from(table).where(theirs(table));
    restored.push(
      ...rows
        .filter(
          (row) => typeof row.email === "string" && addressHashes(row.email).includes(address),
        )
        .map((row) => row.id as string),
    );
  }
  return restored;
}
