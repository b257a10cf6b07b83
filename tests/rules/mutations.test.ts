import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CONTENT } from "../mutations/content.ts";
import { broken } from "../mutations/copied-checkout.ts";
import { MONEY } from "../mutations/money.ts";
import { RIGHTS } from "../mutations/rights.ts";

// Only `test:deep` tries them: that their places and their tests are there is known at each commit.

const ROOT = join(import.meta.dirname, "../..");

test("every mutation breaks what is there, and names tests that are", () => {
  const mutations = [...RIGHTS, ...MONEY, ...CONTENT];
  expect(mutations.length).toBeGreaterThan(60);
  for (const mutation of mutations) {
    const text = readFileSync(join(ROOT, mutation.file), "utf8");
    expect(broken(mutation, text), mutation.name).not.toBe(text);
    for (const { files, only = "" } of mutation.tests) {
      for (const file of files) {
        expect(existsSync(join(ROOT, file)), `${mutation.name}: ${file}`).toBe(true);
        expect(readFileSync(join(ROOT, file), "utf8"), mutation.name).toContain(only);
      }
    }
  }
});
