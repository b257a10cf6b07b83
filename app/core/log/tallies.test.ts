import { afterEach, expect, test } from "vitest";
import { allow } from "../http/rate-limit.server.ts";
import { setClock } from "../process/clock.ts";
import { createLog } from "./log.server.ts";
import { errorTallies, limitTallies, Tallies } from "./tallies.server.ts";

afterEach(() => setClock());

test("what happened is counted by its name, and that of more than a day ago apart", () => {
  const tallies = new Tallies();
  let now = Date.parse("2027-01-01T10:30:00Z");
  setClock(() => now);
  tallies.add("request failed");
  tallies.add("request failed");
  now += 23 * 3_600_000;
  tallies.add("job failed");
  expect(tallies.list()).toMatchObject([
    { name: "job failed", total: 1, lately: 1 },
    { name: "request failed", total: 2, lately: 2 },
  ]);
  now += 3_600_000;
  expect(tallies.list()[1]).toMatchObject({ total: 2, lately: 0 });
});

test("so many names are remembered and no more, and those that are known go on", () => {
  const tallies = new Tallies();
  for (let n = 0; n < 1_000; n++) tallies.add(`name ${n}`);
  tallies.add("name 0");
  expect(tallies.list()).toHaveLength(200);
  expect(tallies.list().find(({ name }) => name === "name 0")?.total).toBe(2);
});

test("an error in the log is counted even where nothing is written, by its words alone", () => {
  const seen: string[] = [];
  const silent = createLog("silent", undefined, (level, words) => seen.push(`${level} ${words}`));
  silent.error({ err: new Error("kadiatou@example.gn") }, "request failed");
  silent.info({}, "started");
  expect(seen).toEqual(["error request failed", "info started"]);
  expect(errorTallies.list().some(({ name }) => name.includes("@"))).toBe(false);
});

test("what a limit refuses is counted by the limit, not by the caller", () => {
  const limit = { count: 1, perMs: 60_000 };
  for (let n = 0; n < 3; n++) allow("tallies-test", "192.0.2.7", limit);
  const tally = limitTallies.list().find(({ name }) => name === "tallies-test");
  expect(tally).toMatchObject({ total: 2 });
});
