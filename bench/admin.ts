import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { startApp } from "../app/core/app.ts";
import { asStaff, type StaffDb } from "../app/core/database/doors/doors.server.ts";
import { openServer } from "../app/core/database/postgres.server.ts";
import { countMembers, listMembers } from "../app/membership/members/members.staff.server.ts";
import { MEMBER_LIST, MEMBER_STATUSES, MEMBER_TYPES } from "../app/membership/members/members.ts";
import { readCounts, readMonths } from "../app/office/home/dashboard.staff.server.ts";
import { ORDER_LIST } from "../app/payments/orders/order-list.ts";
import { countMoney } from "../app/payments/orders/orders.staff.server.ts";
import { type Cursor, parseListQuery, writeCursor } from "../app/records/list/list-query.ts";
import { countRegistrations } from "../app/registrations/registrations.staff.server.ts";
import { startPostgres } from "../tests/support/database/postgres-server.ts";
import { StaffClient, signIn } from "../tests/support/product/staff-client.ts";
import { fillOffice, fillOfficeLogs } from "./admin-seed.ts";
import { OFFICE, OFFICE_BUFFERS_MB, type OfficeBudget } from "./budgets.ts";
import { type Inside, startInside } from "./inside.ts";
import {
  atMost,
  count,
  type Group,
  infoRow,
  median,
  milliseconds,
  none,
  percentile,
  type Row,
  ratio,
} from "./table.ts";

/** Whoever works in the back office of the bench. */
const ADMINISTRATOR = { email: "bench@example.org", password: "la phrase du banc d’essai" };

/** The back office over many rows, on a PostgreSQL server: its lists, searches, counters and files. */
export const measure: Group = async (tell) => {
  const postgres = await startPostgres({ buffersMb: OFFICE_BUFFERS_MB });
  const rows: Row[] = [];
  try {
    // The product makes the tables, its first content, and the account.
    const inside = await startInside({
      DATABASE_URL: postgres.url,
      ADMIN_EMAIL: ADMINISTRATOR.email,
      ADMIN_PASSWORD: ADMINISTRATOR.password,
    });
    try {
      for (const budget of OFFICE) {
        const name = `${count(budget.members)} members`;
        tell(`${name}: filling the database, up to some minutes`);
        await fillOffice(postgres.superuserUrl, budget.members);
        await fillOfficeLogs(postgres.superuserUrl, budget.members);
        rows.push(
          ...(await withStaff(postgres.url, async (staff) => [
            ...(await listRows(staff, budget, tell)),
            ...(await searchRows(staff, budget, tell)),
            ...(await counterRows(staff, budget, tell)),
          ])),
        );
        tell(`${name}: every screen`);
        rows.push(...(await screenRows(inside, ADMINISTRATOR, budget)));
        tell(`${name}: the export`);
        rows.push(...(await exportRows(inside, ADMINISTRATOR, budget)));
      }
    } finally {
      await inside.stop();
    }
  } finally {
    await postgres.remove();
  }
  return rows;
};

/** How many of the slowest are named. */
const NAMED = 3;
const LINK = /href="(\/admin[^"?#]*)/g;
const ID = /[0-9a-f]{8}-[0-9a-f-]{27}/g;
/** A list has a link to each of its rows: of screens of one kind, one is enough. */
const kindOf = (address: string) => address.replace(ID, ":id");

/** Every screen of the back office that a link of another leads to, each opened once, with nothing of it read before. */
async function screenRows(
  { url }: Inside,
  account: { email: string; password: string },
  budget: OfficeBudget,
): Promise<Row[]> {
  const staff = new StaffClient(url, await signIn(url, account), account.password);
  const times: { address: string; ms: number }[] = [];
  let failed = 0;
  const kinds = new Map([["/admin", "/admin"]]);
  for (const address of kinds.values()) {
    const began = performance.now();
    const answer = await staff.get(address);
    const page = await answer.text();
    times.push({ address, ms: performance.now() - began });
    if (answer.status >= 500) failed++;
    for (const [, to = ""] of page.matchAll(LINK)) {
      // A file of everybody has a row of its own.
      if (!/\/export|\.csv$/.test(to) && !kinds.has(kindOf(to))) kinds.set(kindOf(to), to);
    }
  }
  const slowest = times.toSorted((a, b) => b.ms - a.ms).slice(0, NAMED);
  const of = `${count(budget.members)} members`;
  return [
    none(`${of}: of ${times.length} screens, those that fail`, failed),
    ...slowest.map(({ address, ms }) =>
      atMost(`  one of the slowest: ${kindOf(address)}`, budget.screenMs, ms, milliseconds),
    ),
  ];
}

type Tell = (doing: string) => void;

const MOMENT = `to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
/** Every order that the screen offers. */
const SORTS = {
  "-created_at": { name: "newest first", order: "created_at desc, id desc", value: MOMENT },
  created_at: { name: "oldest first", order: "created_at, id", value: MOMENT },
  name: { name: "by name", order: "sort_name, id", value: "sort_name" },
  "-name": { name: "by name backwards", order: "sort_name desc, id desc", value: "sort_name" },
} as const;
type Sort = keyof typeof SORTS;
const sorts = Object.keys(SORTS) as Sort[];

/** Each filter by itself, both together, and none. */
const FILTERS: Record<string, string>[] = [
  {},
  ...MEMBER_TYPES.map((type) => ({ type })),
  ...MEMBER_STATUSES.map((status) => ({ status })),
  { type: "club", status: "suspended" },
];

/** Rare ones and common ones, of one name or all over, with accents, inside words and addresses. */
const WORDS = ["dia", "Diallo", "Touré", "Éboué", "hélène", "gmail", "aïs", "fodé soumah", "bah12"];

const SEARCH_FILTERS: Record<string, string>[] = [{}, { status: "suspended" }];

/** Distance of the page that is compared with the first. */
const FAR = 1_000;
const PAGE = 50;
const ROUNDS = 40;
const SEARCH_ROUNDS = 10;

const address = (parameters: Record<string, string>) =>
  parseListQuery(MEMBER_LIST, new URLSearchParams(parameters));
const list = (staff: Staff, parameters: Record<string, string>) =>
  staff.ask((db) => listMembers(db, address(parameters)));

/** The first page in every order under every filter, and the thousandth. */
async function listRows(staff: Staff, budget: OfficeBudget, tell: Tell): Promise<Row[]> {
  const rows: Row[] = [];
  const of = count(budget.members);
  for (const sort of sorts) {
    const { name, order, value } = SORTS[sort];
    tell(`${of} members: pages, ${name}`);
    const times: number[] = [];
    for (const filter of FILTERS)
      times.push(...(await timesOf(ROUNDS, () => list(staff, { ...filter, sort }))));
    rows.push(
      atMost(
        `${of} members, first page, ${name}, every filter: p95`,
        budget.firstMs,
        percentile(times, 0.95),
        milliseconds,
      ),
    );
    const after = writeCursor(await staff.cursorAt(order, value, (FAR - 1) * PAGE - 1));
    // In turns, so that whatever else the machine does is in both.
    const near: number[] = [];
    const far: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      near.push(...(await timesOf(1, () => list(staff, { sort }))));
      far.push(...(await timesOf(1, () => list(staff, { sort, after }))));
    }
    rows.push(
      atMost(
        `  page ${count(FAR)} against it, medians`,
        budget.farRatio,
        median(far) / median(near),
        (times) => `${ratio(times)} ×`,
      ),
    );
  }
  return rows;
}

/** Words of all kinds, in every order, without a filter and with one. */
async function searchRows(staff: Staff, budget: OfficeBudget, tell: Tell): Promise<Row[]> {
  const rows: Row[] = [];
  const of = count(budget.members);
  for (const q of WORDS) {
    tell(`${of} members: '${q}'`);
    const times: number[] = [];
    for (const sort of sorts)
      for (const filter of SEARCH_FILTERS)
        times.push(...(await timesOf(SEARCH_ROUNDS, () => list(staff, { ...filter, sort, q }))));
    const { count: matches, more } = await list(staff, { q });
    rows.push(
      atMost(
        `${of} members, search '${q}' (${count(matches)}${more ? "+" : ""}), every order: p95`,
        budget.searchMs,
        percentile(times, 0.95),
        milliseconds,
      ),
    );
  }
  return rows;
}

const COUNTERS: Record<string, (db: StaffDb) => Promise<unknown>> = {
  "above the members": countMembers,
  "above the registrations": countRegistrations,
  "above the money": (db) => countMoney(db, parseListQuery(ORDER_LIST, new URLSearchParams())),
  "of the dashboard": (db) => readCounts(db, () => true),
  "of the dashboard's chart": readMonths,
};

/** The counters, with as many registrations and orders as members. */
async function counterRows(staff: Staff, budget: OfficeBudget, tell: Tell): Promise<Row[]> {
  const rows: Row[] = [];
  const of = count(budget.members);
  for (const [name, read] of Object.entries(COUNTERS)) {
    tell(`${of} members: counters ${name}`);
    const began = performance.now();
    await staff.ask(read);
    const first = performance.now() - began;
    const usual = await p95(ROUNDS, () => staff.ask(read));
    rows.push(
      atMost(`${of} of each, counters ${name}: p95`, budget.countersMs, usual, milliseconds),
    );
    if (first > budget.countersMs) rows.push(infoRow("  the first time", milliseconds(first)));
  }
  return rows;
}

type Account = { email: string; password: string };

/** What somebody else looks at meanwhile, and how often. */
const OTHERS = ["/admin/members", "/"];
const EVERY_MS = 25;
const FEWEST_OTHERS = 300;

/** The file of all members, fetched as a browser does, while others go on working. */
async function exportRows(inside: Inside, account: Account, budget: OfficeBudget): Promise<Row[]> {
  const cookie = await signIn(inside.url, account);
  const of = count(budget.members);
  await confirm(inside.url, cookie, account);
  await fetchFile(inside, cookie, budget.members);
  const seconds = await fetchFile(inside, cookie, budget.members);
  const before = await inside.ask("settledHeap");
  let highest = before;
  await during(fetchFile(inside, cookie, budget.members), async () => {
    highest = Math.max(highest, await inside.ask("settledHeap"));
    await pause(200);
  });
  const rows = [
    atMost(`${of} members as CSV`, budget.exportSeconds, seconds, (s) => `${s.toFixed(1)} s`),
  ];
  if (budget.exportHeapMb !== undefined) {
    const grown = (highest - before) / 1_000_000;
    rows.push(
      atMost("  heap above what it was", budget.exportHeapMb, grown, (mb) => `${mb.toFixed(1)} MB`),
    );
    rows.push(...(await othersRows(inside, cookie, budget)));
  }
  return rows;
}

/** Answers the question that stands before a file of people's data. */
async function confirm(url: string, cookie: string, { password }: Account): Promise<void> {
  const answer = await fetch(`${url}/admin/account/confirm`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: url, cookie },
    body: new URLSearchParams({ "proof.code": password }),
  });
  if (answer.status !== 302) throw new Error(`not confirmed: ${answer.status}`);
}

/** Fetches the export and counts its lines; how long it took, in seconds. */
async function fetchFile(inside: Inside, cookie: string, members: number): Promise<number> {
  const began = performance.now();
  const answer = await fetch(`${inside.url}/admin/members/export`, { headers: { cookie } });
  if (!answer.body || answer.status !== 200) throw new Error(`the export answers ${answer.status}`);
  let lines = 0;
  for await (const chunk of answer.body)
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines++;
  if (lines !== members + 1) throw new Error(`${lines} lines for ${members} members`);
  return (performance.now() - began) / 1_000;
}

/** Repeats something for as long as another thing is not done. */
async function during(work: Promise<unknown>, action: () => Promise<void>): Promise<void> {
  let over = false;
  const end = work.finally(() => (over = true));
  while (!over) await action();
  await end;
}

/** What others wait for their pages, at rest and during exports. */
async function othersRows(inside: Inside, cookie: string, budget: OfficeBudget): Promise<Row[]> {
  const rows: Row[] = [];
  for (const path of OTHERS) {
    const atRest: number[] = [];
    while (atRest.length < FEWEST_OTHERS) await visit(inside.url + path, cookie, atRest);
    const meanwhile: number[] = [];
    while (meanwhile.length < FEWEST_OTHERS)
      await during(fetchFile(inside, cookie, budget.members), () =>
        visit(inside.url + path, cookie, meanwhile),
      );
    const times = percentile(meanwhile, 0.99) / percentile(atRest, 0.99);
    rows.push(
      atMost(
        `  p99 of ${path} meanwhile, against rest`,
        budget.othersRatio,
        times,
        (value) => `${ratio(value)} ×`,
      ),
    );
  }
  return rows;
}

async function visit(url: string, cookie: string, times: number[]): Promise<void> {
  const headers = url.includes("/admin") ? { cookie } : undefined;
  const began = performance.now();
  const answer = await fetch(url, { headers });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${url} answers ${answer.status}`);
  times.push(performance.now() - began);
  await pause(EVERY_MS);
}

/** Work through the staff door of this process, as the loaders of the screens do it. */
type Staff = {
  ask: <T>(work: (db: StaffDb) => Promise<T>) => Promise<T>;
  /** The row at a place of the members in an order, as a cursor. */
  cursorAt: (order: string, value: string, place: number) => Promise<Cursor>;
};

async function withStaff<T>(url: string, work: (staff: Staff) => Promise<T>): Promise<T> {
  const engine = openServer(url);
  const client = new pg.Client({ connectionString: url });
  startApp({ database: { engine } });
  try {
    await client.connect();
    const { rows } = await client.query<{ id: string }>("select id from profiles limit 1");
    const id = rows[0]?.id ?? "";
    return await work({
      ask: (question) => asStaff({ id }, question),
      async cursorAt(order, value, place) {
        const result = await client.query<Cursor>(
          `select ${value} as value, id from members order by ${order} offset ${place} limit 1`,
        );
        const [cursor] = result.rows;
        if (!cursor) throw new Error(`no member at ${place}`);
        return cursor;
      },
    });
  } finally {
    startApp({ database: {} });
    await client.end();
    await engine.close();
  }
}

/** How long something takes, again and again: the milliseconds that 95 of 100 stay below. */
async function p95(times: number, work: (time: number) => Promise<unknown>) {
  return percentile(await timesOf(times, work), 0.95);
}

/** Milliseconds of each time; the first rounds, which fill caches, are left out. */
export async function timesOf(times: number, work: (time: number) => Promise<unknown>) {
  const durations: number[] = [];
  for (let time = -2; time < times; time++) {
    const began = performance.now();
    await work(Math.max(0, time));
    if (time >= 0) durations.push(performance.now() - began);
  }
  return durations;
}
