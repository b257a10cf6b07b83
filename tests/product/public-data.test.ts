import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exampleAddress, isScreen, mappedRoutes } from "../support/browser/site-map.ts";
import { PERSON } from "../support/product/filled-site.ts";
import { faultsOf, type OpenSite, openSharedSite } from "../support/product/shared-site.ts";

// A public page is its document, and nothing else of it is given out: no data of its loader, in the
// router's own form or inside the document.

const patterns = (await mappedRoutes()).map(({ pattern }) => pattern);
const isOffice = (pattern: string) =>
  /^\/admin(?!\/(?:address|forgotten|login|logout|reset)\b)/.test(pattern);
const documents = patterns.filter((pattern) => !isOffice(pattern));

let site: OpenSite;
beforeAll(async () => {
  site = await openSharedSite();
});
afterAll(() => site?.close());

const ask = (address: string, init: RequestInit = {}) => site.get(address, init);

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
  test("of somebody's own page is not there", async () => {
    const attempts = OWN.flatMap((page) => {
      const own = site.own[page];
      const id = encodeURIComponent(`fr:${own.replace(/\/[^/]+$/, "/:token")}`);
      const suffixes = [".data", `.data?_routes=${id}`, ".data?index", ".data/", ".data#"];
      return [own, `/en${own}`].flatMap((address) =>
        suffixes.flatMap((suffix) =>
          ["GET", "HEAD", "POST"].map((method) => ({ address: address + suffix, method })),
        ),
      );
    });
    const faults = await faultsOf(attempts, async ({ address, method }) => {
      const answer = await ask(address, { method, headers: { origin: site.url } });
      const text = await answer.text();
      const isRight = answer.status === 404 && !CONTACT.some((known) => text.includes(known));
      return isRight ? undefined : `${method} ${address}: ${answer.status}`;
    });
    expect(faults).toEqual([]);
  });

  test("of a public page answers 404, and its document brings no data of the framework", async () => {
    const faults = await faultsOf(documents, async (pattern) => {
      const address = exampleAddress(pattern);
      const wrong: string[] = [];
      for (const method of ["GET", "HEAD", "POST"]) {
        const answer = await ask(`${address}.data`, { method });
        await answer.text();
        const type = answer.headers.get("content-type") ?? "";
        if (answer.status !== 404 || type.includes("x-script"))
          wrong.push(`${method} ${address}.data: ${answer.status} ${type}`);
      }
      const html = await (await ask(address)).text();
      if (/__reactRouter|streamController|turbo-stream/.test(html)) wrong.push(address);
      return wrong;
    });
    expect(faults).toEqual([]);
  });

  test("of the site itself, and the router's list of routes, are not there", async () => {
    for (const address of ["/_root.data", "/_.data", "/.data", "/__manifest?paths=/tickets/x"]) {
      expect((await ask(address)).status, address).toBe(404);
    }
  });
});
