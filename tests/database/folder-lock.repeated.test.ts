import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import {
  canLock,
  diskMayLackLocks,
  FolderInUseError,
  lockFolder,
  optionsOfMount,
  otherProcessIsRefused,
} from "../../app/core/database/embedded/folder-lock.server.ts";
import { ELSEWHERE, hasNamespaces } from "../support/database/namespace.ts";
import { repetitions } from "../support/fuzz/repetitions.ts";

// Two processes in one embedded database destroy it, so the lock must hold when they start together, when
// neither can see the other, and end with its process however that ends.

const RACERS = 4;
const TRIES = repetitions(40, 400);
const source = join(import.meta.dirname, "../../app/core/database/embedded/folder-lock.server.ts");

const root = mkdtempSync(join(tmpdir(), "fge-lock-"));
let made = 0;
const newFolder = () => join(root, `folder-${made++}`);
afterAll(() => rmSync(root, { recursive: true, force: true }));

const children: ChildProcess[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) await end(child);
});

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}

/** A process that tries to take the lock, says how it went, and stays. */
async function tryElsewhere(folder: string, through: readonly string[] = []) {
  const script = `
    import { lockFolder } from "${source}";
    try {
      lockFolder(process.argv[1]);
      console.log("held");
    } catch (error) {
      console.log(error.constructor.name + ": " + error.message);
    }
    process.stdin.resume();`;
  const [command = "", ...args] = [
    ...through,
    process.execPath,
    "--input-type=module",
    "--eval",
    script,
    folder,
  ];
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
  children.push(child);
  return { child, said: await firstLine(child.stdout) };
}

async function firstLine(stream: Readable): Promise<string> {
  for await (const line of createInterface(stream)) return line;
  return "";
}

test("the lock is taken once, and given back whole", () => {
  const folder = newFolder();
  const unlock = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(FolderInUseError);
  expect(() => lockFolder(folder)).toThrow(`${process.pid}`);
  unlock();
  // The file that is locked stays: removing it would let two processes lock two files.
  expect(readdirSync(folder)).toEqual(["database-lock.sqlite"]);
  lockFolder(folder)();
  expect(readdirSync(folder)).toEqual(["database-lock.sqlite"]);
});

test("what it makes is for us alone", () => {
  const folder = newFolder();
  const unlock = lockFolder(folder);
  for (const name of [".", ...readdirSync(folder)]) {
    expect(statSync(join(folder, name)).mode & 0o077, name).toBe(0);
  }
  unlock();
});

test("a refusal in the same process does not give the lock away", async () => {
  const folder = newFolder();
  const unlock = lockFolder(folder);
  for (let time = 0; time < 3; time++) expect(() => lockFolder(folder)).toThrow(FolderInUseError);
  expect((await tryElsewhere(folder)).said).toContain("FolderInUseError");
  unlock();
  expect((await tryElsewhere(folder)).said).toBe("held");
});

test("another process is refused until the holder is gone, by kill -9 too", async () => {
  const folder = newFolder();
  const holder = await tryElsewhere(folder);
  expect(holder.said).toBe("held");
  const { said } = await tryElsewhere(folder);
  expect(said).toContain("FolderInUseError");
  expect(said).toContain(`${holder.child.pid}`);
  await end(holder.child);
  lockFolder(folder)();
});

test.skipIf(!hasNamespaces())("so is one that cannot see the holder's process", async () => {
  const folder = newFolder();
  const unlock = lockFolder(folder);
  const { said } = await tryElsewhere(folder, ELSEWHERE);
  expect(said).toContain("FolderInUseError");
  unlock();
  const holder = await tryElsewhere(folder, ELSEWHERE);
  expect(holder.said).toBe("held");
  expect(() => lockFolder(folder)).toThrow(FolderInUseError);
  await end(holder.child);
  // The system ends what ran in the namespace a moment after its first process.
  await vi.waitFor(() => lockFolder(folder)(), { timeout: 2_000, interval: 20 });
});

test.each([
  ["that died", JSON.stringify({ pid: 2 ** 22 + 1, host: "x" })],
  ["whose number is used again", JSON.stringify({ pid: process.pid, host: "x" })],
  ["that was cut short as it wrote its name", '{"pid": 1'],
])("the name that is left by a process %s decides nothing", (_whose, content) => {
  const folder = newFolder();
  lockFolder(folder)();
  writeFileSync(join(folder, "database-lock.json"), content);
  lockFolder(folder)();
  expect(readdirSync(folder)).toEqual(["database-lock.sqlite"]);
});

test("of many processes that start at the same moment, one gets it", async () => {
  // Each racer waits for the same instants, and holds what it got until all are done.
  const script = `
    import { lockFolder } from "${source}";
    const [folder, start] = process.argv.slice(1);
    const won = [];
    for (let n = 0; n < ${TRIES}; n++) {
      const at = Number(start) + n * 5;
      while (Date.now() < at);
      try {
        lockFolder(folder + "/race-" + n);
        won.push(n);
      } catch {}
    }
    process.stdout.write(JSON.stringify(won) + "\\n");
    process.stdin.resume();`;
  const start = Date.now() + 1_500;
  const args = ["--input-type=module", "--eval", script, newFolder(), String(start)];
  const racers = Array.from({ length: RACERS }, () =>
    spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] }),
  );
  children.push(...racers);
  const won = await Promise.all(
    racers.map(async ({ stdout }) => JSON.parse(await firstLine(stdout)) as number[]),
  );
  const winners = won.flat().sort((one, other) => one - other);
  expect(winners).toEqual(Array.from({ length: TRIES }, (_, n) => n));
});

describe("a disk", () => {
  test("of this machine needs no look, one of a network or of a user's program does", () => {
    expect(diskMayLackLocks(root, 0xef53)).toBe(
      process.platform !== "linux" && process.platform !== "win32",
    );
    for (const kind of [0x6969, 0xff534d42, 0x65735546, 0x01021997]) {
      expect(diskMayLackLocks(root, kind)).toBe(process.platform !== "win32");
    }
    expect(canLock(root)).toBe(true);
    expect(readdirSync(root).filter((name) => name.endsWith(".sqlite"))).toEqual([]);
  });

  test("that grants every lock is found out by another process", () => {
    const folder = newFolder();
    const unlock = lockFolder(folder);
    const file = join(folder, "database-lock.sqlite");
    expect(otherProcessIsRefused(file)).toBe(true);
    unlock();
    // As on a disk where our lock keeps nobody out.
    expect(otherProcessIsRefused(file)).toBe(false);
  });

  test("tells by its mount that its locks stay on this machine", () => {
    const table = [
      "/dev/sda1 / ext4 rw,relatime 0 0",
      "nas:/share /tmp nfs4 rw,local_lock=none,addr=10.0.0.2 0 0",
      `nas:/data ${root} nfs rw,nolock,local_lock=all 0 0`,
      "nas:/else /nowhere nfs rw 0 0",
    ].join("\n");
    expect(optionsOfMount(root, table)).toBe("rw,nolock,local_lock=all");
    expect(optionsOfMount(tmpdir(), table)).toContain("local_lock=none");
    expect(optionsOfMount("/", table)).toBe("rw,relatime");
    expect(optionsOfMount(root, "")).toBe("");
  });
});
