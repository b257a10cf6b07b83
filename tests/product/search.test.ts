import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  faultsOf,
  type OpenSite,
  openSharedSite,
  outputOf,
} from "../support/product/shared-site.ts";

// The search on the built product: what it answers, what it keeps to itself, and the documents that come with it.

let site: OpenSite;
beforeAll(async () => {
  site = await openSharedSite();
});
afterAll(() => site?.close());

const get = (query: string, prefix = "") =>
  site.get(`${prefix}/search?${new URLSearchParams({ q: query })}`);
const page = async (query: string, prefix = "") => (await get(query, prefix)).text();

/** A word that stands on a page of a sample document, and in no record of the site. */
const INSIDE = "quorum";

describe("an answer", () => {
  test("is a page that says what to do", async () => {
    const cases: [string, number, string][] = [
      ["", 200, "Saisissez un ou plusieurs mots."],
      ["   ", 200, "Saisissez un ou plusieurs mots."],
      ["a".repeat(1000), 400, "Saisissez 100 caractères au plus."],
      ["\"'« »", 200, "avec des lettres ou des chiffres."],
      ["%_%", 200, "avec des lettres ou des chiffres."],
      ["🎮🎉", 200, "avec des lettres ou des chiffres."],
      ["le de la", 200, "Ajoutez un mot plus précis."],
      ["tournoi & | ! <-> :* (", 200, "résultats pour"],
      ["xqzwv", 200, "Aucun résultat"],
      ["\ud83c", 200, ""],
    ];
    const faults = await faultsOf(cases, async ([query, status, words]) => {
      const answer = await get(query);
      const isRight = answer.status === status && (await answer.text()).includes(words);
      return isRight ? undefined : `${query.slice(0, 40)}: ${answer.status}, without ${words}`;
    });
    expect(faults).toEqual([]);
  });

  test("is kept by no cache, and by no search engine", async () => {
    const answer = await get("tournoi");
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    expect(answer.headers.get("referrer-policy")).toBe("same-origin");
    const html = await answer.text();
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(html).toContain("<mark");
  });

  test("is in the language of its address, and leads to pages of it", async () => {
    expect(await page("tournament", "/en")).toMatch(/href="\/en\/(?:news|events)\//);
    expect(await page("tournoi")).toMatch(/href="\/(?:news|events)\//);
  });

  test("shows what was typed as text", async () => {
    expect(await page("<script>alert(1)</script>")).not.toContain("<script>alert");
  });

  test("leads to the page of a document, once it was read", async () => {
    await expect
      .poll(() => page(INSIDE), { timeout: 20_000, interval: 200 })
      .toMatch(/href="\/resources\/[\w-]{36}#page=\d+"/);
  });
});

test("the log never holds what somebody looked for", async () => {
  const word = "rechercheindiscrete";
  for (const prefix of ["", "/en"]) await page(`${word} tournoi`, prefix);
  await site.get(`/search?q=${word}&page=%`);
  expect(outputOf(site)).not.toContain(word);
});
