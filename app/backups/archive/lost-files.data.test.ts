import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createDatabase } from "../../../tests/support/database/postgres-server.ts";
import {
  type CopyDatabase,
  openServerCopy,
  openServerSource,
} from "../../core/database/copy/table-copy.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { type BackupKeys, makeBackupKeys } from "../keys/backup-keys.server.ts";
import { archiveEnd, insertRunByHand } from "../nightly/backup-runs.system.server.ts";
import type { ArchiveReport } from "../nightly/backups.ts";
import { performBackup } from "../nightly/perform-backup.server.ts";
import { type BackupHistory, judge } from "../screen/backup-state.ts";

// A site whose store of files loses some of them, while its database knows nothing of that.

const dataDir = mkdtempSync(join(tmpdir(), "fge-lost-"));
const archives = join(dataDir, "disk");
Object.assign(process.env, { DATA_DIR: dataDir, BACKUP_DIR: archives });
const uploads = join(dataDir, "files/uploads");
let database: Awaited<ReturnType<typeof createDatabase>>;
let owner: CopyDatabase;
let keys: BackupKeys;

const upload = async (name: string) => {
  writeFileSync(join(uploads, name), `content of ${name}`);
  await owner.ask(
    `insert into static_files (id, title, filename, original_filename, file_url, file_type, file_size)
      values (gen_random_uuid(), $1, $1, $1, $2, 'text/plain', $3)`,
    [name, `/files/uploads/${name}`, `content of ${name}`.length],
  );
};
const NAMES = Array.from({ length: 12 }, (_, place) => `${place}.txt`);

beforeAll(async () => {
  database = await createDatabase(inject("postgres"), `TEMPLATE ${inject("template")}`);
  process.env.DATABASE_URL = database.url;
  owner = await openServerCopy(database.url);
  ({ keys } = await makeBackupKeys(dataDir));
  mkdirSync(uploads, { recursive: true });
  for (const name of NAMES) await upload(name);
});
afterAll(async () => {
  await owner.close();
  await database.drop();
  delete process.env.DATABASE_URL;
  delete process.env.BACKUP_DIR;
  rmSync(dataDir, { recursive: true, force: true });
});

/** Makes an archive, lists it, and gives what it found with what the site then says of itself. */
async function backUp() {
  const at = currentTime();
  const source = await openServerSource({ DATABASE_URL: database.url });
  const report = await performBackup(source, keys, at, { mayPrune: true }).finally(() =>
    source.close(),
  );
  const run = { ...archiveEnd(report), started_at: at, ended_at: currentTime() };
  await insertRunByHand(owner, run);
  return { missing: report.findings.missing, ...judge(historyOf(report, at), currentTime()) };
}

function historyOf({ archive, findings }: ArchiveReport, at: Date): BackupHistory {
  const run = { status: "done", started_at: at, ended_at: at, lease_until: null } as const;
  const more = { archive, archive_at: at, elsewhere: true, reason: null };
  const runs = [
    { ...run, ...more, kind: "proof", findings: {} } as const,
    { ...run, ...more, kind: "archive", findings } as const,
  ];
  return { hasKeys: true, hasElsewhere: true, keyShownAt: at, runs };
}

test("two uploads that are gone and a third that is empty are named, until they are back", async () => {
  expect(await backUp()).toMatchObject({ missing: undefined, tone: "good" });
  rmSync(join(uploads, "1.txt"));
  rmSync(join(uploads, "2.txt"));
  truncateSync(join(uploads, "3.txt"));
  const keys = ["1", "2", "3"].map((name) => `uploads/${name}.txt`);
  expect(await backUp()).toMatchObject({ missing: { count: 3, keys, fewer: 0 }, tone: "warn" });
  for (const name of ["1.txt", "2.txt", "3.txt"])
    writeFileSync(join(uploads, name), `content of ${name}`);
  expect(await backUp()).toMatchObject({ missing: undefined, tone: "good" });
});

test("a wrong, empty store is grave, and so is the night after it", async () => {
  rmSync(uploads, { recursive: true });
  mkdirSync(uploads);
  const lost = { missing: { count: 12, fewer: 12 }, tone: "bad" };
  expect(await backUp()).toMatchObject(lost);
  expect(await backUp()).toMatchObject(lost);
});

test("a deletion that the database knows is no loss", async () => {
  for (const name of NAMES) writeFileSync(join(uploads, name), `content of ${name}`);
  await owner.script(
    "delete from static_files; update file_removals set removed_at = site_now() where removed_at is null",
  );
  for (const name of NAMES) rmSync(join(uploads, name));
  expect(await backUp()).toMatchObject({ missing: undefined, tone: "good" });
});

test("a folder of archives that is gone is not made anew on another disk", async () => {
  await upload("later.txt");
  await backUp();
  renameSync(archives, `${archives}-unplugged`);
  await expect(backUp()).rejects.toMatchObject({ reason: "unknown" });
  expect(existsSync(archives)).toBe(false);
  renameSync(`${archives}-unplugged`, archives);
  expect(await backUp()).toMatchObject({ missing: undefined });
});
