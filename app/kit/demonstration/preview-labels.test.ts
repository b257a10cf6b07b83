import { expect, test } from "vitest";
import { reachableFrom, read } from "../../../tests/support/source.ts";
import { PREVIEWED } from "./preview-labels.ts";

const PREVIEWS = [
  "app/pages/sections/section-form.admin.tsx",
  "app/pages/settings/setting-form.admin.tsx",
];

/** Beside fields that are wrong and forms that were refused, of which a preview has none. */
const NEVER_SHOWN = ["validation", "contact"];

test("every label that a preview shows is there, in both languages", () => {
  const files = new Set(PREVIEWS.flatMap((file) => [...reachableFrom(file)]));
  const keys = [...files]
    .filter((file) => file.startsWith("app/") && !file.startsWith("app/i18n/"))
    .flatMap((file) => [...read(file).matchAll(/\bt\(\s*[`"](\w+)\./g)].map(([, group]) => group));
  const groups = [...new Set(keys)].filter((group) => group && !NEVER_SHOWN.includes(group)).sort();
  expect(groups.length).toBeGreaterThan(5);
  for (const dictionary of Object.values(PREVIEWED)) {
    expect(Object.keys(dictionary)).toEqual(expect.arrayContaining(groups));
  }
});
