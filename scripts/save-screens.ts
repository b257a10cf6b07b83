// node scripts/save-screens.ts FOLDER: the HTML of every screen, public and of the office, one file each, so that two
// versions can be compared with `diff -r`. What differs from run to run (ids, tokens, times, asset hashes) is replaced.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { cookieOf } from "../tests/support/browser/office.ts";
import { officeScreens, publicScreens } from "../tests/support/browser/screens.ts";
import startForJourneys from "../tests/support/browser/start-for-journeys.ts";
import { ensureBuilt } from "./setup.mjs";

const REPLACEMENTS: [RegExp, string][] = [
  [/<script[\s\S]*?<\/script>/g, ""],
  [/<style[\s\S]*?<\/style>/g, ""],
  [/<link rel="(?:modulepreload|stylesheet)"[^>]*>/g, ""],
  [/http(?::|%3A)(?:\/\/|%2F%2F)localhost(?::|%3A)\d+/g, "ORIGIN"],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "ID"],
  [/(nonce|name="seen" value|name="moments" value|data-etag)="[^"]*"/g, '$1=""'],
  [/(\/assets\/[\w.-]+?)-[\w-]{8}\./g, "$1."],
  [/\b\d{1,2}(?::| h )\d{2}(?::\d{2}(?:\.\d+Z)?)?\b/g, "TIME"],
  [/\b\d+(?:,\d+)? (?:ms|s|min)\b/g, "DURATION"],
  [/\/share\/([\w-]+)-[\w-]{16}\./g, "/share/$1."],
  [/\b(?=\w*\d)(?=\w*[A-Za-z])[\w-]{20,}\b/g, "TOKEN"],
  [/>\s*</g, ">\n<"],
];

const PREPARED_AFTER_MS = 20_000;

const [folder] = process.argv.slice(2);
if (!folder) throw new Error("node scripts/save-screens.ts FOLDER");
await ensureBuilt();
mkdirSync(folder, { recursive: true });
const stop = await startForJourneys();
try {
  // The covers of the sample documents are made meanwhile.
  await setTimeout(PREPARED_AFTER_MS);
  const cookie = cookieOf(process.env.OFFICE_STATE ?? "");
  for (const { address } of [...publicScreens, ...officeScreens]) {
    const headers: Record<string, string> = address.startsWith("/admin") ? { cookie } : {};
    const answer = await fetch(process.env.SITE_URL + address, { headers, redirect: "manual" });
    const html = REPLACEMENTS.reduce(
      (text, [pattern, by]) => text.replace(pattern, by),
      await answer.text(),
    );
    const name = address.replaceAll(/[^\w-]+/g, "_") || "_";
    writeFileSync(join(folder, `${name}.html`), `${answer.status} ${address}\n${html}\n`);
  }
} finally {
  await stop();
}
