import { expect, test } from "vitest";
import { keyAction } from "./controls.ts";
import { MAX_SCALE, MIN_SCALE, nextScale, pagesToEmpty } from "./pages.ts";
import { fillPlaceholders } from "./parts.ts";

const alone = { ctrlKey: false, metaKey: false, altKey: false };

test.each([
  ["ArrowLeft", "previous"],
  ["PageUp", "previous"],
  ["ArrowRight", "next"],
  ["PageDown", "next"],
  ["Home", "first"],
  ["End", "last"],
  ["+", "zoomIn"],
  ["=", "zoomIn"],
  ["-", "zoomOut"],
  ["0", "fit"],
  ["a", undefined],
  ["ArrowDown", undefined],
])("the key %s asks for %s", (key, action) => expect(keyAction({ ...alone, key })).toBe(action));

test("a key held with another belongs to the browser", () => {
  for (const held of ["ctrlKey", "metaKey", "altKey"]) {
    expect(keyAction({ ...alone, key: "+", [held]: true })).toBeUndefined();
  }
});

test("only the pages in view and their neighbours keep what is drawn", () => {
  expect(pagesToEmpty([1, 2, 3, 4, 5, 6, 7], [4])).toEqual([1, 2, 6, 7]);
  expect(pagesToEmpty([1, 2, 3, 4, 5, 6, 7], [3, 4, 5])).toEqual([1, 7]);
  expect(pagesToEmpty([1, 2], [1])).toEqual([]);
  expect(pagesToEmpty([9], [1, 2])).toEqual([9]);
});

test("while nothing is in view, as when the window is too small, nothing is taken away", () => {
  expect(pagesToEmpty([1, 2, 3], [])).toEqual([]);
});

test("the zoom goes by quarters, back to where it was, and stays within its bounds", () => {
  expect(nextScale(1, 1)).toBe(1.25);
  expect(nextScale(nextScale(0.45, 1), -1)).toBeCloseTo(0.45);
  expect(nextScale(MAX_SCALE, 1)).toBe(MAX_SCALE);
  expect(nextScale(MIN_SCALE, -1)).toBe(MIN_SCALE);
});

test("a label gets its values, and keeps the places that have none", () => {
  expect(fillPlaceholders("Page {{page}} sur {{total}}", { page: 2, total: 8 })).toBe(
    "Page 2 sur 8",
  );
  expect(fillPlaceholders("Page {{page}}", {})).toBe("Page {{page}}");
});
