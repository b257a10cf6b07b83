import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OFFICE_ROLES, type OfficeRole } from "../../app/core/roles.ts";
import { reaches } from "../../app/kit/access.ts";
import { intentsOf } from "../support/intents.ts";
import { ADMINISTRATOR } from "../support/office.ts";
import { PERMITTED_ADDRESSES } from "../support/permitted.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { type Product, startProduct } from "../support/product.ts";
import { exampleAddress, mappedRoutes } from "../support/site-map.ts";
import { StaffClient } from "../support/staff-client.ts";

// Every address and change × every role, asked for real: as a document, as data, and written to. The list is the
// site map's own, and who may what stands in tests/support/permitted.ts, by hand.

const routes = await mappedRoutes();
const files = new Map(routes.map(({ pattern, file }) => [pattern, file]));
const ids = new Map(routes.map(({ pattern, id }) => [pattern, id]));

let postgres: PostgresServer;
let product: Product;
let database: pg.Client;
let cookie = "";

beforeAll(async () => {
  // On a server, so that accounts change while the product runs.
  postgres = await startPostgres();
  product = await startProduct({
    DATABASE_URL: postgres.url,
    ADMIN_EMAIL: ADMINISTRATOR.email,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
  });
  database = new pg.Client({ connectionString: postgres.url });
  await database.connect();
  ({ cookie } = await StaffClient.signIn(product.url));
});
afterAll(async () => {
  await database?.end();
  await product?.stop();
  await postgres?.remove();
});

const hold = (...roles: readonly OfficeRole[]) =>
  database.query("update profiles set role = 'user', roles = $1", [roles]);

async function ask(address: string, change?: string) {
  const headers = { cookie, origin: product.url, "sec-fetch-site": "same-origin" };
  const answer = await fetch(product.url + address, {
    headers,
    redirect: "manual",
    ...(change !== undefined && {
      method: "POST",
      body: new URLSearchParams(change === "save" ? {} : { intent: change }),
    }),
  });
  return { status: answer.status, text: await answer.text() };
}

/** An address to ask for: of a table, a row of it that is not there. */
const exampleOf = (pattern: string, address: string) => {
  const [, table = ""] =
    /^\/admin\/(?:versions|translations|previews)\/([a-z_]+)\//.exec(address) ?? [];
  const example = exampleAddress(pattern);
  return table ? example.replace(/^(\/admin\/[a-z]+)\/[a-z_]+\//, `$1/${table}/`) : example;
};

const isScreen = (pattern: string) => files.get(pattern)?.endsWith(".admin.tsx") === true;

describe.each(OFFICE_ROLES)("somebody of the role %s", (role) => {
  beforeAll(() => hold(role));

  test.each(PERMITTED_ADDRESSES)("at $address", async ({ pattern, address, is }) => {
    const example = exampleOf(pattern, address);
    const right = is[role];
    // The router lets a browser ask for the data of one part of a screen alone.
    const part = `${example}.data?${new URLSearchParams({ _routes: ids.get(pattern) ?? "" })}`;
    for (const way of [example, `${example}.data`, part]) {
      const { status, text } = await ask(way);
      expect(status, way).toBeLessThan(500);
      if (right !== undefined) expect(status, way).not.toBe(403);
      else expect(status, way).toBe(403);
      if (right === undefined && isScreen(pattern) && way === example) {
        expect(text).toContain("Accès refusé");
        expect(text).toContain("Se déconnecter");
      }
    }
    const changes = new Set(["save", "no-such-change", ...intentsOf(files.get(pattern) ?? "")]);
    for (const change of changes) {
      if (reaches(right, change)) continue;
      const { status } = await ask(example, change);
      expect([403, 405], `${change} at ${example}`).toContain(status);
      expect((await ask(`${example}.data`, change)).status).toBeGreaterThanOrEqual(400);
    }
  });

  test("sees in the sidebar no way to what is not theirs", async () => {
    const { text } = await ask("/admin");
    const links = [...text.matchAll(/href="(\/admin\/[^"?#]*)"/g)].map(([, to]) => to);
    const refused = PERMITTED_ADDRESSES.filter(({ is }) => is[role] === undefined);
    expect(links.filter((to) => refused.some(({ address }) => address === to))).toEqual([]);
    // At the door there are two: the entrance, and one’s own account.
    expect(links.length).toBeGreaterThan(1);
  });
});

test("a role that is taken away, or given, counts from the next request on", async () => {
  const statusOf = async (address: string) => (await ask(address)).status;
  await hold("treasurer");
  expect(await statusOf("/admin/payments")).toBe(200);
  expect(await statusOf("/admin/news")).toBe(403);
  await hold("editor");
  expect(await statusOf("/admin/payments")).toBe(403);
  expect(await statusOf("/admin/news")).toBe(200);
  await hold("editor", "treasurer");
  expect(await statusOf("/admin/payments")).toBe(200);
  expect(await statusOf("/admin/news")).toBe(200);
  await database.query("update profiles set role = 'admin', roles = '{}'");
  expect(await statusOf("/admin/staff")).toBe(200);
  await hold();
  expect(await statusOf("/admin/account")).toBe(302);
});
