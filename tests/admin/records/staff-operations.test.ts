import { join } from "node:path";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { asStaff, asSystem, type StaffDb } from "../../../app/core/database/doors/doors.server.ts";
import { newId } from "../../../app/core/secrets/id.server.ts";
import { restoreBatch } from "../../../app/records/bin/bin.staff.server.ts";
import { EditConflict } from "../../../app/records/records.staff.server.ts";
import { ACCOUNT } from "../../database/parents.ts";
import type { Values } from "../../database/table-expectation.ts";
import { insertParents, insertRow } from "../../database/tables.ts";
import { withDatabase } from "../../support/database/test-database.ts";
import { checkEach } from "../../support/fuzz/check-each.ts";
import { sourceFiles } from "../../support/source.ts";
import { BUILDING_BLOCKS, ELSEWHERE, formOf, MANAGED, RESTORES } from "./operations.ts";

const ADMIN = newId();

describe("every staff operation", () => {
  const files = sourceFiles("app").filter((file) => file.endsWith(".staff.server.ts"));
  const listed = new Set(
    MANAGED.flatMap(({ create, update, remove, changes = [] }) =>
      [create, update, remove, ...changes.map(({ of }) => of)].map((one) => one?.name),
    ),
  );
  const reads = /^(list|find|read|count|used|new)[A-Z]/;
  const changes =
    /\.(insert|update|delete)\(|\b(create|update|delete|move)Records?\(|\b(insert into|update|delete from)\s/;

  test("stands in the list, or only reads", () =>
    checkEach(
      files.map((file) => [file, file]),
      async (file) => {
        const address = join(import.meta.dirname, "../../..", file);
        const exported: Record<string, unknown> = await import(/* @vite-ignore */ address);
        for (const [name, value] of Object.entries(exported)) {
          if (typeof value !== "function" || value.prototype instanceof Error) continue;
          if (BUILDING_BLOCKS.has(name) || listed.has(name)) continue;
          if (RESTORES.includes(name) || ELSEWHERE.includes(name)) continue;
          expect(name, "in no *.staff-expectations.ts").toMatch(reads);
          expect(String(value), `${name} is called a reading`).not.toMatch(changes);
        }
      },
    ));
});

withDatabase((_engine, database) => {
  const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: ADMIN }, work);
  const rowOf = async (table: string, id: string) => {
    const [result] = await database().asOwner<{ row: Values }>(
      sql`select to_jsonb(t) as row from ${sql.identifier(table)} t where id = ${id}`,
    );
    return result?.row;
  };
  /** What the log says of a row, the latest last. */
  const logOf = (table: string, id: string) =>
    database().asOwner<Values>(sql`
      select action, entity, staff_id, staff_name, label <> '' as labelled, before, after
      from audit_log join audit_values using (id) where entity = ${table} and entity_id = ${id} order by created_at, id`);
  const entry = (action: string, table: string) => ({
    action: `${table}.${action}`,
    entity: table,
    staff_id: ADMIN,
    staff_name: "Mariama Bah",
    labelled: true,
  });

  beforeAll(() =>
    asSystem("test", async (db) => {
      await insertParents(db);
      const mariama = { role: "admin", name: "Mariama Bah", created_at: "2026-01-01" };
      await insertRow(db, "profiles", { id: ADMIN, ...mariama });
      // Of two accounts that are of today, neither decides together with the other.
      await db.execute(sql`update profiles set created_at = '2026-01-01' where id = ${ACCOUNT}`);
    }),
  );

  const tables = MANAGED.filter(({ within }) => !within);
  const newRow = (table: string, given?: Values) =>
    asSystem("test", (db) => insertRow(db, table, given));
  const named = <T extends { table: string }>(some: readonly T[]) =>
    some.map((one) => [one.table, one] as const);

  test("what is created is as it was filled in, and the log says so", () =>
    checkEach(
      named(tables.flatMap((one) => (one.create ? [{ ...one, create: one.create }] : []))),
      async (one) => {
        const { table, create } = one;
        const form = formOf(one);
        const made = await asAdmin((db) => create(db, form as never));
        expect(await rowOf(table, made)).toMatchObject(form ?? {});
        const log = await logOf(table, made);
        expect(log).toMatchObject([{ ...entry("create", table), after: form }]);
      },
    ));

  describe("what is changed", () => {
    const changed = tables.flatMap((one) => (one.update ? [{ ...one, update: one.update }] : []));
    const checkChanged = (
      check: (
        table: string,
        id: string,
        updated: (version?: string, other?: string) => Promise<unknown>,
        form: object,
      ) => Promise<unknown>,
    ) =>
      checkEach(named(changed), async (one) => {
        const { table, update } = one;
        const id = await newRow(table);
        const form = formOf(one) ?? {};
        const updated = (version?: string, other = id) =>
          asAdmin((db) => update(db, other, form as never, version));
        await check(table, id, updated, form);
      });

    test("is as it was filled in, and the log says from what to what, once", () =>
      checkChanged(async (table, id, updated, form) => {
        const before = await rowOf(table, id);
        await updated();
        expect(await rowOf(table, id)).toMatchObject(form);
        const [log] = await logOf(table, id);
        expect(log).toMatchObject(entry("update", table));
        const [was, is] = [log?.before as Values, log?.after as Values];
        expect(Object.keys(is).length).toBeGreaterThan(0);
        for (const field of Object.keys(is)) {
          expect(was[field]).toEqual(before?.[field]);
          expect(is[field]).not.toEqual(before?.[field]);
        }
        // Saved again as it is, the log stays quiet.
        const count = (await logOf(table, id)).length;
        await updated();
        expect(await logOf(table, id)).toHaveLength(count);
      }));

    test("is not changed by whoever opened an older version", () =>
      checkChanged(async (table, id, updated) => {
        const seen = (await rowOf(table, id))?.updated_at as string;
        const version = new Date(seen).toISOString();
        await updated(version);
        const second = updated(version);
        await expect(second).rejects.toBeInstanceOf(EditConflict);
        await expect(second).rejects.toMatchObject({ current: { id } });
        expect(await logOf(table, id)).toHaveLength(1);
      }));

    test("must be there", () =>
      checkChanged(async (_table, _id, updated) => {
        for (const missing of [newId(), "pas-un-id"]) {
          await expect(updated(undefined, missing)).rejects.toMatchObject({ kind: "not-found" });
        }
      }));
  });

  test("what is deleted goes to the bin and comes back as it was, each time with its entry", () =>
    checkEach(
      named(tables.flatMap((one) => (one.remove ? [{ ...one, remove: one.remove }] : []))),
      async ({ table, remove }) => {
        const id = await newRow(table);
        const before = await rowOf(table, id);
        const { count, batch } = await asAdmin((db) => remove(db, [id]));
        expect(count).toBe(1);
        expect(await rowOf(table, id)).toBeUndefined();
        const [stored] = await database().asOwner(
          sql`select entity, entity_id, deleted_by, label <> '' as labelled from bin where batch = ${batch}`,
        );
        const expected = { entity: table, entity_id: id, deleted_by: ADMIN, labelled: true };
        expect(stored).toEqual(expected);
        // What is gone already is passed over.
        const again = await asAdmin((db) => remove(db, [id, newId(), "pas-un-id"]));
        expect(again).toMatchObject({ count: 0 });
        expect(await asAdmin((db) => restoreBatch(db, batch))).toBe(1);
        expect(await rowOf(table, id)).toEqual(before);
        const log = await logOf(table, id);
        expect(log).toMatchObject([entry("delete", table), entry("restore", table)]);
        await expect(asAdmin((db) => restoreBatch(db, batch))).rejects.toMatchObject({
          kind: "not-found",
        });
      },
    ));

  test("every other change writes its own entry", () =>
    checkEach(
      tables.flatMap(({ table, changes = [] }) =>
        changes.map((change) => [`${table}: ${change.of.name}`, { table, ...change }] as const),
      ),
      async ({ table, run, action, given, about }) => {
        const own = await newRow(table, given);
        await asAdmin((db) => run(db, own));
        const written = await database().asOwner<Values>(sql`
          select action, entity, staff_id, staff_name, label <> '' as labelled, entity_id
          from audit_log join audit_values using (id) where action = ${`${table}.${action}`}`);
        const others = { oneself: ADMIN, "another row": expect.any(String), many: null };
        const entity_id = about ? others[about] : own;
        expect(written).toContainEqual({ ...entry(action, table), entity_id });
      },
    ));
});
