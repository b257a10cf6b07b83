import { rmSync } from "node:fs";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startApp } from "../../app/core/app.ts";
import {
  listMigrations,
  openServerSource,
} from "../../app/core/database/copy/table-copy.server.ts";
import { openDatabase, SCHEMA } from "../../app/core/database/database.server.ts";
import { asSystem, asVisitor } from "../../app/core/database/doors/doors.server.ts";
import type { Engine } from "../../app/core/database/engine.server.ts";
import { openServer, urlWithLogin, visitorLogin } from "../../app/core/database/postgres.server.ts";
import { readSchema } from "../../app/core/database/schema/schema-files.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { diagnose } from "../../app/office/checks/checks.system.server.ts";
import { DATA_DIR } from "../admin/records/settings.ts";
import { inSql } from "../support/database/database-restore.ts";
import { type PostgresServer, startPostgres } from "../support/database/postgres-server.ts";
import { rowsOf } from "../support/database/test-database.ts";
import { insertRow } from "./tables.ts";

// With an owner's login beside it, the product's own cannot change the schema, and the visitors' cannot
// even leave their role: what an injected statement reaches by putting its role down is nothing more.

const SECRET = "a secret of at least thirty-two characters";
const REFUSED = { cause: { code: "42501" } };

let server: PostgresServer;
let url: string;
let owner: { url: string; secret: string };
let engine: Engine;

const asLogin = (name: string) =>
  Object.assign(new URL(server.url), { username: name, password: "its own" }).href;

beforeAll(async () => {
  server = await startPostgres();
  await inSql(
    server.superuserUrl,
    `create role site_owner login createrole password 'its own';
     create role site_app login password 'its own';
     alter database site owner to site_owner`,
  );
  url = asLogin("site_app");
  owner = { url: asLogin("site_owner"), secret: SECRET };
  engine = openServer(url, owner);
  await engine.migrate(SCHEMA);
  startApp({ database: { engine } });
  await asSystem("test", (db) => insertRow(db, "news", { published: false }));
});
afterEach(() => startApp({ database: { engine } }));
afterAll(async () => {
  startApp({ database: {} });
  await engine.close();
  await server.remove();
  rmSync(DATA_DIR, { recursive: true, force: true });
});

const logins = sql`select session_user::text as login, current_user::text as "current"`;

test("each door comes by its own login", async () => {
  const visitor = { login: "site_visitor_of_site", current: "site_visitor" };
  expect(await asVisitor((db) => rowsOf(db, logins))).toEqual([visitor]);
  const job = { login: "site_app", current: "site_system" };
  expect(await asSystem("test", (db) => rowsOf(db, logins))).toEqual([job]);
});

test("archives are read by a login that reads everything and writes nothing, or not at all", async () => {
  await inSql(
    server.superuserUrl,
    `create role site_backup login bypassrls password 'its own';
     create role site_reader login password 'its own';
     grant pg_read_all_data to site_backup, site_reader`,
  );
  const open = (login: string) =>
    openServerSource({
      DATABASE_URL: url,
      DATABASE_OWNER_URL: owner.url,
      DATABASE_BACKUP_URL: asLogin(login),
    });
  const reader = await open("site_backup");
  const seen = await reader.ask<{ login: string; news: number }>(
    "select session_user::text as login, (select count(*)::int from news) as news",
  );
  expect(seen).toMatchObject([{ login: "site_backup" }]);
  expect(seen[0]?.news).toBeGreaterThan(0);
  expect((await listMigrations(reader.ask)).length).toBe(readSchema(SCHEMA).migrations.length);
  const [sequence] = await reader.ask<{ may: boolean }>(
    `select bool_and(has_sequence_privilege(format('public.%I', sequencename), 'select')) as may
     from pg_sequences where schemaname = 'public'`,
  );
  expect(sequence?.may).toBe(true);
  await expect(reader.script("delete from news")).rejects.toMatchObject({ code: "25006" });
  // Whoever turns that off has no right to it either.
  await reader.script("set default_transaction_read_only = off");
  for (const statement of ["delete from news", "create table mine (id int)"]) {
    await expect(reader.script(statement), statement).rejects.toMatchObject({ code: "42501" });
  }
  await reader.close();
  // Policies hide everything from this one: it must not make an archive without a row.
  const half = await open("site_reader");
  await expect(half.ask("select count(*) from news")).rejects.toMatchObject({ code: "42501" });
  await half.close();
});

test("a visitor who puts the role down is a visitor still", async () => {
  const past = <T>(statement: string) =>
    engine.transaction(async (tx) => {
      await tx.execute(sql`select set_config('role', 'site_visitor', true)`);
      await tx.execute(sql`reset role`);
      return rowsOf<T>(tx, sql.raw(statement));
    }, "visitor");
  expect(await past("select count(*)::int as n from news")).toEqual([{ n: 0 }]);
  for (const role of ["site_staff", "site_system", "site_app", "site_owner"]) {
    await expect(past(`select set_config('role', '${role}', true)`), role).rejects.toMatchObject(
      REFUSED,
    );
  }
  for (const statement of [
    "select 1 from members",
    "select 1 from drizzle.schema_state",
    "alter table news disable row level security",
    "create table mine (id int)",
  ]) {
    await expect(past(statement), statement).rejects.toMatchObject(REFUSED);
  }
  expect(
    await past(
      "select roleid::regrole::text as r from pg_auth_members where member = session_user::regrole",
    ),
  ).toEqual([{ r: "site_visitor" }]);
});

test("a job that puts its role down does not own the tables", async () => {
  for (const statement of [
    "drop table news",
    "drop policy news_system on news",
    "alter table news disable row level security",
    "drop trigger orders_kept on orders",
    "create table mine (id int)",
  ]) {
    const past = engine.transaction((tx) => tx.execute(sql.raw(statement)));
    await expect(past, statement).rejects.toMatchObject(REFUSED);
  }
});

test("Diagnostic sees that visitors come by a login of their own", async () => {
  const staff = { id: newId(), name: "N", email: "n@example.gn" };
  await asSystem("test", (db) => insertRow(db, "profiles", { ...staff, role: "admin" }));
  const check = (await diagnose(staff)).find(({ name }) => name.startsWith("Comptes"));
  expect(check).toMatchObject({
    level: "success",
    details: [
      ["Compte des visiteurs", "site_visitor_of_site"],
      ["Compte du site", "site_app"],
    ],
  });
});

describe("a start brings in order", () => {
  const restart = async (secret = SECRET) => {
    const next = openServer(url, { ...owner, secret });
    try {
      await next.migrate(SCHEMA);
      startApp({ database: { engine: next } });
      return await asVisitor((db) => rowsOf(db, sql`select 1 as one`));
    } finally {
      await next.close();
    }
  };
  const fine = [{ one: 1 }];

  test("nothing, when all is as it was", async () => {
    const password = "select rolpassword from pg_authid where rolname = 'site_visitor_of_site'";
    const before = await inSql(server.superuserUrl, password);
    expect(JSON.stringify(before)).toContain("SCRAM-SHA-256$4096:");
    expect(await restart()).toEqual(fine);
    expect(await inSql(server.superuserUrl, password)).toEqual(before);
  });

  test("the visitors' password, after the secret was changed", async () => {
    expect(await restart("another secret, as long as the first one")).toEqual(fine);
    expect(await restart()).toEqual(fine);
  });

  test.each([
    ["a visitors' login that is gone", "drop role site_visitor_of_site"],
    [
      "one that is no visitor any more",
      "revoke site_visitor from site_visitor_of_site granted by site_owner",
    ],
    [
      "a login that may take no role",
      "revoke site_visitor, site_staff, site_system from site_app granted by site_owner",
    ],
    [
      "a role of the office without one of its parts",
      "revoke site_office_events from site_office_treasurer_events granted by site_owner",
    ],
    [
      "a part that has nothing in common with the office",
      "revoke site_office from site_office_editor granted by site_owner",
    ],
    [
      "a right of the office on a column",
      "revoke select (status) on members from site_office_treasurer",
    ],
    ["rights on what was applied", "revoke all on schema drizzle from site_system"],
  ])("%s", async (_what, damage) => {
    await inSql(server.superuserUrl, damage);
    expect(await engine.findFault(SCHEMA)).toMatch(/^[^\n]+$/);
    expect(await restart()).toEqual(fine);
    expect(await engine.findFault(SCHEMA)).toBeUndefined();
  });

  test("the visitors' entrance, which those who are inside do not miss", async () => {
    await inSql(server.superuserUrl, "alter role site_visitor_of_site nologin");
    expect(await engine.findFault(SCHEMA)).toBeUndefined();
    const outside = openServer(url, owner);
    expect(await outside.findFault(SCHEMA)).toContain("login");
    await outside.close();
    expect(await restart()).toEqual(fine);
  });
});

test("without the owner's login, a login that owns nothing is refused in one line", async () => {
  await inSql(server.superuserUrl, "alter table news disable row level security");
  const settings = { DATABASE_URL: url, DATA_DIR: "/nowhere" };
  await expect(openDatabase(settings, async () => {})).rejects.toThrow(/^[^\n]*42501[^\n]*$/);
  const whole = { ...settings, DATABASE_OWNER_URL: owner.url, SESSION_SECRET: SECRET };
  const opened = await openDatabase(whole, async () => {});
  await opened.engine.close();
});

test("a visitors' login has a name that PostgreSQL keeps, and comes through a socket too", () => {
  const long = visitorLogin(`base_${"é".repeat(40)}`, SECRET);
  expect(Buffer.byteLength(long.name)).toBeLessThanOrEqual(63);
  expect(visitorLogin("site", SECRET)).toEqual(visitorLogin("site", SECRET));
  expect(visitorLogin("site", SECRET).password).not.toBe(visitorLogin("other", SECRET).password);
  const login = { name: "n", password: "p+/=" };
  const address = new URL(urlWithLogin("postgres:///site?host=/run/postgresql", login));
  expect([...address.searchParams]).toEqual([
    ["host", "/run/postgresql"],
    ["user", "n"],
    ["password", "p+/="],
  ]);
});
