import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { asSystem, asVisitor } from "../../app/core/database/doors/doors.server.ts";
import { isFull } from "../../app/core/values/errors.ts";
import { withDatabase } from "../support/database/test-database.ts";

withDatabase((_name, database) => {
  test("a database without room is not away, and whoever asks is told to come again", async () => {
    await database().asOwner(`create function is_full() returns void language plpgsql as $$
      begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`);
    for (const open of [
      () => asVisitor((db) => db.execute(sql`select is_full()`)),
      () => asSystem("test", (db) => db.execute(sql`select is_full()`)),
    ]) {
      const refused = await open().catch((error: unknown) => error);
      expect(refused).toMatchObject({ name: "AppError", kind: "unavailable" });
      expect(isFull(refused)).toBe(true);
      await asVisitor((db) => db.execute(sql`select 1`));
    }
  });
});
