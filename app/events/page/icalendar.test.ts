import { expect, test } from "vitest";
import { sampleEvents } from "../events.samples.ts";
import { toICalendar } from "./icalendar.ts";

const [event] = sampleEvents(new Date("2026-11-01T12:00:00Z"));
if (!event) throw new Error("no sample");
const calendar = { name: "FGE", language: "fr", publicUrl: "https://fge.example" } as const;
const times = (change: object) => {
  const text = toICalendar([{ ...event, date: "2026-12-12", ...change }], {
    ...calendar,
    now: new Date(0),
  });
  return text.match(/^DT(START|END).*$/gm)?.map((line) => line.trim());
};

test.each([
  [
    "with both hours",
    { time: "10:00", end_time: "18:00" },
    "DTSTART:20261212T100000Z DTEND:20261212T180000Z",
  ],
  [
    "without an end, until the end of its day",
    { time: "10:00", end_time: null },
    "DTSTART:20261212T100000Z DTEND:20261213T000000Z",
  ],
  [
    "until the end of its last day",
    { time: "10:00", end_date: "2026-12-14", end_time: null },
    "DTSTART:20261212T100000Z DTEND:20261215T000000Z",
  ],
  ["a whole day", { time: null, end_time: null }, "DTSTART;VALUE=DATE:20261212"],
  [
    "whole days, its last one too",
    { time: null, end_date: "2026-12-14", end_time: "18:00" },
    "DTSTART;VALUE=DATE:20261212 DTEND;VALUE=DATE:20261215",
  ],
])("an event in a calendar: %s", (_what, change, expected) => {
  expect(times(change)?.join(" ")).toBe(expected);
});
