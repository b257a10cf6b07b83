import { expect, test, vi } from "vitest";
import { atMostEvery } from "./readiness.ts";

test("a try is made at most so often, and its result told in between, a failure too", async () => {
  vi.useFakeTimers();
  try {
    const work = vi.fn(async () => {});
    const attempt = atMostEvery(10_000, work);
    work.mockRejectedValueOnce(new Error("full"));
    await expect(attempt()).rejects.toThrow("full");
    await vi.advanceTimersByTimeAsync(9_900);
    await expect(attempt()).rejects.toThrow("full");
    expect(work).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(200);
    await Promise.all([attempt(), attempt()]);
    expect(work).toHaveBeenCalledTimes(2);
  } finally {
    vi.useRealTimers();
  }
});
