import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import {
  deactivateStaff,
  requireSecondFactor,
  waiveSecondFactor,
} from "../../app/auth/staff/accounts.staff.server.ts";
import { removeAccount } from "../../app/auth/staff/accounts.system.server.ts";
import {
  checkSecondApproval,
  listApprovers,
} from "../../app/auth/staff/four-eyes.operations.server.ts";
import {
  approveAdmission,
  changeRoles,
  inviteStaff,
  reinviteStaff,
  requestActivation,
  withdrawActivation,
  withdrawInvitation,
} from "../../app/auth/staff/invitations.staff.server.ts";
import { ADMINISTRATOR, type ChosenRoles } from "../../app/auth/staff/staff-roles.ts";
import { asStaff, asSystem, type StaffDb } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { HOUR } from "../../app/core/values/durations.ts";
import { readNotifications } from "../../app/office/frame/notifications.staff.server.ts";
import { readTasks } from "../../app/office/home/tasks.staff.server.ts";
import { WAITING_ACCOUNTS } from "../../app/office/home/tasks.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { administrator, PASSWORD, TestBrowser } from "./browser.ts";
import { inspector } from "./inspect.ts";

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR);

withDatabase((_engine, database) => {
  const { rows, idOf, mailsTo } = inspector(database);
  const as = <T>(id: string, work: (db: StaffDb) => Promise<T>) => asStaff({ id }, work);

  /** An administrator who has been there for so many days. */
  async function since(days: number): Promise<string> {
    const id = await idOf(await administrator());
    await rows(sql`update profiles set created_at = now() - make_interval(days => ${days})
      where id = ${id}`);
    return id;
  }
  const invite = async (by: string) => {
    const email = `${newId()}@example.org`;
    const { from } = await as(by, (db) =>
      inviteStaff(db, { ...ADMINISTRATOR, name: "Hawa Soumah", email }),
    );
    return { email, from, id: await idOf(email) };
  };
  const conflict = { kind: "conflict" };

  // Whoever another test made is none of this one's.
  beforeEach(async () => {
    await rows(sql`update profiles set is_active = false where role = 'admin'`);
    await rows(sql`update profiles set administered_until = null, administered_email = null`);
  });

  describe("a new administrator", () => {
    test("gets a link only when a second person agrees, and nobody else can agree for them", async () => {
      const [asker, second] = [await since(3), await since(3)];
      const { email, from, id } = await invite(asker);
      expect(from).toBeNull();
      expect(await mailsTo(email)).toEqual([]);
      await expect(as(asker, (db) => approveAdmission(db, id))).rejects.toMatchObject(conflict);
      await expect(as(asker, (db) => approveAdmission(db, id, inHours(48)))).rejects.toMatchObject(
        conflict,
      );
      await expect(as(asker, (db) => reinviteStaff(db, id))).rejects.toMatchObject(conflict);
      // An account that one person makes on the spot is no second person.
      const fresh = await idOf(await administrator());
      await expect(as(fresh, (db) => approveAdmission(db, id))).rejects.toMatchObject(conflict);
      await expect(as(id, (db) => approveAdmission(db, id))).rejects.toThrow();
      expect((await as(second, (db) => approveAdmission(db, id))).invitation?.email).toBe(email);
      expect(await mailsTo(email)).toHaveLength(1);
      await expect(as(second, (db) => approveAdmission(db, id))).rejects.toMatchObject(conflict);
      expect(await mailsTo(email)).toHaveLength(1);
    });

    test("is a task and news for whoever may agree, not for whoever asked, until it is decided", async () => {
      const [asker, second] = [await since(3), await since(3)];
      const waiting = (by: string, seenAt = new Date(0)) =>
        as(by, async (db) => ({
          tasks: (await readTasks(db, () => true))[WAITING_ACCOUNTS.key],
          news: (await readNotifications(db, seenAt, () => true)).filter(
            ({ type }) => type === "account",
          ),
        }));
      await rows(sql`update profiles set admission_asked_by = null, admission_from = null`);
      const { id } = await invite(asker);
      expect(await waiting(asker)).toEqual({ tasks: 0, news: [] });
      const entry = { id: `account-${id}`, message: "Hawa Soumah", to: WAITING_ACCOUNTS.to };
      expect(await waiting(second)).toMatchObject({
        tasks: 1,
        news: [{ ...entry, read: false, fresh: true }],
      });
      // Whoever looked at the bell has it on their list all the same.
      expect(await waiting(second, inHours(1))).toMatchObject({
        tasks: 1,
        news: [{ ...entry, read: false, fresh: false }],
      });
      await as(second, (db) => approveAdmission(db, id));
      expect(await waiting(second)).toEqual({ tasks: 0, news: [] });
    });

    test("is told to everybody who administers, and can be taken back before and after", async () => {
      const [asker, second] = [await since(3), await since(3)];
      const { email, id } = await invite(asker);
      const told = await rows(sql`select recipient from mail_outbox
        where template = 'staff-admission' and text_body like ${`%${email}%`}`);
      expect(told).toHaveLength(2);
      await as(second, (db) => withdrawInvitation(db, id));
      expect(await idOf(email)).toBe("");
      // Who was never let in never hears of it.
      expect(await rows(sql`select 1 from mail_outbox where recipient = ${email}`)).toEqual([]);
      await expect(as(second, (db) => approveAdmission(db, id))).rejects.toMatchObject({
        kind: "not-found",
      });
    });

    test("of somebody alone waits for a day", async () => {
      const asker = await since(3);
      const { email, from, id } = await invite(asker);
      expect(from?.getTime()).toBeCloseTo(inHours(24).getTime(), -5);
      await expect(as(asker, (db) => approveAdmission(db, id, inHours(23)))).rejects.toMatchObject(
        conflict,
      );
      const tasks = async () =>
        (await as(asker, (db) => readTasks(db, () => true)))[WAITING_ACCOUNTS.key];
      const others = (await tasks()) ?? 0;
      await rows(sql`update profiles set admission_from = now() - interval '1 minute'
        where id = ${id}`);
      expect(await tasks()).toBe(others + 1);
      await rows(sql`update profiles set admission_from = ${from} where id = ${id}`);
      const { invitation } = await as(asker, (db) => approveAdmission(db, id, inHours(25)));
      expect(invitation?.email).toBe(email);
    });

    test("that waited for a second person who is gone begins a day's wait, a week after they went", async () => {
      const [asker, second] = [await since(3), await since(3)];
      const { id } = await invite(asker);
      await as(asker, (db) => deactivateStaff(db, second));
      for (const hours of [0, 25, 7 * 24 - 1]) {
        await expect(
          as(asker, (db) => approveAdmission(db, id, inHours(hours))),
        ).rejects.toMatchObject(conflict);
      }
      await rows(sql`update profiles set administered_until = now() - interval '8 days'
        where id = ${second}`);
      const first = await as(asker, (db) => approveAdmission(db, id));
      expect(first.from?.getTime()).toBeCloseTo(inHours(24).getTime(), -5);
      expect(first.invitation).toBeUndefined();
      await expect(as(asker, (db) => approveAdmission(db, id))).rejects.toMatchObject(conflict);
      expect(
        (await as(asker, (db) => approveAdmission(db, id, inHours(25)))).invitation,
      ).toBeDefined();
    });

    test("is let in once, of two who agree at once", async () => {
      const [asker, ...others] = [await since(3), await since(3), await since(3)];
      const { email, id } = await invite(asker ?? "");
      const outcomes = await Promise.allSettled(
        others.map((other) => as(other, (db) => approveAdmission(db, id))),
      );
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect(await mailsTo(email)).toHaveLength(1);
    });
  });

  describe("somebody with limited roles", () => {
    type Role = ChosenRoles["roles"][number];
    const inviteAs = async (by: string, ...roles: Role[]) => {
      const email = `${newId()}@example.org`;
      const said = await as(by, (db) =>
        inviteStaff(db, { role: "user", roles, name: "Hawa Soumah", email }),
      );
      return { email, said, id: await idOf(email) };
    };
    const accountOf = async (id: string) =>
      (
        await rows(sql`select role, is_active, two_factor_required, admission_asked_by
          from profiles where id = ${id}`)
      )[0];

    test("is invited on the first day by the first administrator, who is told of it", async () => {
      const first = await since(0);
      const { email, said, id } = await inviteAs(first, "editor");
      expect(said.invitation?.email).toBe(email);
      expect(await mailsTo(email)).toHaveLength(1);
      const open = { is_active: true, admission_asked_by: null };
      expect(await accountOf(id)).toMatchObject({ ...open, two_factor_required: false });
      expect(
        await rows(sql`select 1 from mail_outbox where template = 'staff-admission'
          and text_body like ${`%a ouvert%${email}%`}`),
      ).toHaveLength(1);
      const money = await inviteAs(first, "treasurer");
      expect(await accountOf(money.id)).toMatchObject(open);
      await expect(as(first, (db) => waiveSecondFactor(db, money.id))).rejects.toMatchObject(
        conflict,
      );
    });

    test("has to wait to administer the site, whoever asked", async () => {
      const first = await since(3);
      const { id } = await inviteAs(first, "editor", "events");
      const { wish } = await as(first, (db) => changeRoles(db, id, ADMINISTRATOR));
      expect(wish?.from).toBeInstanceOf(Date);
      await expect(as(first, (db) => approveAdmission(db, id))).rejects.toMatchObject(conflict);
      expect(await accountOf(id)).toMatchObject({ role: "user" });
    });

    test("comes in again at once; a former administrator neither so nor by an invitation", async () => {
      const first = await since(3);
      const { id } = await inviteAs(first, "door");
      await as(first, (db) => deactivateStaff(db, id));
      await as(first, (db) => requestActivation(db, id));
      expect(await accountOf(id)).toMatchObject({ is_active: true });
      const out = await since(9);
      await as(first, (db) => deactivateStaff(db, out));
      await expect(
        as(first, (db) => changeRoles(db, out, { role: "user", roles: ["door"] })),
      ).rejects.toMatchObject(conflict);
      expect((await as(first, (db) => requestActivation(db, out))).from).toBeInstanceOf(Date);
      expect(await accountOf(out)).toMatchObject({ is_active: false });
      const waiting = await invite(first);
      await as(first, (db) => withdrawActivation(db, waiting.id));
      await expect(as(first, (db) => reinviteStaff(db, waiting.id))).rejects.toMatchObject(
        conflict,
      );
    });

    test("is nobody’s second person for money before a day, however old the account is", async () => {
      const first = await since(9);
      const approvers = (now = new Date()) =>
        asSystem("test", async (db) => (await listApprovers(db, now, "money")).map(({ id }) => id));
      const old = await since(9);
      await rows(sql`update profiles set role = 'user', roles = '{editor}' where id = ${old}`);
      await as(first, (db) => changeRoles(db, old, { role: "user", roles: ["treasurer"] }));
      const withFactor = () =>
        rows(sql`update profiles set two_factor_enabled = true where id = ${old}`);
      expect(await approvers(inHours(25)), "the factor is missing").not.toContain(old);
      await withFactor();
      expect(await approvers()).not.toContain(old);
      expect(await approvers(inHours(25))).toContain(old);
      // Nor is what they ask approved at once by whoever let them in.
      const decision = { askedBy: old, from: null, of: "money" } as const;
      const answer = (now: Date) =>
        asSystem("test", (db) => checkSecondApproval(db, decision, first, { now, words: "x" }));
      expect(await answer(new Date())).toBeInstanceOf(Date);
      expect(await answer(inHours(25))).toBeUndefined();
      // Another role besides changes nothing about it.
      const kept = await since(9);
      await rows(sql`update profiles set role = 'user', roles = '{treasurer}' where id = ${kept}`);
      await as(first, (db) =>
        changeRoles(db, kept, { role: "user", roles: ["treasurer", "editor"] }),
      );
      await rows(sql`update profiles set two_factor_enabled = true where id = ${kept}`);
      expect(await approvers()).toContain(kept);
      await as(first, (db) => deactivateStaff(db, kept));
      await as(first, (db) => requestActivation(db, kept));
      expect(await approvers(), "let in again a moment ago").not.toContain(kept);
      expect(await approvers(inHours(25))).toContain(kept);
    });

    describe("where one person empties the circle of those who decide about money", () => {
      const ask = (staff: string, from: Date | null, now: Date, askedBy = staff) =>
        asSystem("test", (db) =>
          checkSecondApproval(db, { askedBy, from, of: "money" }, staff, { now, words: "x" }),
        );
      const treasurer = async () => {
        const id = await since(9);
        await rows(sql`update profiles set "role" = 'user', roles = '{treasurer}',
          two_factor_enabled = true, treasury_until = null, administered_until = null where id = ${id}`);
        return id;
      };
      const alone = async () => {
        await rows(sql`update profiles set is_active = false`);
        await rows(sql`update profiles set treasury_until = null, administered_until = null`);
      };
      const ATTACKS: Record<string, (asker: string, other: string) => Promise<unknown>> = {
        "a factor is asked of them": (asker, other) =>
          as(asker, (db) => requireSecondFactor(db, other)),
        "their factor is taken away": (_asker, other) =>
          rows(sql`update profiles set two_factor_enabled = false where id = ${other}`),
        "they are shut out": (asker, other) => as(asker, (db) => deactivateStaff(db, other)),
        "they are shut out and let in again": async (asker, other) => {
          await as(asker, (db) => deactivateStaff(db, other));
          await as(asker, (db) => requestActivation(db, other));
        },
        "their role is taken": (asker, other) =>
          as(asker, (db) => changeRoles(db, other, { role: "user", roles: ["editor"] })),
        "their role is taken and given again": async (asker, other) => {
          await as(asker, (db) => changeRoles(db, other, { role: "user", roles: ["editor"] }));
          await as(asker, (db) => changeRoles(db, other, { role: "user", roles: ["treasurer"] }));
        },
        "their account is removed": (asker, other) =>
          asSystem("test", (db) => removeAccount(db, { id: asker, name: "X", email: "x" }, other)),
      };
      test.each(Object.keys(ATTACKS))("%s: nothing is approved alone", async (name) => {
        await alone();
        const [asker, other] = [await since(9), await treasurer()];
        await ATTACKS[name]?.(asker, other);
        for (const hours of [0, 25, 6 * 24]) {
          await expect(ask(asker, null, inHours(hours))).rejects.toMatchObject(conflict);
          // Nor with a wait that began before they were deprived of it.
          await expect(ask(asker, inHours(-1), inHours(hours))).rejects.toMatchObject(conflict);
        }
      });

      test("who administers the site is somebody else too, though a factor is asked of them", async () => {
        await alone();
        const [asker, other] = [await since(9), await since(9)];
        await as(asker, (db) => requireSecondFactor(db, other));
        await expect(ask(asker, null, new Date())).rejects.toMatchObject(conflict);
        await as(asker, (db) => deactivateStaff(db, other));
        await expect(ask(asker, inHours(-1), inHours(48))).rejects.toMatchObject(conflict);
      });

      test("a week after they went, whoever is alone waits a day; for an invitation nobody waits", async () => {
        await alone();
        const [asker, other] = [await since(9), await treasurer()];
        await inviteAs(asker, "treasurer");
        await as(asker, (db) => deactivateStaff(db, other));
        await expect(ask(asker, null, inHours(7 * 24 - 1))).rejects.toMatchObject(conflict);
        const after = inHours(7 * 24 + 1);
        expect(await ask(asker, null, after)).toEqual(new Date(after.getTime() + 24 * HOUR));
        expect(await ask(asker, after, after)).toBeUndefined();
      });

      test("whoever was let in a moment ago does not wait for themselves", async () => {
        await alone();
        const [asker, other] = [await since(9), await treasurer()];
        await as(asker, (db) => deactivateStaff(db, other));
        await as(asker, (db) => requestActivation(db, other));
        await expect(ask(other, null, new Date(), asker)).rejects.toMatchObject(conflict);
        expect(await ask(other, null, inHours(25), asker)).toBeUndefined();
      });
    });

    test("becomes no administrator by a statement of staff that nobody asked for", async () => {
      const first = await since(9);
      const { id } = await inviteAs(first, "editor");
      const run = (statement: ReturnType<typeof sql>) => as(first, (db) => db.execute(statement));
      for (const statement of [
        sql`update profiles set role = 'admin', roles = '{}' where id = ${id}`,
        sql`insert into profiles (id, name, email, role) values (${newId()}, 'X', ${`${newId()}@example.org`}, 'admin')`,
      ]) {
        await expect(run(statement)).rejects.toThrow();
      }
      expect(await accountOf(id)).toMatchObject({ role: "user" });
    });
  });

  describe("somebody who was kept out", () => {
    test("comes in again when a second person agrees", async () => {
      const [asker, second] = [await since(3), await since(3)];
      const email = await administrator();
      const id = await idOf(email);
      await as(asker, (db) => deactivateStaff(db, id));
      expect((await as(asker, (db) => requestActivation(db, id))).from).toBeNull();
      await expect(as(asker, (db) => requestActivation(db, id))).rejects.toMatchObject(conflict);
      await expect(as(asker, (db) => approveAdmission(db, id))).rejects.toMatchObject(conflict);
      expect((await new TestBrowser().signIn(email, PASSWORD)).status).toBe(403);
      await as(second, (db) => approveAdmission(db, id));
      expect((await new TestBrowser().signIn(email, PASSWORD)).status).toBe(302);
    });

    test("stays out when the wish is taken back, and waits no more", async () => {
      const [asker, second] = [await since(3), await since(3)];
      const email = await administrator();
      const id = await idOf(email);
      await as(asker, (db) => deactivateStaff(db, id));
      await as(asker, (db) => requestActivation(db, id));
      expect(await as(second, (db) => withdrawActivation(db, id))).toBe(email);
      await expect(as(second, (db) => approveAdmission(db, id))).rejects.toMatchObject(conflict);
      expect((await new TestBrowser().signIn(email, PASSWORD)).status).toBe(403);
    });
  });
});
