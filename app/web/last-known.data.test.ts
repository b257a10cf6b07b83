import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { DATA_DIR } from "../../tests/admin/records/settings.ts";
import { insertRow } from "../../tests/database/tables.ts";
import { withDatabase } from "../../tests/support/database/test-database.ts";
import { asSystem } from "../core/database/doors/doors.server.ts";
import { lastKnown } from "../core/process/last-known.server.ts";
import { saveLastKnown } from "./last-known.jobs.server.ts";

const FILE = join(DATA_DIR, "last-known.json");
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));

withDatabase((_engine, database) => {
  test("a site is its own from its first record that is no sample, and says how to reach it", async () => {
    const add = (is_sample: boolean) =>
      asSystem("test", (db) => insertRow(db, "events", { is_sample }));
    await add(true);
    await saveLastKnown();
    expect(lastKnown()).toBeUndefined();
    expect(existsSync(FILE)).toBe(false);
    const id = await add(false);
    await saveLastKnown();
    expect(lastKnown()?.contact).toEqual({
      email: expect.stringContaining("@"),
      phone: expect.stringMatching(/\d/),
    });
    expect(JSON.parse(readFileSync(FILE, "utf8")).settings).toHaveProperty("main_navigation");
    await database().asOwner(sql`delete from events where id = ${id}`);
    // Any list counts: a federation may begin with its players.
    const highlight = await asSystem("test", (db) => insertRow(db, "highlights", {}));
    await saveLastKnown();
    expect(lastKnown()).toBeDefined();
    await database().asOwner(sql`delete from highlights where id = ${highlight}`);
    await saveLastKnown();
    expect(existsSync(FILE)).toBe(false);
  });
});
