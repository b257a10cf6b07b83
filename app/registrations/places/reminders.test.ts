import { expect, test } from "vitest";
import { reminderTime } from "./reminders.jobs.server.ts";

const event = { date: "2031-06-15", time: "10:00" };
const leaves = (now: string, time: string | null = event.time) =>
  reminderTime({ ...event, time }, new Date(now)).toISOString();

test("nobody's telephone rings at night for it, unless the event is about to begin", () => {
  expect(leaves("2031-06-14T09:00:00Z")).toBe("2031-06-14T09:00:00.000Z");
  expect(leaves("2031-06-14T20:59:00Z")).toBe("2031-06-14T20:59:00.000Z");
  expect(leaves("2031-06-14T21:00:00Z")).toBe("2031-06-15T07:00:00.000Z");
  expect(leaves("2031-06-15T03:10:00Z")).toBe("2031-06-15T07:00:00.000Z");
  expect(leaves("2031-06-15T03:10:00Z", "07:30")).toBe("2031-06-15T03:10:00.000Z");
  expect(leaves("2031-06-14T22:00:00Z", "08:00")).toBe("2031-06-14T22:00:00.000Z");
  expect(leaves("2031-06-14T22:00:00Z", null)).toBe("2031-06-15T07:00:00.000Z");
});
