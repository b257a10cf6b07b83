import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { asStaff, asSystem, type StaffDb } from "../../../app/core/database/doors/doors.server.ts";
import { newId } from "../../../app/core/secrets/id.server.ts";
import { assertAllCompared, setSeenVersions } from "../../../app/records/seen.operations.server.ts";
import { ACCOUNT } from "../../database/parents.ts";
import { insertParents, insertRow } from "../../database/tables.ts";
import { ACTS, isOfRecords } from "../../support/acts.ts";
import { withDatabase } from "../../support/database/test-database.ts";
import { MANAGED } from "./operations.ts";

// What is approved, cancelled or removed is what stood on the screen: once, and as it was.

/** What each button of the table does, by the name of the operation. */
const OPERATIONS: Readonly<Record<string, string>> = {
  "/admin/payments correct": "correctCash",
  "/admin/payments cancel": "cancelUnpaid",
  "/admin/payments approve": "approveRefund",
  "/admin/payments withdraw": "withdrawRefund",
  "/admin/payments record": "recordRefund",
  "/admin/payments/announced confirm": "confirmClaim",
  "/admin/payments/announced correct": "correctClaim",
  "/admin/payments/announced refuse": "refuseClaim",
  "/admin/payments/till confirm": "confirmHandover",
  "/admin/payments/till return": "returnHandover",
  "/admin/registrations cancel": "cancelByStaff",
  "/admin/registrations offer": "offerByStaff",
  "/admin/registrations confirm": "confirmByStaff",
  "/admin/staff admit": "approveAdmission",
  "/admin/staff toggle": "deactivateStaff",
  "/admin/staff second-factor": "waiveSecondFactor",
  "/admin/staff withdraw": "withdrawInvitation",
  "/admin/staff withdraw-activation": "withdrawActivation",
  "/admin/staff/:id roles": "changeRoles",
};
/** They are done past the door of staff: tests/auth/removal.test.ts presses them. */
const BY_THE_SYSTEM = ["/admin/staff/:id reset-factor", "/admin/staff/:id remove"];
/** It compares the rest that was shown, and a rest is due once: tests/payments/treasury.test.ts presses it. */
const BY_AMOUNT = ["/admin/payments waive"];
/** One names another charge each time, the other books by the key of its transfer: pressed twice it is one booking. */
const REPEATED = ["correctCash", "confirmClaim"];

const ADMIN = newId();
const CHANGES = MANAGED.flatMap(({ table, changes = [] }) =>
  changes.map((change) => ({ table, ...change })),
);

test("every act that names records is tried", () => {
  const acts = ACTS.filter(isOfRecords).map(({ act }) => act);
  expect([...Object.keys(OPERATIONS), ...BY_THE_SYSTEM, ...BY_AMOUNT].sort()).toEqual(acts.sort());
});

withDatabase((_engine, database) => {
  beforeAll(() =>
    asSystem("test", async (db) => {
      await insertParents(db);
      await insertRow(db, "profiles", { id: ADMIN, role: "admin", created_at: "2026-01-01" });
      await db.execute(sql`update profiles set created_at = '2026-01-01' where id = ${ACCOUNT}`);
    }),
  );

  const momentOf = async (table: string, id: string) => {
    const [row] = await database().asOwner<{ ms: number }>(sql`
      select floor(extract(epoch from updated_at) * 1000)::float8 as ms
      from ${sql.identifier(table)} where id = ${id}`);
    return row?.ms ?? 0;
  };
  /** Presses a button whose form says what was seen. */
  const press = (id: string, moment: number, run: (db: StaffDb, id: string) => Promise<unknown>) =>
    asStaff({ id: ADMIN }, async (db) => {
      setSeenVersions(db, new Map([[id, moment]]));
      await run(db, id);
      assertAllCompared(db);
    });
  const changed = { kind: "conflict", message: expect.stringContaining("a changé depuis") };

  describe.each(Object.entries(OPERATIONS))("%s, which is %s,", (_act, name) => {
    const operation = CHANGES.find(({ of }) => of.name === name);
    if (!operation) throw new Error(`${name} is in no *.staff-expectations.ts`);
    const { table, run, given } = operation;
    const add = () => asSystem("test", (db) => insertRow(db, table, given));

    test("is done as it was seen, and not once more by who pressed twice", async () => {
      const id = await add();
      const moment = await momentOf(table, id);
      await press(id, moment, run);
      if (REPEATED.includes(name)) return;
      await expect(press(id, moment, run)).rejects.toMatchObject({
        kind: expect.stringMatching(/conflict|not-found/),
      });
    });

    test("is refused when something was changed between seeing and pressing", async () => {
      const id = await add();
      const moment = await momentOf(table, id);
      await database().asOwner(sql`update ${sql.identifier(table)}
        set updated_at = updated_at + interval '5 ms' where id = ${id}`);
      await expect(press(id, moment, run)).rejects.toMatchObject(changed);
    });
  });

  const removed = MANAGED.flatMap(({ table, remove }) => (remove ? [{ table, remove }] : []));

  test.each(removed)(
    "rows of $table are removed as they were seen, all or none",
    async ({ table, remove }) => {
      const ids = await asSystem("test", async (db) => [
        await insertRow(db, table),
        await insertRow(db, table),
      ]);
      const seen = new Map<string, number>();
      for (const id of ids) seen.set(id, await momentOf(table, id));
      const deleted = (moments: ReadonlyMap<string, number>) =>
        asStaff({ id: ADMIN }, async (db) => {
          setSeenVersions(db, moments);
          await remove(db, ids);
          assertAllCompared(db);
        });
      const [last = ""] = ids;
      const stale = new Map([...seen, [last, 1] as const]);
      await expect(deleted(stale)).rejects.toMatchObject(changed);
      await deleted(seen);
    },
  );
});
