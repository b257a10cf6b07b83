import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { readGenerated, sweepGenerated } from "./generated-images.server.ts";

// What is drawn once is kept whole, and only that is ever removed.

const DATA_DIR = mkdtempSync(join(tmpdir(), "fge-drawn-"));
process.env.DATA_DIR = DATA_DIR;
process.env.SESSION_SECRET = "a secret that no other process may have";
const FOLDER = join(DATA_DIR, "drawn");
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));

let count = 0;
/** A name that nothing was drawn under yet. */
const newName = () => `${String(count++).padStart(16, "a")}.jpg`;
const drawingOf = (name: string, draw: (path: string) => Promise<void>) => ({
  files: { "card.jpg": name },
  draw: vi.fn(draw),
});
const writes = (words: string) => async (path: string) => writeFileSync(`${path}-card.jpg`, words);

test("it is drawn once for all who ask at once and later, and nothing else is left of it", async () => {
  const name = newName();
  const drawing = drawingOf(name, writes("picture"));
  const asked = await Promise.all(Array.from({ length: 500 }, () => readGenerated(name, drawing)));
  expect(new Set(asked.map(String))).toEqual(new Set(["picture"]));
  expect(String(await readGenerated(name, drawing))).toBe("picture");
  expect(drawing.draw).toHaveBeenCalledTimes(1);
  expect(readdirSync(join(DATA_DIR, "arrivals"))).toEqual([]);
});

test("what a power cut left empty is drawn again", async () => {
  const name = newName();
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, name), "");
  expect(String(await readGenerated(name, drawingOf(name, writes("whole"))))).toBe("whole");
});

test("what fails half-way shows nothing, leaves nothing, and is not tried again at once", async () => {
  const name = newName();
  const drawing = drawingOf(name, async (path) => {
    writeFileSync(`${path}-card.jpg`, "half");
    throw Object.assign(new Error("no space left"), { code: "ENOSPC" });
  });
  expect(await readGenerated(name, drawing)).toBeUndefined();
  expect(await readGenerated(name, drawing)).toBeUndefined();
  expect(drawing.draw).toHaveBeenCalledTimes(1);
  expect(readdirSync(FOLDER)).not.toContain(name);
  expect(readdirSync(join(DATA_DIR, "arrivals"))).toEqual([]);
});

test("behind twenty nobody waits, and their turn comes later", async () => {
  const open = Promise.withResolvers<void>();
  const names = Array.from({ length: 30 }, newName);
  const slow = async (path: string) => {
    await open.promise;
    await writes("late")(path);
  };
  const asked = names.map((name) => readGenerated(name, drawingOf(name, slow)));
  await vi.waitFor(async () => expect(await asked[29]).toBeUndefined());
  open.resolve();
  const answers = await Promise.all(asked);
  expect(answers.filter(Boolean)).toHaveLength(20);
  const last = names[29] ?? "";
  expect(String(await readGenerated(last, drawingOf(last, writes("now"))))).toBe("now");
});

test("the sweep removes what is old, and nothing that has another name", async () => {
  const now = new Date("2027-03-12T12:00:00Z");
  const long = new Date("2026-12-01T00:00:00Z");
  const files = {
    "0123456789abcdef.jpg": long,
    "0123456789abcde_-192.png": long,
    "0123456789abcde_-favicon.ico": long,
    "fedcba9876543210.jpg": now,
    "photo-de-famille.jpg.bak": long,
    "notes.txt": long,
    "famille.jpg": long,
  };
  for (const name of readdirSync(FOLDER)) rmSync(join(FOLDER, name));
  for (const [name, at] of Object.entries(files)) {
    writeFileSync(join(FOLDER, name), "x");
    utimesSync(join(FOLDER, name), at, at);
  }
  await sweepGenerated(now);
  expect(readdirSync(FOLDER).sort()).toEqual([
    "famille.jpg",
    "fedcba9876543210.jpg",
    "notes.txt",
    "photo-de-famille.jpg.bak",
  ]);
});
