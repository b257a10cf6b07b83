import { describe, expect, test, vi } from "vitest";
import { withTimeout } from "./timeout.ts";

const never = new Promise<never>(() => {});
const late = () => "late";

describe("work with a time limit", () => {
  test("gives its result, and leaves no timer behind", async () => {
    vi.useFakeTimers();
    expect(await withTimeout(Promise.resolve("done"), 1_000, late)).toBe("done");
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  test("throws what it throws in time", async () => {
    await expect(withTimeout(Promise.reject(new Error("no")), 1_000, late)).rejects.toThrow("no");
  });

  test("is not waited for any longer", async () => {
    expect(await withTimeout(never, 5, late)).toBe("late");
  });

  test("may be a failure when it is late", async () => {
    const fail = () => {
      throw new Error("too late");
    };
    await expect(withTimeout(never, 5, fail)).rejects.toThrow("too late");
  });

  test("that fails afterwards disturbs nobody", async () => {
    let fail = (_error: Error) => {};
    const work = new Promise<never>((_, reject) => {
      fail = reject;
    });
    expect(await withTimeout(work, 5, late)).toBe("late");
    fail(new Error("afterwards"));
    await new Promise((resolve) => setTimeout(resolve, 5));
  });
});
