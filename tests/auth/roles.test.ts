import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import {
  approveAdmission,
  changeRoles,
  withdrawActivation,
} from "../../app/auth/staff/invitations.staff.server.ts";
import { ADMINISTRATOR, type ChosenRoles } from "../../app/auth/staff/staff-roles.ts";
import { asStaff, type StaffDb } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { OFFICE_ROLES } from "../../app/core/values/roles.ts";
import { takeCash } from "../../app/payments/ledger/money.staff.server.ts";
import { rowsOf, withDatabase } from "../support/database/test-database.ts";
import { administrator, PASSWORD, TestBrowser } from "./browser.ts";
import { inspector } from "./inspect.ts";

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
const EDITOR: ChosenRoles = { role: "user", roles: ["editor"] };

withDatabase((_engine, database) => {
  const { rows, idOf } = inspector(database);
  const as = <T>(id: string, work: (db: StaffDb) => Promise<T>) => asStaff({ id }, work);
  const conflict = { kind: "conflict" };

  /** An administrator who has been there for some days. */
  async function established(): Promise<string> {
    const id = await idOf(await administrator());
    await rows(sql`update profiles set created_at = now() - interval '3 days' where id = ${id}`);
    return id;
  }
  /** Somebody with these roles alone. */
  async function holder(...roles: string[]): Promise<string> {
    const id = await established();
    await rows(
      sql`update profiles set role = 'user', roles = ${`{${roles.join()}}`}::text[] where id = ${id}`,
    );
    return id;
  }
  const stateOf = async (id: string) =>
    (await rows(sql`select role, roles, is_active from profiles where id = ${id}`))[0];
  const change = (by: string, id: string, chosen: ChosenRoles, now?: Date) =>
    as(by, (db) => changeRoles(db, id, chosen, now));

  // Whoever another test made is none of this one's.
  beforeEach(async () => {
    await rows(sql`update profiles set is_active = false`);
    await rows(sql`update profiles set administered_until = null, treasury_until = null`);
  });

  describe("the roles of an account", () => {
    test("are changed at once, told to its owner, and stand in the log", async () => {
      const [admin, id] = [await established(), await holder("editor")];
      await change(admin, id, { role: "user", roles: ["treasurer", "events"] });
      expect(await stateOf(id)).toMatchObject({ role: "user", roles: ["treasurer", "events"] });
      const log =
        await rows(sql`select action, before, after from audit_log join audit_values using (id)
        where entity_id = ${id} and action = 'profiles.roles'`);
      expect(log).toEqual([
        {
          action: "profiles.roles",
          before: { roles: ["editor"] },
          after: { roles: ["treasurer", "events"] },
        },
      ]);
      const [{ email } = { email: "" }] = await rows<{ email: string }>(
        sql`select email from profiles where id = ${id}`,
      );
      const told = await rows<{ text_body: string }>(
        sql`select text_body from mail_outbox where recipient = ${email} and template = 'account-notice'`,
      );
      expect(told).toHaveLength(1);
      expect(told[0]?.text_body).toContain("Trésorerie, Événements");
    });

    test("are nobody's own to change, and not those of who is out", async () => {
      const [admin, out] = [await established(), await holder("editor")];
      await rows(sql`update profiles set is_active = false where id = ${out}`);
      await expect(change(admin, admin, EDITOR)).rejects.toMatchObject(conflict);
      await expect(change(admin, out, EDITOR)).rejects.toMatchObject(conflict);
      await expect(change(admin, newId(), EDITOR)).rejects.toMatchObject({ kind: "not-found" });
    });

    test("an administrator is demoted and keeps no right of before; the last one is not", async () => {
      const [one, other] = [await established(), await established()];
      await change(one, other, EDITOR);
      expect(await stateOf(other)).toMatchObject({ role: "user", roles: ["editor"] });
      await expect(change(other, one, EDITOR)).rejects.toThrow();
      expect(await stateOf(one)).toMatchObject({ role: "admin" });
    });

    test("of two who demote each other at once, one is left", async () => {
      const [one, other] = [await established(), await established()];
      await Promise.allSettled([change(one, other, EDITOR), change(other, one, EDITOR)]);
      const left = await rows(
        sql`select id from profiles where role = 'admin' and is_active and id in (${one}, ${other})`,
      );
      expect(left).toHaveLength(1);
    });

    test("to administer the site waits for a second person, and meanwhile nothing changes", async () => {
      const [asker, second, id] = [
        await established(),
        await established(),
        await holder("editor"),
      ];
      const { wish } = await change(asker, id, ADMINISTRATOR);
      expect(wish?.from).toBeNull();
      expect(await stateOf(id)).toEqual({ role: "user", roles: ["editor"], is_active: true });
      await expect(as(asker, (db) => approveAdmission(db, id))).rejects.toMatchObject(conflict);
      await expect(as(id, (db) => approveAdmission(db, id))).rejects.toThrow();
      await expect(change(second, id, EDITOR)).rejects.toMatchObject(conflict);
      await as(second, (db) => approveAdmission(db, id));
      expect(await stateOf(id)).toEqual({ role: "admin", roles: [], is_active: true });
    });

    test("one administrator alone waits a day to make another; the wish can be taken back", async () => {
      const [alone, id] = [await established(), await holder("events")];
      const { wish } = await change(alone, id, ADMINISTRATOR);
      expect(wish?.from).toBeInstanceOf(Date);
      await expect(as(alone, (db) => approveAdmission(db, id))).rejects.toMatchObject(conflict);
      await as(alone, (db) => withdrawActivation(db, id));
      expect(await stateOf(id)).toEqual({ role: "user", roles: ["events"], is_active: true });
      await change(alone, id, ADMINISTRATOR);
      await as(alone, (db) => approveAdmission(db, id, inHours(25)));
      expect(await stateOf(id)).toMatchObject({ role: "admin" });
    });
  });

  describe("the database", () => {
    test("knows the roles, and none that the code does not", async () => {
      const id = await holder();
      const set = (roles: string, role = "user") =>
        rows(sql`update profiles set role = ${role}, roles = ${roles}::text[] where id = ${id}`);
      for (const role of OFFICE_ROLES) await set(`{${role}}`);
      await expect(set("{king}")).rejects.toThrow();
      await expect(set("{editor}", "admin")).rejects.toThrow();
    });

    test("lets an account without a role, or without activity, through no door of staff", async () => {
      const [none, editor] = [await holder(), await holder("editor")];
      const ask = (id: string) => as(id, (db) => db.execute(sql`select 1`));
      await expect(ask(none)).rejects.toMatchObject({ kind: "forbidden" });
      await ask(editor);
      await rows(sql`update profiles set is_active = false where id = ${editor}`);
      await expect(ask(editor)).rejects.toMatchObject({ kind: "forbidden" });
    });

    test.each(OFFICE_ROLES)(
      "keeps accounts from %s, whatever our code lets through",
      async (role) => {
        const [own, other] = [await holder(role), await established()];
        const run = (statement: ReturnType<typeof sql>) => as(own, (db) => db.execute(statement));
        for (const statement of [
          sql`update profiles set "role" = 'admin', roles = '{}' where id = ${own}`,
          sql`update profiles set roles = '{editor,treasurer,events}' where id = ${own}`,
          sql`update profiles set two_factor_required = not two_factor_required where id = ${own}`,
          sql`update profiles set name = 'X' where id = ${other}`,
          sql`update profiles set is_active = false where id = ${other}`,
          sql`insert into profiles (id, name, email, "role") values (${newId()}, 'X', 'x@example.org', 'admin')`,
          sql`delete from profiles where id = ${other}`,
        ]) {
          await expect(run(statement)).rejects.toThrow();
        }
        await run(sql`update profiles set name = 'Fanta Keïta' where id = ${own}`);
        expect(await stateOf(other)).toMatchObject({ role: "admin", is_active: true });
      },
    );

    test("shows a person's devices to themselves and to administrators alone", async () => {
      const [editor, admin] = [await holder("editor"), await administrator()];
      await new TestBrowser().signIn(admin, PASSWORD);
      const seen = (id: string) =>
        as(id, async (db) => (await rowsOf(db, sql`select id from auth_sessions`)).length);
      expect(await seen(editor)).toBe(0);
      expect(await seen(await idOf(admin))).toBeGreaterThan(0);
    });
  });

  test("money is taken by the treasury and by administrators, by no other door", async () => {
    const ask = (id: string) =>
      as(id, (db) => takeCash(db, newId(), { key: newId(), receipt: null }));
    const refusal = /encaisser demande le rôle/;
    await expect(ask(await holder("editor", "events"))).rejects.toThrow(refusal);
    await expect(ask(await holder("treasurer"))).rejects.not.toThrow(refusal);
    await expect(ask(await established())).rejects.not.toThrow(refusal);
  });

  test("a session that was opened loses a role at once, and ends with the last one", async () => {
    const email = await administrator();
    const browser = new TestBrowser();
    await browser.signIn(email, PASSWORD);
    const set = (roles: string) =>
      rows(sql`update profiles set role = 'user', roles = ${roles}::text[] where email = ${email}`);
    await set("{editor,events}");
    expect(await browser.account()).toMatchObject({ role: "user", roles: ["editor", "events"] });
    await set("{events}");
    expect(await browser.account()).toMatchObject({ roles: ["events"] });
    // Somebody with one role alone signs in as well.
    const again = new TestBrowser();
    await again.signIn(email, PASSWORD);
    expect(await again.account()).toMatchObject({ roles: ["events"] });
    await set("{}");
    const none = new TestBrowser();
    await none.signIn(email, PASSWORD);
    expect(await none.account()).toBeUndefined();
  });
});
