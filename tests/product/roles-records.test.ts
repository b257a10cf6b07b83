import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { officeRoleOf, UNIONS } from "../../app/core/database/database-roles.server.ts";
import type { OfficeRole } from "../../app/core/roles.ts";
import { reaches } from "../../app/kit/access.ts";
import { intentsOf } from "../support/intents.ts";
import { ADMINISTRATOR } from "../support/office.ts";
import { PERMITTED_ADDRESSES } from "../support/permitted.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { type Product, startProduct } from "../support/product.ts";
import { exampleAddress, mappedRoutes } from "../support/site-map.ts";
import { StaffClient } from "../support/staff-client.ts";

// Every screen that a role comes to and every change that it may send, about records that are there: what the
// database grants is enough for each. A grant that is missing would be an error of ours, or a bell without news.

const files = new Map((await mappedRoutes()).map(({ pattern, file }) => [pattern, file]));

let postgres: PostgresServer;
let product: Product;
let database: pg.Client;
let cookie = "";
const ids = new Map<string, string>();

/** Whose record an address with `:id` shows; the longest beginning counts. */
const TABLE_AT: readonly (readonly [string, string])[] = [
  ["/admin/files/categories", "file_categories"],
  ["/admin/files", "static_files"],
  ["/admin/leadership", "leadership_team"],
  ["/admin/payments/tills", "tills"],
  ["/admin/payments", "orders"],
  ["/admin/registrations", "event_registrations"],
  ["/admin/resources", "resources"],
  ...["events", "highlights", "news", "pages", "partners"].map(
    (table) => [`/admin/${table}`, table] as const,
  ),
];

const ROWS = `
  insert into event_registrations (id, event_id, reference, ticket_token, first_name, last_name, email, phone,
      birth_date, price_id, price_name, amount, currency, language, status)
    select gen_random_uuid(), id, 'FGE-AAAA-000' || n, 'ticket-token-' || n, 'Awa', 'Bah', n || '@example.gn',
      '+224620000000', '2000-01-01', 'standard', 'Standard', 5000, 'XOF', 'fr',
      (array['held', 'confirmed', 'waiting'])[n]
    from events, generate_series(1, 3) n where id = (select id from events order by date desc limit 1);
  insert into orders (id, kind, subject_id, reference, label_fr, label_en, price_amount, price_currency, token,
      language, payer_name, payer_email)
    select gen_random_uuid(), 'registration', id, reference, 'Place', 'Place', 5000, 'XOF',
      'an-order-token-of-twenty-two-' || reference, 'fr', 'Awa Bah', email from event_registrations where status = 'held';
  insert into tills (id, owner) select gen_random_uuid(), id from profiles limit 1;`;

beforeAll(async () => {
  postgres = await startPostgres();
  product = await startProduct({
    DATABASE_URL: postgres.url,
    ADMIN_EMAIL: ADMINISTRATOR.email,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
  });
  database = new pg.Client({ connectionString: postgres.url });
  await database.connect();
  ({ cookie } = await StaffClient.signIn(product.url));
  await database.query(ROWS);
  const tables = [...new Set(TABLE_AT.map(([, table]) => table))].concat("page_sections");
  for (const table of tables) {
    const from = table === "resources" ? "static_files where is_resource" : table;
    const { rows } = await database.query<{ id: string }>(`select id from ${from} limit 1`);
    ids.set(table, rows[0]?.id ?? `no row of ${table}`);
  }
}, 120_000);
afterAll(async () => {
  await database?.end();
  await product?.stop();
  await postgres?.remove();
});

const hold = (roles: readonly string[]) =>
  database.query("update profiles set role = 'user', roles = $1", [roles]);

/** The record that an address is about. */
function recordOf(address: string): string | undefined {
  const [, table] = /^\/admin\/(?:versions|translations|previews)\/([a-z_]+)\//.exec(address) ?? [];
  const at = TABLE_AT.find(([beginning]) => address.startsWith(`${beginning}/`))?.[1];
  return ids.get(table ?? at ?? "");
}

function addressOf(pattern: string, address: string): string {
  if (!pattern.includes(":")) return exampleAddress(pattern);
  return address
    .replace(/:id\b/, recordOf(address) ?? "")
    .replace(/:section\b/, ids.get("page_sections") ?? "");
}

async function ask(address: string, body?: URLSearchParams): Promise<number> {
  const answer = await fetch(product.url + address, {
    headers: { cookie, origin: product.url, "sec-fetch-site": "same-origin" },
    redirect: "manual",
    ...(body && { method: "POST", body }),
  });
  await answer.text();
  return answer.status;
}

/** What the product complained of since, other than what somebody typed. */
let heard = 0;
function complaints(): string[] {
  const lines = product.output().slice(heard).split("\n");
  heard = product.output().length;
  return lines.filter((line) => /42501|permission denied|not read|change failed/.test(line));
}

/** What goes away comes last, so that the others find it. */
const LAST = /delete|remove|cancel|end/;

const HOLDERS = UNIONS.map((held) => ({ held, role: officeRoleOf(held) }));
const theirsOf = (held: readonly OfficeRole[]) =>
  PERMITTED_ADDRESSES.filter(({ is }) => held.some((role) => is[role]));

test.each(HOLDERS)(
  "$role sees every screen of theirs, with its bell, and what it searches",
  async ({ held }) => {
    await hold(held);
    for (const { pattern, address } of theirsOf(held)) {
      const at = addressOf(pattern, address);
      expect(at).not.toMatch(/no row/);
      for (const way of [at, `${at}.data`, `${at}?q=diallo`]) {
        const status = await ask(way);
        expect(status, way).toBeLessThan(500);
        // Of these some answer to forms alone, or to what is asked of them.
        if (files.get(pattern)?.endsWith(".admin.tsx") && pattern !== "/admin/*")
          expect([200, 202, 302], way).toContain(status);
      }
    }
    expect(complaints()).toEqual([]);
  },
  120_000,
);

test.each(HOLDERS.filter(({ held }) => held.length === 1))(
  "$role sends every change of theirs",
  async ({ held }) => {
    await hold(held);
    const changes = theirsOf(held).flatMap(({ pattern, address, is }) =>
      ["save", ...intentsOf(files.get(pattern) ?? "")]
        .filter((change) => held.some((role) => is[role] && reaches(is[role], change)))
        .map((change) => ({ pattern, address, change })),
    );
    changes.sort((a, b) => Number(LAST.test(a.change)) - Number(LAST.test(b.change)));
    for (const { pattern, address, change } of changes) {
      const at = addressOf(pattern, address);
      const id = recordOf(address) ?? recordOf(`${address}/x`) ?? "";
      const body = new URLSearchParams({ id, ids: id, direction: "down", status: "held" });
      if (change !== "save") body.set("intent", change);
      expect(await ask(at, body), `${change} at ${at}`).toBeLessThan(500);
    }
    expect(complaints()).toEqual([]);
  },
  120_000,
);
