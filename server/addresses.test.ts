import { describe, expect, test } from "vitest";
import {
  canonicalAddress,
  chosenLanguage,
  hasHost,
  prefersEnglish,
  tidied,
  withoutNul,
} from "./addresses.ts";

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

describe("the host of a request", () => {
  test.each([
    [{ host: "fge.example" }, true],
    [{ host: "localhost:3000" }, true],
    [{ host: "[::1]:3000" }, true],
    [{}, true],
    [{ host: "a b" }, false],
    [{ host: "[::1" }, false],
    [{ host: "example.org:99999" }, false],
    [{ host: "fge.example", "x-forwarded-host": "a b" }, false],
    [{ host: "fge.example", "x-forwarded-host": "fge.example, a b" }, true],
    [{ host: "fge.example", forwarded: 'for=10.0.0.1;host="a b"' }, false],
  ])("of %j can be read: %s", (headers, readable) => {
    expect(hasHost(headers, true)).toBe(readable);
  });

  test("what a proxy says of it counts for nothing where no proxy is trusted", () => {
    expect(hasHost({ host: "fge.example", "x-forwarded-host": "a b" }, false)).toBe(true);
  });
});

test("no address reaches the database with a letter that it cannot hold", () => {
  const address = withoutNul("/payments/a%00b?q=%00&x=%2500");
  expect(new URL(address, "http://localhost").searchParams.get("x")).toBe("%00");
  expect(decodeURIComponent(address.replace("%2500", ""))).not.toContain("\0");
});
