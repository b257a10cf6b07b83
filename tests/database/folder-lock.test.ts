import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeEach, expect, test } from "vitest";
import { FolderInUseError, lockFolder } from "../../app/platform/database/folder-lock.server.ts";

// Two processes in one embedded database destroy it, so the lock must hold when they start together.

const RACERS = 4;
const TRIES = 200;

const folder = mkdtempSync(join(tmpdir(), "fge-lock-"));
const lockFile = join(folder, "database.lock");
beforeEach(() => rmSync(lockFile, { force: true }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the lock is taken once, and given back whole", () => {
  const unlock = lockFolder(lockFile);
  expect(JSON.parse(readFileSync(lockFile, "utf8")).pid).toBe(process.pid);
  expect(() => lockFolder(lockFile)).toThrow(FolderInUseError);
  unlock();
  expect(readdirSync(folder)).toEqual([]);
  lockFolder(lockFile)();
});

test.each([
  ["a process that died", JSON.stringify({ pid: 2 ** 22 + 1, started: "x" })],
  ["a process whose pid is used again", JSON.stringify({ pid: process.pid, started: "before" })],
  ["nobody, half-written when the power went", '{"pid": 1'],
  ["nobody, empty", ""],
])("a lock of %s is taken over", (_whose, content) => {
  writeFileSync(lockFile, content);
  lockFolder(lockFile)();
  expect(readdirSync(folder)).toEqual([]);
});

test("of many processes that start at the same moment on a stale lock, one gets it", async () => {
  const source = join(import.meta.dirname, "../../app/platform/database/folder-lock.server.ts");
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
  for (let n = 0; n < TRIES; n += 2) {
    writeFileSync(join(folder, `race-${n}`), JSON.stringify({ pid: 2 ** 22 + 1, started: "x" }));
  }
  const start = Date.now() + 1_500;
  const args = ["--input-type=module", "--eval", script, folder, String(start)];
  const racers = Array.from({ length: RACERS }, () =>
    spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] }),
  );
  const won = await Promise.all(
    racers.map(async ({ stdout }) => {
      for await (const line of createInterface(stdout)) return JSON.parse(line) as number[];
      return [];
    }),
  );
  for (const racer of racers) racer.stdin.end();
  const winners = won.flat().sort((one, other) => one - other);
  expect(winners).toEqual(Array.from({ length: TRIES }, (_, n) => n));
});
