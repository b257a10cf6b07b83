import { describe, expect, test } from "vitest";
import { canonicalAddress, chosenLanguage, prefersEnglish, tidied } from "./addresses.ts";

describe("the address under which a page is kept", () => {
  test.each([
    ["/news", "/news"],
    ["/news?utm_source=x", "/news"],
    ["/events?type=online&category=Tournoi", "/events?category=Tournoi&type=online"],
    ["/events?category=", "/events"],
    [`/events?category=${"x".repeat(65)}`, "/events"],
    ["/?%00=%ff", "/"],
  ])("%s is %s", (asked, kept) => expect(canonicalAddress(asked)).toBe(kept));
});

describe("untidy addresses", () => {
  test.each([
    ["/about/", "/about"],
    ["//about", "/about"],
    ["/en//news///", "/en/news"],
    ["/about/?a=1", "/about?a=1"],
    ["/", undefined],
    ["/about", undefined],
    ["//", "/"],
  ])("%s → %s", (untidy, tidy) => expect(tidied(untidy)).toBe(tidy));
});

test("coming from the twin page is choosing a language; anything else is not", () => {
  const host = "fge.example";
  const from = (referer: string, path: string) => chosenLanguage({ host, referer }, path);
  expect(from("https://fge.example/about", "/en/about")).toBe("en");
  expect(from("https://fge.example/en", "/")).toBe("fr");
  expect(from("https://fge.example/news", "/en/about")).toBeUndefined();
  expect(from("https://elsewhere.example/about", "/en/about")).toBeUndefined();
  expect(from("not an address", "/en/about")).toBeUndefined();
});

test("only a person who chose English prefers it", () => {
  expect(prefersEnglish({ cookie: "a=1; lang=en" })).toBe(true);
  expect(prefersEnglish({ cookie: "lang=fr" })).toBe(false);
  expect(prefersEnglish({ cookie: "lang=en", "user-agent": "WhatsApp/2.23" })).toBe(false);
  expect(prefersEnglish({})).toBe(false);
});
