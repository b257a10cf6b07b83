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

test("browsers are told where to report what they refused, in the way that their line allows", () => {
  const plain = { ...hydrated, https: false };
  expect(directive("report-uri", plain)).toBe("report-uri /reports");
  expect(directive("report-to", plain)).toBeUndefined();
  expect(directive("report-uri", hydrated)).toBe("report-uri /reports");
  expect(directive("report-to", hydrated)).toBe("report-to csp");
  const endpoints = ({ https }: { https: boolean }) =>
    documentHeaders({ ...hydrated, https }).find(([name]) => name === "reporting-endpoints")?.[1];
  expect([endpoints(hydrated), endpoints(plain)]).toEqual(['csp="/reports"', undefined]);
});

test("nobody shows our pages in a frame, gives them another base, or has their forms sent elsewhere", () => {
  for (const policy of [hydrated, { ...hydrated, nonce: undefined, https: false }]) {
    expect(directive("frame-ancestors", policy)).toBe("frame-ancestors 'none'");
    expect(directive("base-uri", policy)).toBe("base-uri 'none'");
    expect(directive("form-action", policy)).toBe("form-action 'self'");
    expect(directive("object-src", policy)).toBe("object-src 'none'");
  }
});
