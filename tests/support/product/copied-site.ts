import { mkdirSync, mkdtempSync, openAsBlob, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import {
  type CopyDatabase,
  copyOf,
  openServerCopy,
} from "../../../app/core/database/copy/table-copy.server.ts";
import { embeddedEngine } from "../../../app/core/database/embedded/embedded.server.ts";
import { openMemory } from "../../../app/core/database/embedded/pglite.server.ts";
import { backendIn } from "../../../app/core/database/embedded/protocol-backends.server.ts";
import type { Engine } from "../../../app/core/database/engine.server.ts";
import { openServer } from "../../../app/core/database/postgres.server.ts";
import type { Storage } from "../../../app/core/storage/storage.server.ts";
import { diskStorage } from "../../../app/core/storage/storage-disk.server.ts";
import { insertParents, insertRow, TABLES } from "../../database/tables.ts";
import { createDatabase } from "../database/postgres-server.ts";
import type { EngineName } from "../database/test-database.ts";

/** A site as a backup sees it: a database that can be copied, a folder beside it, files. */
export type CopiedSite = {
  name: EngineName;
  engine: Engine;
  copy: CopyDatabase;
  dataDir: string;
  files: Storage;
  close(): Promise<void>;
};

/** With our schema, or with nothing: a place that something is restored into. */
export async function openCopiedSite(
  name: EngineName,
  kind: "migrated" | "empty",
): Promise<CopiedSite> {
  const dataDir = mkdtempSync(join(tmpdir(), "fge-copied-"));
  const files = diskStorage(join(dataDir, "files"));
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  if (name === "embedded") {
    const database = await openMemory(await openAsBlob(inject("images")[kind]));
    const engine = await embeddedEngine(backendIn(database), () => {});
    const copy = await copyOf(database);
    return { name, engine, copy, dataDir, files, close: () => engine.close().then(remove) };
  }
  const template = kind === "migrated" ? `TEMPLATE ${inject("template")}` : "";
  const database = await createDatabase(inject("postgres"), template);
  const engine = openServer(database.url);
  const copy = await openServerCopy(database.url);
  const close = async () => {
    await copy.close();
    await engine.close();
    await database.drop();
    remove();
  };
  return { name, engine, copy, dataDir, files, close };
}

/** What a COPY has to write in another way than it stands. */
const AWKWARD = `Ligne 1\nligne 2\r\n\tune tabulation \\ et \\. une fin « comme\u202fici » \u{1f1ec}\u{1f1f3} ${"x".repeat(3_000)}`;

/** A row in every table that takes one by itself, some that are hard to write, and files. */
export async function fillCopiedSite(site: CopiedSite): Promise<void> {
  await site.engine.transaction(insertParents);
  for (const table of Object.keys(TABLES)) {
    // Some tables take no second row, or need others: what is tried here is what comes back.
    await site.engine.transaction((tx) => insertRow(tx, table)).catch(() => {});
  }
  await site.engine.transaction(async (tx) => {
    for (let n = 0; n < 400; n++) await insertRow(tx, "news", { content: `${n} ${AWKWARD}` });
  });
  mkdirSync(join(site.dataDir, "files/uploads/2026"), { recursive: true });
  const put = (name: string, words: string) => writeFileSync(join(site.dataDir, name), words);
  put("files/uploads/a.txt", "bonjour");
  put("files/uploads/2026/a-again.txt", "bonjour");
  put("files/uploads/2026/été.bin", "\0\u0001".repeat(100_000));
  put("files/uploads/empty.txt", "");
  put("files/uploads/.store.json", "{}");
  put("session-secret", `${"s".repeat(43)}\n`);
  put("erasures.jsonl", '{"id":"1"}\n');
  mkdirSync(join(site.dataDir, "outbox"));
  put("outbox/1.eml", "Subject: Bonjour\r\n\r\nSalut\r\n");
}
