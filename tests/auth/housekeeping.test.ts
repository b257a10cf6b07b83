import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { clearExpired } from "../../app/auth/library/housekeeping.jobs.server.ts";
import { asSystem } from "../../app/core/database/doors/doors.server.ts";
import { ACCOUNT } from "../database/parents.ts";
import { insertRow } from "../database/tables.ts";
import { withDatabase } from "../support/database/test-database.ts";

const NOW = new Date("2030-06-01T12:00:00Z");
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);

/** For each table: what is over, and what still counts. */
const ROWS = {
  auth_sessions: [ago(1), ago(-1)].map((expires_at) => ({ expires_at, created_at: ago(60) })),
  auth_verifications: [{ expires_at: ago(1) }, { expires_at: ago(-1) }],
  auth_rate_limits: [{ last_request: ago(61).getTime() }, { last_request: ago(5).getTime() }],
};

withDatabase((_engine, database) => {
  const stored: Record<string, string> = {};

  beforeAll(() =>
    asSystem("test", async (db) => {
      await insertRow(db, "profiles", { id: ACCOUNT, role: "admin" });
      for (const [table, [over, counting]] of Object.entries(ROWS)) {
        await insertRow(db, table, over);
        stored[table] = await insertRow(db, table, counting);
      }
    }),
  );

  test("a limit that was counted by a clock that was ahead holds nobody up", async () => {
    const later = NOW.getTime() + 365 * 86_400_000;
    await asSystem("test", (db) => insertRow(db, "auth_rate_limits", { last_request: later }));
    await clearExpired(NOW);
    const left = sql`select id from auth_rate_limits where last_request > ${NOW.getTime()}`;
    expect(await database().asOwner(left)).toEqual([]);
  });

  test("what is over goes, what still counts stays, however often", async () => {
    for (let time = 0; time < 2; time++) {
      await clearExpired(NOW);
      for (const table of Object.keys(ROWS)) {
        const rows = await database().asOwner<{ id: string }>(
          sql`select id from ${sql.identifier(table)}`,
        );
        expect(
          rows.map(({ id }) => id),
          table,
        ).toEqual([stored[table]]);
      }
    }
  });
});
