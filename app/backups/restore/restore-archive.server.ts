import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { startQuarantine } from "../../core/database/copy/quarantine.server.ts";
import {
  type CopyDatabase,
  listAllTables,
  loadTables,
  setSequences,
} from "../../core/database/copy/table-copy.server.ts";
import { quoteIdentifier } from "../../core/database/schema/schema-check.server.ts";
import { readSchema, type Schema } from "../../core/database/schema/schema-files.server.ts";
import { applyMigrations, mendSchema } from "../../core/database/schema/schema-mend.server.ts";
import type { Storage } from "../../core/storage/storage.server.ts";
import { ArchiveError, type Manifest } from "../archive/archive-format.server.ts";
import { type ArchiveSource, replayFile, replayParts } from "../archive/read-archive.server.ts";

export type RestorePlan = {
  source: ArchiveSource;
  manifest: Manifest;
  /** The folder with the schema of this version. */
  schemaFolder: string;
  /** Empty; filled in one transaction. */
  database: CopyDatabase;
  /** Where a key of a file belongs. */
  storageOf: (key: string) => Storage;
  dataDir: string;
  /** It is thrown away afterwards: nothing waits for the disk. */
  isTrial?: boolean;
  /** It is compared with the archive next, byte for byte, and put to rest after that. */
  isCompared?: boolean;
};

/**
 * Puts an archive that was verified into an empty place: files, then what stands beside the data, then the
 * database, whose commit is the last step. What fails before leaves a database without a table.
 */
export async function restoreArchive(plan: RestorePlan): Promise<void> {
  const schema = readSchema(plan.schemaFolder);
  checkHistory(plan.manifest, schema);
  await restoreFiles(plan);
  const { database, manifest } = plan;
  await database.script("begin");
  try {
    // The tables as the archive's database had them, then its rows, then what this version adds.
    const applied = schema.migrations.slice(0, manifest.migrations.length);
    await applyMigrations(database, schema, applied);
    await checkTables(plan);
    await loadTables(
      database,
      manifest.tables.map(({ name }) => name),
      () => loadParts(plan),
    );
    await setSequences(database, manifest.sequences);
    await mendSchema(database, schema);
    if (!plan.isCompared) {
      await startQuarantine(database.ask, { archive: plan.source.key, at: manifest.madeAt });
    }
    await database.script("commit");
  } catch (error) {
    await database.script("rollback");
    throw error;
  }
}

/** The archive is of a version that this one cannot make its own. */
export class HistoryError extends ArchiveError {}

/** An archive of an older version is migrated afterwards; one of a later version is refused. */
export function checkHistory({ migrations }: Manifest, schema: Schema): void {
  const own = schema.migrations.map(({ hash }) => hash);
  if (migrations.every((hash, place) => own[place] === hash)) return;
  throw new HistoryError(
    migrations.length > own.length
      ? "sa base est d’une version plus récente (its database is of a later version)"
      : "ses migrations ne sont pas celles de ce site (its migrations are not ours)",
  );
}

/** Every table of the archive is here with its columns; `COPY` would otherwise fail half-way. */
async function checkTables({ database, manifest }: RestorePlan): Promise<void> {
  const here = new Map(
    (await listAllTables(database.ask)).map(({ name, columns }) => [name, columns]),
  );
  for (const { name, columns } of manifest.tables) {
    const own = here.get(name);
    if (!own || columns.some((column) => !own.includes(column))) {
      throw new ArchiveError(`la table ${name} n’est pas celle de ce site (another table)`);
    }
  }
}

async function loadParts(plan: RestorePlan): Promise<void> {
  const tables = new Map(plan.manifest.tables.map((table) => [`table/${table.name}`, table]));
  for await (const { name, content } of replayParts(plan.source, plan.manifest)) {
    const table = tables.get(name);
    if (!table) {
      await placeExtra(plan, name, content);
      continue;
    }
    const columns = table.columns.map(quoteIdentifier).join(", ");
    await plan.database.copyIn(`public.${quoteIdentifier(table.name)} (${columns})`, content);
  }
}

/** Below the data folder, where each kind of what stood beside the data goes. */
const PLACES: Readonly<Record<string, string>> = { key: "", beside: "", outbox: "outbox" };

async function placeExtra(
  { dataDir, isTrial = false }: RestorePlan,
  part: string,
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  const [kind = "", name = ""] = part.split("/");
  const place = PLACES[kind];
  if (place === undefined || basename(name) !== name || name.startsWith(".")) {
    throw new ArchiveError("elle est abîmée (damaged)");
  }
  const folder = join(dataDir, place);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Read to its end first: what is not what the manifest says is not written.
  const bytes = await buffer(content);
  // Who was erased since the archive may stand there already: nothing is taken from that list.
  const flag = kind === "beside" ? "a" : "w";
  await writeFile(join(folder, name), bytes, { flag, mode: 0o600, flush: !isTrial });
}

async function restoreFiles({ source, manifest, storageOf }: RestorePlan): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "fge-restore-"));
  try {
    for (const file of manifest.files) {
      const content = join(folder, "content");
      await pipeline(replayFile(source, file), createWriteStream(content, { mode: 0o600 }));
      await storageOf(file.key).put(file.key, content, "application/octet-stream");
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
