import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { FolderInUseError, lockFolder } from "../../app/platform/database/folder-lock.server.ts";

// Two processes in one embedded database destroy it, so the lock must hold when they start together.

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
  const RACERS = 6;
  const TRIES = 30;
  const source = join(import.meta.dirname, "../../app/platform/database/folder-lock.server.ts");
  // Each racer waits for the same instants, and holds what it got until the next one is over.
  const script = `
    import { lockFolder } from "${source}";
    const [folder, start] = process.argv.slice(1);
    const results = [];
    for (let n = 0; n < ${TRIES}; n++) {
      const at = Number(start) + n * 40;
      while (Date.now() < at);
      let unlock;
      try { unlock = lockFolder(folder + "/race-" + n); } catch {}
      results.push(Boolean(unlock));
    }
    while (Date.now() < Number(start) + ${TRIES} * 40 + 300);
    process.stdout.write(JSON.stringify(results));`;
  for (let n = 0; n < TRIES; n += 2) {
    writeFileSync(join(folder, `race-${n}`), JSON.stringify({ pid: 2 ** 22 + 1, started: "x" }));
  }
  const start = Date.now() + 1_500;
  const args = ["--input-type=module", "--eval", script, folder, String(start)];
  const racers = Array.from({ length: RACERS }, async () => {
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
    });
    await once(child, "close");
    return JSON.parse(output) as boolean[];
  });
  const results = await Promise.all(racers);
  const winners = Array.from({ length: TRIES }, (_, n) => results.filter((won) => won[n]).length);
  expect(winners).toEqual(Array.from({ length: TRIES }, () => 1));
});
