import { describe, expect, test } from "vitest";
import {
  ALGORITHM,
  type CardFields,
  encodeFields,
  joinCode,
  labelled,
  SIGNING,
} from "../licence-code.ts";
import type { LicenceList, ListedKey } from "./licence-list.ts";
import { checkNumber, checkOffline, trueTime } from "./offline-check.ts";

const DAY = 86_400_000;
const MADE = Date.parse("2027-03-15T09:30:00Z");
const at = (days: number) => ({ now: MADE + days * DAY, isWrong: false });
const day = (days: number) => new Date(MADE + days * DAY).toISOString().slice(0, 10);

const makeKey = async (number: number, state: ListedKey["state"]) => {
  const pair = await crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const open = await crypto.subtle.exportKey("raw", pair.publicKey);
  const public_key = Buffer.from(open).toString("base64url");
  return { sign: pair.privateKey, listed: { number, state, public_key } };
};
const [ours, next, former, stolen, foreign] = await Promise.all([
  makeKey(2, "signs"),
  makeKey(3, "next"),
  makeKey(1, "former"),
  makeKey(4, "revoked"),
  makeKey(9, "signs"),
]);

const FREE = { suspended_from: null, suspended_until: null };
const IN_ORDER = { issue: 2, until: null, suspension: FREE };
type Found = ReturnType<LicenceList["find"]>;
const listOf = (found: Found): LicenceList => ({
  key: 2,
  made: MADE / 1000,
  highest: 5_000,
  keys: [ours, next, former, stolen].map(({ listed }) => listed),
  find: () => found,
});

const card: CardFields = {
  key: 2,
  serial: 4217,
  from: day(-30),
  until: day(335),
  kind: "player",
  birthYear: 2001,
  club: 0,
  issue: 2,
  name: "Aïssatou Bah",
};
async function codeOf(change: Partial<CardFields> = {}, by = ours): Promise<string> {
  const fields = encodeFields({ ...card, key: by.listed.number, ...change });
  const signature = await crypto.subtle.sign(SIGNING, by.sign, labelled(fields));
  return joinCode(fields, new Uint8Array(signature));
}
const check = async (code: string, found: Found = IN_ORDER, time = at(0)) => {
  const { verdict, colour, until } = await checkOffline(code, listOf(found), time);
  return [colour, verdict, ...(until === undefined ? [] : [until])];
};
const suspension = (from: number, until: number | null) => ({
  ...IN_ORDER,
  suspension: {
    suspended_from: day(from),
    suspended_until: until === null ? null : day(until),
  },
});

describe("a card without a network", () => {
  test("in order is green, whichever key of ours signed it, and says what it says", async () => {
    for (const key of [ours, next, former]) {
      expect(await check(await codeOf({}, key))).toEqual(["green", "valid"]);
    }
    expect(await checkOffline(await codeOf(), listOf(IN_ORDER), at(0))).toEqual({
      verdict: "valid",
      colour: "green",
      card,
      number: "FGE-004217-K",
      isClockWrong: false,
    });
  });

  test("that was altered, forged, or signed by another or a stolen key is red, each in its words", async () => {
    const code = await codeOf();
    expect(
      await check(`${code.slice(0, 30)}${code[30] === "A" ? "B" : "A"}${code.slice(31)}`),
    ).toEqual(["red", "forged"]);
    expect(await check(await codeOf({ key: 2 }, foreign))).toEqual(["red", "forged"]);
    expect(await check(await codeOf({}, foreign))).toEqual(["red", "otherKey"]);
    expect(await check(await codeOf({}, stolen))).toEqual(["red", "revokedKey"]);
    expect(await check("AEAQ")).toEqual(["red", "unreadable"]);
    const false_ = await checkOffline(await codeOf({}, stolen), listOf(IN_ORDER), at(0));
    expect(false_).not.toHaveProperty("card");
  });

  test.each([
    ["ended", "ended"],
    ["gone", "gone"],
    ["never", "unknown"],
  ] as const)("of a number that the list has as %s is red", async (found, verdict) => {
    expect(await check(await codeOf(), found)).toEqual(["red", verdict]);
    // Whoever renewed on the day of the list, or after, is not yet in it.
    expect(await check(await codeOf({ from: day(-1) }), found)).toEqual(["red", verdict]);
    expect(await check(await codeOf({ from: day(0) }), found)).toEqual(["amber", "newer"]);
  });

  test("that is newer than the list is amber, and one that was replaced is red", async () => {
    expect(await check(await codeOf(), "newer")).toEqual(["amber", "newer"]);
    expect(await check(await codeOf({ issue: 3 }))).toEqual(["amber", "newer"]);
    expect(await check(await codeOf({ issue: 1 }))).toEqual(["red", "replaced"]);
    // Another number goes on instead, whatever the card says.
    expect(await check(await codeOf({ from: day(0) }), "replaced")).toEqual(["red", "replaced"]);
  });

  test("is suspended on the days of the suspension, as the clock of the phone goes on", async () => {
    const code = await codeOf();
    expect(await check(code, suspension(-3, null))).toEqual(["red", "suspended", null]);
    expect(await check(code, suspension(-3, 2), at(2))).toEqual(["red", "suspended", day(2)]);
    expect(await check(code, suspension(-3, 2), at(3))).toEqual(["green", "valid"]);
    expect(await check(code, suspension(2, 4), at(1))).toEqual(["green", "valid"]);
    expect(await check(code, suspension(2, 4), at(2))).toEqual(["red", "suspended", day(4)]);
  });

  test("ends on its last day, and sooner where the list knows it", async () => {
    const code = await codeOf({ until: day(4) });
    expect(await check(code, IN_ORDER, at(4))).toEqual(["green", "ending"]);
    expect(await check(code, IN_ORDER, at(5))).toEqual(["red", "season", null]);
    const shorter = { ...IN_ORDER, until: day(3) };
    expect(await check(await codeOf(), shorter, at(3))).toEqual(["green", "ending", day(3)]);
    expect(await check(await codeOf(), shorter, at(4))).toEqual(["red", "ended"]);
    expect(await check(await codeOf({ until: null }))).toEqual(["green", "valid"]);
    expect(await check(await codeOf({ from: day(1) }))).toEqual(["red", "future"]);
  });

  test("with an old list is amber with its age, and what is red stays red", async () => {
    const code = await codeOf();
    const answer = (days: number, found: Found = IN_ORDER) =>
      checkOffline(code, listOf(found), at(days));
    expect(await answer(7)).toMatchObject({ colour: "green", verdict: "valid" });
    expect(await answer(7)).not.toHaveProperty("oldDays");
    expect(await answer(8)).toMatchObject({ colour: "amber", verdict: "valid", oldDays: 8 });
    expect(await answer(12, "ended")).toMatchObject({ colour: "red", oldDays: 12 });
  });

  test("at a wrong clock is amber", async () => {
    const time = { ...at(0), isWrong: true };
    expect(await checkOffline(await codeOf(), listOf(IN_ORDER), time)).toMatchObject({
      colour: "amber",
      verdict: "valid",
      isClockWrong: true,
    });
  });
});

describe("a number that was typed", () => {
  test("is never green: nothing says that the card is true", () => {
    const typed = (found: Found) => {
      const { colour, verdict, number, card: shown } = checkNumber(4217, listOf(found), at(0));
      expect(number).toBe("FGE-004217-K");
      expect(shown).toBeUndefined();
      return [colour, verdict];
    };
    expect(typed(IN_ORDER)).toEqual(["amber", "number"]);
    expect(typed("newer")).toEqual(["amber", "newer"]);
    expect(typed("ended")).toEqual(["red", "ended"]);
    expect(typed("replaced")).toEqual(["red", "replaced"]);
    expect(typed("never")).toEqual(["red", "unknown"]);
    expect(typed(suspension(-1, null))).toEqual(["red", "suspended"]);
    expect(typed({ ...IN_ORDER, until: day(-1) })).toEqual(["red", "ended"]);
  });
});

describe("the time of a phone", () => {
  const contact = (phone: number) => ({ server: MADE, phone: MADE + phone });
  const MINUTES = 60_000;

  test("is its own, as long as that can be", () => {
    expect(trueTime(MADE + DAY, MADE)).toEqual({ now: MADE + DAY, isWrong: false });
    expect(trueTime(MADE - 9 * MINUTES, MADE)).toEqual({ now: MADE, isWrong: false });
  });

  test("is never before the list, the page or the last contact", () => {
    expect(trueTime(MADE - 11 * MINUTES, MADE)).toEqual({ now: MADE, isWrong: true });
    expect(trueTime(0, MADE - DAY, contact(-400 * DAY))).toEqual({ now: MADE, isWrong: true });
  });

  test("that was ahead at the last contact is put right, until somebody does", () => {
    const ahead = contact(90 * DAY);
    expect(trueTime(MADE + 91 * DAY, MADE, ahead)).toEqual({ now: MADE + DAY, isWrong: true });
    expect(trueTime(MADE + DAY, MADE, ahead)).toEqual({ now: MADE + DAY, isWrong: false });
    expect(trueTime(MADE + 9 * MINUTES, MADE, contact(9 * MINUTES)).isWrong).toBe(false);
  });
});
