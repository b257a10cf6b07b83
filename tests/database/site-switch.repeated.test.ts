import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import {
  applyScheduledSwitch,
  isOneDisk,
  JournalError,
  lockDataFolder,
  readJournal,
  type SiteState,
  stateFolder,
  statesFolder,
  writeJournal,
} from "../../app/core/database/copy/site-states.server.ts";
import { DAY } from "../../app/core/values/durations.ts";
import { ELSEWHERE, hasNamespaces } from "../support/database/namespace.ts";
import { repetitions, someOf } from "../support/fuzz/repetitions.ts";

// The site becomes another state of itself by renaming two folders. A process may be killed at any step of that:
// what is opened next is one whole state or the other, never the database of one with the files of the other.

const root = mkdtempSync(join(tmpdir(), "fge-switch-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const FAULTS = join(import.meta.dirname, "killing-fs.mjs");
const SOURCE = join(import.meta.dirname, "../../app/core/database/copy/site-states.server.ts");
const BY = { id: "1", name: "A", email: "a@example.org" };
const moment = (days: number) => new Date(Date.now() + days * DAY).toISOString();
const COPY: SiteState = {
  id: "copy-1",
  kind: "copy",
  archive: "archives/a.fge",
  at: moment(-1),
  until: moment(1),
};

function fill(folder: string, words: string): void {
  mkdirSync(join(folder, "database"), { recursive: true });
  writeFileSync(join(folder, "database/PG_VERSION"), words);
  mkdirSync(join(folder, "files/uploads"), { recursive: true });
  writeFileSync(join(folder, "files/uploads/a.txt"), words);
}

let made = 0;
/** A site that is `old`, beside which a copy that is `new` waits for the next start. */
function newSite(): string {
  const dataDir = join(root, `site-${made++}`);
  fill(dataDir, "old");
  fill(stateFolder(dataDir, COPY.id), "new");
  const due = { id: COPY.id, by: BY, asked_at: moment(0), until: moment(1) };
  writeJournal(dataDir, { states: [COPY], due });
  return dataDir;
}

const wordsIn = (folder: string) =>
  ["database/PG_VERSION", "files/uploads/a.txt"].map((file) =>
    existsSync(join(folder, file)) ? readFileSync(join(folder, file), "utf8") : undefined,
  );

const settings = (dataDir: string) => ({ DATA_DIR: dataDir, DATA_DIR_WITHOUT_LOCKS: false });
/** A start of the site, in this process. */
const start = (dataDir: string) => applyScheduledSwitch(settings(dataDir));
/** Whoever opens the database otherwise: a command for accounts, a backup by hand. */
const open = (dataDir: string) => lockDataFolder(dataDir)();

/** A start in a process over which something goes wrong at a step. Tells whether it came to its end. */
function startElsewhere(dataDir: string, at: number, fault: "kill" | "refuse"): boolean {
  const script = `
    import { lockDataFolder, applyScheduledSwitch } from "${SOURCE}";
    applyScheduledSwitch(${JSON.stringify(settings(dataDir))});
    lockDataFolder(${JSON.stringify(dataDir)})();`;
  const { status, signal } = spawnSync(
    process.execPath,
    ["--import", FAULTS, "--input-type=module", "--eval", script],
    { env: { PATH: process.env.PATH, NODE_ENV: "test", FAULT_AT: String(at), FAULT: fault } },
  );
  expect(signal === "SIGKILL" || status === 0).toBe(true);
  return status === 0;
}

/** The site is the copy, and what it was is kept whole. */
function expectSwitched(dataDir: string): void {
  expect(wordsIn(dataDir)).toEqual(["new", "new"]);
  const { states, due, moving, arrived } = readJournal(dataDir);
  expect({ due, moving }).toEqual({});
  expect(states).toMatchObject([{ kind: "former" }]);
  expect(arrived?.state.id).toBe(COPY.id);
  expect(wordsIn(stateFolder(dataDir, states[0]?.id ?? "?"))).toEqual(["old", "old"]);
}

test("a start takes what is due, with its files, once", () => {
  const dataDir = newSite();
  open(dataDir);
  expect(wordsIn(dataDir)).toEqual(["old", "old"]);
  start(dataDir);
  expectSwitched(dataDir);
  start(dataDir);
  expectSwitched(dataDir);
});

test("killed before any step, whoever opens it next finds one whole state", {
  timeout: 240_000,
}, () => {
  let [killed, isOver] = [0, false];
  // At each commit before every fourth step.
  for (let at = 1; !isOver; at += repetitions(4, 1)) {
    const dataDir = newSite();
    isOver = startElsewhere(dataDir, at, "kill");
    if (isOver) break;
    killed += 1;
    // The next one dies as well, somewhere.
    startElsewhere(dataDir, (at % 9) + 1, "kill");
    // A command is no start: it ends what was begun, and begins nothing.
    open(dataDir);
    const words = wordsIn(dataDir);
    expect(words[0]).toBe(words[1]);
    expect(["old", "new"]).toContain(words[0]);
    expect(readJournal(dataDir).moving).toBeUndefined();
    start(dataDir);
    expectSwitched(dataDir);
  }
  expect(killed).toBeGreaterThan(repetitions(3, 12));
});

test("a disk that refuses a rename leaves the site as it was, and says so", {
  timeout: 120_000,
}, () => {
  let refused = 0;
  const renames = [4, 5, 1, 2, 3];
  for (const at of someOf(renames, 2)) {
    const dataDir = newSite();
    expect(startElsewhere(dataDir, at, "refuse")).toBe(true);
    const { refused: when, due, moving, states } = readJournal(dataDir);
    if (!when) {
      expectSwitched(dataDir);
      continue;
    }
    refused += 1;
    expect(wordsIn(dataDir)).toEqual(["old", "old"]);
    expect(wordsIn(stateFolder(dataDir, COPY.id))).toEqual(["new", "new"]);
    expect({ due, moving, states }).toEqual({ states: [COPY] });
  }
  expect(refused).toBe(repetitions(1, 4));
});

describe("nothing is taken", () => {
  test("that came too late, or whose folder is gone", () => {
    const late = newSite();
    const journal = readJournal(late);
    writeJournal(late, { ...journal, due: journal.due && { ...journal.due, until: moment(-1) } });
    start(late);
    const gone = newSite();
    rmSync(join(stateFolder(gone, COPY.id), "database"), { recursive: true });
    start(gone);
    for (const dataDir of [late, gone]) {
      expect(wordsIn(dataDir)).toEqual(["old", "old"]);
      const { due, moving, refused } = readJournal(dataDir);
      expect({ due, moving }).toEqual({});
      expect(refused).toBeDefined();
    }
  });

  test("on a server's database", () => {
    const dataDir = newSite();
    applyScheduledSwitch({ ...settings(dataDir), DATABASE_URL: "postgres://localhost/x" });
    expect(wordsIn(dataDir)).toEqual(["old", "old"]);
  });

  test.skipIf(!hasNamespaces())("where the files are a disk of their own", () => {
    const dataDir = newSite();
    const script = `
      import { isOneDisk, applyScheduledSwitch } from "${SOURCE}";
      const settings = ${JSON.stringify(settings(dataDir))};
      applyScheduledSwitch(settings);
      console.log(isOneDisk(settings.DATA_DIR));`;
    const [command = "", ...args] = [
      ...ELSEWHERE,
      "sh",
      "-c",
      `mount -t tmpfs none ${join(dataDir, "files")} && exec "$@"`,
      "sh",
      process.execPath,
      "--input-type=module",
      "--eval",
      script,
    ];
    const { stdout, stderr } = spawnSync(command, args, { encoding: "utf8" });
    expect(stdout.trim().split("\n").at(-1), stderr).toBe("false");
    expect(wordsIn(dataDir)).toEqual(["old", "old"]);
    expect(isOneDisk(dataDir)).toBe(true);
    expect(readJournal(dataDir).refused).toBeDefined();
  });
});

test("a damaged journal stops nobody whose database is in its place, and nobody else goes on", () => {
  const dataDir = newSite();
  writeFileSync(join(statesFolder(dataDir), "journal.json"), "{");
  start(dataDir);
  open(dataDir);
  expect(wordsIn(dataDir)).toEqual(["old", "old"]);
  rmSync(join(dataDir, "database"), { recursive: true });
  expect(() => start(dataDir)).toThrow(JournalError);
  // Otherwise an empty database would be made there.
  expect(() => open(dataDir)).toThrow(JournalError);
});
