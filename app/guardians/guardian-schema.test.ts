import { expect, test } from "vitest";
import { birthsOfMinors, needsGuardian } from "./guardian-schema.ts";

const DAY = "2026-12-12";
const from = (min_age: number | null, max_age: number | null) => ({ min_age, max_age });

test.each([
  ["nobody too young", from(null, null), "2008-12-12", "2026-12-12"],
  ["from 16", from(16, null), "2008-12-12", "2010-12-12"],
  ["up to 12", from(null, 12), "2013-12-12", "2026-12-12"],
  ["from 16, up to 17", from(16, 17), "2008-12-12", "2010-12-12"],
  ["from 16, up to 40", from(16, 40), "2008-12-12", "2010-12-12"],
])("a guardian is asked of minors who may come: %s", (_what, ages, after, until) => {
  expect(birthsOfMinors(DAY, 18, ages)).toEqual({ after, until });
  expect(needsGuardian(after, DAY, 18, ages)).toBe(false);
  const first = `${after.slice(0, 8)}13`;
  expect(needsGuardian(first, DAY, 18, ages)).toBe(true);
});

test("of nobody where minors may not come, nor of whoever is too young", () => {
  const { after, until } = birthsOfMinors(DAY, 18, from(18, null));
  expect(after >= until).toBe(true);
  expect(needsGuardian("2010-12-12", DAY, 18, from(16, null))).toBe(true);
  expect(needsGuardian("2010-12-13", DAY, 18, from(16, null))).toBe(false);
});
