import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { asSystem, asVisitor } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { withBothEngines } from "../support/database/test-database.ts";
import { checkEach } from "../support/fuzz/check-each.ts";
import { insertParents, insertRow, TABLES } from "./tables.ts";

// The page cache stands on these notifications: the database says, at commit, which table changed.

withBothEngines((engine, database) => {
  const heard: string[] = [];
  const onGap = vi.fn();

  beforeAll(async () => {
    await asSystem("test", insertParents);
    await database().engine.listen("content_changed", (table) => heard.push(table), onGap);
  });

  /** Everything that was told until now; the mark goes the same way, behind the others. */
  async function messages(): Promise<string[]> {
    const mark = newId();
    await database().asOwner(sql`select pg_notify('content_changed', ${mark})`);
    await vi.waitFor(() => expect(heard).toContain(mark), { timeout: 5_000, interval: 5 });
    return heard.splice(0).filter((payload) => payload !== mark);
  }

  beforeEach(() => void heard.splice(0));

  test("each table tells of every change, or of none", () =>
    checkEach(Object.entries(TABLES), async ({ notifies, keeps }, name) => {
      heard.splice(0);
      const table = sql.identifier(name);
      const once = notifies ? [name] : [];
      const id = await asSystem("test", (db) => insertRow(db, name));
      expect(await messages()).toEqual(once);
      if (name !== "static_files" && keeps !== "everything") {
        const touch = sql`update ${table} set id = id where id = ${id}`;
        await asSystem("test", (db) => db.execute(touch));
        expect(await messages()).toEqual(once);
      }
      if (keeps) return;
      await asSystem("test", (db) => db.execute(sql`delete from ${table} where id = ${id}`));
      // Tables that refer to this one may tell of their own change as well.
      expect((await messages()).filter((table) => table === name || !notifies)).toEqual(once);
    }));

  test("nothing is told of what was rolled back, whatever the table", async () => {
    const work = asSystem("test", async (db) => {
      for (const name of Object.keys(TABLES)) await insertRow(db, name);
      throw new Error("rolled back");
    });
    await expect(work).rejects.toThrow("rolled back");
    expect(await messages()).toEqual([]);
  });

  test("nothing is told before the commit", async () => {
    await asSystem("test", async (db) => {
      await insertRow(db, "news");
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(heard).toEqual([]);
    });
    expect(await messages()).toEqual(["news"]);
  });

  test("a download is not a change of the site, any other edit of a file is", async () => {
    const id = await asSystem("test", (db) => insertRow(db, "static_files"));
    expect(await messages()).toEqual(["static_files"]);
    await asVisitor((db) => db.execute(sql`select count_download(${id})`));
    expect(await messages()).toEqual([]);
    const columns = await database().asOwner<{ name: string }>(sql`
      select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = 'static_files' and is_generated = 'NEVER'
        and column_name not in ('id', 'download_count', 'created_at', 'updated_at', 'is_sample')
      order by 1`);
    const silent: string[] = [];
    for (const column of columns) {
      const same = sql.identifier(column.name);
      const edit = sql`update static_files set ${same} = ${same} where id = ${id}`;
      await asSystem("test", (db) => db.execute(edit));
      if ((await messages()).length === 0) silent.push(column.name);
    }
    // Only columns that no public page shows may change in silence.
    const preparation = ["prepare_problem", "prepare_tried_at", "prepare_tries", "prepared_at"];
    expect(silent).toEqual(["original_filename", ...preparation, "sha256"]);
  });

  if (engine === "server") {
    test("a listener that loses its connection says so, and hears again", async () => {
      const pids = sql`select pid from pg_stat_activity
        where datname = current_database() and query like 'LISTEN %'`;
      const [before] = await database().asOwner<{ pid: number }>(pids);
      await database().asOwner(sql`select pg_terminate_backend(${before?.pid})`);
      // Once when the connection is lost, once when it is back: both may have missed something.
      await vi.waitFor(() => expect(onGap).toHaveBeenCalledTimes(2), { timeout: 8_000 });
      const after = await database().asOwner<{ pid: number }>(pids);
      expect(after).toHaveLength(1);
      expect(after[0]?.pid).not.toBe(before?.pid);
      await asSystem("test", (db) => insertRow(db, "news"));
      expect(await messages()).toEqual(["news"]);
    });
  } else {
    test("inside one process nothing is missed", () => expect(onGap).not.toHaveBeenCalled());
  }
});
