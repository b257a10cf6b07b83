// The site's database and its files in a process of its own: somebody writes all the time, and an archive is made
// of it and tried, each as in a night.
import { mkdirSync } from "node:fs";
import { makeBackupKeys, readBackupKeys } from "../app/backups/keys/backup-keys.server.ts";
import type { ArchiveReport, ProofReport } from "../app/backups/nightly/backups.ts";
import { archiveSite, proveNewest } from "../app/backups/nightly/nightly-backup.server.ts";
import { openDatabase } from "../app/core/database/database.server.ts";
import { asSystem } from "../app/core/database/doors/doors.server.ts";
import { env } from "../app/core/process/env.server.ts";
import { insertRow } from "../tests/database/tables.ts";
import { offer } from "./child.ts";

/** What those who wrote meanwhile saw of it. */
export type Writes = { done: number; failed: number; slowestMs: number };

export type RestoreApi = {
  /** Gives the recovery key when the keys are made. */
  stand: () => Promise<string | undefined>;
  /** Writes so many times a second, for a while: what a write takes when nothing else goes on. */
  write: (asked: { perSecond: number; seconds: number }) => Promise<Writes>;
  archive: (perSecond: number) => Promise<{ report: ArchiveReport; writes: Writes }>;
  prove: () => Promise<ProofReport>;
};

/** Writes at a steady pace while some work goes on. A write counts from the moment at which it was due. */
async function whileWriting<T>(perSecond: number, work: Promise<T>) {
  const writes: Writes = { done: 0, failed: 0, slowestMs: 0 };
  async function write(due: number) {
    try {
      await asSystem("bench", (db) => insertRow(db, "contact_messages"));
      writes.done++;
    } catch {
      writes.failed++;
    }
    writes.slowestMs = Math.max(writes.slowestMs, performance.now() - due);
  }
  const began = performance.now();
  const all: Promise<void>[] = [];
  const dueAt = () => began + (all.length * 1_000) / perSecond;
  const timer = setInterval(() => {
    while (dueAt() <= performance.now()) all.push(write(dueAt()));
  }, 5);
  try {
    return { result: await work, writes };
  } finally {
    clearInterval(timer);
    await Promise.all(all);
  }
}

offer<RestoreApi>({
  async stand() {
    const { DATA_DIR, DATABASE_URL } = env();
    mkdirSync(DATA_DIR, { recursive: true });
    const made = readBackupKeys(DATA_DIR) ? undefined : await makeBackupKeys(DATA_DIR);
    const opened = await openDatabase({ DATA_DIR, DATABASE_URL }, async () => {});
    await opened.ready;
    return made?.recoveryKey;
  },
  async write({ perSecond, seconds }) {
    const pause = new Promise((done) => setTimeout(done, seconds * 1_000));
    return (await whileWriting(perSecond, pause)).writes;
  },
  async archive(perSecond) {
    const { result, writes } = await whileWriting(
      perSecond,
      archiveSite(new Date(), {}, { mayPrune: true }),
    );
    return { report: result, writes };
  },
  prove: () => proveNewest({}),
});
