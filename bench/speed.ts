import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { ADMINISTRATOR } from "../tests/support/browser/office.ts";
import { startPostgres } from "../tests/support/database/postgres-server.ts";
import { startProduct } from "../tests/support/product/product.ts";
import { StaffClient } from "../tests/support/product/staff-client.ts";
import { type Comparison, compareWithBare, PHONE_HEADERS, readAnswer } from "./against-bare.ts";
import { SPEED } from "./budgets.ts";
import { familyMegabytes, residentMegabytes, startChild } from "./child.ts";
import { CARDS, fillEvents, type Inside, startInside } from "./inside.ts";
import type { LoadApi } from "./load.child.ts";
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

const ROUNDS = 150;
/** The first rounds compile the code, and bring the database to its plans. */
const WARM_UPS = 150;
const REACT_TIMES = 200;

/** Compression is another thread's: the answer is asked for as it was rendered. */
const HEADERS = { ...PHONE_HEADERS, "accept-encoding": "identity" };

type Work = { serving: number; database: number };

/**
 * What a page without cache costs each thread, in milliseconds of processor, beside what React alone costs
 * for the same tree in the same run. The list of events is changed before each request, and shows it.
 */
async function costRows(inside: Inside): Promise<Row[]> {
  await inside.ask("keepNothing");
  const cards = await workOf(inside, "/events", async () => {
    const title = `Changé ${randomUUID()}`;
    await inside.ask(
      "execute",
      `update events set title = '${title}' where id =
         (select id from events where status = 'upcoming' order by date, id limit 1)`,
    );
    return title;
  });
  const react = await inside.ask("reactAlone", { address: "/events", times: REACT_TIMES });
  const plain = await workOf(inside, "/privacy", async () => "</html>");
  const times = (value: number) => `${ratio(value)} ×`;
  const page = `Page of ${CARDS} cards without cache`;
  return [
    atMost(
      `${page}, serving thread against React`,
      SPEED.servingRatio,
      cards.serving / react,
      times,
    ),
    atMost(`${page}, database against React`, SPEED.databaseRatio, cards.database / react, times),
    infoRow(
      "  serving thread, database and React alone",
      [cards.serving, cards.database, react].map(exact).join(", "),
    ),
    atMost("Page that reads nothing, without cache", SPEED.plainPageMs, plain.serving, exact),
    infoRow("  a calibration of this run", exact(await inside.ask("calibration"))),
  ];
}

const exact = (ms: number) => `${ms.toFixed(2)} ms`;

/** The median work for one request. `prepare` says what its answer must hold. */
async function workOf(
  inside: Inside,
  address: string,
  prepare: () => Promise<string>,
): Promise<Work> {
  const all: Work[] = [];
  for (let round = -WARM_UPS; round < ROUNDS; round++) {
    const sign = await prepare();
    const idle = await inside.ask("work");
    const before = await inside.ask("work");
    const body = await (await fetch(inside.url + address, { headers: HEADERS })).text();
    const after = await inside.ask("work");
    if (!body.includes(sign)) throw new Error(`${address} does not show what was changed`);
    // What asking costs is taken off.
    const own = (part: keyof Work) => after[part] - before[part] - (before[part] - idle[part]);
    if (round >= 0) all.push({ serving: own("serving"), database: own("database") });
  }
  return {
    serving: median(all.map(({ serving }) => serving)),
    database: median(all.map(({ database }) => database)),
  };
}

const MEMBERS = 100_000;
const PICTURES = 500;
const REST_SECONDS = 5;
const CONNECTIONS = 4;
/** The load is asked for in pieces of this, until the work is over. */
const PIECE_SECONDS = 2;

/** A cached page, with the embedded database, while staff give it the most to do that they can. */
async function othersRows(tell: (doing: string) => void): Promise<Row[]> {
  const { email, password } = ADMINISTRATOR;
  const inside = await startInside({ ADMIN_EMAIL: email, ADMIN_PASSWORD: password });
  const load = startChild<LoadApi>("load.child.ts");
  const p99 = async (seconds: number) => {
    const expected = { port: inside.port, path: "/", headers: PHONE_HEADERS, status: 200, seconds };
    return (await load.ask("run", { ...expected, connections: CONNECTIONS })).p99;
  };
  try {
    tell(`${count(MEMBERS)} members`);
    await inside.ask(
      "execute",
      `insert into members (id, first_name, last_name, email, city, member_type, status,
         membership_start, membership_end)
       select gen_random_uuid(), 'Aïssatou', 'Bah ' || n, 'member' || n || '@example.org', 'Conakry', 'player', 'active',
         current_date, current_date + 365
       from generate_series(1, ${MEMBERS}) n`,
    );
    const staff = await StaffClient.signIn(inside.url);
    await p99(REST_SECONDS);
    const rest = await p99(REST_SECONDS);
    const during = async (work: Promise<unknown>) => {
      let over = false;
      const done = work.finally(() => {
        over = true;
      });
      const all: number[] = [];
      while (!over) all.push(await p99(PIECE_SECONDS));
      await done;
      return Math.max(...all);
    };
    tell("an export meanwhile");
    await staff.confirm();
    const exporting = await during(
      staff.get("/admin/members/export").then((answer) => answer.arrayBuffer()),
    );
    tell(`${PICTURES} pictures meanwhile`);
    const preparing = await during(uploadPictures(staff));
    const times = (value: number) => `${ratio(value)} ×`;
    const limit = SPEED.othersRatio;
    return [
      atMost(
        `p99 of a cached page during an export of ${count(MEMBERS)}`,
        limit,
        exporting / rest,
        times,
      ),
      atMost(
        `p99 of a cached page while ${PICTURES} pictures are prepared`,
        limit,
        preparing / rest,
        times,
      ),
      infoRow(
        "  at rest, exporting, preparing",
        [rest, exporting, preparing].map(milliseconds).join(", "),
      ),
    ];
  } finally {
    await load.stop();
    await inside.stop();
  }
}

async function uploadPictures(staff: StaffClient): Promise<void> {
  const { default: sharp } = await import("sharp");
  for (let number = 0; number < PICTURES; number++) {
    const background = { r: number % 256, g: (number * 7) % 256, b: (number * 13) % 256 };
    const picture = sharp({ create: { width: 640, height: 480, channels: 3, background } });
    await staff.upload(await picture.jpeg().toBuffer(), `photo-${number}.jpg`);
  }
}

/** So many articles does the crowd read, each of which is kept then. */
const DIFFERENT_PAGES = 300;
/** By then a start has done what it does once. */
const REST_MS = 20_000;
const READINGS = 3;

/** The memory of all processes of ours, at rest and after a load, with a PostgreSQL server and embedded. */
async function memoryRows(tell: (doing: string) => void): Promise<Row[]> {
  tell("memory at rest");
  const [first, later] = await memoryAtRest();
  tell("memory after load");
  const postgres = await startPostgres();
  try {
    const server = await memoryAfterLoad({ DATABASE_URL: postgres.url });
    const embedded = await memoryAfterLoad({});
    return [
      memoryRow("Memory at rest, after the very first start", SPEED.memoryAtRestMb, first),
      memoryRow("Memory at rest, after another start", SPEED.memoryAtRestMb, later),
      memoryRow("Memory after the load test, with a server", SPEED.memoryMb, server),
      memoryRow("Memory after the load test, embedded", SPEED.memoryEmbeddedMb, embedded),
    ];
  } finally {
    await postgres.remove();
  }
}

function memoryRow(what: string, limit: number, held: number | undefined): Row {
  if (held === undefined) return infoRow(what, "unknown on this system");
  return atMost(what, limit, held, (value) => `${Math.round(value)} MB`);
}

async function memoryAtRest(): Promise<(number | undefined)[]> {
  const folder = mkdtempSync(join(tmpdir(), "site-bench-"));
  const readings: (number | undefined)[] = [];
  try {
    for (let start = 0; start < 2; start++) {
      const product = await startProduct({ DATA_DIR: folder });
      await pause(REST_MS);
      readings.push(await heldBy(product.pid));
      await product.stop();
    }
    return readings;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function memoryAfterLoad(settings: Record<string, string>): Promise<number | undefined> {
  const inside = await startInside(settings);
  const load = startChild<LoadApi>("load.child.ts");
  try {
    const ids = Array.from({ length: DIFFERENT_PAGES }, () => randomUUID());
    await inside.ask(
      "execute",
      `insert into news (id, title, excerpt, content, category, published, created_at, updated_at)
       select id, 'Article ' || id, 'Hier.', repeat('Un paragraphe de la rédaction. ', 60),
         'Compétition', true, now(), now()
       from unnest('{${ids.join(",")}}'::uuid[]) id`,
    );
    const expected = { port: inside.port, headers: PHONE_HEADERS, connections: 50, status: 200 };
    await load.ask("run", { ...expected, path: "/", seconds: 5 });
    for (const id of ids) {
      const answer = await fetch(`${inside.url}/news/${id}`, { headers: PHONE_HEADERS });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`${answer.status} for an article`);
    }
    await load.ask("run", { ...expected, path: "/news", seconds: 5 });
    return await heldBy(inside.pid);
  } finally {
    await load.stop();
    await inside.stop();
  }
}

async function heldBy(pid: number): Promise<number | undefined> {
  const readings: number[] = [];
  for (let second = 0; second < READINGS; second++) {
    await pause(1_000);
    const held = familyMegabytes(pid);
    if (held !== undefined) readings.push(held);
  }
  return readings.length > 0 ? median(readings) : undefined;
}

const PUBLICATIONS = 10;
const ARTICLE = "01930000-0000-7000-8000-000000001001";
/** Addresses that read no article: an article that changes must leave them alone. */
const UNTOUCHED = ["/contact", "/en/contact", "/events", "/partners"];

/** From the change in the database to every process showing it, embedded and on a server. */
async function publishRows(tell: (doing: string) => void): Promise<Row[]> {
  tell("publishing, embedded");
  const alone = await startInside();
  const embedded = await publish([alone], (statement) => alone.ask("execute", statement)).finally(
    () => alone.stop(),
  );
  tell("publishing, two processes on one PostgreSQL server");
  const postgres = await startPostgres();
  const processes: Inside[] = [];
  const client = new pg.Client({ connectionString: postgres.superuserUrl });
  try {
    processes.push(await startInside({ DATABASE_URL: postgres.url }));
    processes.push(await startInside({ DATABASE_URL: postgres.url }));
    await client.connect();
    const server = await publish(processes, async (statement) => {
      await client.query(statement);
    });
    return [
      atMost("Publish → visible, embedded", SPEED.publishMs, embedded.slowestMs, milliseconds),
      atMost(
        "Publish → visible on both of two processes, server",
        SPEED.publishMs,
        server.slowestMs,
        milliseconds,
      ),
      {
        ...atMost(
          "Untouched pages that were rendered again",
          0,
          embedded.renderedAgain + server.renderedAgain,
          String,
        ),
        budget: "0",
      },
    ];
  } finally {
    await client.end();
    for (const one of processes) await one.stop();
    await postgres.remove();
  }
}

async function publish(
  processes: Inside[],
  execute: (statement: string) => Promise<unknown>,
): Promise<{ slowestMs: number; renderedAgain: number }> {
  let slowestMs = 0;
  let renderedAgain = 0;
  for (let round = 0; round < PUBLICATIONS; round++) {
    for (const one of processes) await read(one, [`/news/${ARTICLE}`, ...UNTOUCHED]);
    const word = `Publié-${randomUUID()}`;
    await execute(`update news set title = '${word}' where id = '${ARTICLE}'`);
    const began = performance.now();
    await Promise.all(processes.map((one) => untilShown(one, word)));
    slowestMs = Math.max(slowestMs, performance.now() - began);
    for (const one of processes) {
      const before = await one.ask("renderings");
      await read(one, UNTOUCHED);
      renderedAgain += (await one.ask("renderings")) - before;
    }
  }
  return { slowestMs, renderedAgain };
}

async function read(inside: Inside, addresses: readonly string[]): Promise<void> {
  for (const address of addresses) await (await fetch(inside.url + address)).arrayBuffer();
}

async function untilShown(inside: Inside, word: string): Promise<void> {
  const limit = performance.now() + 10 * SPEED.publishMs;
  while (performance.now() < limit) {
    const answer = await fetch(`${inside.url}/news/${ARTICLE}`);
    if ((await answer.text()).includes(word)) return;
    await pause(2);
  }
  throw new Error(`a change was not shown within ${10 * SPEED.publishMs} ms`);
}
