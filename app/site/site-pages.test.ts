import { expect, test } from "vitest";
import { findSitePages } from "./site-pages.server.ts";

const paths = (query: string) => findSitePages(query.split(" "), "fr").map(({ path }) => path);

test.each([
  ["adhésion", "/membership"],
  ["Licence", "/membership"],
  ["contact", "/contact"],
  ["confidentialité", "/privacy"],
  ["actualites", "/news"],
  ["accueil", "/"],
  ["mes données", "/privacy/data"],
])("the page of the site for « %s »", (query, path) => {
  expect(paths(query)).toContain(path);
});

test("words that no page has find none, nor does the beginning of a short one", () => {
  for (const query of ["", "le", "a", "adhésion zzz", "%", "_"]) expect(paths(query)).toEqual([]);
});

test("a page bears the title of the language that is read", () => {
  expect(findSitePages(["adhesion"], "en")).toEqual([{ path: "/membership", title: "Membership" }]);
});
