import { expect, test } from "vitest";
import { printable } from "../tickets/printable.ts";
import { leavesAt, remindedFrom } from "./reminding.ts";

const event = { date: "2031-06-15", time: "10:00" };
const leaves = (now: string, time: string | null = event.time) =>
  leavesAt({ ...event, time }, new Date(now)).toISOString();

test("people are reminded from nine in the morning of the day before", () => {
  expect(remindedFrom(event)).toEqual(new Date("2031-06-14T09:00:00Z"));
  expect(remindedFrom({ ...event, date: "2031-03-01" })).toEqual(new Date("2031-02-28T09:00:00Z"));
});

test("nobody's telephone rings at night for it, unless the event is about to begin", () => {
  expect(leaves("2031-06-14T09:00:00Z")).toBe("2031-06-14T09:00:00.000Z");
  expect(leaves("2031-06-14T20:59:00Z")).toBe("2031-06-14T20:59:00.000Z");
  expect(leaves("2031-06-14T21:00:00Z")).toBe("2031-06-15T07:00:00.000Z");
  expect(leaves("2031-06-15T03:10:00Z")).toBe("2031-06-15T07:00:00.000Z");
  expect(leaves("2031-06-15T03:10:00Z", "07:30")).toBe("2031-06-15T03:10:00.000Z");
  expect(leaves("2031-06-14T22:00:00Z", "08:00")).toBe("2031-06-14T22:00:00.000Z");
  expect(leaves("2031-06-14T22:00:00Z", null)).toBe("2031-06-15T07:00:00.000Z");
});

test("what a printed ticket cannot show is left out, and no letter of our languages is lost", () => {
  expect(printable("Aïssatou Œuvre 25\u202f000 « été »")).toBe(
    "Aïssatou Œuvre 25\u00a0000 « été »",
  );
  expect(printable("Ɓaldé Ɗiallo Ƴero ɛlɛ ŋ")).toBe(
    "Balde\u0301 Diallo Yero ele ŋ".normalize("NFC"),
  );
  expect(printable("Awa 😀 Bah 👩‍👧")).toBe("Awa Bah");
  expect(printable("محمد")).toBe("");
  expect(printable("e\u0301 ạ")).toBe("é a");
  expect(printable("a\u202eb\u0000c\nd")).toBe("abcd");
});
