import { describe, expect, test } from "vitest";
import { isoDay } from "../i18n/format.ts";
import { MEMBER_STATUSES } from "../membership/members/members.ts";
import { dayAfter } from "../membership/renewal/membership-period.ts";
import { licenceState } from "./licence-state.ts";

const TODAY = "2027-03-15";
const FREE = { suspended_from: null, suspended_until: null };
const active = (membership_start: string | null, membership_end: string | null) =>
  ({ status: "active", membership_start, membership_end }) as const;
const YEAR = active("2026-12-01", "2027-12-01");
const at = (days: number) => dayAfter(TODAY, days);

describe("the state of a licence", () => {
  test("without a membership is that it does not exist any more", () => {
    expect(licenceState(undefined, FREE, TODAY)).toBe("gone");
  });

  test.each([
    [-1, "ended"],
    [0, "ending"],
    [1, "ending"],
    [30, "ending"],
    [31, "valid"],
  ] as const)("of a membership that ends in %i days is %s", (days, state) => {
    expect(licenceState(active("2026-01-01", at(days)), FREE, TODAY)).toBe(state);
  });

  test("of a membership without end is valid, of one that begins tomorrow not begun", () => {
    expect(licenceState(active("2026-01-01", null), FREE, TODAY)).toBe("valid");
    expect(licenceState(active(null, null), FREE, TODAY)).toBe("valid");
    expect(licenceState(active(at(0), at(365)), FREE, TODAY)).toBe("valid");
    expect(licenceState(active(at(1), at(365)), FREE, TODAY)).toBe("future");
  });

  test.each([
    [-1, null, "suspended"],
    [0, null, "suspended"],
    [1, null, "valid"],
    [-9, -1, "valid"],
    [-9, 0, "suspended"],
    [0, 0, "suspended"],
    [1, 5, "valid"],
  ] as const)("with a suspension from day %i to %s is %s", (from, until, state) => {
    const suspended_until = until === null ? null : at(until);
    const suspension = { suspended_from: at(from), suspended_until };
    expect(licenceState(YEAR, suspension, TODAY)).toBe(state);
  });

  test("follows each status of the membership, whatever was suspended", () => {
    const suspended = { suspended_from: at(-1), suspended_until: null };
    const states = MEMBER_STATUSES.map((status) => [
      status,
      licenceState({ ...YEAR, status }, FREE, TODAY),
      licenceState({ ...YEAR, status }, suspended, TODAY),
    ]);
    expect(states).toEqual([
      ["pending", "ended", "ended"],
      ["active", "valid", "suspended"],
      ["suspended", "suspended", "suspended"],
      ["expired", "ended", "ended"],
    ]);
    const over = active("2026-01-01", at(-1));
    expect(licenceState(over, suspended, TODAY)).toBe("ended");
    expect(licenceState({ ...over, status: "suspended" }, suspended, TODAY)).toBe("ended");
  });

  test("changes at midnight in Conakry, and at no other moment", () => {
    const last = active("2026-01-01", "2027-03-15");
    const stateAt = (moment: string) => licenceState(last, FREE, isoDay(new Date(moment)));
    expect(stateAt("2027-03-15T23:59:59.999+00:00")).toBe("ending");
    expect(stateAt("2027-03-16T00:00:00.000+00:00")).toBe("ended");
    expect(stateAt("2027-03-16T01:30:00.000+02:00")).toBe("ending");
  });
});
