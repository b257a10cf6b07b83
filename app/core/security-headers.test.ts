import { expect, test } from "vitest";
import { documentHeaders } from "./security-headers.ts";

const directive = (name: string, policy: Parameters<typeof documentHeaders>[0]) => {
  const [, text = ""] =
    documentHeaders(policy).find(([header]) => header === "content-security-policy") ?? [];
  return text.split("; ").find((one) => one.startsWith(`${name} `));
};
const hydrated = { nonce: "n", https: true, inline: { css: "a{}", scripts: [] } };

test("styles that a script writes into a document are allowed in development alone", () => {
  expect(directive("style-src", hydrated)).toMatch(/^style-src 'self' 'sha256-[^' ]+'$/);
  expect(directive("style-src", { ...hydrated, development: true })).toMatch(/ 'nonce-n'$/);
});

test("scripts need a nonce or a hash, whatever the mode", () => {
  for (const development of [false, true]) {
    expect(directive("script-src", { ...hydrated, development })).toBe(
      "script-src 'self' 'nonce-n'",
    );
  }
});
