import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { startApp } from "../../app/core/app.ts";
import {
  asStaff,
  asSystem,
  asVisitor,
  tryWrite,
} from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { rowsOf, withBothEngines } from "../support/database/test-database.ts";
import { checkEach } from "../support/fuzz/check-each.ts";
import { insertRow } from "./tables.ts";

// What holds around the doors: how they open and close, and the functions that visitors may call.

const ADMIN = newId();
const IDLE_ADMIN = newId();
const PLAIN_USER = newId();

withBothEngines((engine, database) => {
  test("a transaction that does not begin with the role of its door is used for nothing", async () => {
    const real = database().engine;
    startApp({ database: { engine: { ...real, transaction: (work) => real.transaction(work) } } });
    try {
      for (const door of [
        () => asVisitor((db) => db.execute(sql`select 1`)),
        () => asStaff({ id: newId() }, (db) => db.execute(sql`select 1`)),
        () => asSystem("test", (db) => db.execute(sql`select 1`)),
      ]) {
        await expect(door()).rejects.toThrow("the transaction did not begin with its role");
      }
    } finally {
      startApp({ database: { engine: real } });
    }
  });

  beforeAll(() =>
    asSystem("test", async (db) => {
      await insertRow(db, "profiles", { id: ADMIN, role: "admin" });
      await insertRow(db, "profiles", { id: IDLE_ADMIN, role: "admin", is_active: false });
      await insertRow(db, "profiles", { id: PLAIN_USER, role: "user" });
    }),
  );

  describe("a door", () => {
    /** Who the next transactions are, on as many connections as there may be. */
    const identities = () => {
      const who = sql`select current_user = session_user as own,
        coalesce(current_setting('app.user_id', true), '') as user_id`;
      const ask = () => database().engine.transaction((tx) => rowsOf(tx, who));
      return Promise.all([ask(), ask(), ask(), ask()]);
    };
    const nobody = Array.from({ length: 4 }, () => [{ own: true, user_id: "" }]);

    test("gives its role and its identity to the transaction", async () => {
      const who = sql`select current_user::text as "role", current_setting('app.user_id') as user_id`;
      const visitor = await asVisitor((db) => rowsOf(db, who));
      const staff = await asStaff({ id: ADMIN }, (db) => rowsOf(db, who));
      const system = await asSystem("expiry", (db) => rowsOf(db, who));
      expect(visitor).toEqual([{ role: "site_visitor", user_id: "" }]);
      expect(staff).toEqual([{ role: "site_staff", user_id: ADMIN }]);
      expect(system).toEqual([{ role: "site_system", user_id: "job:expiry" }]);
    });

    test("leaves nothing behind, after work that succeeds", async () => {
      await Promise.all([
        asVisitor((db) => db.execute(sql`select 1`)),
        asStaff({ id: ADMIN }, (db) => db.execute(sql`select 1`)),
        asSystem("test", (db) => db.execute(sql`select 1`)),
      ]);
      expect(await identities()).toEqual(nobody);
    });

    test("leaves nothing behind, after work that throws", async () => {
      const problem = new Error("in our code");
      const inOurCode = asStaff({ id: ADMIN }, async (db) => {
        await insertRow(db, "file_categories", { name: "Undone" });
        throw problem;
      });
      await expect(inOurCode).rejects.toBe(problem);
      const inTheDatabase = asVisitor((db) => db.execute(sql`select * from members`));
      await expect(inTheDatabase).rejects.toMatchObject({ cause: { code: "42501" } });
      expect(await identities()).toEqual(nobody);
      const undone = sql`select 1 from file_categories where name = 'Undone'`;
      expect(await database().asOwner(undone)).toEqual([]);
    });

    test("inside a door is refused at once", async () => {
      const start = performance.now();
      const inside = asVisitor(() => asStaff({ id: ADMIN }, async () => {}));
      await expect(inside).rejects.toThrow("door site_staff opened inside door site_visitor");
      expect(performance.now() - start).toBeLessThan(1_000);
      // The outer door closed behind the refusal: the next one opens.
      expect(await asVisitor(async () => "open")).toBe("open");
    });

    test("does not open while there is no database", async () => {
      startApp({ database: {} });
      try {
        const work = asVisitor(async () => {});
        await expect(work).rejects.toMatchObject({ name: "AppError", kind: "unavailable" });
      } finally {
        startApp({ database: { engine: database().engine } });
      }
    });
  });

  test("is_admin(), and the door, know an active administrator from everybody else", () =>
    checkEach(
      Object.entries({
        "an active administrator": ADMIN,
        "a deactivated administrator": IDLE_ADMIN,
        "an account without the role": PLAIN_USER,
        "an id that nobody has": newId(),
        "what is not an id": "' or true --",
        nothing: "",
      }),
      async (id) => {
        const answer = await database().engine.transaction(async (tx) => {
          await tx.execute(sql`select set_config('app.user_id', ${id}, true)`);
          return rowsOf(tx, sql`select is_admin() as admin`);
        });
        expect(answer).toEqual([{ admin: id === ADMIN }]);
        const door = asStaff({ id }, async () => "opened");
        if (id === ADMIN) expect(await door).toBe("opened");
        else await expect(door).rejects.toMatchObject({ kind: "forbidden" });
      },
    ));

  test("is_admin() is false for a visitor and for a job", async () => {
    const ask = sql`select is_admin() as admin`;
    expect(await asVisitor((db) => rowsOf(db, ask))).toEqual([{ admin: false }]);
    expect(await asSystem("test", (db) => rowsOf(db, ask))).toEqual([{ admin: false }]);
  });

  test("community_statistics() counts active members and partners, for a visitor too", async () => {
    await asSystem("test", async (db) => {
      for (const status of ["active", "active", "pending", "suspended", "expired"]) {
        await insertRow(db, "members", { member_type: "player", status });
      }
      await insertRow(db, "members", {
        member_type: "club",
        status: "active",
        organisation: "Lions de Kaloum",
      });
      await insertRow(db, "members", { member_type: "partner", status: "active" });
      for (const status of ["active", "inactive"]) await insertRow(db, "partners", { status });
      // One whose licence is suspended today, and one whose licence will be.
      const suspend = async (days: number) => {
        const player = await insertRow(db, "members", { member_type: "player", status: "active" });
        await db.execute(sql`update licences set suspended_from = site_today() + ${days}::int
          where member_id = ${player}`);
      };
      await suspend(0);
      await suspend(1);
    });
    const [counts] = await asVisitor((db) =>
      rowsOf(db, sql`select players::int, clubs::int, partners::int from community_statistics()`),
    );
    expect(counts).toEqual({ players: 3, clubs: 1, partners: 1 });
  });

  test("count_download() counts public files only, for a visitor", async () => {
    const [open, closed] = await asSystem("test", async (db) => [
      await insertRow(db, "static_files", { is_public: true }),
      await insertRow(db, "static_files", { is_public: false }),
    ]);
    await asVisitor(async (db) => {
      for (const id of [open, open, closed]) await db.execute(sql`select count_download(${id})`);
    });
    const counted = await database().asOwner(
      sql`select is_public, download_count from static_files order by is_public`,
    );
    expect(counted).toEqual([
      { is_public: false, download_count: 0 },
      { is_public: true, download_count: 2 },
    ]);
  });

  test("a write is tried on a row of its own, also while somebody reads it", async () => {
    const rows = sql`select count(*)::int as n from drizzle.write_probe`;
    await tryWrite();
    await tryWrite();
    expect(await database().asOwner(rows)).toEqual([{ n: 1 }]);
    if (engine === "server") {
      // As a dump does, from its beginning to its end.
      await database().engine.transaction(async (tx) => {
        await tx.execute(sql`lock table drizzle.write_probe in access share mode`);
        await tryWrite();
      });
    }
    expect(await database().asOwner(rows)).toEqual([{ n: 1 }]);
    await expect(asVisitor((db) => db.execute(sql`select try_write()`))).rejects.toMatchObject({
      cause: { code: "42501" },
    });
  });

  test("an event with one place too many, fewer than nobody, a negative price or no such hour is refused", async () => {
    for (const [constraint, values] of [
      ["events_places", { max_participants: 8, current_participants: 9 }],
      ["events_places", { current_participants: -1 }],
      ["events_price", { price: -1 }],
      ["events_time", { time: "24:00" }],
    ] as const) {
      const work = asSystem("test", (db) => insertRow(db, "events", values));
      await expect(work).rejects.toMatchObject({ cause: { code: "23514", constraint } });
    }
  });

  test("an event may be full, or without a limit", async () => {
    await asSystem("test", async (db) => {
      await insertRow(db, "events", { max_participants: 8, current_participants: 8 });
      await insertRow(db, "events", { max_participants: null, current_participants: 500 });
    });
  });
});
