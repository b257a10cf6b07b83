import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { insertRow } from "../../../tests/database/tables.ts";
import { createDatabase } from "../../../tests/support/database/postgres-server.ts";
import { isDeep } from "../../../tests/support/fuzz/repetitions.ts";
import {
  AFTER,
  BEFORE,
  DATA_DIR,
  ERASED,
  FILE,
  RestoringSite,
  SETTINGS,
} from "../../../tests/support/product/restoring-site.ts";
import { isInQuarantine } from "../../core/database/copy/quarantine.server.ts";
import {
  readJournal,
  scheduleFormerState,
  stateFolder,
  statesFolder,
} from "../../core/database/copy/site-states.server.ts";
import { openDatabase } from "../../core/database/database.server.ts";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import { FolderInUseError } from "../../core/database/embedded/folder-lock.server.ts";
import { setClock } from "../../core/process/clock.ts";
import { HOUR } from "../../core/values/durations.ts";
import { listArchives } from "../archive/prune-archives.server.ts";
import { backupStores } from "../nightly/backup-stores.server.ts";
import {
  cancelRestore,
  readSince,
  requestCopy,
  requestFormerState,
} from "./restore-changes.system.server.ts";

const TAKES = 240_000;
const site = new RestoringSite();

describe("of an embedded site", () => {
  beforeAll(() => site.fill(), TAKES);
  afterAll(async () => {
    setClock();
    await site.end();
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
    const archive = await site.newest();
    const stranger = { ...site.admin, id: "00000000-0000-7000-8000-000000000000" };
    await expect(requestCopy(stranger, { archive, from: "here" })).rejects.toThrow();
    for (const wrong of ["", "archives/../backup-keys.json", archive.replace("-", "+")]) {
      expect(await requestCopy(site.admin, { archive: wrong, from: "here" })).toBe("gone");
    }
    expect(await requestCopy(site.admin, { archive, from: "elsewhere" })).toBe("gone");
    expect(readJournal(DATA_DIR)).toEqual({ states: [] });
    expect(await site.told()).toEqual([]);
  });

  test.runIf(isDeep)(
    "pressed three times, one copy is made and everybody told once; it can be cancelled at any time",
    async () => {
      const outcomes = await Promise.all([site.ask(), site.ask(), site.ask()]);
      expect(outcomes.sort()).toEqual(["busy", "busy", "done"]);
      const mails = await site.told();
      const people = new Set(mails.map(({ recipient }) => recipient));
      expect(mails).toHaveLength(people.size);
      expect(people).toContain(site.admin.email);
      expect(await site.actions()).toContain("profiles.restore-asked");
      // While it is being made.
      const making = site.look();
      await expect.poll(() => readJournal(DATA_DIR).work?.step, { timeout: 60_000 }).toBeDefined();
      expect(await cancelRestore(site.admin)).toBe("done");
      await making;
      await site.look();
      expect(readJournal(DATA_DIR)).toEqual({ states: [] });
      expect(existsSync(join(statesFolder(DATA_DIR), "journal.json"))).toBe(true);
      // Before it is begun, and once it is ready.
      expect(await site.ask()).toBe("done");
      expect(await cancelRestore(site.admin)).toBe("done");
      expect(await cancelRestore(site.admin)).toBe("nothing");
      expect(await site.ask()).toBe("done");
      await site.look();
      const { due, states } = readJournal(DATA_DIR);
      expect(states).toMatchObject([{ id: due?.id, kind: "copy", bytes: expect.any(Number) }]);
      expect(await cancelRestore(site.admin)).toBe("done");
      await site.look();
      expect(existsSync(stateFolder(DATA_DIR, due?.id ?? "?"))).toBe(false);
      await site.restart();
      expect(await site.senders()).toEqual([AFTER, BEFORE]);
      expect(isInQuarantine()).toBe(false);
    },
    TAKES,
  );

  test.runIf(isDeep)(
    "a copy that nobody took for a day is let go, and a start that comes too late changes nothing",
    async () => {
      expect(await site.ask()).toBe("done");
      await site.look();
      const { due } = readJournal(DATA_DIR);
      const late = new Date(due?.until ?? 0).getTime();
      setClock(() => late);
      await site.restart();
      expect(await site.senders()).toEqual([AFTER, BEFORE]);
      expect(readJournal(DATA_DIR)).toMatchObject({ refused: expect.any(String) });
      await site.look();
      expect(readJournal(DATA_DIR).states).toEqual([]);
      expect(existsSync(stateFolder(DATA_DIR, due?.id ?? "?"))).toBe(false);
    },
    TAKES,
  );

  test(
    "the next start takes the copy, at rest, with its files; the former comes back the same way",
    async () => {
      expect(await site.ask()).toBe("done");
      await site.look();
      await site.restart();
      expect(await site.senders()).toEqual([BEFORE]);
      expect(readFileSync(FILE, "utf8")).toBe("before");
      expect(isInQuarantine()).toBe(true);
      // Who was erased since stays written down, and is erased again before the release.
      expect(readFileSync(ERASED, "utf8")).toBe("[]\n[]\n");
      expect((await site.actions())[0]).toBe("profiles.restored");
      const sessions = await asSystem("test", (db) => db.execute(sql`select from auth_sessions`));
      expect((sessions as unknown as { rows: unknown[] }).rows).toEqual([]);
      const [former] = site.formers();
      expect(former).toBeDefined();
      // A second start has nothing more to do.
      await site.restart();
      expect(await site.senders()).toEqual([BEFORE]);
      expect(site.formers()).toHaveLength(1);
      await site.write("meanwhile@example.org");
      await site.look();
      expect(site.formers()).toMatchObject([{ bytes: expect.any(Number) }]);

      expect(await requestFormerState(site.admin, "nobody")).toBe("gone");
      expect(await requestFormerState(site.admin, former?.id ?? "")).toBe("done");
      expect(await requestFormerState(site.admin, former?.id ?? "")).toBe("busy");
      expect(await site.ask()).toBe("busy");
      // Cancelled, it stays where it is.
      expect(await cancelRestore(site.admin)).toBe("done");
      await site.look();
      expect(site.formers()).toHaveLength(1);
      expect(await requestFormerState(site.admin, former?.id ?? "")).toBe("done");
      await site.restart();
      expect(await site.senders()).toEqual([AFTER, BEFORE]);
      expect(readFileSync(FILE, "utf8")).toBe("after");
      expect(isInQuarantine()).toBe(true);
      expect((await site.actions())[0]).toBe("profiles.restored-former");
    },
    TAKES,
  );

  test(
    "the command takes the former with the next start, and has no account in the log",
    async () => {
      await expect(async () => scheduleFormerState(SETTINGS)).rejects.toThrow(FolderInUseError);
      const now = await site.senders();
      await site.restart(() => {
        expect(scheduleFormerState(SETTINGS)).toEqual(new Date(site.formers()[0]?.at ?? 0));
      });
      expect(await site.senders()).toEqual([BEFORE, "meanwhile@example.org"]);
      expect((await site.actions())[0]).toBe("profiles.restored-former");
      await site.restart(() => void scheduleFormerState(SETTINGS));
      expect(await site.senders()).toEqual(now);
      expect(isInQuarantine()).toBe(true);
    },
    TAKES,
  );

  test("the former goes after seven days, and not before", async () => {
    const [former] = site.formers();
    const folder = stateFolder(DATA_DIR, former?.id ?? "?");
    const until = new Date(former?.until ?? 0).getTime();
    expect(until - Date.now()).toBeGreaterThan(7 * 24 * HOUR - HOUR);
    setClock(() => until - HOUR);
    await site.look();
    expect(existsSync(join(folder, "database/PG_VERSION"))).toBe(true);
    setClock(() => until + 1);
    await site.look();
    expect(site.formers()).toEqual([]);
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
      expect(await requestCopy(own, { archive: "archives/x.fge", from: "here" })).toBe("server");
      expect(await requestFormerState(own, "x")).toBe("server");
      await site.look();
    } finally {
      await opened.engine.close();
      await database.drop();
    }
  },
  TAKES,
);
