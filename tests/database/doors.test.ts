import { type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { beforeAll, expect, test } from "vitest";
import { asSystem } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { rowsOf, withBothEngines } from "../support/database/test-database.ts";
import type { TableExpectation } from "./table-expectation.ts";
import { insertion, insertParents, insertRow, TABLES, TABLES_OF_THE_CATALOGUE } from "./tables.ts";

// Every table × everybody × select, insert, update, delete of its rows: each attempted for real and taken back, all
// of somebody's in one statement. Which columns are whose, rights.test.ts asks the catalogue. The same behind the
// doors themselves, and column by column, is in doors.deep.test.ts.

const ADMIN = newId();
const IDLE_ADMIN = newId();
const PLAIN_USER = newId();
const REFUSED = "42501";

/** Runs a statement and takes it back: how many rows it touched, or its SQLSTATE. */
const ATTEMPT = `create function attempt(statement text) returns text language plpgsql as $$
  declare touched bigint;
  begin
    execute statement;
    get diagnostics touched = row_count;
    raise exception 'taken back' using errcode = 'BACK1';
  exception when others then
    return case when sqlstate = 'BACK1' then touched::text else sqlstate end;
  end $$`;

/** What is attempted with a table, and what comes of it. */
type Attempts = Record<string, readonly [statement: string | SQL, outcome: string | number]>;

class Undo extends Error {}

withBothEngines((_engine, database) => {
  /** The rows that were made: those that visitors may see, and the others. */
  const visible: Record<string, string[]> = {};
  const hidden: Record<string, string[]> = {};
  /** How many rows a table has, and how many of them nothing refers to. */
  const counts: Record<string, { all: number; removable: number }> = {};

  beforeAll(async () => {
    await asSystem("test", async (db) => {
      await insertParents(db);
      await insertRow(db, "profiles", { id: ADMIN, role: "admin" });
      await insertRow(db, "profiles", { id: IDLE_ADMIN, role: "admin", is_active: false });
      await insertRow(db, "profiles", { id: PLAIN_USER, role: "user" });
      for (const [table, { visitorReads }] of Object.entries(TABLES)) {
        const ids: string[] = [];
        for (const values of visitorReads?.hidden ?? [{}])
          ids.push(await insertRow(db, table, values));
        hidden[table] = ids;
        visible[table] = visitorReads ? [await insertRow(db, table, visitorReads.shown)] : [];
      }
    });
    await database().engine.transaction(async (tx) => {
      // Nobody removes themselves: which rows are removable depends on who asks.
      await tx.execute(sql`select set_config('app.user_id', ${ADMIN}, true)`);
      for (const [table, { removable }] of Object.entries(TABLES)) {
        const count = sql.raw(`select count(*)::int as all,
          (count(*) filter (where ${removable ?? "true"}))::int as removable from ${table}`);
        const [row] = await rowsOf<{ all: number; removable: number }>(tx, count);
        if (row) counts[table] = row;
      }
    });
  });

  test("every table of the database is expected here, and guarded", async () => {
    const tables = await database().asOwner<{ name: string; guarded: boolean }>(
      TABLES_OF_THE_CATALOGUE,
    );
    expect(tables.map(({ name }) => name)).toEqual(Object.keys(TABLES).sort());
    expect(tables.filter(({ guarded }) => !guarded)).toEqual([]);
  });

  const rowsIn = (table: string, ids: readonly string[] = []) =>
    `select id from ${table} where id = any ('{${ids}}')`;
  const touch = (table: string) => `update ${table} set id = id`;
  const remove = (table: string) =>
    `delete from ${table} where ${TABLES[table]?.removable ?? "true"}`;
  const truncate = (table: string) => `truncate ${table} cascade`;

  function attemptsOfAdministrators(
    table: string,
    { staff, ownedBy, keeps }: TableExpectation,
  ): Attempts {
    const own = [...(visible[table] ?? []), ...(hidden[table] ?? [])];
    const { all = 0, removable = 0 } = counts[table] ?? {};
    if (staff)
      return {
        adds: [insertion(table), staff.adds ? 1 : REFUSED],
        changes: [touch(table), REFUSED],
        // The rows are somebody else's.
        removes: [remove(table), staff.removesOwn ? 0 : REFUSED],
      };
    if (ownedBy)
      return {
        reads: [`select id from ${table}`, 0],
        changes: [touch(table), 0],
        removes: [remove(table), 0],
        "adds another's": [insertion(table), REFUSED],
        "adds their own": [insertion(table, { [ownedBy]: ADMIN }), 1],
        "makes another's their own": [`update ${table} set ${ownedBy} = '${ADMIN}'`, 0],
      };
    return {
      reads: [rowsIn(table, own), own.length],
      adds: [insertion(table), 1],
      changes: [touch(table), keeps === "everything" ? REFUSED : all],
      removes: [remove(table), keeps ? REFUSED : removable],
    };
  }

  /** Whoever is no administrator and came past the door. */
  function attemptsOfStrangers(table: string, { staff, keeps }: TableExpectation): Attempts {
    const mayRemove = !keeps && (!staff || staff.removesOwn);
    return {
      adds: [insertion(table), REFUSED],
      changes: [touch(table), keeps !== "everything" && !staff ? 0 : REFUSED],
      removes: [remove(table), mayRemove ? 0 : REFUSED],
    };
  }

  function attemptsOfVisitors(table: string, expected: TableExpectation): Attempts {
    const { visitorReads, visitorInserts } = expected;
    const shown = visible[table] ?? [];
    const refused = visitorInserts?.refused.map((values, n) => [
      `adds what is refused (${n})`,
      [insertion(table, values), REFUSED] as const,
    ]);
    return {
      counts: [`select count(*) from ${table}`, visitorReads ? 1 : REFUSED],
      "reads what is published": [rowsIn(table, shown), visitorReads ? shown.length : REFUSED],
      "reads what is not": [rowsIn(table, hidden[table]), visitorReads ? 0 : REFUSED],
      adds: [insertion(table), visitorInserts ? 1 : REFUSED],
      "reads back what is added": [sql`${insertion(table)} returning id`, REFUSED],
      ...Object.fromEntries(refused ?? []),
      changes: [touch(table), REFUSED],
      removes: [remove(table), REFUSED],
      empties: [truncate(table), REFUSED],
    };
  }

  function attemptsOfTheOwner(table: string, { keeps }: TableExpectation): Attempts {
    if (!keeps) return {};
    return {
      ...(keeps === "everything" && { changes: [touch(table), REFUSED] }),
      removes: [remove(table), REFUSED],
      empties: [truncate(table), REFUSED],
    };
  }

  const STRANGER = { role: "site_staff", attemptsOf: attemptsOfStrangers };
  test.each([
    {
      who: "an administrator",
      id: ADMIN,
      role: "site_staff",
      attemptsOf: attemptsOfAdministrators,
    },
    { who: "an account that is not an administrator", id: PLAIN_USER, ...STRANGER },
    { who: "an administrator who was deactivated", id: IDLE_ADMIN, ...STRANGER },
    { who: "an id that nobody has", id: newId(), ...STRANGER },
    { who: "no id at all", id: "", ...STRANGER },
    { who: "a visitor", id: "", role: "site_visitor", attemptsOf: attemptsOfVisitors },
    { who: "the owner of the database", id: "", role: "none", attemptsOf: attemptsOfTheOwner },
  ])(
    "$who does with the rows of each table what is expected, and nothing else",
    async ({ id, role, attemptsOf }) => {
      const attempts = Object.entries(TABLES).flatMap(([table, expected]) =>
        Object.entries(attemptsOf(table, expected)).map(([act, [statement, outcome]]) => ({
          what: `${table}: ${act}`,
          statement: asText(statement),
          outcome: String(outcome),
        })),
      );
      let outcomes: { what: string; outcome: string }[] = [];
      const attempted = database().engine.transaction(async (tx) => {
        await tx.execute(sql.raw(ATTEMPT));
        await tx.execute(
          sql`select set_config('app.user_id', ${id}, true), set_config('role', ${role}, true)`,
        );
        outcomes = await rowsOf(
          tx,
          sql`select what, attempt(statement) as outcome
            from jsonb_to_recordset(${JSON.stringify(attempts)}::jsonb) as a (what text, statement text)`,
        );
        throw new Undo();
      });
      await expect(attempted).rejects.toThrow(Undo);
      expect(byName(outcomes)).toEqual(byName(attempts));
      expect(attempts.length).toBeGreaterThan(20);
    },
  );
});

const byName = (outcomes: readonly { what: string; outcome: string }[]) =>
  Object.fromEntries(outcomes.map(({ what, outcome }) => [what, outcome]));

const dialect = new PgDialect();
const asText = (statement: string | SQL) =>
  typeof statement === "string"
    ? statement
    : dialect.sqlToQuery(sql`${statement}`.inlineParams()).sql;
