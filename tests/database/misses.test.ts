import { randomBytes, randomUUID } from "node:crypto";
import pg from "pg";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  inject,
  test,
  vi,
} from "vitest";
import { startApp } from "../../app/core/app.ts";
import { SCHEMA } from "../../app/core/database/database.server.ts";
import { asVisitor } from "../../app/core/database/doors/doors.server.ts";
import type { Engine } from "../../app/core/database/engine.server.ts";
import { openServer } from "../../app/core/database/postgres.server.ts";
import {
  findEvent,
  selectEventList,
  splitEventList,
} from "../../app/events/events.visitor.server.ts";
import { readApplication } from "../../app/membership/apply/membership.system.server.ts";
import { findArticle, listNews } from "../../app/news/news.visitor.server.ts";
import { findPage } from "../../app/pages/pages.visitor.server.ts";
import { readPayment } from "../../app/payments/page/payment-view.system.server.ts";
import { findSimulated } from "../../app/payments/providers/simulated/simulated.system.server.ts";
import { readTicket } from "../../app/registrations/tickets/tickets.system.server.ts";
import { findResource } from "../../app/resources/resources.visitor.server.ts";
import { createDatabase } from "../support/database/postgres-server.ts";

// Anybody can invent an address that could be one of ours. To know that it is not may cost one read,
// by an index.

let database: Awaited<ReturnType<typeof createDatabase>>;
let engine: Engine;
let client: pg.Client;

beforeAll(async () => {
  database = await createDatabase(inject("postgres"));
  engine = openServer(database.url);
  await engine.migrate(SCHEMA);
  startApp({ database: { engine } });
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  // Tables of a few rows are read as a whole: asked like this, only where there is no other way.
  await client.query("set enable_seqscan = off");
});
afterAll(async () => {
  startApp({ database: {} });
  await client?.end();
  await engine?.close();
  await database?.drop();
});

type Statement = { text: string; values?: unknown[] };
const reads: Statement[] = [];
/** How often a transaction was ended in a round trip of its own. */
let commits = 0;

beforeEach(() => {
  reads.length = 0;
  commits = 0;
  const query = pg.Client.prototype.query;
  vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...request: unknown[]
  ) {
    const [first, values] = request as [string | Statement, unknown[]?];
    const statement: Statement = typeof first === "string" ? { text: first } : first;
    const isRead = !/^(begin|commit|rollback|select set_config)/i.test(statement.text.trim());
    if (statement.text === "commit") commits += 1;
    if (this !== client && isRead) reads.push({ values, ...statement });
    return (query as (...all: unknown[]) => unknown).apply(this, request) as never;
  });
});
afterEach(() => void vi.restoreAllMocks());

const token = () => randomBytes(24).toString("base64url");

const MISSES: Record<string, () => Promise<unknown>> = {
  "an article": () => asVisitor((db) => findArticle(db, randomUUID())),
  "an event": () => asVisitor((db) => findEvent(db, randomUUID())),
  "a document": () => asVisitor((db) => findResource(db, randomUUID())),
  "a written page": () => asVisitor((db) => findPage(db, "no-such-page")),
  "a ticket": () => readTicket(token()),
  "an application": () => readApplication(token()),
  "a payment": () => readPayment(token(), "fr"),
  "a payment of the simulated provider": () => findSimulated(token()),
};
const LISTS: Record<string, () => Promise<unknown[]>> = {
  "the articles before one": () =>
    asVisitor((db) => listNews(db, { limit: 13, before: randomUUID() })),
  "the articles of a tag": () => asVisitor((db) => listNews(db, { limit: 13, tag: "no-such-tag" })),
  "the events before one": async () =>
    splitEventList(await asVisitor((db) => selectEventList(db, { before: randomUUID() }))).past,
};

describe("what is not there costs one read by an index", () => {
  test.each(Object.entries(MISSES))("%s", async (_what, read) => {
    expect(await read()).toBeUndefined();
    await expectOneIndexedRead();
  });

  test.each(Object.entries(LISTS))("%s", async (_what, list) => {
    expect(await list()).toEqual([]);
    await expectOneIndexedRead();
    expect(commits, "the commit is sent with a select that is alone").toBe(0);
  });
});

async function expectOneIndexedRead(): Promise<void> {
  expect(reads.map(({ text }) => text)).toHaveLength(1);
  const [{ text = "", values = [] } = {}] = reads;
  const { rows } = await client.query(`explain ${text}`, values);
  const plan = rows.map((row: Record<string, string>) => row["QUERY PLAN"]).join("\n");
  expect(plan).toMatch(/Index|Bitmap/);
  expect(plan).not.toContain("Seq Scan");
}
