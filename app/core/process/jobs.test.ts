import { expect, test, vi } from "vitest";
import type { Engine } from "../database/engine.server.ts";
import { Fault } from "../values/errors.ts";
import { jobStates, latenessOf, runJobs, startJobs } from "./jobs.server.ts";

const engine = { listen: async () => {} } as unknown as Engine;

test("a job's last run is told, with why it failed, until it goes well again", async () => {
  let broken = true;
  const job = {
    name: "test.job",
    everyMs: 60_000,
    run: async () => {
      if (broken) throw new Fault("no answer");
    },
  };
  const jobs = await startJobs(engine, [job]);
  try {
    await runJobs();
    expect(jobStates()).toMatchObject([
      { name: "test.job", everyMs: 60_000, last: { failure: "no answer" } },
    ]);
    broken = false;
    await runJobs();
    expect(jobStates()[0]?.last).toEqual({ at: expect.any(Date) });
  } finally {
    await jobs.stop();
  }
});

test("a daily job runs at the first moment of each day in Conakry, beside its interval", async () => {
  vi.useFakeTimers({ now: Date.parse("2027-03-01T22:30:00Z") });
  const moments: string[] = [];
  const job = {
    name: "test.daily",
    everyMs: 7 * 86_400_000,
    daily: true,
    run: async () => void moments.push(new Date(Date.now()).toISOString().slice(0, 16)),
  };
  const jobs = await startJobs(engine, [job]);
  try {
    await vi.advanceTimersByTimeAsync(2 * 86_400_000);
    expect(moments).toEqual(["2027-03-01T22:30", "2027-03-02T00:00", "2027-03-03T00:00"]);
    await jobs.stop();
    await vi.advanceTimersByTimeAsync(2 * 86_400_000);
    expect(moments).toHaveLength(3);
  } finally {
    vi.useRealTimers();
  }
});

test("a job is late when it should have run twice, or has been running for hours", () => {
  const minute = 60_000;
  expect(latenessOf(minute, { idleMs: 6 * minute })).toBeUndefined();
  expect(latenessOf(minute, { idleMs: 8 * minute })).toBe("overdue");
  expect(latenessOf(360 * minute, { idleMs: 700 * minute })).toBeUndefined();
  expect(latenessOf(minute, { runningMs: 60 * minute })).toBeUndefined();
  expect(latenessOf(minute, { runningMs: 200 * minute })).toBe("endless");
});

test("a job that hangs is seen to, also when nobody's clock goes right", async () => {
  vi.useFakeTimers({ now: Date.parse("2027-03-01T22:30:00Z") });
  const job = { name: "test.hangs", everyMs: 60_000, run: () => new Promise<void>(() => {}) };
  await startJobs(engine, [job]);
  try {
    expect(jobStates()[0]?.late).toBeUndefined();
    vi.setSystemTime(Date.parse("2031-01-01T00:00:00Z"));
    expect(jobStates()[0]?.late).toBeUndefined();
    vi.advanceTimersByTime(4 * 60 * 60_000);
    expect(jobStates()[0]?.late).toBe("endless");
  } finally {
    vi.useRealTimers();
  }
});
