import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { deactivateStaff } from "../../app/auth/staff/accounts.staff.server.ts";
import {
  approveAdmission,
  inviteStaff,
  reinviteStaff,
  requestActivation,
  withdrawActivation,
  withdrawInvitation,
} from "../../app/auth/staff/invitations.staff.server.ts";
import { ADMINISTRATOR } from "../../app/auth/staff/staff-roles.ts";
import { asStaff, type StaffDb } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { readNotifications } from "../../app/office/frame/notifications.staff.server.ts";
import { readTasks } from "../../app/office/home/tasks.staff.server.ts";
import { WAITING_ACCOUNTS } from "../../app/office/home/tasks.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { administrator, PASSWORD, TestBrowser } from "./browser.ts";
import { inspector } from "./inspect.ts";

const HOUR = 3_600_000;
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

    test("that waited for a second person who is gone begins a day's wait", async () => {
      const [asker, second] = [await since(3), await since(3)];
      const { id } = await invite(asker);
      await as(asker, (db) => deactivateStaff(db, second));
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
