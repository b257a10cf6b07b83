import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Product, startProduct } from "../support/product.ts";

// The search on the built product: what it answers, what it keeps to itself, and the documents that come with it.

let product: Product;
beforeAll(async () => {
  product = await startProduct({});
});
afterAll(() => product?.stop());

const get = (query: string, prefix = "") =>
  fetch(`${product.url}${prefix}/search?${new URLSearchParams({ q: query })}`);
const page = async (query: string, prefix = "") => (await get(query, prefix)).text();

/** A word that stands on a page of a sample document, and in no record of the site. */
const INSIDE = "quorum";

describe("an answer", () => {
  test.each([
    ["nothing", "", 200, "Écrivez un ou plusieurs mots."],
    ["blanks", "   ", 200, "Écrivez un ou plusieurs mots."],
    ["1,000 characters", "a".repeat(1000), 400, "Écrivez au plus 100 caractères."],
    ["quotation marks", "\"'« »", 200, "avec des lettres ou des chiffres."],
    ["SQL wildcards", "%_%", 200, "avec des lettres ou des chiffres."],
    ["a smiling face", "🎮🎉", 200, "avec des lettres ou des chiffres."],
    ["words that every text has", "le de la", 200, "Ajoutez un mot plus précis."],
    ["operators", "tournoi & | ! <-> :* (", 200, "résultats pour"],
    ["what nobody wrote", "xqzwv", 200, "Aucun résultat"],
    ["half a letter", "\ud83c", 200, ""],
  ])("to %s is a page that says what to do", async (_name, query, status, words) => {
    const answer = await get(query);
    expect(answer.status).toBe(status);
    expect(await answer.text()).toContain(words);
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
    let html = "";
    for (let time = 0; time < 100 && !html.includes("#page="); time++) {
      html = await page(INSIDE);
      await pause(200);
    }
    expect(html).toMatch(/href="\/resources\/[\w-]{36}#page=\d+"/);
  });
});

test("the log never holds what somebody looked for", async () => {
  const word = "rechercheindiscrete";
  for (const prefix of ["", "/en"]) await page(`${word} tournoi`, prefix);
  await fetch(`${product.url}/search?q=${word}&page=%`);
  expect(product.output()).not.toContain(word);
});
