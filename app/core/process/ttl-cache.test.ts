import { expect, test } from "vitest";
import { memoizeFor } from "./ttl-cache.ts";

test("what was read serves again until its state or its time is another", async () => {
  const keep = memoizeFor<number>(1_000);
  let reads = 0;
  const ask = (state: string, now: number) => keep(state, async () => ++reads, now);
  expect([await ask("a", 0), await ask("a", 999)]).toEqual([1, 1]);
  expect([await ask("b", 999), await ask("b", 1_998)]).toEqual([2, 2]);
  expect(await ask("b", 1_999)).toBe(3);
  // The clock was put back: it would serve until the clock is there again.
  expect(await ask("b", 500)).toBe(4);
});

test("what could not be read is asked for again", async () => {
  const keep = memoizeFor<string>(1_000);
  await expect(keep("a", () => Promise.reject(new Error("away")), 0)).rejects.toThrow("away");
  expect(await keep("a", async () => "there", 1)).toBe("there");
});
