import { setTimeout as pause } from "node:timers/promises";
import { startProduct } from "../tests/support/product/product.ts";
import { type Comparison, compareWithBare, PHONE_HEADERS, readAnswer } from "./against-bare.ts";
import { SPEED } from "./budgets.ts";
import { residentMegabytes, startChild } from "./child.ts";
import { CARDS, fillEvents, type Inside, startInside } from "./inside.ts";
import type { LoadApi } from "./load.child.ts";
import { memoryRows } from "./memory.ts";
import { othersRows } from "./others.ts";
import { publishRows } from "./processes.ts";
import { costRows } from "./rendering.ts";
import {
  atLeast,
  atMost,
  count,
  type Group,
  infoRow,
  median,
  milliseconds,
  type Row,
  ratio,
} from "./table.ts";
import { settle } from "./weight.ts";

const COLD_REQUESTS = 200;

export const measure: Group = async (tell) => [
  ...(await cachedRows(tell)),
  ...(await renderingRows(tell)),
  ...(await publishRows(tell)),
  ...(await memoryRows(tell)),
  ...(await othersRows(tell)),
];

/** A page that is ready, against a server that does nothing else than send it. */
async function cachedRows(tell: (doing: string) => void): Promise<Row[]> {
  const product = await startProduct();
  try {
    await settle(product.url, ["/"]);
    const target = { pid: product.pid, port: Number(new URL(product.url).port), path: "/" };
    tell("a cached page");
    const cached = await compareWithBare({ ...target, headers: PHONE_HEADERS }, tell);
    const { headers } = await readAnswer({ ...target, headers: PHONE_HEADERS });
    const etag = headers[headers.findIndex((name) => name.toLowerCase() === "etag") + 1] ?? "";
    tell("a page that the visitor has");
    const conditional = { ...PHONE_HEADERS, "if-none-match": etag };
    const notModified = await compareWithBare({ ...target, headers: conditional }, tell);
    tell("a cached page reached by a link, with the language cookie");
    const inside = { ...PHONE_HEADERS, referer: `${product.url}/news`, cookie: "lang=fr" };
    const returning = await compareWithBare({ ...target, headers: inside }, tell);
    const perSecond = (value: number) => `${ratio(value)} ×`;
    return [
      atLeast(
        "Cached page, requests/s against bare node:http",
        SPEED.cachedRatio,
        cached.rate,
        perSecond,
      ),
      atMost("Cached page, p99 against bare", SPEED.cachedP99Ratio, cached.p99, perSecond),
      ...details("Cached page", cached),
      atLeast(
        "304, requests/s against a bare 304",
        SPEED.notModifiedRatio,
        notModified.rate,
        perSecond,
      ),
      ...details("304", notModified),
      atMost("304, p99 against bare", SPEED.cachedP99Ratio, notModified.p99, perSecond),
      atLeast(
        "Cached page reached by a link, with a cookie, against bare",
        SPEED.cachedRatio,
        returning.rate,
        perSecond,
      ),
      atMost("Cached page reached by a link, p99", SPEED.cachedP99Ratio, returning.p99, perSecond),
      ...details("by a link", returning),
      infoRow(
        "Memory of the embedded product after this",
        megabytes(residentMegabytes(product.pid)),
      ),
    ];
  } finally {
    await product.stop();
  }
}

function details(name: string, seen: Comparison): Row[] {
  const work = seen.rateOfWork === undefined ? "unknown" : `${ratio(seen.rateOfWork)} ×`;
  const [own, bare] = [count(seen.perSecond), count(seen.barePerSecond)];
  return [
    infoRow(`  ${name}: requests/s, ours and bare`, `${own} and ${bare}`),
    infoRow(
      `  ${name}: p99, ours and bare`,
      `${milliseconds(seen.p99Ms)} and ${milliseconds(seen.bareP99Ms)}`,
    ),
    infoRow(`  ${name}: per second of processor`, work),
  ];
}

const megabytes = (value: number | undefined) =>
  value === undefined ? "unknown" : `${Math.round(value)} MB`;

/** Pages that are really rendered: how fast, and never twice for the same crowd. */
async function renderingRows(tell: (doing: string) => void): Promise<Row[]> {
  const inside = await startInside();
  try {
    await fillEvents(inside);
    tell(`${COLD_REQUESTS} visitors at a cold page`);
    const renderings: number[] = [];
    for (const address of ["/events", "/en/events", "/news", "/"]) {
      renderings.push(await renderingsOf(inside, address));
    }
    const refilled = await refillMs(inside);
    tell(`rendering ${CARDS} cards`);
    const costs = await costRows(inside);
    const rendered = await renderedPerCore(inside);
    return [
      {
        ...atMost(
          `${COLD_REQUESTS} simultaneous requests for a cold page: renderings`,
          SPEED.renderingsOfColdPage,
          Math.max(...renderings),
          count,
        ),
        budget: "1",
        ok: renderings.every((count) => count === SPEED.renderingsOfColdPage),
      },
      ...costs,
      infoRow(`Page of ${CARDS} cards without cache, per second and core`, count(rendered)),
      infoRow(
        "  the first answer after a change, with its quick compression",
        milliseconds(refilled),
      ),
    ];
  } finally {
    await inside.stop();
  }
}

async function renderingsOf(inside: Inside, address: string): Promise<number> {
  const before = await inside.ask("renderings");
  const crowd = Array.from({ length: COLD_REQUESTS }, () => fetch(inside.url + address));
  for (const answer of await Promise.all(crowd)) {
    if (answer.status !== 200) throw new Error(`${answer.status} from ${address}`);
    await answer.arrayBuffer();
  }
  return (await inside.ask("renderings")) - before;
}

/**
 * Renders the list of events for each request, with a product that keeps nothing. Divided by the work
 * of the process rather than by the clock, so that it says what one core can do.
 */
async function renderedPerCore(inside: Inside): Promise<number> {
  const load = startChild<LoadApi>("load.child.ts");
  try {
    // Compression is told apart: the answer is asked for as it was rendered.
    const headers = { ...PHONE_HEADERS, "accept-encoding": "identity" };
    const rates: number[] = [];
    for (let round = 0; round < 6; round++) {
      const before = await inside.ask("worked");
      const target = { port: inside.port, path: "/events", headers, connections: 4, seconds: 3 };
      const { requests, errors } = await load.ask("run", { ...target, status: 200 });
      if (errors > 0) throw new Error(`${errors} wrong answers`);
      // The first round compiles the code.
      if (round > 0) rates.push(requests / ((await inside.ask("worked")) - before));
    }
    return median(rates);
  } finally {
    await load.stop();
  }
}

/** How long the first visitor after a change waits. */
async function refillMs(inside: Inside): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 20; round++) {
    await inside.ask("invalidate", "events");
    const began = performance.now();
    await (await fetch(`${inside.url}/events`)).arrayBuffer();
    times.push(performance.now() - began);
    await pause(150);
  }
  return median(times);
}
