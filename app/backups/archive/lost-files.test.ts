import { expect, test } from "vitest";
import { type Expected, findLost, type NamedFile } from "./lost-files.server.ts";

const AT = new Date("2027-03-01T02:00:00Z");
const BEFORE = new Date("2027-02-01T02:00:00Z");
const LATER = new Date("2027-03-01T02:00:10Z");
const one = (name: string, size = 7, sha256 = "aa") => ({
  key: `uploads/${name}`,
  size,
  sha256,
  blob: "",
});
const many = (count: number) => Array.from({ length: count }, (_, place) => one(`${place}.png`));

type Case = { named?: NamedFile[]; earlier?: Expected["earlier"]; modified?: Date };
const found = (
  files: ReturnType<typeof many>,
  { named = [], earlier = [], modified = BEFORE }: Case,
) => findLost({ named, earlier }, files, new Map(files.map(({ key }) => [key, { modified }])), AT);

test("what a record names is missing when it is not there, or has another size or content", () => {
  const named = ["gone", "empty", "other", "well"].map((name) => one(name));
  expect(found([one("empty", 0, "ee"), one("other", 7, "bb"), one("well")], { named })).toEqual({
    count: 3,
    keys: ["uploads/empty", "uploads/gone", "uploads/other"],
    fewer: 0,
  });
});

test("what was written after the archive began is newer than the record that it read", () => {
  const named = [one("replaced"), one("gone")];
  const lost = found([one("replaced", 9, "bb")], { named, modified: LATER });
  expect(lost).toMatchObject({ count: 1, keys: ["uploads/gone"] });
});

test("of a cover and of a record without a sum, it is enough that they are there", () => {
  const named = [{ key: "uploads/a-cover.png" }, { ...one("a.pdf"), sha256: null }];
  expect(found([one("a-cover.png", 3), one("a.pdf", 7, "cc")], { named })).toBeUndefined();
});

test("all are counted, and ten are named", () => {
  expect(found([], { named: many(40) })).toMatchObject({ count: 40, keys: { length: 10 } });
});

test.each([
  ["an empty bucket", 36, 10, 0, 26],
  ["one upload that was removed, with all that was made of it", 36, 20, 1, 0],
  ["far more than was removed", 100, 20, 2, 48],
  ["a few that somebody took away by hand", 36, 31, 0, 0],
  ["a small part of many", 1_000, 950, 0, 0],
  ["more than before", 36, 40, 0, 0],
])("a store that shrank: %s", (_name, files, now, since, fewer) => {
  expect(found(many(now), { earlier: [{ files, since }] })?.fewer ?? 0).toBe(fewer);
});

test("the store is compared with each archive of the week, so that a loss is not forgotten by the next night", () => {
  const earlier = [36, 10].map((files) => ({ files, since: 0 }));
  expect(found(many(10), { earlier })).toMatchObject({ fewer: 26 });
});
