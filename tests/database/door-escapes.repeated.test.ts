import { type SQL, sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import {
  asStaff,
  asSystem,
  asVisitor,
  systemHandle,
  type VisitorDb,
} from "../../app/core/database/doors/doors.server.ts";
import { RefusedStatement } from "../../app/core/database/doors/statement-rules.server.ts";
import type { Transaction } from "../../app/core/database/engine.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { rowsOf, withBothEngines } from "../support/database/test-database.ts";
import { checkEach } from "../support/fuzz/check-each.ts";
import { repetitions } from "../support/fuzz/repetitions.ts";
import { insertRow } from "./tables.ts";

// An injected statement meets the role of its door. It must not be able to put that role down: the login
// behind it owns every table, and no policy restrains an owner.

const ADMIN = newId();

/** What really takes the role away, where nothing stands before it. */
const ESCAPES = {
  "the function of settings": "select set_config('role', 'none', true)",
  "the same by its quoted name": `select "pg_catalog" . "set_config" ('role', 'none', true)`,
  "the same in codes": `select U&"s\\0065t_config"('role', 'none', true)`,
  "the same in a text that is run": `select query_to_xml(
    'select ' || 'set_' || 'config(''role'', ''none'', true)', true, true, '')`,
  "the same in a text that is counted": `select * from ts_stat(
    'select set_' || 'config(''role'', ''none'', true)::tsvector')`,
  "a reset": "reset role",
  "a role set": "set role none",
  "a role set by its quoted name": `set local "role" to 'none'`,
  "a session that begins again": "set session authorization default",
  "a block of code": "do $$ begin perform set_config('role', 'none', true); end $$",
  "the end of the transaction": "commit",
};

const whoAmI = sql`select (current_user = session_user) as own`;

withBothEngines((_engine, database) => {
  beforeAll(() =>
    asSystem("test", async (db) => {
      await insertRow(db, "profiles", { id: ADMIN, role: "admin" });
      await insertRow(db, "news", { published: false });
    }),
  );

  const doors: [string, <T>(work: (db: Transaction) => Promise<T>) => Promise<T>][] = [
    ["a visitor", (work) => asVisitor(work)],
    ["staff", (work) => asStaff({ id: ADMIN }, work)],
    ["a job", (work) => asSystem("test", work)],
  ];

  test("what escapes where nothing stands before it is refused at every door", () =>
    checkEach(Object.entries(ESCAPES), async (statement) => {
      const escaped = database().engine.transaction(async (tx) => {
        await tx.execute(sql`select set_config('role', 'site_visitor', true)`);
        await tx.execute(sql.raw(statement));
        const [row] = await rowsOf<{ own: boolean }>(tx, whoAmI);
        // The next one must not find what this one left.
        if (row?.own) await tx.execute(sql`reset role`);
        return row?.own;
      });
      expect(await escaped).toBe(true);
      for (const [who, door] of doors) {
        const refused = door((db) => db.execute(sql.raw(statement)));
        await expect(refused, who).rejects.toThrow(RefusedStatement);
        expect(await door((db) => rowsOf(db, whoAmI)), who).toEqual([{ own: false }]);
      }
    }));

  test("a door runs one statement at a time, as the protocol has it, with values or without", async () => {
    const two = sql.raw("select 1; select 2");
    await expect(asVisitor((db) => db.execute(two))).rejects.toThrow(RefusedStatement);
    // And where no one looks at the text.
    const raw = database().engine.transaction((tx) => tx.execute(two));
    await expect(raw).rejects.toMatchObject({ cause: { code: "42601" } });
  });

  test("no setting is changed by the view that shows them, by which texts would read otherwise", async () => {
    const change = sql`update pg_settings set setting = 'off' where name = 'standard_conforming_strings'`;
    await expect(asVisitor((db) => db.execute(change))).rejects.toThrow(RefusedStatement);
  });

  test("what a library sends by itself is looked at too", async () => {
    const handle = systemHandle("test", {});
    expect(await handle.execute(sql`select 1 as one`)).toMatchObject({ rows: [{ one: 1 }] });
    for (const statement of [sql`reset role`, sql`select set_config('role', 'none', true)`]) {
      await expect(handle.execute(statement)).rejects.toThrow(RefusedStatement);
      const inside = handle.transaction((tx) => tx.execute(statement));
      await expect(inside).rejects.toThrow(RefusedStatement);
    }
  });

  test("nothing is sent once the door is closed, and no transaction opens inside", async () => {
    let stored: VisitorDb | undefined;
    await asVisitor(async (db) => {
      stored = db;
    });
    await expect(async () => stored?.execute(sql`select 1`)).rejects.toThrow("after its door");
    const inside = asVisitor(async (db) => db.transaction(async () => 1));
    await expect(inside).rejects.toThrow("one transaction");
  });

  test("rows are counted behind a door as everywhere", async () => {
    const count = (db: Transaction) => db.$count(sql`news` as unknown as SQL);
    expect(await asStaff({ id: ADMIN }, count)).toBe(1);
    expect(await asVisitor(count)).toBe(0);
  });

  test("no text that is let through takes the role away", async () => {
    const part = fc.constantFrom(
      ..."select ( ) , ' '' $$ $a$ e' /* */ -- 1 'role' 'none' true set_config pg_settings as x".split(
        " ",
      ),
      ...'\n u&" " \\ ; set role none reset commit do update from where query_to_xml'.split(" "),
      "set_config('role', 'none', true)",
      "/**/",
    );
    let ran = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 10 }), async (parts) => {
        const text = `select ${parts.join(" ")}`;
        const after = await asVisitor(async (db) => {
          await db.execute(sql.raw(text));
          return rowsOf<{ own: boolean }>(db, whoAmI);
        }).catch(() => undefined);
        if (!after) return;
        ran++;
        expect(after, text).toEqual([{ own: false }]);
      }),
      { numRuns: repetitions(150, 5_000) },
    );
    expect(ran).toBeGreaterThan(0);
  });
});
