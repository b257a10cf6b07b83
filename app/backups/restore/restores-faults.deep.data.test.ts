import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { laterSchema } from "../../../tests/support/database/database-restore.ts";
import {
  AFTER,
  BEFORE,
  DATA_DIR,
  RestoringSite,
} from "../../../tests/support/product/restoring-site.ts";
import {
  changeJournal,
  JournalError,
  listUnknownStates,
  readJournal,
  stateFolder,
  statesFolder,
} from "../../core/database/copy/site-states.server.ts";
import { backupStores } from "../nightly/backup-stores.server.ts";
import { prepareCopy } from "../proof/prepare-copy.server.ts";
import { cancelRestore } from "./restore-changes.system.server.ts";

// What may go wrong while a copy is made beside the site: nothing of it stays, the screen says why, the site goes on.

const TAKES = 240_000;
const site = new RestoringSite();
beforeAll(() => site.fill(), TAKES);
afterAll(() => site.end());

test(
  "a copy over which the site was stopped or killed leaves nothing",
  async () => {
    expect(await site.ask()).toBe("done");
    const stopping = new AbortController();
    const making = site.look(stopping.signal);
    await expect.poll(() => readJournal(DATA_DIR).work?.step, { timeout: 60_000 }).toBeDefined();
    const { id = "?" } = readJournal(DATA_DIR).work ?? {};
    stopping.abort();
    await making;
    expect(readJournal(DATA_DIR).work).toMatchObject({ status: "failed", problem: "stopped" });
    expect(existsSync(stateFolder(DATA_DIR, id))).toBe(false);
    // What a process that was killed had begun.
    changeJournal(DATA_DIR, ({ work, ...journal }) => ({
      ...journal,
      ...(work && { work: { ...work, status: "running" as const } }),
    }));
    mkdirSync(join(stateFolder(DATA_DIR, id), "database"), { recursive: true });
    await site.look();
    expect(readJournal(DATA_DIR).work?.problem).toBe("interrupted");
    expect(existsSync(stateFolder(DATA_DIR, id))).toBe(false);
    await cancelRestore(site.admin);
  },
  TAKES,
);

test(
  "a disk that is full in the middle is told in words, and has its room back",
  async () => {
    const faults = join(import.meta.dirname, "../../../tests/database/killing-fs.mjs");
    expect(await site.ask()).toBe("done");
    const { id = "?" } = readJournal(DATA_DIR).work ?? {};
    const full = { NODE_OPTIONS: `--import ${faults}`, FAULT: "full", FAULT_AT: "1900" };
    Object.assign(process.env, full);
    await site.look().finally(() => {
      for (const name of Object.keys(full)) delete process.env[name];
    });
    expect(readJournal(DATA_DIR).work).toMatchObject({ step: "restore", problem: "full" });
    expect(existsSync(stateFolder(DATA_DIR, id))).toBe(false);
    await cancelRestore(site.admin);
    expect(await site.senders()).toEqual([AFTER, BEFORE]);
  },
  TAKES,
);

test(
  "an archive of an older version is brought to this one; one of another version is refused in words",
  async () => {
    const archive = await site.newest();
    const later = laterSchema({ statements: 'ALTER TABLE "news" ADD COLUMN "later" text;' });
    const other = laterSchema({ statements: "SELECT 1;" });
    appendFileSync(join(other.folder, "migrations/0000_schema.sql"), "\n-- of another version");
    const prepare = (schema: string, key = archive) => {
      const to = mkdtempSync(join(DATA_DIR, "by-hand-"));
      return prepareCopy({ from: "here", archive: key, to, schema }, () => {});
    };
    expect(await prepare(later.folder)).toMatchObject({ bytes: expect.any(Number) });
    expect(await prepare(other.folder)).toEqual({ problem: "version" });
    const missing = archive.replace(/\.fge$/, "0.fge");
    expect(await prepare(later.folder, missing)).toEqual({ problem: "damaged" });
    later.remove();
    other.remove();
  },
  TAKES,
);

test(
  "a damaged archive is told in words, and the site is what it was",
  async () => {
    const { name } = backupStores()[0].storage;
    const archive = join(name, await site.newest());
    const whole = readFileSync(archive);
    writeFileSync(archive, whole.subarray(0, whole.length - 100));
    expect(await site.ask()).toBe("done");
    await site.look();
    expect(readJournal(DATA_DIR).work).toMatchObject({ status: "failed", problem: "damaged" });
    writeFileSync(archive, whole);
    await cancelRestore(site.admin);
    await site.look();
    expect(readJournal(DATA_DIR)).toEqual({ states: [] });
  },
  TAKES,
);

test(
  "a journal that is unreadable or gone removes no kept state, and it is said; what it named once goes",
  async () => {
    const journal = join(statesFolder(DATA_DIR), "journal.json");
    const kept = stateFolder(DATA_DIR, "former-of-before");
    mkdirSync(join(kept, "database"), { recursive: true });
    writeFileSync(join(kept, "database/PG_VERSION"), "17");
    // As the runbook has it: it is damaged, then somebody moves it away.
    writeFileSync(journal, "{");
    await expect(site.look()).rejects.toThrow(JournalError);
    rmSync(journal);
    await site.look();
    expect(existsSync(join(kept, "database/PG_VERSION"))).toBe(true);
    expect(listUnknownStates(DATA_DIR)).toEqual(["former-of-before"]);
    // The states that a new journal names come and go; the unknown one stays.
    expect(await site.ask()).toBe("done");
    await site.look();
    const { due } = readJournal(DATA_DIR);
    expect(listUnknownStates(DATA_DIR)).toEqual(["former-of-before"]);
    expect(await cancelRestore(site.admin)).toBe("done");
    await site.look();
    expect(existsSync(stateFolder(DATA_DIR, due?.id ?? "?"))).toBe(false);
    expect(existsSync(join(kept, "database/PG_VERSION"))).toBe(true);
    rmSync(kept, { recursive: true });
  },
  TAKES,
);
