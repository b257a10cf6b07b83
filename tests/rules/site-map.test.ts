import { expect, test } from "vitest";
import en from "../../app/i18n/en/index.ts";
import fr from "../../app/i18n/fr/index.ts";
import { pathIn } from "../../app/i18n/languages.ts";
import { isOwnedAddress, plainScreens } from "../../app/site/site-map.ts";
import {
  exampleAddress,
  isScreen,
  mappedRoutes,
  tellSiteMap,
} from "../support/browser/site-map.ts";

const routes = await mappedRoutes();
await tellSiteMap();
const isPublic = (pattern: string) => !pattern.startsWith("/admin");

test("every public screen exists in both languages, from the same file", () => {
  const files = new Map(routes.map(({ pattern, file }) => [pattern, file]));
  const french = routes.filter(
    (route) => isScreen(route) && isPublic(route.pattern) && !/^\/en(\/|$)/.test(route.pattern),
  );
  expect(french.length).toBeGreaterThan(10);
  for (const { pattern, file } of french) {
    expect(files.get(pathIn("en", pattern)), pattern).toBe(file);
  }
});

test("every screen with parameters has an example to look at", () => {
  for (const { pattern } of routes) expect(exampleAddress(pattern)).toMatch(/^\//);
});

test("search engines are told of every screen that has no parameters", () => {
  const expected = routes
    .filter((route) => isScreen(route) && isPublic(route.pattern))
    .map(({ pattern }) => pattern)
    .filter((pattern) => !/[:*]/.test(pattern) && !/^\/en(\/|$)/.test(pattern));
  expect(plainScreens().sort()).toEqual(expected.sort());
  const some = ["/", "/about", "/membership/community", "/newsletter", "/terms"];
  expect(plainScreens()).toEqual(expect.arrayContaining(some));
  const none = ["/en", "/en/about", "/news/:id", "/*", "/feed.xml", "/events.ics", "/admin"];
  for (const pattern of none) expect(plainScreens()).not.toContain(pattern);
});

test("a written page can take no address that the site map has", () => {
  const words = routes
    .map(({ pattern }) => pattern.split("/")[1] ?? "")
    .filter((word) => /^[a-z0-9-]+$/.test(word));
  for (const word of words) expect(isOwnedAddress(word), word).toBe(true);
  expect(isOwnedAddress("ligue-nationale")).toBe(false);
});

function keysOf(value: object, path = ""): string[] {
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === "string" ? [path + key] : keysOf(inner as object, `${path}${key}.`),
  );
}

test("both languages have the same labels, none of them empty", () => {
  expect(keysOf(en).sort()).toEqual(keysOf(fr).sort());
  const texts = (value: object): string[] =>
    Object.values(value).flatMap((inner) => (typeof inner === "string" ? [inner] : texts(inner)));
  expect([...texts(fr), ...texts(en)].filter((text) => text.trim() === "")).toEqual([]);
});

test("placeholders are the same in both languages", () => {
  const placeholders = (text: string) =>
    [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort();
  const compare = (a: object, b: object, path = ""): string[] =>
    Object.entries(a).flatMap(([key, inner]) => {
      const other = (b as Record<string, unknown>)[key];
      if (typeof inner !== "string")
        return compare(inner as object, other as object, `${path}${key}.`);
      const same = placeholders(inner).join() === placeholders(String(other)).join();
      return same ? [] : [path + key];
    });
  expect(compare(fr, en)).toEqual([]);
});
