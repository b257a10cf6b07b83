import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { desc, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { insertRow } from "../../tests/database/tables.ts";
import { createDatabase } from "../../tests/support/postgres-server.ts";
import { contactMessages } from "../contact/contact-messages.table.server.ts";
import { setClock } from "../core/clock.ts";
import { openDatabase } from "../core/database/database.server.ts";
import { asSystem } from "../core/database/doors.server.ts";
import type { Engine } from "../core/database/engine.server.ts";
import { isAtRest, lookForRest } from "../core/database/rest.server.ts";
import {
  changeJournal,
  readJournal,
  stateFolder,
  statesFolder,
} from "../core/database/site-states.server.ts";
import { switchIfDue } from "../core/database/site-switch.server.ts";
import { mailOutbox } from "../mail/mail-outbox.table.server.ts";
import { auditLog } from "../records/audit.table.server.ts";
import { noteArrival } from "./arrival.system.server.ts";
import { makeBackupKeys } from "./backup-keys.server.ts";
import { backupStores } from "./backup-stores.server.ts";
import { workOfTheNight } from "./backups.jobs.server.ts";
import { listArchives } from "./prune-archives.server.ts";
import { askForCopy, askForFormer, cancelRestore } from "./restore-changes.system.server.ts";
import { readSince } from "./restore-since.system.server.ts";
import { lookAfterStates } from "./restores.jobs.server.ts";

const DATA_DIR = mkdtempSync(join(tmpdir(), "fge-restores-"));
process.env.DATA_DIR = DATA_DIR;
const TAKES = 240_000;
const HOUR_MS = 3_600_000;
const SETTINGS = { DATA_DIR, DATA_DIR_WITHOUT_LOCKS: false };
const ERASED = join(DATA_DIR, "erasures.jsonl");
const FILE = join(DATA_DIR, "files/uploads/a.txt");
let engine: Engine;
let admin = { id: "", name: "A", email: "a@example.org" };

/** Starts the site as `server/main.ts` does. */
async function start(): Promise<void> {
  switchIfDue(SETTINGS);
  const opened = await openDatabase(SETTINGS, async (own) => {
    await noteArrival(own, DATA_DIR);
    await lookForRest();
  });
  await opened.ready;
  engine = opened.engine;
}
const restart = () => engine.close().then(start);
const look = (stopping = new AbortController().signal) => lookAfterStates(stopping, 0);
const write = (email: string) =>
  asSystem("test", (db) => insertRow(db, "contact_messages", { email, status: "unread" }));
const senders = async () =>
  (await asSystem("test", (db) => db.select().from(contactMessages)))
    .map(({ email }) => email)
    .sort();
const actions = async () =>
  (
    await asSystem("test", (db) => db.select().from(auditLog).orderBy(desc(auditLog.created_at)))
  ).map(({ action }) => action);
const told = async () =>
  (await asSystem("test", (db) => db.select().from(mailOutbox))).filter(
    ({ template }) => template === "site-restore",
  );
const newest = async () => (await listArchives(backupStores()[0].storage))[0]?.key ?? "";
const ask = async () => askForCopy(admin, { archive: await newest(), from: "here" });
const formers = () => readJournal(DATA_DIR).states.filter(({ kind }) => kind === "former");

describe("of an embedded site", () => {
  beforeAll(async () => {
    mkdirSync(join(DATA_DIR, "files/uploads"), { recursive: true });
    writeFileSync(FILE, "before");
    writeFileSync(ERASED, "[]\n");
    await makeBackupKeys(DATA_DIR);
    await start();
    const id = await asSystem("test", (db) =>
      insertRow(db, "profiles", { name: "A", email: admin.email, role: "admin", is_active: true }),
    );
    admin = { ...admin, id };
    await asSystem("test", (db) => insertRow(db, "auth_sessions", { user_id: admin.id }));
    await write("before@example.org");
    await workOfTheNight(new AbortController().signal, 0);
    await write("after@example.org");
    writeFileSync(FILE, "after");
    writeFileSync(ERASED, "[]\n[]\n");
  }, TAKES);
  afterAll(async () => {
    setClock();
    await engine.close();
    rmSync(DATA_DIR, { recursive: true, force: true });
  });
  beforeEach(() => setClock());

  test("says in numbers what an older copy does not know", async () => {
    const [archive] = await listArchives(backupStores()[0].storage);
    const since = await asSystem("test", (db) => readSince(db, archive?.at ?? new Date(0)));
    expect(since).toMatchObject({ messages: 1, orders: 0, money: [] });
    const before = await asSystem("test", (db) => readSince(db, new Date(0)));
    expect(before.messages).toBe(2);
  });

  test("whoever presses must administer the site; an archive that is not there is not restored", async () => {
    const archive = await newest();
    const stranger = { ...admin, id: "00000000-0000-7000-8000-000000000000" };
    await expect(askForCopy(stranger, { archive, from: "here" })).rejects.toThrow();
    for (const wrong of ["", "archives/../backup-keys.json", archive.replace("-", "+")]) {
      expect(await askForCopy(admin, { archive: wrong, from: "here" })).toBe("gone");
    }
    expect(await askForCopy(admin, { archive, from: "elsewhere" })).toBe("gone");
    expect(readJournal(DATA_DIR)).toEqual({ states: [] });
    expect(await told()).toEqual([]);
  });

  test(
    "pressed three times, one copy is made and everybody told once; it can be cancelled at any time",
    async () => {
      const outcomes = await Promise.all([ask(), ask(), ask()]);
      expect(outcomes.sort()).toEqual(["busy", "busy", "done"]);
      const mails = await told();
      const people = new Set(mails.map(({ recipient }) => recipient));
      expect(mails).toHaveLength(people.size);
      expect(people).toContain(admin.email);
      expect(await actions()).toContain("profiles.restore-asked");
      // While it is being made.
      const making = look();
      await expect.poll(() => readJournal(DATA_DIR).work?.step, { timeout: 60_000 }).toBeDefined();
      expect(await cancelRestore(admin)).toBe("done");
      await making;
      expect(readJournal(DATA_DIR)).toEqual({ states: [] });
      await look();
      expect(existsSync(join(statesFolder(DATA_DIR), "journal.json"))).toBe(true);
      // Before it is begun, and once it is ready.
      expect(await ask()).toBe("done");
      expect(await cancelRestore(admin)).toBe("done");
      expect(await cancelRestore(admin)).toBe("nothing");
      expect(await ask()).toBe("done");
      await look();
      const { due, states } = readJournal(DATA_DIR);
      expect(states).toMatchObject([{ id: due?.id, kind: "copy", bytes: expect.any(Number) }]);
      expect(await cancelRestore(admin)).toBe("done");
      await look();
      expect(existsSync(stateFolder(DATA_DIR, due?.id ?? "?"))).toBe(false);
      await restart();
      expect(await senders()).toEqual(["after@example.org", "before@example.org"]);
      expect(isAtRest()).toBe(false);
    },
    TAKES,
  );

  test(
    "a copy over which the site was stopped or killed leaves nothing",
    async () => {
      expect(await ask()).toBe("done");
      const stopping = new AbortController();
      const making = look(stopping.signal);
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
      await look();
      expect(readJournal(DATA_DIR).work?.problem).toBe("interrupted");
      expect(existsSync(stateFolder(DATA_DIR, id))).toBe(false);
      await cancelRestore(admin);
    },
    TAKES,
  );

  test(
    "a damaged archive is told in words, and the site is what it was",
    async () => {
      const { name } = backupStores()[0].storage;
      const archive = join(name, await newest());
      const whole = readFileSync(archive);
      writeFileSync(archive, whole.subarray(0, whole.length - 100));
      expect(await ask()).toBe("done");
      await look();
      expect(readJournal(DATA_DIR).work).toMatchObject({ status: "failed", problem: "damaged" });
      writeFileSync(archive, whole);
      await cancelRestore(admin);
      expect(readJournal(DATA_DIR)).toEqual({ states: [] });
    },
    TAKES,
  );

  test(
    "a copy that nobody took for a day is let go, and a start that comes too late changes nothing",
    async () => {
      expect(await ask()).toBe("done");
      await look();
      const { due } = readJournal(DATA_DIR);
      const late = new Date(due?.until ?? 0).getTime();
      setClock(() => late);
      await restart();
      expect(await senders()).toEqual(["after@example.org", "before@example.org"]);
      expect(readJournal(DATA_DIR)).toMatchObject({ refused: expect.any(String) });
      await look();
      expect(readJournal(DATA_DIR).states).toEqual([]);
      expect(existsSync(stateFolder(DATA_DIR, due?.id ?? "?"))).toBe(false);
    },
    TAKES,
  );

  test(
    "the next start takes the copy, at rest, with its files; the former comes back the same way",
    async () => {
      expect(await ask()).toBe("done");
      await look();
      await restart();
      expect(await senders()).toEqual(["before@example.org"]);
      expect(readFileSync(FILE, "utf8")).toBe("before");
      expect(isAtRest()).toBe(true);
      // Who was erased since stays written down, and is erased again before the release.
      expect(readFileSync(ERASED, "utf8")).toBe("[]\n[]\n");
      expect((await actions())[0]).toBe("profiles.restored");
      const sessions = await asSystem("test", (db) => db.execute(sql`select from auth_sessions`));
      expect((sessions as unknown as { rows: unknown[] }).rows).toEqual([]);
      const [former] = formers();
      expect(former).toBeDefined();
      // A second start has nothing more to do.
      await restart();
      expect(await senders()).toEqual(["before@example.org"]);
      expect(formers()).toHaveLength(1);
      await write("meanwhile@example.org");
      await look();
      expect(formers()).toMatchObject([{ bytes: expect.any(Number) }]);

      expect(await askForFormer(admin, "nobody")).toBe("gone");
      expect(await askForFormer(admin, former?.id ?? "")).toBe("done");
      expect(await askForFormer(admin, former?.id ?? "")).toBe("busy");
      expect(await ask()).toBe("busy");
      // Cancelled, it stays where it is.
      expect(await cancelRestore(admin)).toBe("done");
      await look();
      expect(formers()).toHaveLength(1);
      expect(await askForFormer(admin, former?.id ?? "")).toBe("done");
      await restart();
      expect(await senders()).toEqual(["after@example.org", "before@example.org"]);
      expect(readFileSync(FILE, "utf8")).toBe("after");
      expect(isAtRest()).toBe(true);
      expect((await actions())[0]).toBe("profiles.restored-former");
    },
    TAKES,
  );

  test("the former goes after seven days, and not before", async () => {
    const [former] = formers();
    const folder = stateFolder(DATA_DIR, former?.id ?? "?");
    const until = new Date(former?.until ?? 0).getTime();
    expect(until - Date.now()).toBeGreaterThan(7 * 24 * HOUR_MS - HOUR_MS);
    setClock(() => until - HOUR_MS);
    await look();
    expect(existsSync(join(folder, "database/PG_VERSION"))).toBe(true);
    setClock(() => until + 1);
    await look();
    expect(formers()).toEqual([]);
    expect(existsSync(folder)).toBe(false);
  });
});

test(
  "a database on a server is not switched from the screen",
  async () => {
    const database = await createDatabase(inject("postgres"), `TEMPLATE ${inject("template")}`);
    const settings = { DATA_DIR, DATABASE_URL: database.url };
    const opened = await openDatabase(settings, async () => {});
    await opened.ready;
    try {
      const id = await asSystem("test", (db) =>
        insertRow(db, "profiles", { email: "s@example.org", role: "admin", is_active: true }),
      );
      const own = { id, name: "S", email: "s@example.org" };
      expect(await askForCopy(own, { archive: "archives/x.fge", from: "here" })).toBe("server");
      expect(await askForFormer(own, "x")).toBe("server");
      await look();
    } finally {
      await opened.engine.close();
      await database.drop();
    }
  },
  TAKES,
);
