import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FilledSite, fillSite, PERSON } from "../support/filled-site.ts";
import { exampleAddress, isScreen, mappedRoutes } from "../support/site-map.ts";

// A public page is its document, and nothing else of it is given out: no data of its loader, in the
// router's own form or inside the document.

const patterns = (await mappedRoutes()).map(({ pattern }) => pattern);
const isOffice = (pattern: string) =>
  /^\/admin(?!\/(?:address|forgotten|login|logout|reset)\b)/.test(pattern);
const documents = patterns.filter((pattern) => !isOffice(pattern));

let site: FilledSite;
beforeAll(async () => {
  site = await fillSite();
}, 180_000);
afterAll(() => site?.remove());

const ask = (address: string, init: RequestInit = {}) =>
  fetch(site.product.url + address, { redirect: "manual", ...init });

/** What one's own page is for; who has its address could give up the place with more. */
const OWN = ["application", "ticket", "order", "simulated"] as const;
const CONTACT = [PERSON.email, "+224622123456", "622123456", "622 12 34 56"];

test("somebody's own pages are there, and say no more of them than they show", async () => {
  for (const page of OWN) {
    const answer = await ask(site.own[page]);
    expect(answer.status, page).toBe(200);
    const html = await answer.text();
    expect(html).not.toContain("__reactRouterContext");
    // An application says to which address one writes; nothing says a telephone number.
    const messages = CONTACT.filter((text) => html.includes(text));
    expect(messages, page).toEqual(page === "application" ? [PERSON.email] : []);
  }
});

test("search engines are told of every screen without parameters, in both languages", async () => {
  const plain = (await mappedRoutes())
    .filter((route) => isScreen(route) && !/[:*]/.test(route.pattern))
    .map(({ pattern }) => pattern);
  const sitemap = await (await ask("/sitemap.xml")).text();
  const messages = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address = ""]) => new URL(address).pathname,
  );
  expect(plain.length).toBeGreaterThan(20);
  const written = ["/ligue-nationale", "/en/ligue-nationale"];
  expect([...plain, ...written].filter((pattern) => !messages.includes(pattern))).toEqual([]);
  expect(messages.filter((pathname) => /^\/admin|\.(?:xml|ics)$/.test(pathname))).toEqual([]);
});

describe("the data form", () => {
  test.each(OWN)("of somebody's own page is not there: %s", async (page) => {
    const own = site.own[page];
    const id = encodeURIComponent(`fr:${own.replace(/\/[^/]+$/, "/:token")}`);
    for (const address of [own, `/en${own}`]) {
      for (const suffix of [".data", `.data?_routes=${id}`, ".data?index", ".data/", ".data#"]) {
        for (const method of ["GET", "HEAD", "POST"]) {
          const headers = { origin: site.product.url };
          const answer = await ask(address + suffix, { method, headers });
          expect(answer.status, method + suffix).toBe(404);
          const text = await answer.text();
          for (const known of CONTACT) expect(text).not.toContain(known);
        }
      }
    }
  });

  test.each(documents)("of %s answers 404", async (pattern) => {
    const address = exampleAddress(pattern);
    for (const method of ["GET", "HEAD", "POST"]) {
      const answer = await ask(`${address}.data`, { method });
      expect(answer.status, method).toBe(404);
      expect(answer.headers.get("content-type")).not.toContain("x-script");
    }
  });

  test("of the site itself, and the router's list of routes, are not there", async () => {
    for (const address of ["/_root.data", "/_.data", "/.data", "/__manifest?paths=/tickets/x"]) {
      expect((await ask(address)).status, address).toBe(404);
    }
  });
});

test.each(documents)("the document of %s brings no data of the framework", async (pattern) => {
  const html = await (await ask(exampleAddress(pattern))).text();
  expect(html).not.toMatch(/__reactRouter|streamController|turbo-stream/);
});
