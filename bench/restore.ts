import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  createReadStream,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Manifest, sumOf } from "../app/backups/archive/archive-format.server.ts";
import { listArchives } from "../app/backups/archive/prune-archives.server.ts";
import { verifyArchive } from "../app/backups/archive/read-archive.server.ts";
import { readBackupKeys, toReadingKey } from "../app/backups/keys/backup-keys.server.ts";
import { differences } from "../app/backups/proof/prove-archive.server.ts";
import { openFolderCopy, openServerCopy } from "../app/core/database/copy/table-copy.server.ts";
import { SCHEMA } from "../app/core/database/database.server.ts";
import { newId } from "../app/core/secrets/id.server.ts";
import { diskStorage } from "../app/core/storage/storage-disk.server.ts";
import { createDatabase, startPostgres } from "../tests/support/database/postgres-server.ts";
import { fillOffice } from "./admin-seed.ts";
import { OFFICE_BUFFERS_MB, RESTORE } from "./budgets.ts";
import { type Child, familyMegabytes, residentMegabytes, startChild } from "./child.ts";
import type { RestoreApi } from "./restore.child.ts";
import {
  atMost,
  count,
  type Group,
  infoRow,
  milliseconds,
  none,
  type Row,
  ratio,
} from "./table.ts";

type Tell = Parameters<Group>[0];
/** Where a site is: its data folder, and its database's address if that is a server's. */
type Place = { dataDir: string; url?: string };
type Site = Child<RestoreApi>;
/** The key that somebody would hold on paper. */
const PRINTED = "recovery-key";

const settingsOf = ({ dataDir, url }: Place): Record<string, string> => ({
  DATA_DIR: dataDir,
  ...(url && { DATABASE_URL: url }),
});

/**
 * A large site is archived while people write, restored, and compared: first on a server; then a smaller one moves
 * from there into an embedded database, and the same is done there.
 */
export const measure: Group = async (tell) => {
  const postgres = await startPostgres({ buffersMb: OFFICE_BUFFERS_MB });
  const folder = mkdtempSync(join(tmpdir(), "site-restore-"));
  const rows: Row[] = [];
  try {
    for (const members of [RESTORE.serverMembers, RESTORE.embeddedMembers]) {
      const name = `${count(members)} members, ${count(RESTORE.files)} files`;
      const from = { dataDir: join(folder, `from-${members}`), url: postgres.url };
      const isLarge = members === RESTORE.serverMembers;
      const site = await standing(from);
      try {
        tell(`${name}: filling the database and the store`);
        await fillOffice(postgres.superuserUrl, members, RESTORE.others);
        fillStore(from.dataDir);
        rows.push(...(await archiveRows(`${name}, server`, site, isLarge, tell)));
      } finally {
        await site.stop();
      }
      const to = isLarge
        ? { dataDir: join(folder, "to"), url: (await createDatabase(postgres)).url }
        : { dataDir: join(folder, "embedded") };
      rows.push(
        ...(await restoreRows(
          `${name}, restored on ${to.url ? "a server" : "the embedded engine"}`,
          from,
          to,
          tell,
        )),
      );
      if (to.url) continue;
      const moved = await standing(to);
      try {
        rows.push(...(await archiveRows(`${name}, embedded`, moved, true, tell)));
      } finally {
        await moved.stop();
      }
    }
    return rows;
  } finally {
    await postgres.remove();
    rmSync(folder, { recursive: true, force: true });
  }
};

async function standing(place: Place): Promise<Site> {
  mkdirSync(place.dataDir, { recursive: true });
  const site = startChild<RestoreApi>("restore.child.ts", settingsOf(place));
  const recoveryKey = await site.ask("stand");
  if (recoveryKey) writeFileSync(join(place.dataDir, PRINTED), recoveryKey);
  return site;
}

/** Each file is another one, and takes hardly any room. */
function fillStore(dataDir: string): void {
  const folder = join(dataDir, "files", "uploads");
  mkdirSync(folder, { recursive: true });
  for (let n = 0; n < RESTORE.files; n++) {
    const path = join(folder, `${newId()}.pdf`);
    const file = openSync(path, "w");
    writeSync(file, `%PDF ${n}`);
    closeSync(file);
    truncateSync(path, RESTORE.fileBytes);
  }
}

/** How much memory some work takes beyond what its process had, and whether it grows with what was done. */
async function watched<T>(memory: () => number | undefined, work: Promise<T>) {
  const samples: number[] = [];
  const timer = setInterval(() => {
    const now = memory();
    if (now !== undefined) samples.push(now);
  }, 250);
  const began = performance.now();
  try {
    const result = await work;
    const minutes = (performance.now() - began) / 60_000;
    const half = Math.ceil(samples.length / 2);
    const [first, second] = [samples.slice(0, half), samples.slice(half)].map((part) =>
      Math.max(...part, 1),
    );
    return {
      result,
      minutes,
      peak: Math.max(first ?? 1, second ?? 1),
      growth: (second ?? 1) / (first ?? 1),
    };
  } finally {
    clearInterval(timer);
  }
}

async function archiveRows(
  name: string,
  site: Site,
  isProven: boolean,
  tell: Tell,
): Promise<Row[]> {
  const { writesPerSecond: perSecond, waitMs } = RESTORE;
  const others = () => (familyMegabytes(site.pid) ?? 0) - (residentMegabytes(site.pid) ?? 0);
  const calm = await site.ask("write", { perSecond, seconds: 10 });
  tell(`${name}: the archive, while ${perSecond} writes a second go on`);
  const made = await watched(others, site.ask("archive", perSecond));
  const { report, writes } = made.result;
  const rows = [
    infoRow(
      `${name}: archive of ${count(report.rows)} rows`,
      `${minutesOf(made.minutes)}, ${count(report.bytes / 1e6)} MB, memory ${count(made.peak)} MB`,
    ),
    atMost("  memory, second half against the first", RESTORE.growth, made.growth, ratio),
    atMost(
      `  longest of ${count(writes.done)} writes meanwhile (calm: ${milliseconds(calm.slowestMs)})`,
      waitMs,
      writes.slowestMs,
      milliseconds,
    ),
    none("  writes that failed", writes.failed),
  ];
  if (!isProven) return rows;
  tell(`${name}: its proof`);
  const proof = await watched(others, site.ask("prove"));
  return [
    ...rows,
    infoRow(
      "  restored and compared by the nightly proof",
      `${minutesOf(proof.minutes)}, memory ${count(proof.peak)} MB`,
    ),
    none("  differences", proof.result.findings.different?.length ?? 0),
  ];
}

/** Restores by the command, with the printed key in hand, as on a new machine. */
async function restoreRows(name: string, from: Place, to: Place, tell: Tell): Promise<Row[]> {
  tell(name);
  const store = diskStorage(join(from.dataDir, "backups"));
  const keys = readBackupKeys(from.dataDir);
  const [newest] = await listArchives(store);
  if (!keys || !newest) throw new Error("there is no archive");
  const child = spawn(
    process.execPath,
    ["scripts/restore-run.ts", join(store.name, newest.key), join(from.dataDir, PRINTED)],
    {
      env: { PATH: process.env.PATH, NODE_ENV: "production", ...settingsOf(to) },
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  const ended = once(child, "exit").then(([code]) => {
    if (code !== 0) throw new Error(`the restore ended with ${code}`);
  });
  const done = await watched(() => residentMegabytes(child.pid ?? 0), ended);
  tell(`${name}: comparing`);
  const manifest = await verifyArchive({ store, key: newest.key, reading: toReadingKey(keys) });
  return [
    infoRow(name, `${minutesOf(done.minutes)}, memory ${count(done.peak)} MB`),
    atMost("  memory, second half against the first", RESTORE.growth, done.growth, ratio),
    none("  differences", (await compare(to, manifest)).length),
  ];
}

/** Tables byte for byte, and each file by its hash. */
async function compare({ dataDir, url }: Place, manifest: Manifest): Promise<string[]> {
  const database = await (url ? openServerCopy(url) : openFolderCopy(join(dataDir, "database")));
  const different = await differences(database, manifest, SCHEMA).finally(() => database.close());
  for (const { key, sha256 } of manifest.files) {
    const own = await sumOf(createReadStream(join(dataDir, "files", key)));
    if (own.sha256 !== sha256) different.push(key);
  }
  return different;
}

const minutesOf = (minutes: number) => `${minutes.toFixed(1)} min`;
