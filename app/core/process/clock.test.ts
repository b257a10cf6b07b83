import { afterEach, expect, test, vi } from "vitest";
import {
  currentMs,
  currentTime,
  readSimulatedClock,
  setClock,
  simulatedBy,
  timeOnDisk,
} from "./clock.ts";
import { readEnv, SettingError } from "./env.server.ts";

const SETTING = "2027-01-01T08:00:00Z/2030-06-01T00:00:00Z/9600";
afterEach(() => {
  setClock();
  vi.useRealTimers();
});

test("it is the real time, unless a clock was put in its place", () => {
  expect(Math.abs(currentMs() - Date.now())).toBeLessThan(50);
  setClock(() => 1_000);
  expect(currentTime()).toEqual(new Date(1_000));
  setClock();
  expect(Math.abs(currentMs() - Date.now())).toBeLessThan(50);
  vi.useFakeTimers({ toFake: ["Date"], now: 2_000 });
  expect(currentTime()).toEqual(new Date(2_000));
});

test("processes with the same setting agree, whenever they were started", () => {
  const clock = readSimulatedClock(SETTING);
  if (!clock) throw new Error("not read");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2027-01-01T08:00:09Z") });
  setClock(simulatedBy(clock));
  // Nine seconds are one day.
  expect(currentTime()).toEqual(new Date("2030-06-02T00:00:00Z"));
  expect(timeOnDisk(new Date("2027-01-01T08:00:04Z"))).toEqual(new Date("2030-06-01T23:59:55Z"));
});

test.each([
  "",
  "2027-01-01T08:00:00Z",
  "2027-01-01/2028-01-01/",
  "2027-01-01/2028-01-01/0",
  "2027-01-01/2028-01-01/-1",
  "2027-01-01/2028-01-01/1/1",
  "x/2028-01-01/1",
])("'%s' is no clock", (text) => expect(readSimulatedClock(text)).toBeUndefined());

test("the setting is refused outside of tests and the bench", () => {
  const DATA_DIR = "/tmp";
  const SESSION_SECRET = "s".repeat(40);
  const read = (source: Record<string, string>) =>
    readEnv({ DATA_DIR, SESSION_SECRET, SIMULATED_CLOCK: SETTING, ...source });
  for (const NODE_ENV of ["production", "development", ""]) {
    expect(() => read(NODE_ENV ? { NODE_ENV } : {})).toThrow(SettingError);
    expect(() => read(NODE_ENV ? { NODE_ENV } : {})).toThrow(/SIMULATED_CLOCK/);
  }
  expect(read({ NODE_ENV: "test" }).SIMULATED_CLOCK).toMatchObject({ speed: 9_600 });
  expect(() => read({ NODE_ENV: "test", SIMULATED_CLOCK: "tomorrow" })).toThrow(/SIMULATED_CLOCK/);
});
