import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import {
  asSystem,
  asSystemTogether,
  type SystemDb,
} from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { rowsOf, withBothEngines } from "../support/database/test-database.ts";
import { insertRow } from "./tables.ts";

// Several pieces of work in one transaction, each of which ends for itself.

withBothEngines(() => {
  const ids = [newId(), newId(), newId()];
  const name = (id: string | undefined) => (db: SystemDb) =>
    db.execute(sql`update profiles set name = 'together' where id = ${id}`);
  const named = () =>
    asSystem("test", (db) =>
      rowsOf<{ id: string }>(db, sql`select id from profiles where name = 'together' order by id`),
    );

  beforeAll(() =>
    asSystem("test", async (db) => {
      for (const id of ids) await insertRow(db, "profiles", { id, role: "user", name: "" });
    }),
  );

  test("what one does is undone alone when it fails, whoever it was that failed", async () => {
    const [first, second, third] = ids;
    const transactions = new Set<unknown>();
    const work = (id: string | undefined, then: (db: SystemDb) => Promise<unknown>) => {
      return async (db: SystemDb, shared: string) => {
        const [row] = await rowsOf<{ id: string }>(
          db,
          sql`select pg_current_xact_id()::text as id`,
        );
        transactions.add(row?.id);
        await name(id)(db);
        await then(db);
        return shared;
      };
    };
    const ends = await asSystemTogether("test", async () => "read for all", [
      work(first, async () => {}),
      work(second, (db) => db.execute(sql`select 1 / 0`)),
      async () => Promise.reject(new Error("before any statement")),
      work(third, async () => {}),
    ]);
    expect(ends.map(({ status }) => status)).toEqual([
      "fulfilled",
      "rejected",
      "rejected",
      "fulfilled",
    ]);
    expect(ends[0]).toMatchObject({ value: "read for all" });
    expect(ends[1]).toMatchObject({ reason: { cause: { code: "22012" } } });
    expect(ends[2]).toMatchObject({ reason: { message: "before any statement" } });
    expect(transactions.size).toBe(1);
    expect((await named()).map(({ id }) => id)).toEqual([first, third].sort());
  });
});
