import { describe, expect, test } from "vitest";
import { publicationState, resolvePublication, withoutPassedMoment } from "./publication.ts";

const NOW = new Date("2027-03-14T18:00:00Z");
const at = (hour: number) => new Date(Date.UTC(2027, 2, 14, hour));
const row = (published: boolean, from: number | null, until: number | null) => ({
  published,
  public_from: from === null ? null : at(from),
  public_until: until === null ? null : at(until),
});

test.each([
  [row(false, null, null), "draft"],
  [row(false, 10, 12), "draft"],
  [row(true, null, null), "published"],
  [row(true, 18, 19), "published"],
  [row(true, 19, null), "scheduled"],
  [row(true, 19, 20), "scheduled"],
  [row(true, null, 18), "retired"],
  [row(true, 10, 12), "retired"],
])("%j is, at 18:00, a row that is %s", (publication, state) => {
  expect(publicationState(publication, NOW)).toBe(state);
});

describe("what is stored when staff publish now", () => {
  test.each([
    ["something new bears this moment", undefined, 18],
    ["a draft that never was public too", row(false, null, null), 18],
    ["what was to be published later too", row(true, 20, null), 18],
    ["a draft that was public keeps its day", row(false, 9, null), 9],
    ["what is over keeps its day", row(true, 9, 12), 9],
    ["what is public stays as it is", row(true, 9, null), 9],
    ["what is public since it was made stays so", row(true, null, null), null],
  ])("%s", (_what, stored, from) => {
    const asked = row(true, null, null);
    expect(resolvePublication(asked, stored, NOW)).toEqual(row(true, from, null));
  });
});

test("a draft keeps the day of its first publication, and no moment to come", () => {
  const draft = row(false, null, null);
  expect(resolvePublication(draft, row(true, 9, 20), NOW)).toEqual(row(false, 9, null));
  expect(resolvePublication(draft, row(true, 20, 21), NOW)).toEqual(draft);
});

test("what was to be published while it lay in the bin comes back as a draft, all else as it was", () => {
  const article = (public_from: string | null) => ({ id: "1", published: true, public_from });
  const passed = withoutPassedMoment(article("2027-03-14T12:00:00+00:00"), at(10), NOW);
  expect(passed).toMatchObject({ published: false, public_from: null, public_until: null });
  const page = { status: "published", public_from: "2027-03-14T12:00:00+00:00" };
  expect(withoutPassedMoment(page, at(10), NOW)).toMatchObject({ status: "draft" });
  for (const moment of [null, "2027-03-14T09:00:00+00:00", "2027-03-14T19:00:00+00:00"]) {
    expect(withoutPassedMoment(article(moment), at(10), NOW)).toEqual(article(moment));
  }
});
