import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { startApp } from "../../app/core/app.ts";
import {
  type OpenDatabase,
  openDatabase,
  SCHEMA,
} from "../../app/core/database/database.server.ts";
import { asSystem, asVisitor } from "../../app/core/database/doors/doors.server.ts";
import { openServer } from "../../app/core/database/postgres.server.ts";
import { DatabaseWatch } from "../../app/core/database/schema/database-watch.server.ts";
import { WrongDatabaseError } from "../../app/core/values/errors.ts";
import { inSql } from "../support/database/database-restore.ts";
import { openImage } from "../support/database/memory-database.ts";
import { type PostgresServer, startPostgres } from "../support/database/postgres-server.ts";
import { someOf } from "../support/fuzz/repetitions.ts";

// A database that becomes wrong under a running process: somebody restores over it, or drops something.

let server: PostgresServer;
let opened: OpenDatabase | undefined;
const onWrong = vi.fn();
const onGap = vi.fn();

beforeAll(async () => {
  server = await startPostgres();
  // Ours is made once, and copied.
  await newDatabase();
  const engine = openServer(server.url);
  await engine.migrate(SCHEMA);
  await engine.close();
  await inPostgres("alter database site rename to ours");
});
afterEach(async () => {
  startApp({ database: {} });
  await opened?.engine.close();
  opened = undefined;
  vi.clearAllMocks();
});
afterAll(() => server.remove());

const inPostgres = (statement: string) =>
  inSql(Object.assign(new URL(server.superuserUrl), { pathname: "/postgres" }).href, statement);

/** Makes the database of the site anew: empty, or ours. */
async function newDatabase(template: "template1" | "ours" = "template1"): Promise<void> {
  await inPostgres("drop database if exists site with (force)");
  await inPostgres(`create database site owner site_login template ${template}`);
}

/** Makes a database of somebody else in its place. */
async function newForeignDatabase(): Promise<void> {
  await newDatabase();
  await inSql(server.url, "create table theirs (id int)");
}

async function open(prepare = async () => {}) {
  const settings = { DATABASE_URL: server.url, DATA_DIR: "/nowhere" };
  opened = await openDatabase(settings, prepare, { onWrong });
  return opened;
}
const visit = () => asVisitor((db) => db.execute(sql`select count(*) from news`));
const write = () => asSystem("test", (db) => db.execute(sql`delete from bin`));
const wrong = expect.objectContaining({ name: "WrongDatabaseError", kind: "unavailable" });
const owner = (statement: string) => inSql(server.superuserUrl, statement);

/** A restore over a running site takes the grants too, so that the next statement fails and the schema is checked. */
const NOTICED = "; revoke select on news from site_visitor";
const DAMAGES: [what: string, damage: string, word: string][] = [
  ["a policy", "drop policy news_visitor_reads on news", "policy news.news_visitor_reads"],
  ["row security", "alter table members disable row level security", "row security members"],
  ["a trigger", "drop trigger orders_kept on orders", "trigger orders.orders_kept"],
];
test.each(someOf(DAMAGES, 1))(
  "without %s nothing is read or written any more, until it is right again",
  async (_what, damage, word) => {
    await newDatabase("ours");
    const { engine } = await open();
    await engine.listen("content_changed", () => {}, onGap);
    await visit();
    const before = performance.now();
    await owner(damage + NOTICED);
    await expect(visit()).rejects.toEqual(wrong);
    await expect(write()).rejects.toMatchObject({ why: expect.stringContaining(word) });
    // What was made of it since the last good check may be wrong too.
    expect(onWrong).toHaveBeenCalledOnce();
    expect(onWrong.mock.calls[0]?.[0]).toBeLessThanOrEqual(performance.now());
    expect(onWrong.mock.calls[0]?.[0]).toBeGreaterThan(before - 5_000);
    expect(onGap).not.toHaveBeenCalled();

    // Another process starts, and gives it back.
    const other = openServer(server.url);
    await other.migrate(SCHEMA);
    await other.close();
    await vi.waitFor(visit, { timeout: 5_000 });
  },
);

test("it goes on by itself when somebody gives back what was missing", async () => {
  await newDatabase("ours");
  const { engine } = await open();
  await engine.listen("content_changed", () => {}, onGap);
  await owner("alter table bin rename to gone");
  await expect(write()).rejects.toEqual(wrong);
  await expect(visit()).rejects.toEqual(wrong);
  await owner("alter table gone rename to bin");
  await vi.waitFor(visit, { timeout: 5_000 });
  // Changes may have been missed in between.
  expect(onGap).toHaveBeenCalledOnce();
  await write();
});

test.each([
  ["a table that is gone", "drop table news cascade"],
  ["a column that is gone", "alter table bin rename entity to gone"],
  ["a right that is gone", "revoke select on news from site_visitor"],
])("%s is noticed by the first who meets it", async (_what, damage) => {
  await newDatabase("ours");
  await open();
  await owner(damage);
  const reads = [
    visit,
    () => asSystem("test", (db) => db.execute(sql`select entity from bin`)),
  ].map((read) =>
    read().then(
      () => "read",
      (error: unknown) => error,
    ),
  );
  expect(await Promise.all(reads)).toContainEqual(wrong);
  await expect(visit()).rejects.toEqual(wrong);
  await expect(write()).rejects.toEqual(wrong);
});

test("so are roles that are gone", async () => {
  await newDatabase("ours");
  await open();
  // Under another name it is as good as gone, and the copy of ours keeps its grants.
  await owner("alter role site_visitor rename to site_gone");
  try {
    await expect(visit()).rejects.toEqual(wrong);
    await expect(visit()).rejects.toMatchObject({
      why: expect.stringContaining("role site_visitor"),
    });
  } finally {
    await owner("alter role site_gone rename to site_visitor");
  }
});

test("an empty database in its place is wrong, not away, from the first visit on", async () => {
  await newDatabase("ours");
  await open();
  await newDatabase();
  // The connections that are broken say that the server is away; the next ones find the other database.
  await vi.waitFor(() => expect(visit()).rejects.toEqual(wrong), { timeout: 5_000 });
  await expect(visit()).rejects.toMatchObject({ why: expect.stringContaining("empty") });
});

test("one that comes after a start without it, and is somebody else's, is wrong until it is ours", async () => {
  await newForeignDatabase();
  await server.stop();
  const prepare = vi.fn(async () => {});
  const { ready } = await open(prepare);
  await expect(visit()).rejects.toMatchObject({ name: "AppError", kind: "unavailable" });
  await server.restart();
  await vi.waitFor(() => expect(visit()).rejects.toEqual(wrong), { timeout: 8_000 });
  expect(prepare).not.toHaveBeenCalled();
  await owner("drop table theirs");
  await ready;
  expect(prepare).toHaveBeenCalledOnce();
  await visit();
});

test("at the start a wrong one is refused, and so is a login that the server does not let in", async () => {
  await newForeignDatabase();
  await expect(open()).rejects.toThrow(WrongDatabaseError);
  for (const [part, value] of [
    ["password", "wrong"],
    ["pathname", "/nobody"],
  ] as const) {
    const address = new URL(server.url);
    address[part] = value;
    const url = address.href;
    const refused = openDatabase({ DATABASE_URL: url, DATA_DIR: "/nowhere" }, async () => {});
    await expect(refused).rejects.toThrow("login or database refused");
  }
});

test("nothing passes before the first check, whatever the rows would show", async () => {
  await newDatabase("ours");
  const { engine } = await open();
  await engine.close();
  await owner(
    "alter table news disable row level security; insert into news (id, title, excerpt, content, category) values (gen_random_uuid(), 'T', 'E', 'C', 'Formation')",
  );
  const seen: unknown[] = [];
  const visiting = setInterval(
    () =>
      void visit().then(
        (rows) => seen.push(rows),
        () => {},
      ),
    1,
  );
  const read = () => asVisitor((db) => db.$count(sql`news`));
  await open(async () => {
    expect(await read()).toBe(0);
  });
  clearInterval(visiting);
  expect(await read()).toBe(0);
  for (const rows of seen) expect(rows).toMatchObject({ rows: [{ count: "0" }] });
});

test("an embedded database that loses something is noticed by the first who meets it", async () => {
  const engine = await openImage("migrated");
  await engine.migrate(SCHEMA);
  const watch = new DatabaseWatch({
    findFault: () => engine.findFault(SCHEMA),
    onWrong,
    onRight: onGap,
  });
  startApp({ database: { engine, watch } });
  await visit();
  await engine.transaction((tx) => tx.execute(sql`alter table bin rename to gone`));
  await expect(write()).rejects.toEqual(wrong);
  await expect(visit()).rejects.toEqual(wrong);
  await engine.transaction((tx) => tx.execute(sql`alter table gone rename to bin`));
  await watch.check();
  await visit();
  await write();
  expect(onGap).toHaveBeenCalledOnce();
  startApp({ database: {} });
  await engine.close();
});
