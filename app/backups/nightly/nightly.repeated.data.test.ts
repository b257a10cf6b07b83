import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { desc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { createDatabase } from "../../../tests/support/database/postgres-server.ts";
import { enginesOf } from "../../../tests/support/fuzz/repetitions.ts";
import { freePort } from "../../../tests/support/product/product.ts";
import { makeS3Server, S3_KEYS } from "../../../tests/support/s3-server.ts";
import { openDatabase } from "../../core/database/database.server.ts";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import type { Engine } from "../../core/database/engine.server.ts";
import { askIn } from "../../core/database/schema/schema-check.server.ts";
import { s3Storage } from "../../core/storage/storage-s3.server.ts";
import {
  archiveKey,
  blobKey,
  blobListKey,
  parseArchiveDate,
} from "../archive/archive-format.server.ts";
import { listArchives, readBlobList, writeBlobList } from "../archive/prune-archives.server.ts";
import { isDueForReading } from "../archive/store-contents.server.ts";
import {
  type BackupKeys,
  makeBackupKeys,
  recoveryKeyFingerprint,
} from "../keys/backup-keys.server.ts";
import { judge } from "../screen/backup-state.ts";
import {
  archiveEnd,
  insertRunByHand,
  type RunEnd,
  readBackupHistory,
  recordKeyShown,
  recordRun,
  requestBackup,
} from "./backup-runs.system.server.ts";
import { backupRuns } from "./backup-runs.table.server.ts";
import { assertDiskSpace, backupStores } from "./backup-stores.server.ts";
import { runNightlyBackup } from "./backups.jobs.server.ts";
import { proofPermissions } from "./nightly-backup.server.ts";
import { assessClock } from "./site-time.server.ts";

const folder = mkdtempSync(join(tmpdir(), "fge-nightly-"));
const dataDir = join(folder, "data");
const port = await freePort();
const bucket = { endpoint: `http://127.0.0.1:${port}`, bucket: "archives", ...S3_KEYS };
Object.assign(process.env, {
  DATA_DIR: dataDir,
  BACKUP_S3_ENDPOINT: bucket.endpoint,
  BACKUP_S3_BUCKET: bucket.bucket,
  BACKUP_S3_ACCESS_KEY: S3_KEYS.accessKeyId,
  BACKUP_S3_SECRET_KEY: S3_KEYS.secretAccessKey,
});
const elsewhere = makeS3Server({ directory: join(folder, "s3"), buckets: ["archives"], port });
let keys: BackupKeys;
const TAKES = 240_000;
/** No query of the site waits longer for a backup. */
const LONGEST_MS = 200;

beforeAll(async () => {
  await elsewhere.run();
  ({ keys } = await makeBackupKeys(dataDir));
  mkdirSync(join(dataDir, "files/uploads"), { recursive: true });
  writeFileSync(join(dataDir, "files/uploads/a.txt"), "bonjour");
});
afterAll(async () => {
  await elsewhere.close();
  rmSync(folder, { recursive: true, force: true });
});

/** As a job does, but not behind everybody else on this machine. */
const night = (stopping = new AbortController().signal) => runNightlyBackup(stopping, 0);
const runs = () =>
  asSystem("test", (db) => db.select().from(backupRuns).orderBy(desc(backupRuns.started_at)));
const verdict = async () => judge(await asSystem("test", readBackupHistory), new Date());
const write = () => asSystem("test", (db) => db.execute(sql`select try_write()`));

/** The longest that a write of the site waits while something goes on. */
async function longestWait(work: Promise<unknown>): Promise<number> {
  let longest = 0;
  let isOver = false;
  const end = work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const began = performance.now();
    await write();
    longest = Math.max(longest, performance.now() - began);
    await new Promise((done) => setTimeout(done, 10));
  }
  await end;
  return longest;
}

describe.each(enginesOf("server"))("a night of the %s engine", (name) => {
  let engine: Engine;
  let drop = async () => {};

  beforeAll(async () => {
    if (name === "server") {
      const database = await createDatabase(inject("postgres"), `TEMPLATE ${inject("template")}`);
      process.env.DATABASE_URL = database.url;
      drop = () => database.drop().then(() => void delete process.env.DATABASE_URL);
    }
    const { DATABASE_URL } = process.env;
    const opened = await openDatabase({ DATA_DIR: dataDir, DATABASE_URL }, async () => {});
    await opened.ready;
    engine = opened.engine;
  }, TAKES);
  afterAll(async () => {
    await engine.close();
    await drop();
  });

  test(
    "writes one archive, brings it elsewhere, restores it and compares, while the site goes on",
    async () => {
      const checkpoint = () =>
        engine.transaction((tx) => tx.execute(sql`checkpoint`)).catch(() => {});
      const writes = () => longestWait(new Promise((done) => setTimeout(done, 1_500)));
      // Other tests that begin meanwhile only add to it: of three nights the calmest one counts.
      let least = Number.POSITIVE_INFINITY;
      for (let nights = 0; nights < 3 && least >= LONGEST_MS; nights++) {
        await asSystem("test", (db) => db.delete(backupRuns));
        const before = await writes();
        const began = performance.now();
        await checkpoint();
        const flush = performance.now() - began;
        // As much to write for the beginning of the backup as for that.
        const calm = Math.max(before, await writes());
        const busy = await longestWait(night());
        // Without what a machine that is busy with other tests takes longer for anything.
        least = Math.min(least, busy - 4 * calm - 2 * flush);
      }
      expect(least).toBeLessThan(LONGEST_MS);
      expect((await verdict()).words).toContain("clé de secours");
      const [proof, archive, ...others] = await runs();
      expect(others).toEqual([]);
      expect(archive).toMatchObject({ kind: "archive", status: "done", elsewhere: true });
      expect(archive).toMatchObject({ stored_count: 1, reason: null, findings: {} });
      expect(proof).toMatchObject({ kind: "proof", status: "done", archive: archive?.archive });
      expect(proof?.row_count).toBe(archive?.row_count);
      await asSystem("test", (db) => recordKeyShown(db, recoveryKeyFingerprint(keys), new Date()));
      expect((await verdict()).tone).toBe("good");
      const away = await listArchives(s3Storage(bucket));
      expect(away.map(({ key }) => key)).toContain(archive?.archive);
      // Nothing of it lies about, and the same night has no more work.
      expect(() => readFileSync(join(dataDir, "backup-work/database/PG_VERSION"))).toThrow();
      const before = await runs();
      await night();
      expect(await runs()).toEqual(before);
    },
    TAKES,
  );

  test("is done by one process at a time; what one that died had begun is over", async () => {
    let isHeld = false;
    const both = await Promise.all(
      ["archive", "proof"].map((kind) =>
        recordRun(kind as "archive", async () => {
          expect(isHeld).toBe(false);
          isHeld = true;
          await new Promise((done) => setTimeout(done, 300));
          return { status: "done" };
        }),
      ),
    );
    expect(both.toSorted()).toEqual([false, true]);
    const past = new Date(Date.now() - 1_000);
    await asSystem("test", (db) =>
      db.insert(backupRuns).values({ kind: "archive", started_at: past, lease_until: past }),
    );
    expect(await recordRun("archive", async () => ({ status: "done" }))).toBe(true);
    const ended = eq(backupRuns.reason, "interrupted");
    expect(await asSystem("test", (db) => db.$count(backupRuns, ended))).toBe(1);
  });

  test(
    "may be asked for by day, once at a time, and is done by whoever is woken",
    async () => {
      await asSystem("test", (db) => db.delete(backupRuns));
      const ask = () => asSystem("test", (db) => requestBackup(db, new Date()));
      const woken: string[] = [];
      await engine.listen(
        "job_due",
        (job) => woken.push(job),
        () => {},
      );
      const [first, second] = await Promise.all([ask(), ask()]);
      expect([first, second].toSorted()).toEqual([false, true]);
      await vi.waitFor(() => expect(woken).toEqual(["backups.nightly"]));
      const working = night();
      await vi.waitFor(async () =>
        expect(await runs()).toMatchObject([{ kind: "archive", status: "running", by_hand: true }]),
      );
      expect(await ask()).toBe(false);
      await working;
      const done = { status: "done", elsewhere: true, by_hand: true };
      expect(await runs()).toMatchObject([
        { kind: "proof", status: "done", by_hand: false },
        { kind: "archive", ...done },
      ]);
      // One whose process died is in nobody's way.
      const past = new Date(Date.now() - 1_000);
      await asSystem("test", (db) =>
        db.insert(backupRuns).values({ kind: "archive", status: "running", lease_until: past }),
      );
      expect(await ask()).toBe(true);
      await asSystem("test", (db) => db.delete(backupRuns));
    },
    TAKES,
  );

  test("by the command stands in the same list", async () => {
    const times = { started_at: new Date(), ended_at: new Date() };
    const report = {
      archive: archiveKey(times.started_at, "abcdef"),
      bytes: 12,
      rows: 3,
      files: 2,
    };
    const end = archiveEnd({ ...report, newFiles: 1, elsewhere: false, findings: {} });
    const note = (run: RunEnd) =>
      engine.transaction((tx) => insertRunByHand({ ask: askIn(tx) }, { ...run, ...times }));
    await note(end);
    await note({ status: "failed", reason: "full" });
    expect(await runs()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ by_hand: true, bytes: 12, row_count: 3, new_count: 1, ...times }),
        expect.objectContaining({ by_hand: true, status: "failed", reason: "full", findings: {} }),
      ]),
    );
    await asSystem("test", (db) => db.delete(backupRuns));
  });

  test(
    "with the clock far ahead makes an archive and removes none; with the right one, the next is made, tried and counts",
    async () => {
      await asSystem("test", (db) => db.delete(backupRuns));
      const { storage } = backupStores()[0];
      await assessClock();
      const began = Date.now();
      // Of one day: the older one goes as soon as the clock is sure.
      const [stays = "", goes = ""] = [10, 20].map((minutes) => {
        const tenDays = Math.floor(began / 86_400_000 - 10) * 86_400_000;
        return archiveKey(new Date(tenDays + 43_200_000 - minutes * 60_000), "abcdef");
      });
      for (const key of [stays, goes]) {
        await storage.write(key, "archive");
        await storage.write(blobListKey(key), writeBlobList([]));
      }
      const here = async () => (await listArchives(storage)).map(({ key }) => key);
      const clock = async (days: number) => {
        vi.setSystemTime(began + days * 86_400_000);
        await assessClock();
        return judge(await asSystem("test", readBackupHistory), new Date());
      };
      vi.useFakeTimers({ toFake: ["Date"] });
      try {
        for (const days of [0, 30, 400]) expect((await clock(days)).tone).not.toBe("good");
        await night();
        expect(await here()).toEqual(expect.arrayContaining([stays, goes]));
        const ahead = (await here()).filter((key) => key.startsWith("archives/20")).length;
        expect((await clock(0)).words).toContain("date à venir");
        await night();
        const tonight = (await runs()).filter(({ started_at }) => started_at <= new Date());
        expect(Object.groupBy(tonight, ({ kind }) => kind)).toMatchObject({
          proof: [{ status: "done" }],
          archive: [{ status: "done", elsewhere: true }],
        });
        const shownAt = new Date(began - 86_400_000);
        await asSystem("test", (db) => recordKeyShown(db, recoveryKeyFingerprint(keys), shownAt));
        expect((await clock(0)).tone).toBe("good");
        // One is new, and one of ten days ago went.
        expect(await here()).toHaveLength(ahead);
        expect(await here()).not.toContain(goes);
      } finally {
        vi.useRealTimers();
        await asSystem("test", (db) => db.delete(backupRuns));
        const left = (await here()).filter(
          (key) => (parseArchiveDate(key)?.getTime() ?? 0) > Date.now(),
        );
        for (const key of [...left, stays]) await storage.remove(key);
      }
    },
    TAKES,
  );

  test.runIf(name === "server")(
    "finds a stored content that rots, and the next one writes it anew",
    async () => {
      const twoRuns = async () => {
        await asSystem("test", (db) => db.delete(backupRuns));
        await night();
        return (await runs()).map(({ status, reason }) => [status, reason]);
      };
      const done = ["done", null];
      await twoRuns();
      const { storage } = backupStores()[0];
      const [archive] = await listArchives(storage);
      const [blob = ""] = (await readBlobList(storage, archive?.key ?? "")) ?? [];
      const path = join(storage.name, blobKey(blob));
      writeFileSync(path, readFileSync(path).reverse());
      // On the night on which its file has its turn it is mended before the try.
      const isTurn = isDueForReading("uploads/a.txt", new Date());
      expect(await twoRuns()).toEqual([isTurn ? done : ["failed", "damaged"], done]);
      expect(await twoRuns()).toEqual([done, done]);
    },
    TAKES,
  );

  test(
    "that the site's own end cuts short says so, and the next one goes well",
    async () => {
      await asSystem("test", (db) => db.delete(backupRuns));
      const stop = new AbortController();
      setTimeout(() => stop.abort(), 400);
      await night(stop.signal);
      expect(await runs()).toMatchObject([
        { kind: "archive", status: "failed", reason: "stopped" },
      ]);
      await night();
      const [proof, archive] = await runs();
      expect([archive?.status, proof?.status]).toEqual(["done", "done"]);
    },
    TAKES,
  );
});

test("a try reaches nobody: no connection, no other process, no file outside", async () => {
  let callers = 0;
  const server = createServer(() => void callers++);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port: open } = server.address() as { port: number };
  const work = join(folder, "try");
  mkdirSync(work);
  const attempts = `
    const tries = {
      socket: () => new Promise((done, fail) => require("node:net").connect(${open}, "127.0.0.1", done).on("error", fail)),
      name: () => require("node:dns/promises").lookup("example.org"),
      fetch: () => fetch("http://127.0.0.1:${open}/"),
      datagram: () => new Promise((done, fail) => { const s = require("node:dgram").createSocket("udp4"); s.on("error", fail); s.send("x", ${open}, "127.0.0.1", (e) => e ? fail(e) : done()); }),
      process: async () => require("node:child_process").execFileSync("true"),
      thread: async () => new (require("node:worker_threads").Worker)("1", { eval: true }),
      secret: async () => require("node:fs").readFileSync(${JSON.stringify(join(dataDir, "session-secret"))}),
      elsewhere: async () => require("node:fs").writeFileSync(${JSON.stringify(join(folder, "out"))}, "x"),
    };
    (async () => { for (const [name, attempt] of Object.entries(tries)) {
      const end = await Promise.resolve().then(attempt).then(() => "done", (e) => e.code ?? e.cause?.code ?? "failed");
      console.log(name + " " + end);
    } process.exit(); })();`;
  const limits = proofPermissions(join(dataDir, "backups"), dataDir, work);
  const { stdout } = spawnSync(process.execPath, [...limits, "-e", attempts], { encoding: "utf8" });
  const ends = stdout.trim().split("\n");
  expect(ends).toHaveLength(8);
  for (const end of ends) expect(end).toMatch(/ ERR_ACCESS_DENIED$/);
  expect(callers).toBe(0);
  server.close();
});

test("nothing is begun where there is no room for it", async () => {
  await expect(assertDiskSpace(folder, 2 ** 60)).rejects.toMatchObject({ reason: "full" });
  await expect(assertDiskSpace(folder, 1)).resolves.toBeUndefined();
});
