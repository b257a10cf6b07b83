import { expect, test } from "vitest";
import { groupFields, groupNumbers, groupOf, groupsOf } from "./field-groups.ts";
import { freeSlug, slugify } from "./slug.ts";

test("the groups of a list stand in the order of the form, whatever their numbers", () => {
  const values = {
    "items.7.title": "Un",
    title: "Titre",
    "items.2.title": "Deux",
    "items.7.text": "…",
    "items.x.title": "pas un nombre",
    "items.12345.title": "trop long",
    "itemsets.0.title": "une autre liste",
  };
  expect(groupNumbers(values, "items")).toEqual([7, 2]);
  expect(groupOf(values, "items", 7)).toEqual({ title: "Un", text: "…" });
});

test("lists inside lists are read and written", () => {
  const fields = {
    ...groupFields("items", [
      { label: "Adhésion", ...groupFields("submenu", [{ label: "Communauté" }]) },
      { label: "Contact", lines: ["un", "deux"], nothing: null },
    ]),
  };
  expect(fields).toEqual({
    "items.0.label": "Adhésion",
    "items.0.submenu.0.label": "Communauté",
    "items.1.label": "Contact",
    "items.1.lines": "un\ndeux",
    "items.1.nothing": "",
  });
  const [first] = groupsOf(fields, "items");
  expect(groupsOf(first ?? {}, "submenu")).toEqual([{ label: "Communauté" }]);
  expect(groupNumbers(fields, "items.0.submenu")).toEqual([0]);
});

test.each([
  ["Tarif étudiant", "tarif-etudiant"],
  ["  L’Équipe d’Œuvre : n° 1 ! ", "l-equipe-d-oeuvre-n-1"],
  ["日本", ""],
  [`${"a".repeat(30)} ${"b".repeat(30)}`, `${"a".repeat(30)}-${"b".repeat(9)}`],
  [`${"a".repeat(39)} b`, "a".repeat(39)],
])("'%s' is '%s' in an address", (name, word) => {
  expect(slugify(name)).toBe(word);
});

test("a word that is taken gets a number", () => {
  expect(freeSlug("clubs", new Set(["club"]))).toBe("clubs");
  expect(freeSlug("clubs", new Set(["clubs", "clubs-2"]))).toBe("clubs-3");
});
