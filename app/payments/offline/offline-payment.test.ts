import { describe, expect, test } from "vitest";
import { parseSpans } from "../../settings/opening-hours.ts";
import { DEFAULT_SETTINGS } from "../../settings/settings.ts";
import {
  deskDeadline,
  takesTransfers,
  transferDeadline,
  transferOperators,
} from "./offline-payment.ts";

const EMPTY = DEFAULT_SETTINGS.desk;
const day = (text: string) => parseSpans(text) ?? [];
const usual = day("9h-12h30, 14:00-17:00");
/** Open from Monday to Friday, and on Saturday mornings. */
const DESK = {
  ...EMPTY,
  hours: {
    monday: usual,
    tuesday: usual,
    wednesday: usual,
    thursday: usual,
    friday: usual,
    saturday: day("9-12"),
    sunday: [],
  },
};
const closed = (from: string, to = from) => ({ ...DESK, closures: [{ from, to }] });
const NEVER = undefined;

// The 1st of March 2027 is a Monday.
test.each([
  ["72 hours, in the middle of an opening", "2027-03-01T10:00", NEVER, DESK, "2027-03-04T12:30"],
  ["at the second an opening ends", "2027-03-01T12:30", NEVER, DESK, "2027-03-04T12:30"],
  ["one minute later", "2027-03-01T12:31", NEVER, DESK, "2027-03-04T17:00"],
  ["in the evening", "2027-03-01T20:00", NEVER, DESK, "2027-03-05T12:30"],
  ["across a weekend", "2027-03-03T15:00", NEVER, DESK, "2027-03-08T12:30"],
  ["on a Saturday that opens in the morning", "2027-03-03T10:00", NEVER, DESK, "2027-03-06T12:00"],
  ["on a Sunday", "2027-03-04T10:00", NEVER, DESK, "2027-03-08T12:30"],
  ["on a closed day", "2027-03-01T10:00", NEVER, closed("2027-03-04"), "2027-03-05T12:30"],
  [
    "while the desk is closed for a fortnight",
    ...([
      "2027-03-01T10:00",
      NEVER,
      closed("2027-03-01", "2027-03-14"),
      "2027-03-15T12:30",
    ] as const),
  ],
  ["at the year's end", "2026-12-29T10:00", NEVER, closed("2027-01-01"), "2027-01-02T12:00"],
  [
    "where registration closes first",
    "2027-03-01T10:00",
    "2027-03-02T11:00",
    DESK,
    "2027-03-02T12:30",
  ],
  [
    "where it closes while the desk is",
    "2027-03-01T10:00",
    "2027-03-02T23:59",
    DESK,
    "2027-03-03T12:30",
  ],
  ["where it closes later", "2027-03-01T10:00", "2027-04-01T00:00", DESK, "2027-03-04T12:30"],
  // The page Contact says 8:30 to 17:00, on Saturdays 9:00 to 13:00.
  ["at the usual hours", "2027-03-05T22:00", NEVER, EMPTY, "2027-03-09T17:00"],
  ["at the usual hours, on a Sunday", "2027-03-04T22:00", NEVER, EMPTY, "2027-03-08T17:00"],
  ["at the usual hours, on a Saturday", "2027-03-03T10:00", NEVER, EMPTY, "2027-03-06T13:00"],
  [
    "at the usual hours, to the close",
    "2027-03-05T22:00",
    "2027-03-06T14:00",
    EMPTY,
    "2027-03-08T17:00",
  ],
  [
    "at the usual hours, on a closed day",
    "2027-03-04T22:00",
    NEVER,
    { ...EMPTY, closures: [{ from: "2027-03-08", to: "2027-03-08" }] },
    "2027-03-09T17:00",
  ],
  [
    "closed for years",
    "2027-03-01T10:00",
    NEVER,
    closed("2027-01-01", "2031-01-01"),
    "2027-03-04T10:00",
  ],
  [
    "with another number of hours",
    "2027-03-01T10:00",
    NEVER,
    { ...DESK, hold_hours: 2 },
    "2027-03-01T12:30",
  ],
  [
    "open to midnight",
    "2027-03-01T23:30",
    NEVER,
    { ...DESK, hours: { ...DESK.hours, thursday: day("20-24:00") } },
    "2027-03-05T00:00",
  ],
])("the deadline %s", (_name, from, closes, desk, expected) => {
  const end = deskDeadline(
    new Date(`${from}Z`),
    { closes: closes ? new Date(`${closes}Z`) : undefined },
    desk,
  );
  expect(end.toISOString().slice(0, 16)).toBe(expected);
});

test.each([
  ["before registration closes", "2027-03-02T11:00", "2027-03-03T18:00", "2027-03-02T11:00"],
  ["in the middle of an opening", "2027-03-03T10:00", undefined, "2027-03-03T10:00"],
  ["while the desk is closed", "2027-03-03T20:00", "2027-03-03T18:00", "2027-03-03T20:00"],
  ["long after", "2027-04-01T10:00", "2027-03-02T11:00", "2027-03-02T12:30"],
])("the deadline where the event begins %s", (_name, begins, closes, expected) => {
  const ends = {
    closes: closes ? new Date(`${closes}Z`) : undefined,
    begins: new Date(`${begins}Z`),
  };
  const end = deskDeadline(new Date("2027-03-01T10:00Z"), ends, DESK);
  expect(end.toISOString().slice(0, 16)).toBe(expected);
});

describe("the deadline of an announced transfer", () => {
  const deadline = (
    from: string,
    before: string,
    begins?: string,
    desk: typeof DESK | typeof EMPTY = DESK,
  ) =>
    transferDeadline(new Date(`${from}Z`), {
      before: new Date(`${before}Z`),
      begins: begins === undefined ? undefined : new Date(`${begins}Z`),
      desk,
    })
      .toISOString()
      .slice(0, 16);

  test.each([
    ["in the middle of an opening", "2027-03-01T10:00", "2027-03-01T12:30", "2027-03-01T17:00"],
    ["a minute before the desk closes", "2027-03-01T16:59", "2027-03-01T17:00", "2027-03-02T12:30"],
    ["in the evening", "2027-03-01T20:00", "2027-03-01T21:00", "2027-03-02T12:30"],
    ["before a weekend", "2027-03-05T17:30", "2027-03-05T18:00", "2027-03-06T12:00"],
    ["on a Sunday", "2027-03-07T12:00", "2027-03-07T13:00", "2027-03-08T12:30"],
    [
      "days before the deadline, which stays",
      "2027-03-01T10:00",
      "2027-03-04T12:30",
      "2027-03-04T12:30",
    ],
  ])("%s", (_name, from, before, expected) => {
    expect(deadline(from, before)).toBe(expected);
  });

  test("is never beyond the beginning, and never shorter than it was", () => {
    const from = "2027-03-05T17:30";
    expect(deadline(from, "2027-03-05T18:00", "2027-03-06T09:30")).toBe("2027-03-06T09:30");
    expect(deadline(from, "2027-03-06T10:00", "2027-03-06T09:30")).toBe("2027-03-06T10:00");
    expect(deadline(from, "2027-03-05T18:00", "2027-04-06T09:30")).toBe("2027-03-06T12:00");
  });

  test("follows the usual hours where none are set, and is a day while the desk stays closed", () => {
    const until = (desk: typeof EMPTY) =>
      deadline("2027-03-05T17:30", "2027-03-05T18:00", undefined, desk);
    expect(until(EMPTY)).toBe("2027-03-06T13:00");
    expect(until({ ...EMPTY, closures: [{ from: "2027-01-01", to: "2031-01-01" }] })).toBe(
      "2027-03-06T17:30",
    );
  });
});

describe("the hours of a day", () => {
  test.each([
    [
      "9h-12h30, 14:00-17:00",
      [
        ["09:00", "12:30"],
        ["14:00", "17:00"],
      ],
    ],
    ["9 h 30 – 12 h", [["09:30", "12:00"]]],
    [
      "9h à 12h et 14h à 16h",
      [
        ["09:00", "12:00"],
        ["14:00", "16:00"],
      ],
    ],
    ["9 h - 17 h", [["09:00", "17:00"]]],
    ["9\u202fh\u202f—\u202f17\u202fh\u202f30", [["09:00", "17:30"]]],
    ["de 9 heures à 17 heures", [["09:00", "17:00"]]],
    ["9:00 - 17:00 h", [["09:00", "17:00"]]],
    ["", []],
    ["  ", []],
  ])("'%s' is read", (text, spans) => {
    expect(parseSpans(text)?.map(({ from, to }) => [from, to])).toEqual(spans);
  });

  test.each(["9", "12-9", "9-12, 11-14", "9-25", "9:60-10", "matin", "9-12-14"])(
    "'%s' is refused",
    (text) => expect(parseSpans(text)).toBeUndefined(),
  );
});

test("only an operator with a published number takes transfers", () => {
  expect(transferOperators(EMPTY)).toEqual([]);
  expect(takesTransfers(EMPTY)).toBe(false);
  const desk = { ...EMPTY, mtn_momo: "+224660000000" };
  expect(transferOperators(desk)).toEqual(["mtn_momo"]);
  expect(takesTransfers(desk)).toBe(true);
});
