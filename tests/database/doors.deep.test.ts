import { type SQL, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { asStaff, asSystem, asVisitor } from "../../app/core/database/doors/doors.server.ts";
import type { Transaction } from "../../app/core/database/engine.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { rowsOf, withBothEngines } from "../support/database/test-database.ts";
import { insertion, insertParents, insertRow, TABLES } from "./tables.ts";

// What doors.test.ts and rights.test.ts prove, once more behind the doors themselves: every table and column ×
// everybody × select, insert, update, delete, each in a transaction of its own that is undone.

type Door = <T>(work: (db: Transaction) => Promise<T>) => Promise<T>;

const ADMIN = newId();
const IDLE_ADMIN = newId();
const PLAIN_USER = newId();
const NOT_ADMINS = {
  "an account that is not an administrator": PLAIN_USER,
  "an administrator who was deactivated": IDLE_ADMIN,
  "an id that nobody has": newId(),
  "no id at all": "",
};
const REFUSED = "42501";

class Undo extends Error {}

/** Runs one statement through a door and takes it back: the rows that it touched, or its SQLSTATE. */
async function attempt(door: Door, statement: SQL): Promise<number | string> {
  let touched = 0;
  try {
    await door(async (db) => {
      const result = (await db.execute(statement)) as { rowCount?: number; affectedRows?: number };
      touched = result.rowCount ?? result.affectedRows ?? 0;
      throw new Undo();
    });
  } catch (error) {
    if (error instanceof Undo) return touched;
    return ((error as Error).cause as { code?: string } | undefined)?.code ?? String(error);
  }
  return touched;
}

const staffDoor =
  (id: string): Door =>
  (work) =>
    asStaff({ id }, work);
const visitorDoor: Door = (work) => asVisitor(work);

withBothEngines((_engine, database) => {
  /** The rows that were made: those that visitors may see, and the others. */
  const visible: Record<string, string[]> = {};
  const hidden: Record<string, string[]> = {};

  const columnsOf = async (table: string) => {
    const columns = await database().asOwner<{ name: string }>(
      sql`select column_name as name from information_schema.columns
          where table_schema = 'public' and table_name = ${table}`,
    );
    return columns.map(({ name }) => name);
  };

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
  });

  describe.each(Object.keys(TABLES))("%s", (name) => {
    const table = sql.identifier(name);
    const { visitorReads, visitorInserts, keeps, removable, staff, ownedBy } = TABLES[name] ?? {};
    const touch = sql`update ${table} set id = id`;
    const remove = sql`delete from ${table} where ${sql.raw(removable ?? "true")}`;
    const own = () => [...(visible[name] ?? []), ...(hidden[name] ?? [])];
    const idsSeen = async (door: Door) => {
      const rows = await door((db) => rowsOf<{ id: string }>(db, sql`select id from ${table}`));
      return rows.map(({ id }) => id);
    };

    if (staff) {
      test("an administrator does the little that is allowed", async () => {
        const admin = staffDoor(ADMIN);
        for (const column of await columnsOf(name)) {
          const read = sql`select ${sql.identifier(column)} from ${table} limit 1`;
          const outcome = await attempt(admin, read);
          if (staff.reads?.includes(column)) expect(outcome, column).toBe(1);
          else expect(outcome, column).toBe(REFUSED);
        }
        expect(await attempt(admin, insertion(name))).toBe(staff.adds ? 1 : REFUSED);
        expect(await attempt(admin, touch)).toBe(REFUSED);
        // The rows are somebody else's.
        expect(await attempt(admin, remove)).toBe(staff.removesOwn ? 0 : REFUSED);
      });
    } else if (ownedBy) {
      test("an administrator has rows of their own, and nothing to do with another's", async () => {
        const admin = staffDoor(ADMIN);
        expect(await idsSeen(admin)).toEqual([]);
        expect(await attempt(admin, touch)).toBe(0);
        expect(await attempt(admin, remove)).toBe(0);
        expect(await attempt(admin, insertion(name))).toBe(REFUSED);
        expect(await attempt(admin, insertion(name, { [ownedBy]: ADMIN }))).toBe(1);
        const [theirs] = own();
        const taken = sql`update ${table} set ${sql.identifier(ownedBy)} = ${ADMIN} where id = ${theirs}`;
        expect(await attempt(admin, taken)).toBe(0);
      });
    } else {
      test(`an administrator does everything${keeps ? " but destroy" : ""}`, async () => {
        const admin = staffDoor(ADMIN);
        expect(await idsSeen(admin)).toEqual(expect.arrayContaining(own()));
        expect(await attempt(admin, insertion(name))).toBe(1);
        const touched = await attempt(admin, touch);
        if (keeps === "everything") expect(touched).toBe(REFUSED);
        else expect(touched).toBeGreaterThanOrEqual(own().length);
        const removed = await attempt(admin, remove);
        if (keeps) expect(removed).toBe(REFUSED);
        else expect(removed).toBeGreaterThanOrEqual(own().length);
      });
    }

    test.each(Object.entries(NOT_ADMINS))("%s is refused at the door", async (_who, id) => {
      await expect(idsSeen(staffDoor(id))).rejects.toMatchObject({ kind: "forbidden" });
    });

    test.each(Object.entries(NOT_ADMINS))("%s changes nothing past the door", async (_who, id) => {
      const stranger: Door = (work) =>
        database().engine.transaction(async (tx) => {
          await tx.execute(sql`select set_config('app.user_id', ${id}, true),
            set_config('role', 'site_staff', true)`);
          return work(tx);
        });
      expect(await attempt(stranger, insertion(name))).toBe(REFUSED);
      const mayChange = keeps !== "everything" && !staff;
      const mayRemove = !keeps && (!staff || staff.removesOwn);
      expect(await attempt(stranger, touch)).toBe(mayChange ? 0 : REFUSED);
      expect(await attempt(stranger, remove)).toBe(mayRemove ? 0 : REFUSED);
    });

    test("a visitor reads what is published, and nothing else", async () => {
      if (!visitorReads) {
        expect(await attempt(visitorDoor, sql`select 1 from ${table}`)).toBe(REFUSED);
        expect(await attempt(visitorDoor, sql`select count(*) from ${table}`)).toBe(REFUSED);
        return;
      }
      const seen = await idsSeen(visitorDoor);
      expect(seen).toEqual(expect.arrayContaining(visible[name] ?? []));
      for (const id of hidden[name] ?? []) expect(seen).not.toContain(id);
    });

    test("a visitor reads the granted columns only", async () => {
      const all = await columnsOf(name);
      const granted = visitorReads ? (visitorReads.columns ?? all) : [];
      for (const column of all) {
        const read = sql`select ${sql.identifier(column)} from ${table} limit 1`;
        const outcome = await attempt(visitorDoor, read);
        if (granted.includes(column)) expect(outcome).not.toBe(REFUSED);
        else expect(outcome, column).toBe(REFUSED);
      }
    });

    test("a visitor adds only to the public forms, and reads nothing back", async () => {
      if (!visitorInserts) {
        expect(await attempt(visitorDoor, insertion(name))).toBe(REFUSED);
        return;
      }
      expect(await attempt(visitorDoor, insertion(name))).toBe(1);
      for (const values of visitorInserts.refused) {
        expect(await attempt(visitorDoor, insertion(name, values))).toBe(REFUSED);
      }
      const readBack = sql`${insertion(name)} returning id`;
      expect(await attempt(visitorDoor, readBack)).toBe(REFUSED);
    });

    if (keeps) {
      test("not even the owner of the database destroys it", async () => {
        const owner: Door = (work) => database().engine.transaction(work);
        if (keeps === "everything") expect(await attempt(owner, touch)).toBe(REFUSED);
        expect(await attempt(owner, remove)).toBe(REFUSED);
        expect(await attempt(owner, sql`truncate ${table} cascade`)).toBe(REFUSED);
      });
    }

    test("a visitor changes and deletes nothing", async () => {
      expect(await attempt(visitorDoor, touch)).toBe(REFUSED);
      expect(await attempt(visitorDoor, remove)).toBe(REFUSED);
      expect(await attempt(visitorDoor, sql`truncate ${table} cascade`)).toBe(REFUSED);
    });
  });
});
