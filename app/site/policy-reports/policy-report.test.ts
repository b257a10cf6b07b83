import { expect, test } from "vitest";
import { readReports } from "./policy-report.ts";

const ORIGIN = "https://esport.example";
const PATTERNS: Record<string, string> = {
  "/about": "/about",
  "/tickets/secret": "/tickets/:token",
};
const ours = { origin: ORIGIN, patternOf: (path: string) => PATTERNS[path] };

const old = (report: Record<string, unknown>) => readReports({ "csp-report": report }, ours);
const one = (body: Record<string, unknown>, type = "csp-violation") => ({ type, age: 3, body });

const ABOUT = { "document-uri": `${ORIGIN}/about`, "effective-directive": "script-src-elem" };

test("both forms say the same, and of an address its pattern or its host alone", () => {
  const expected = [{ directive: "img-src", blocked: "cdn.example", page: "/tickets/:token" }];
  const blocked = "https://cdn.example/secret/picture.png?mail=kadiatou@example.gn#x";
  const page = `${ORIGIN}/tickets/secret?token=abc`;
  expect(
    old({ "document-uri": page, "violated-directive": "img-src 'self'", "blocked-uri": blocked }),
  ).toEqual(expected);
  const body = { effectiveDirective: "img-src", blockedURL: blocked, documentURL: page };
  expect(readReports([one(body)], ours)).toEqual(expected);
});

test.each([
  ["inline", "inline"],
  ["EVAL", "eval"],
  ["data", "data"],
  ["data:text/html,<script>", "data"],
  ["blob:https://x.example/1", "blob"],
  ["chrome-extension://abcdef/x.js", "extension"],
  ["moz-extension", "extension"],
  ["safari-web-extension://x", "extension"],
  [`${ORIGIN}/tickets/secret?x=1`, "/tickets/:token"],
  [`${ORIGIN}/nowhere/kadiatou`, "/*"],
  ["wss://live.example:8443/kadiatou", "live.example"],
  ["javascript:alert('kadiatou')", "other"],
  ["kadiatou@example.gn", "other"],
  ["", "other"],
  [`https://${"a".repeat(60)}.${"b".repeat(60)}.${"c".repeat(60)}.example/`, undefined],
])("of %s is kept %s", (blocked, word) => {
  const [report] = old({ ...ABOUT, "blocked-uri": blocked }) ?? [];
  expect(report?.blocked.length).toBeLessThanOrEqual(120);
  if (word) expect(report?.blocked).toBe(word);
});

test("what is no page of ours, or no directive, is no report of ours", () => {
  expect(old({ ...ABOUT, "document-uri": "https://other.example/about" })).toEqual([]);
  expect(old({ ...ABOUT, "document-uri": "about:blank" })).toEqual([]);
  expect(old({ ...ABOUT, "effective-directive": "drop table" })).toEqual([]);
  expect(old({})).toEqual([]);
  expect(readReports([one({}, "deprecation"), { type: "csp-violation" }], ours)).toEqual([]);
});

test("what is no list and no report is nothing at all", () => {
  for (const body of [undefined, null, 1, "x", {}, { "csp-report": [] }, { "csp-report": 3 }]) {
    expect(readReports(body, ours)).toBeUndefined();
  }
});

test("wrong kinds of values, prototypes, deep nesting and very long lists do no harm", () => {
  const deep = JSON.parse(`${"[".repeat(30_000)}${"]".repeat(30_000)}`);
  expect(readReports(deep, ours)).toEqual([]);
  expect(old({ ...ABOUT, "blocked-uri": deep })).toEqual([
    { directive: "script-src-elem", blocked: "other", page: "/about" },
  ]);
  expect(readReports(JSON.parse('{"__proto__":{"csp-report":{}}}'), ours)).toBeUndefined();
  const body = { effectiveDirective: "img-src", documentURL: `${ORIGIN}/about` };
  expect(readReports(new Array(10_000).fill(one(body)), ours)).toHaveLength(20);
  expect(old({ ...ABOUT, "blocked-uri": "x".repeat(60_000) })?.[0]?.blocked).toBe("other");
});
