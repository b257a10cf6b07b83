import { eq, getTableName, inArray, sql } from "drizzle-orm";
import { asSystem, type SystemDb } from "../core/database/doors/doors.server.ts";
import { rowsOf } from "../core/database/doors/rows.server.ts";
import { log } from "../core/log/log.server.ts";
import { currentTime } from "../core/process/clock.ts";
import { env } from "../core/process/env.server.ts";
import { AppError } from "../core/values/errors.ts";
import { keptSince } from "../core/values/retention.ts";
import { addressHashes, erasePerson } from "./erase.operations.server.ts";
import { appendErasures, type ErasureLine, readErasureFile } from "./erasure-lines.server.ts";
import { erasures } from "./erasures.table.server.ts";
import { ADDRESS_TABLES, PERSON_TABLES } from "./find-person.operations.server.ts";

/** Writes what the database erased and the file does not know yet into the file. */
export async function keepErasures(dataDir = env().DATA_DIR): Promise<void> {
  const rows = await asSystem("people.keep", (db) =>
    db.select().from(erasures).where(eq(erasures.status, "done")),
  );
  // Read after the database, and written without a pause: two erasures at once make two lines, not three.
  const lines = rows.map(({ id, decided_at, record_ids, address_hash }) => ({
    id,
    at: decided_at?.toISOString() ?? "",
    records: record_ids,
    address: address_hash ?? "",
  }));
  appendErasures(dataDir, lines);
}

/** Erases again whom a restored backup brought back. Returns how many erasures were done once more. */
export const repeatErasures = async (dataDir = env().DATA_DIR): Promise<number> =>
  (await tryErasures(dataDir)).repeated;

/** The same, and how many wait for a place or money that has to be settled first. */
export async function tryErasures(
  dataDir = env().DATA_DIR,
): Promise<{ repeated: number; waiting: number }> {
  // Later than any backup is kept, the database forgets them as it does the log.
  const since = keptSince("log", currentTime()).toISOString();
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
      // A place or money that the backup brought back is settled first; the next run tries again.
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

/** Which of the records are there again. One that knows an address only counts while that is the same. */
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
