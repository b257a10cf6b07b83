import { type SQL, sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import {
  asSystem,
  asSystemTogether,
  asVisitor,
} from "../../app/core/database/doors/doors.server.ts";
import { setClock } from "../../app/core/process/clock.ts";
import { rowsOf, withDatabase } from "../support/database/test-database.ts";

const FAR = Date.parse("2031-05-06T23:59:59.500Z");
const epoch = (moment: SQL) => sql`(extract(epoch from ${moment}) * 1000)::float8`;
const ask = sql`select ${epoch(sql`site_now()`)} as now, site_today()::text as today`;
type Row = { now: number; today: string };

afterEach(() => setClock());

withDatabase((_name, database) => {
  test("every door tells the database the time of the product", async () => {
    setClock(() => FAR);
    const expected = [{ now: FAR, today: "2031-05-06" }];
    expect(await asVisitor((db) => rowsOf<Row>(db, ask))).toEqual(expected);
    expect(await asSystem("test", (db) => rowsOf<Row>(db, ask))).toEqual(expected);
    const [together] = await asSystemTogether("test", async () => {}, [
      (db) => rowsOf<Row>(db, ask),
    ]);
    expect(together).toMatchObject({ status: "fulfilled", value: expected });
  });

  test("a transaction keeps the time that it began with; the next one has its own", async () => {
    let ms = FAR;
    setClock(() => ms);
    const times = () =>
      asSystem("test", async (db) => {
        const [first] = await rowsOf<Row>(db, ask);
        ms += 60_000;
        const [second] = await rowsOf<Row>(db, ask);
        return [first?.now, second?.now];
      });
    expect(await times()).toEqual([FAR, FAR]);
    const later = FAR + 60_000;
    expect(await times()).toEqual([later, later]);
    expect((await asVisitor((db) => rowsOf<Row>(db, ask)))[0]?.today).toBe("2031-05-07");
  });

  test("defaults of columns and triggers have it too", async () => {
    setClock(() => FAR);
    await asSystem("test", (db) =>
      db.execute(sql`insert into static_files (id, title, filename, original_filename, file_url, file_type, file_size)
        values (gen_random_uuid(), 'a', 'a', 'a', '/files/uploads/timed.png', 'image/png', 1)`),
    );
    await asSystem("test", (db) =>
      db.execute(sql`delete from static_files where file_url = '/files/uploads/timed.png'`),
    );
    const rows = await database().asOwner(
      sql`select ${epoch(sql`created_at`)} as created_at, ${epoch(sql`let_go_at`)} as let_go_at,
        ${epoch(sql`due_at`)} as due_at from file_removals where stem = 'uploads/timed'`,
    );
    const due_at = FAR + 30 * 86_400_000;
    expect(rows).toEqual([{ created_at: FAR, let_go_at: FAR, due_at }]);
  });

  test("where no door told it, it is the server's", async () => {
    setClock(() => FAR);
    // The same connection, on the embedded engine, has been told before.
    await asSystem("test", (db) => rowsOf(db, ask));
    const [row] = await database().asOwner<{ same: boolean }>("select site_now() = now() as same");
    expect(row?.same).toBe(true);
  });

  test("no default of a table is left to the server's own clock", async () => {
    const rows = await database().asOwner(sql`
      select table_name, column_name from information_schema.columns
      where table_schema = 'public' and column_default ~ '(^|[^_])now\\(|CURRENT_'`);
    expect(rows).toEqual([]);
  });
});
