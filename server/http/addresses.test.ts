import { describe, expect, test } from "vitest";
import { BEFORE, choice } from "../../app/core/http/address-checks.ts";
import { testAll } from "../../tests/support/fuzz/cases.ts";
import {
  canonicalAddress,
  chosenLanguage,
  mayBeLanguageSwitch,
  prefersEnglish,
  readTarget,
  withoutNul,
} from "./addresses.ts";

const ID = "01930000-0000-7000-8000-000000001001";

describe("the address under which a page is kept", () => {
  const parameters = Object.entries({
    before: BEFORE,
    category: choice("Tournoi", "Formation"),
    type: choice("online"),
  });

  testAll([
    ["", ""],
    ["?", ""],
    ["?utm_source=x", ""],
    ["?type=online&category=Tournoi", "?category=Tournoi&type=online"],
    ["?category=", ""],
    [`?category=${"x".repeat(65)}`, ""],
    ["?category=tournoi&type=ONLINE", ""],
    ["?category=Tournoi&category=Formation", "?category=Tournoi"],
    ["?%00=%ff", ""],
    [`?map=1&before=${ID.toUpperCase()}&register=1`, `?before=${ID}`],
  ])("of a list, asked for with %s, ends in %s", (query, stored) =>
    expect(canonicalAddress("/list", query, parameters)).toBe(`/list${stored}`),
  );

  testAll(["?before=abc", `?before=${"9".repeat(3_000)}`, "?type=online&before=%00"])(
    "there is none for %s",
    (query) => expect(canonicalAddress("/list", query, parameters)).toBeUndefined(),
  );

  testAll(["?map=1&before=abc&register=1", `?before=${ID}`, "?give-up=1", "?x=1&y=2"])(
    "a page that reads no parameter has one address, whatever follows it: %s",
    (query) => expect(canonicalAddress("/about", query, [])).toBe("/about"),
  );
});

describe("what a request asks for", () => {
  testAll([
    ["/about/", "/about"],
    ["/fr", "/"],
    ["/fr/", "/"],
    ["/fr/about?a=1", "/about?a=1"],
    ["//about", "/about"],
    ["/en//news///", "/en/news"],
    ["/about/?a=1", "/about?a=1"],
    ["//", "/"],
    ["/./about", "/about"],
    ["/news/../about", "/about"],
    ["/news/%2e%2E/about", "/about"],
    ["/about#part", "/about"],
    ["/about.data#", "/about.data"],
    ["http://elsewhere.example/about", "/about"],
    ["http://elsewhere.example//about/", "/about"],
    // A browser takes a backslash for a slash: sent on as it is, this one would lead to another site.
    ["/\\elsewhere.example/", "/elsewhere.example"],
    ["/.//elsewhere.example", "/elsewhere.example"],
  ])("%s is untidy: %s", (url, tidy) => {
    const target = readTarget(url);
    expect(target && target.path + target.query).toBe(tidy);
    expect(target?.isNonCanonical).toBe(true);
  });

  testAll(["/", "/about", "/about?a=1", "/en/news?before=x", "/%C3%A9", "/a?b=//c/"])(
    "%s is as it should be",
    (url) => {
      const target = readTarget(url);
      expect(target && target.path + target.query).toBe(url);
      expect(target?.isNonCanonical).toBe(false);
    },
  );

  testAll(["*", "", "about", "javascript:alert(1)", "ftp://elsewhere.example/", "http://"])(
    "%s is nothing that we have",
    (url) => expect(readTarget(url)).toBeUndefined(),
  );
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

test("a page that is not there leads to the home page of the other language, and that is choosing it", () => {
  const host = "fge.example";
  const from = (path: string, home: "/" | "/en") => {
    const referer = `https://fge.example${path}`;
    expect(mayBeLanguageSwitch(referer, home), `${path} → ${home}`).toBe(
      chosenLanguage({ host, referer }, home) !== undefined,
    );
    return chosenLanguage({ host, referer }, home);
  };
  expect(from("/nothing/here", "/en")).toBe("en");
  expect(from("/environnement", "/en")).toBe("en");
  expect(from("/en/nothing", "/")).toBe("fr");
  expect(from("/en?x", "/")).toBe("fr");
  expect(from("/about", "/")).toBeUndefined();
  expect(from("/en/about", "/en")).toBeUndefined();
});

test("choosing a language is seen whatever stands in the query", () => {
  const host = "fge.example";
  for (const [path, url] of [
    ["/events?type=online", "/en/events?type=online"],
    ["/events?utm_source=x&type=online", "/en/events?type=online"],
    ["/en/events?type=online", "/events?type=online"],
    ["/events?utm_source=x", "/en/events"],
  ] as const) {
    const referer = `https://fge.example${path}`;
    expect(mayBeLanguageSwitch(referer, url), `${path} → ${url}`).toBe(true);
    expect(chosenLanguage({ host, referer }, url.split("?")[0] ?? ""), url).toBeDefined();
  }
  expect(mayBeLanguageSwitch("https://fge.example/news?to=/events", "/en/events")).toBe(false);
});

test("only a person who chose English prefers it", () => {
  expect(prefersEnglish({ cookie: "a=1; lang=en" })).toBe(true);
  expect(prefersEnglish({ cookie: "lang=fr" })).toBe(false);
  expect(prefersEnglish({ cookie: "lang=en", "user-agent": "WhatsApp/2.23" })).toBe(false);
  expect(prefersEnglish({})).toBe(false);
});

test("no address reaches the database with a letter that it cannot hold", () => {
  const address = withoutNul("/payments/a%00b?q=%00&x=%2500");
  expect(new URL(address, "http://localhost").searchParams.get("x")).toBe("%00");
  expect(decodeURIComponent(address.replace("%2500", ""))).not.toContain("\0");
});
