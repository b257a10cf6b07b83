import { sql } from "drizzle-orm";
import { test } from "vitest";
import { asStaff } from "../../app/platform/database/doors.server.ts";
import { newId } from "../../app/platform/id.server.ts";
import { rowsOf, withEngines } from "../support/test-database.ts";
withEngines((name, database) => {
  test("explain", async () => {
    const id = newId();
    await database().asOwner(`insert into profiles (id,name,email,role) values ('${id}','a','a@b','admin')`);
    await database().asOwner(`insert into members (id, first_name,last_name,email) select gen_random_uuid(), md5(i::text), md5((i*7)::text), i||'@x.gn' from generate_series(1,20000) i`);
    await database().asOwner(`analyze members`).catch(e=>console.log(e));
    await asStaff({ id }, async (db) => {
      for (const off of [false, true]) {
      if (off) await db.execute(sql`set local enable_seqscan=off`);
      console.log(name, off, (await rowsOf(db, sql`explain analyze select id from members where search_text like '%abc%'`)).map(r=>Object.values(r)[0]).join("\n"));
      console.log(name, off, (await rowsOf(db, sql`explain analyze select id from members where (created_at,id) < (now(), '0198f000-0000-7000-8000-000000000000') order by created_at desc, id desc limit 20`)).map(r=>Object.values(r)[0]).join("\n"));
      }
    });
  });
});
