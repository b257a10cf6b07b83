import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { DAY, HOUR } from "../values/durations.ts";
import { confirmClock, TrustedTime, type WitnessLimits } from "./trusted-time.server.ts";

const NOW = Date.parse("2026-11-23T12:00:00Z");
const folder = mkdtempSync(join(tmpdir(), "fge-time-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let file = "";
let run = 0;
/** The rows and archives that there are, and what really passes. */
let rows: number[] | undefined = [];
let elapsed = 0;
beforeEach(() => {
  run += 1;
  file = join(folder, `time-${run}.json`);
  rows = [];
  elapsed = 0;
});

const counted = async ({ before, except }: WitnessLimits) =>
  rows
    ?.map((at) => new Date(at))
    .filter((at) => at < before && !(except && at >= except.from && at <= except.to));

/** A process of the site that began at a moment of its clock. */
function start(at: number) {
  const time = new TrustedTime(
    () => file,
    new Date(at),
    () => elapsed,
  );
  return async (now: number) => (await time.look(new Date(now), counted)).trusted;
}

describe("a start", () => {
  test("of a new site believes its clock, and so does the next one within a day", async () => {
    expect(await start(NOW)(NOW)).toBe(true);
    expect(await start(NOW + 20 * HOUR)(NOW + 20 * HOUR)).toBe(true);
  });

  test.each([2, 30, 400])(
    "%i days ahead of everything is doubted, also at the next start",
    async (days) => {
      await start(NOW)(NOW);
      const ahead = NOW + days * DAY;
      const look = start(ahead);
      expect(await look(ahead)).toBe(false);
      // What this clock has dated meanwhile is no witness of it: not to this process, nor to the next ones.
      rows = [ahead + 1_000, ahead + HOUR];
      expect(await look(ahead + 2 * HOUR)).toBe(false);
      expect(await start(ahead + 3 * HOUR)(ahead + 3 * HOUR)).toBe(false);
      expect(await start(ahead + 30 * DAY)(ahead + 30 * DAY)).toBe(false);
    },
  );

  test("goes by rows and archives where the file is lost or damaged, or of another machine", async () => {
    rows = [NOW - 5 * HOUR];
    expect(await start(NOW)(NOW)).toBe(true);
    rmSync(file);
    rows = [NOW - 400 * DAY];
    expect(await start(NOW)(NOW)).toBe(false);
    writeFileSync(file, "{");
    expect(await start(NOW)(NOW)).toBe(false);
    rmSync(file);
    await start(NOW - 30 * DAY)(NOW - 30 * DAY);
    rows = [NOW - 5 * HOUR];
    expect(await start(NOW)(NOW)).toBe(true);
  });

  test("whose database is away doubts, and asks again", async () => {
    rows = undefined;
    const look = start(NOW);
    expect(await look(NOW)).toBe(false);
    rows = [NOW - HOUR];
    expect(await look(NOW + HOUR)).toBe(true);
  });
});

describe("a clock that is put right", () => {
  test("is believed at once, and a second leap to where it was is doubted again", async () => {
    await start(NOW)(NOW);
    const ahead = NOW + 400 * DAY;
    const look = start(ahead);
    expect(await look(ahead)).toBe(false);
    rows = [ahead + HOUR];
    elapsed += 2 * HOUR;
    expect(await look(NOW + 2 * HOUR)).toBe(true);
    expect(await look(ahead + 3 * HOUR)).toBe(false);
    expect(await start(ahead + 4 * HOUR)(ahead + 4 * HOUR)).toBe(false);
  });

  test("after days of a process that ran on with it is believed too: another clock counted them", async () => {
    await start(NOW)(NOW);
    const look = start(NOW + 30 * DAY);
    for (let hours = 0; hours <= 100; hours++) {
      expect(await look(NOW + 30 * DAY + hours * HOUR)).toBe(false);
      elapsed += HOUR;
    }
    expect(await look(NOW + 101 * HOUR)).toBe(true);
    // Of two processes that count, neither counts what the other has counted.
    expect(await start(NOW + 102 * HOUR)(NOW + 102 * HOUR)).toBe(true);
  });
});

test("a leap while the site runs is doubted, whatever was written in the moment before it was seen", async () => {
  const look = start(NOW);
  await look(NOW);
  rows = [NOW + 400 * DAY];
  expect(await look(NOW + 400 * DAY + 3_000)).toBe(false);
});

test("a season of steady days is never doubted", async () => {
  const look = start(NOW);
  for (let day = 0; day < 120; day++) {
    expect(await look(NOW + day * DAY)).toBe(true);
    elapsed += DAY;
  }
});

describe("the word of a person", () => {
  test("is enough, for a site that was off for a year; what went before is no witness against it", async () => {
    await start(NOW)(NOW);
    const later = NOW + 365 * DAY;
    const look = start(later);
    expect(await look(later)).toBe(false);
    expect(confirmClock(file, new Date(later))).toBe(true);
    expect(await look(later + HOUR)).toBe(true);
    expect(await start(later + 2 * HOUR)(later + 2 * HOUR)).toBe(true);
    expect(await look(later + 40 * DAY)).toBe(false);
  });

  test("that was wrong is taken back by giving it again with the right clock", async () => {
    const look = start(NOW);
    await look(NOW);
    confirmClock(file, new Date(NOW + 400 * DAY));
    expect(await look(NOW + 400 * DAY)).toBe(true);
    confirmClock(file, new Date(NOW + HOUR));
    expect(await look(NOW + HOUR)).toBe(true);
    expect(await look(NOW + 399 * DAY)).toBe(false);
    // Nor does what was written meanwhile.
    rows = [NOW + 400 * DAY + HOUR];
    const second = NOW + 400 * DAY + 2 * HOUR;
    expect(await start(second)(second)).toBe(false);
  });
});

test("a clock that is behind ends nothing too early; kept so for a day it is the true one", async () => {
  const ahead = NOW + 400 * DAY;
  await start(ahead)(ahead);
  const time = new TrustedTime(
    () => file,
    new Date(NOW),
    () => elapsed,
  );
  const look = (at: number) => time.look(new Date(at), counted);
  expect(await look(NOW)).toMatchObject({ trusted: true, known: new Date(ahead) });
  elapsed += 25 * HOUR;
  expect(await look(NOW + 25 * HOUR)).toEqual({ trusted: true, now: new Date(NOW + 25 * HOUR) });
  expect((await look(ahead)).trusted).toBe(false);
  // One that is put right within minutes was behind for a moment: what is known stays known.
  confirmClock(file, new Date(NOW));
  expect(await look(NOW - 5_000 * DAY)).toMatchObject({ trusted: true });
  expect((await look(NOW + 60_000)).trusted).toBe(true);
});
