import { type SQL, sql } from "drizzle-orm";
import type { Transaction } from "../../app/core/database/engine.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { expectations } from "../support/expectations.ts";
import {
  ACCOUNT,
  CHARGE,
  DRAFT_PAGE,
  OPEN_EVENT,
  ORDER,
  PAYMENT,
  PUBLISHED_PAGE,
  REFUND,
  REGISTRATION,
  TILL,
} from "./parents.ts";
import type { Values } from "./table-expectation.ts";

/** What is expected of each table, as the notions say it. */
export const TABLES = expectations.tables;

/** The tables that the migrations have really made. */
export const TABLES_OF_THE_CATALOGUE = sql`
  select c.relname as name, c.relrowsecurity as guarded from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
  order by c.relname`;

/** Adds a row, complete but for `values`, and returns its id. Nothing is read back. */
export async function insertRow(db: Transaction, table: string, values: Values = {}) {
  const id = newId();
  await db.execute(insertion(table, { id, ...values }));
  return id;
}

/** An insert whose values pass through JSON, so that both drivers take lists and objects alike. */
export function insertion(table: string, values: Values = {}): SQL {
  const id = newId();
  const row = { id, ...TABLES[table]?.row(`u${id}`), ...values };
  const columns = sql.join(
    Object.keys(row).map((name) => sql.identifier(name)),
    sql`, `,
  );
  return sql`insert into ${sql.identifier(table)} (${columns}) select ${columns}
    from jsonb_populate_record(null::${sql.identifier(table)}, ${JSON.stringify(row)}::jsonb)`;
}

/** What rows of the tests belong to. */
export async function insertParents(db: Transaction) {
  await insertRow(db, "events", { id: OPEN_EVENT });
  await insertRow(db, "event_registrations", { id: REGISTRATION });
  await insertRow(db, "pages", { id: PUBLISHED_PAGE, status: "published" });
  await insertRow(db, "pages", { id: DRAFT_PAGE, status: "draft" });
  await insertRow(db, "profiles", { id: ACCOUNT });
  await insertRow(db, "orders", { id: ORDER });
  await insertRow(db, "payments", { id: PAYMENT });
  await insertRow(db, "ledger_entries", { id: CHARGE });
  await insertRow(db, "refunds", { id: REFUND });
  await insertRow(db, "tills", { id: TILL });
  await insertRow(db, "clubs");
}
