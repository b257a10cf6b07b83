import { type SQL, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { officeRoleOf, UNIONS } from "../../app/core/database/doors/database-roles.server.ts";
import { asStaff, asSystem } from "../../app/core/database/doors/doors.server.ts";
import type { Transaction } from "../../app/core/database/engine.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import type { OfficeRole } from "../../app/core/values/roles.ts";
import { rowsOf, withBothEngines } from "../support/database/test-database.ts";
import { checkEach } from "../support/fuzz/check-each.ts";
import { insertParents, insertRow } from "./tables.ts";

// The door of staff as somebody of the office: the role that one's account gives, and real statements that it lets
// through or does not.

const REFUSED = "42501";
const NOT_THEIRS = { cause: { code: REFUSED } };
const EDITOR = newId();
const TREASURER = newId();
const EVENTS = newId();
const TREASURER_OF_EVENTS = newId();
const MEMBER = newId();
const TEST_MEMBER = newId();

const as = <T>(id: string, work: (db: Transaction) => Promise<T>) => asStaff({ id }, work);
const run = (id: string, statement: SQL) => as(id, (db) => db.execute(statement));
const roleOf = async (id: string) => {
  const [row] = await as(id, (db) =>
    rowsOf<{ role: string }>(db, sql`select current_user::text as "role"`),
  );
  return row?.role;
};

/** Who asks for what, past every loader and action: what it would tell or do is not theirs. */
const REFUSALS: readonly (readonly [string, string, SQL])[] = [
  ["an editor, for members", EDITOR, sql`select 1 from members`],
  ["an editor, for what members paid", EDITOR, sql`select 1 from orders`],
  ["an editor, for who registered", EDITOR, sql`select count(*) from event_registrations`],
  ["an editor, for messages", EDITOR, sql`select 1 from contact_messages`],
  ["an editor, to move an event", EDITOR, sql`update events set date = date`],
  ["an editor, to change a setting", EDITOR, sql`update site_settings set is_public = true`],
  ["a treasurer, for a birth date", TREASURER, sql`select birth_date from members`],
  ["a treasurer, for an address", TREASURER, sql`select address from members`],
  ["a treasurer, for whole members", TREASURER, sql`select * from members`],
  ["a treasurer, by a comparison", TREASURER, sql`select 1 from members where birth_date < now()`],
  ["a treasurer, for a guardian", TREASURER, sql`select guardian_phone from event_registrations`],
  ["a treasurer, to publish", TREASURER, sql`update news set published = true`],
  ["a treasurer, to call a member otherwise", TREASURER, sql`update members set last_name = 'X'`],
  ["a treasurer, for the keys", TREASURER, sql`select 1 from provider_keys`],
  ["events, for members", EVENTS, sql`select 1 from members`],
  ["events, for a payer’s number", EVENTS, sql`select payer_number from payments`],
  ["events, to take money", EVENTS, sql`insert into ledger_entries (id) values (${newId()})`],
  ["events, to approve a refund", EVENTS, sql`update refunds set status = 'approved'`],
  ["events, to sign for one", EVENTS, sql`update refunds set approved_by = ${EVENTS}`],
  ["events, to let money go", EVENTS, sql`update event_changes set returns = 'approved'`],
  ["events, to say from when", EVENTS, sql`update event_changes set returns_from = site_now()`],
  ["events, to set a price", EVENTS, sql`update orders set price_amount = 1`],
  ["events, for networks", EVENTS, sql`select network from event_registrations`],
  ["events, to delete who registered", EVENTS, sql`delete from event_registrations`],
  ["both, for a birth date of a member", TREASURER_OF_EVENTS, sql`select birth_date from members`],
  ["both, to publish", TREASURER_OF_EVENTS, sql`update news set published = true`],
  ...Object.entries({ EDITOR, TREASURER, EVENTS, TREASURER_OF_EVENTS }).flatMap(
    ([who, id]): (readonly [string, string, SQL])[] => [
      [`${who}, for the log`, id, sql`select 1 from audit_log`],
      // Who may delete reads what they deleted themselves, and puts nothing there in another's name.
      who === "TREASURER"
        ? [`${who}, for the bin`, id, sql`select 1 from bin`]
        : [
            `${who}, for the bin of somebody else`,
            id,
            sql`insert into bin (id, deleted_by, deleted_by_name, batch, entity, entity_id, label, rows)
              values (gen_random_uuid(), gen_random_uuid(), 'N', gen_random_uuid(), 'news', gen_random_uuid(), 'L', '[]')`,
          ],
      [`${who}, for mails`, id, sql`select text_body from mail_outbox`],
      [`${who}, for second factors`, id, sql`select two_factor_enabled from profiles`],
      [`${who}, to administer`, id, sql`update profiles set "role" = 'admin'`],
      [`${who}, to empty a table`, id, sql`truncate news cascade`],
    ],
  ),
];

withBothEngines((_engine, database) => {
  beforeAll(() =>
    asSystem("test", async (db) => {
      await insertParents(db);
      const holders: readonly (readonly [string, readonly OfficeRole[]])[] = [
        [EDITOR, ["editor"]],
        [TREASURER, ["treasurer"]],
        [EVENTS, ["events"]],
        [TREASURER_OF_EVENTS, ["events", "treasurer"]],
      ];
      for (const [id, roles] of holders) await insertRow(db, "profiles", { id, roles });
      await insertRow(db, "event_changes");
      await insertRow(db, "members", { id: MEMBER });
      await insertRow(db, "members", { id: TEST_MEMBER, is_test: true });
    }),
  );

  describe("the role of an account", () => {
    test("is that of what it holds, in whatever order that stands", async () => {
      const named: Record<string, string | undefined> = {};
      for (const roles of UNIONS.flatMap((held) => [held, held.toReversed()])) {
        const id = newId();
        await asSystem("test", (db) => insertRow(db, "profiles", { id, roles: [...roles] }));
        named[roles.join()] = await roleOf(id);
      }
      const expected = UNIONS.flatMap((held) => [
        [held.join(), officeRoleOf(held)],
        [held.toReversed().join(), officeRoleOf(held)],
      ]);
      expect(named).toEqual(Object.fromEntries(expected));
    });

    test("counts from the next transaction on", async () => {
      const id = newId();
      const set = (change: SQL) =>
        asSystem("test", (db) => db.execute(sql`update profiles set ${change} where id = ${id}`));
      await asSystem("test", (db) => insertRow(db, "profiles", { id, roles: ["editor"] }));
      expect(await roleOf(id)).toBe("site_office_editor");
      await set(sql`roles = '{editor,events}'`);
      expect(await roleOf(id)).toBe("site_office_editor_events");
      await set(sql`roles = '{}', "role" = 'admin'`);
      expect(await roleOf(id)).toBe("site_staff");
      await set(sql`is_active = false`);
      await expect(roleOf(id)).rejects.toMatchObject({ kind: "forbidden" });
      await set(sql`is_active = true, "role" = 'user'`);
      await expect(roleOf(id)).rejects.toMatchObject({ kind: "forbidden" });
    });

    test("is none where the account holds none that this version knows", async () => {
      const [row] = await database().asOwner<{ role: string | null; known: string }>(
        "select office_role_named('{janitor}') as role, office_role_named('{janitor,events}') as known",
      );
      expect(row).toEqual({ role: null, known: "site_office_events" });
    });

    test("is not for anybody to ask", async () => {
      await expect(run(EDITOR, sql`select office_role(${TREASURER})`)).rejects.toMatchObject(
        NOT_THEIRS,
      );
    });

    test("is not left for another one", async () => {
      await expect(run(EDITOR, sql`set role site_staff`)).rejects.toThrow();
      await expect(
        run(EDITOR, sql`select set_config('role', 'site_office_treasurer', true)`),
      ).rejects.toThrow();
    });
  });

  test("the database refuses what is not theirs, past every loader and action", () =>
    checkEach(
      REFUSALS.map(([who, id, statement]) => [who, { id, statement }]),
      ({ id, statement }) => expect(run(id, statement)).rejects.toMatchObject(NOT_THEIRS),
    ));

  describe("what is theirs", () => {
    test("an editor writes and takes away what the site says", async () => {
      const id = await as(EDITOR, (db) => insertRow(db, "news"));
      await run(EDITOR, sql`update news set title = 'Autre' where id = ${id}`);
      expect(
        await as(EDITOR, (db) => rowsOf(db, sql`select title from news where id = ${id}`)),
      ).toEqual([{ title: "Autre" }]);
      await run(EDITOR, sql`delete from news where id = ${id}`);
    });

    test("of the bin, what they deleted themselves: another's rows are not there for them", async () => {
      const binned = (deleted_by: string) => ({
        ...{ deleted_by, deleted_by_name: "N", batch: newId() },
        ...{ entity: "news", entity_id: newId(), label: "L", rows: [] },
      });
      await asSystem("test", (db) => insertRow(db, "bin", binned(EVENTS)));
      const own = await as(EDITOR, (db) => insertRow(db, "bin", binned(EDITOR)));
      const seen = () => as(EDITOR, (db) => rowsOf(db, sql`select id from bin`));
      expect(await seen()).toEqual([{ id: own }]);
      await run(EDITOR, sql`update bin set label = 'Mine'`);
      await run(EDITOR, sql`delete from bin`);
      const [left] = await asSystem("test", (db) => rowsOf(db, sql`select label from bin`));
      expect(left).toEqual({ label: "L" });
    });

    test("who holds two roles has what each gives", async () => {
      await run(
        TREASURER_OF_EVENTS,
        sql`update refunds set status = 'approved', approved_by = ${TREASURER_OF_EVENTS}`,
      );
      await run(TREASURER_OF_EVENTS, sql`select payer_number from payments`);
      await run(TREASURER_OF_EVENTS, sql`select birth_date from event_registrations`);
    });

    test("a treasurer takes away members that were tests, and no others", async () => {
      const count = async () => {
        const [row] = await as(TREASURER, (db) =>
          rowsOf<{ n: number }>(
            db,
            sql`select count(*)::int as n from members where id in
            (${MEMBER}, ${TEST_MEMBER})`,
          ),
        );
        return row?.n;
      };
      expect(await count()).toBe(2);
      await run(TREASURER, sql`delete from members where id = ${MEMBER}`);
      await run(TREASURER_OF_EVENTS, sql`delete from members where id = ${MEMBER}`);
      expect(await count()).toBe(2);
      await run(TREASURER, sql`delete from members where id = ${TEST_MEMBER}`);
      expect(await count()).toBe(1);
    });

    test("everybody calls themselves as they like, and makes their own devices strangers", async () => {
      await run(EVENTS, sql`update profiles set name = 'Awa' where id = ${EVENTS}`);
      await run(
        EVENTS,
        sql`update profiles set device_generation = device_generation + 1 where id = ${EVENTS}`,
      );
      for (const column of ["name", "device_generation"]) {
        const same = sql.identifier(column);
        await expect(
          run(EVENTS, sql`update profiles set ${same} = ${same} where id = ${EDITOR}`),
        ).rejects.toMatchObject(NOT_THEIRS);
      }
    });
  });

  test("money that was taken stays, whoever of the office asks with whatever setting", async () => {
    await expect(
      database().engine.transaction(async (tx) => {
        await tx.execute(sql`grant delete on orders to site_office_treasurer`);
        await tx.execute(sql`select set_config('app.user_id', ${TREASURER}, true),
          set_config('site.removes_tests', 'on', true), set_config('role', 'site_office_treasurer', true)`);
        await tx.execute(sql`delete from orders`);
      }),
    ).rejects.toMatchObject({ cause: { message: expect.stringContaining("keeps its rows") } });
  });
});
