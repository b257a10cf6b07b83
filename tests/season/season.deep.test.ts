import { expect, test } from "vitest";
import { live } from "../../bench/season/run.ts";

/** Always the same one: what fails here is to be found again. */
const SEED = 12;

test("a short season, with two deaths, leaves nothing wrong on any of its days", async () => {
  const size = { members: 200, events: 6, days: 6, kills: 2, seed: SEED };
  const outcome = await live({ engine: "embedded", ...size }, () => {});
  expect(outcome.wrong).toEqual([]);
  expect(outcome.kills).toBe(2);
  expect(outcome.refusal).toMatch("data folder in use");
  expect(outcome.letters).toBeGreaterThan(30);
  expect(outcome.done.paid).toBeGreaterThan(10);
  expect(outcome.removed).toMatchObject({ mails: expect.any(Number), bin: expect.any(Number) });
}, 400_000);
