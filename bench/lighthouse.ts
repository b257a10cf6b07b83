import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "@playwright/test";
import lighthouse, { type Result } from "lighthouse";
import { CHROMIUM_ARGUMENTS, chromiumPath } from "../tests/support/browser/browser.ts";
import { exampleAddress } from "../tests/support/browser/site-map.ts";
import { startProduct } from "../tests/support/product/product.ts";
import { LIGHTHOUSE } from "./budgets.ts";
import { atMost, type Group, infoRow, median, milliseconds, type Row } from "./table.ts";
import { settle } from "./weight.ts";

const PATTERNS = ["/", "/news/:id", "/events/:id", "/contact"];
const RUNS = 3;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];

/**
 * Lighthouse as it comes: an old telephone on slow 4G, simulated from a fast load. The pages come
 * over plain HTTP from this machine, so no DNS or TLS is in the times; what that costs in points is
 * told, not hidden.
 */
export const measure: Group = async (tell) => {
  const addresses = PATTERNS.flatMap((pattern) => [
    exampleAddress(pattern),
    exampleAddress(pattern === "/" ? "/en" : `/en${pattern}`),
  ]);
  const product = await startProduct();
  const browser = await openChromium();
  const rows: Row[] = [];
  try {
    await settle(product.url, addresses);
    for (const address of addresses) {
      const results: Result[] = [];
      for (let run = 0; run < RUNS; run++) {
        tell(`${address}, ${run + 1} of ${RUNS}`);
        results.push(await examine(product.url + address, browser.port));
      }
      rows.push(...rowsOf(address, results));
    }
  } finally {
    await browser.close();
    await product.stop();
  }
  return rows;
};

/** One examination; a trace that Chromium failed to record is no result, so it is tried again. */
async function examine(url: string, port: number, attempts = 3): Promise<Result> {
  const options = { port, logLevel: "error", onlyCategories: CATEGORIES } as const;
  const result = await lighthouse(url, options);
  const failure = result ? result.lhr.runtimeError?.message : "no result";
  if (result && !failure) return result.lhr;
  if (attempts > 1) return examine(url, port, attempts - 1);
  throw new Error(`${url}: ${failure}`);
}

function rowsOf(address: string, results: Result[]): Row[] {
  const scores = CATEGORIES.map((id) =>
    Math.round(median(results.map((result) => result.categories[id]?.score ?? 0)) * 100),
  );
  const time = (id: string) =>
    median(results.map((result) => result.audits[id]?.numericValue ?? 0));
  const expected = CATEGORIES.map(() => LIGHTHOUSE.score).join(" · ");
  return [
    {
      what: `Lighthouse ${address}: performance, accessibility, practices, SEO`,
      budget: expected,
      measured: scores.join(" · "),
      ok: scores.every((score) => score >= LIGHTHOUSE.score),
    },
    ...lostPoints(results).map((lost) => infoRow("  lost to", lost)),
    atMost(`  ${address}: FCP`, LIGHTHOUSE.fcpMs, time("first-contentful-paint"), milliseconds),
    atMost(`  ${address}: LCP`, LIGHTHOUSE.lcpMs, time("largest-contentful-paint"), milliseconds),
    atMost(`  ${address}: TBT`, LIGHTHOUSE.tbtMs, time("total-blocking-time"), milliseconds),
  ];
}

/** The audits that kept a score below 100, each once. */
function lostPoints(results: Result[]): string[] {
  const lost = results.flatMap((result) =>
    CATEGORIES.flatMap((id) =>
      (result.categories[id]?.auditRefs ?? []).flatMap((part) => {
        const audit = result.audits[part.id];
        const counts = part.weight > 0 && audit !== undefined && audit.score !== null;
        if (!counts || (audit.score ?? 1) >= (id === "performance" ? 0.9 : 1)) return [];
        return [`${id}: ${audit.title} (${part.id})`];
      }),
    ),
  );
  return [...new Set(lost)];
}

/** A Chromium of its own that Lighthouse drives through a port. */
async function openChromium(): Promise<{ port: number; close: () => Promise<void> }> {
  const profile = mkdtempSync(join(tmpdir(), "site-lighthouse-"));
  const flags = ["--headless", "--remote-debugging-port=0", `--user-data-dir=${profile}`];
  const child = spawn(
    chromiumPath ?? chromium.executablePath(),
    [...CHROMIUM_ARGUMENTS, ...flags, "about:blank"],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const close = async () => {
    child.kill("SIGTERM");
    await exited;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  try {
    return { port: await portOf(child), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function portOf(child: ChildProcess): Promise<number> {
  if (!child.stderr) throw new Error("Chromium's messages cannot be read");
  for await (const line of createInterface({ input: child.stderr })) {
    const port = /DevTools listening on ws:\/\/[^:]+:(\d+)\//.exec(line)?.[1];
    if (port) {
      child.stderr.resume();
      return Number(port);
    }
  }
  throw new Error("Chromium ended before it listened");
}
