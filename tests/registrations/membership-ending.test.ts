import "../mail/settings.ts";
import { sql } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  asStaff,
  asSystem,
  asVisitor,
  type StaffDb,
} from "../../app/core/database/doors/doors.server.ts";
import { setClock } from "../../app/core/process/clock.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { readApplication } from "../../app/membership/apply/membership.system.server.ts";
import { countCommunity } from "../../app/membership/membership.visitor.server.ts";
import { endMembershipsJob } from "../../app/membership/renewal/membership.jobs.server.ts";
import {
  resumeReminders,
  sendReminder,
  stopReminders,
} from "../../app/membership/renewal/reminders.staff.server.ts";
import { readRenewal } from "../../app/membership/renewal/renewal.system.server.ts";
import { insertRow } from "../database/tables.ts";
import { rowsOf, withDatabase } from "../support/database/test-database.ts";
import { application, apply, offerTypes, openOrderOf, PLAYER, type Row } from "./applicants.ts";
import { pay } from "./event.ts";

const ADMIN = newId();
const END = "2031-06-15";
const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: ADMIN }, work);
const at = (moment: string) => setClock(() => Date.parse(moment));
const run = () => endMembershipsJob.run(new AbortController().signal);
const runOn = (day: string) => {
  at(`${day}T00:00:00.050Z`);
  return run();
};

const person = {
  first_name: "Hawa",
  last_name: "Soumah",
  birth_date: "2001-02-03",
  member_type: "player",
  status: "active",
  membership_end: END,
};
const add = (email: string, values: object = {}) =>
  asSystem("test", (db) =>
    insertRow(db, "members", {
      ...person,
      email: `${email}@example.org`,
      membership_type_id: PLAYER,
      ...values,
    }),
  );
type Mail = { recipient: string; subject: string; language: string; text: string; key: string };
const mails = () =>
  asSystem("test", (db) =>
    rowsOf<Mail & { due: string }>(
      db,
      sql`select recipient, subject, language, text_body as text, key,
        to_char(next_attempt_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as due
        from mail_outbox where template = 'membership-ending' order by id`,
    ),
  );
const recipients = async () => (await mails()).map(({ recipient }) => recipient.split("@")[0]);

afterEach(() => setClock());

withDatabase((_engine, database) => {
  beforeAll(async () => {
    await offerTypes();
    await asSystem("test", (db) => insertRow(db, "profiles", { id: ADMIN, role: "admin" }));
  });
  beforeEach(async () => {
    await database().asOwner("delete from members");
    await database().asOwner("delete from mail_outbox");
  });
  const stateOf = async (id: string) => {
    const [row] = await asSystem("test", (db) =>
      rowsOf<Row & { lapsed: string | null }>(
        db,
        sql`select status, lapsed_on::text as lapsed from members where id = ${id}`,
      ),
    );
    return [row?.status, row?.lapsed];
  };

  describe("the end", () => {
    test("comes the day after the last one, and not on it", async () => {
      const id = await add("a");
      await runOn(END);
      expect(await stateOf(id)).toEqual(["active", null]);
      at(`${END}T23:59:59.999Z`);
      await run();
      expect(await stateOf(id)).toEqual(["active", null]);
      await runOn("2031-06-16");
      expect(await stateOf(id)).toEqual(["expired", "2031-06-16"]);
    });

    test("comes for all of them, however many, and for nobody else", async () => {
      await database().asOwner(sql`insert into members
        (id, first_name, last_name, email, status, membership_end)
        select gen_random_uuid(), 'A', 'B', n || '@example.org', 'active', ${END}::date
        from generate_series(1, 450) n`);
      const others = [
        await add("endless", { membership_end: null }),
        await add("later", { membership_end: "2031-06-16" }),
        await add("suspended", { status: "suspended" }),
        await add("pending", { status: "pending", membership_end: "2031-06-01" }),
      ];
      await runOn("2031-06-16");
      const count = sql`select status, count(*)::int from members where email ~ '^[0-9]' group by 1`;
      expect(await database().asOwner(count)).toEqual([{ status: "expired", count: 450 }]);
      const states = await Promise.all(others.map(async (id) => (await stateOf(id))[0]));
      expect(states).toEqual(["active", "active", "suspended", "pending"]);
    });

    test("is told to the page caches at that moment, and nothing is told when nothing ends", async () => {
      const told: string[] = [];
      await database().engine.listen(
        "content_changed",
        (table) => told.push(table),
        () => {},
      );
      await add("a");
      await expect.poll(() => told.length).toBe(1);
      await runOn(END);
      await add("b", { membership_end: null });
      await expect.poll(() => told.length).toBe(2);
      await runOn("2031-06-16");
      await expect.poll(() => told).toEqual(["members", "members", "members"]);
    });

    test("is counted from the first moment of the day, even before the job came", async () => {
      await add("a");
      await add("b", { member_type: "club", organisation: "Lions de Kaloum" });
      await add("c", { membership_end: null });
      const counts = async () => {
        const { players, clubs } = await asVisitor(countCommunity);
        return [players, clubs];
      };
      at(`${END}T23:59:59.999Z`);
      expect(await counts()).toEqual([2, 1]);
      at("2031-06-16T00:00:00Z");
      expect(await counts()).toEqual([1, 0]);
      await run();
      expect(await counts()).toEqual([1, 0]);
    });

    test("is said on the person's own page, and a renewal too", async () => {
      const token = "a".repeat(32);
      await add("a", { application_token: token });
      await runOn("2031-06-16");
      expect(await readApplication(token)).toMatchObject({
        status: "expired",
        lapsed_on: "2031-06-16",
        type_id: PLAYER,
      });
      await add("a", { membership_end: "2032-06-16" });
      expect(await readApplication(token)).toMatchObject({ renewed_until: "2032-06-16" });
    });
  });

  describe("reminders", () => {
    test.each([
      ["2031-05-16", "Votre adhésion se termine dans 30 jours"],
      ["2031-06-08", "Votre adhésion se termine dans 7 jours"],
      ["2031-06-15", "Votre adhésion se termine aujourd’hui"],
    ])("go on %s, once, in the morning", async (day, subject) => {
      await add("a");
      await runOn(day);
      await run();
      at(`${day}T18:00:00Z`);
      await Promise.all([run(), run()]);
      expect(await mails()).toMatchObject([{ subject, language: "fr", due: `${day} 07:00` }]);
    });

    test("go 30 days after it too, to those who did not begin again", async () => {
      await add("a");
      await add("renewed");
      await add("tried", { is_test: true });
      await runOn("2031-06-16");
      await add("renewed", { membership_end: "2032-06-16" });
      await add("a", { is_test: true, membership_end: "2032-06-16" });
      await runOn("2031-07-15");
      expect(await mails()).toMatchObject([
        { recipient: "a@example.org", subject: "Votre adhésion a pris fin" },
      ]);
    });

    test("go on no other day: a missed one is skipped, none are stacked", async () => {
      await add("a");
      for (const day of ["2031-05-15", "2031-05-17", "2031-06-07", "2031-06-14", "2031-06-16"]) {
        await runOn(day);
      }
      await runOn("2031-07-14");
      await runOn("2031-07-16");
      expect(await mails()).toEqual([]);
    });

    test("are in the member's language, with a form that is filled in", async () => {
      await add("a", { language: "en", phone: "+224622000001", city: "Kindia" });
      await runOn("2031-06-08");
      const [mail] = await mails();
      expect(mail).toMatchObject({ language: "en", subject: "Your membership ends in 7 days" });
      const token = /\/en\/membership\/renewal\/(\S+)/.exec(mail?.text ?? "")?.[1] ?? "";
      const renewal = await readRenewal(token);
      expect(renewal).toMatchObject({
        end: END,
        values: { type: PLAYER, firstName: "Hawa", birthDate: "2001-02-03", city: "Kindia" },
      });
      expect(renewal?.values).not.toHaveProperty("games");
    });

    test("lead nowhere with another seal, for another end, or once somebody is suspended", async () => {
      const id = await add("a");
      await runOn("2031-06-08");
      const token = /renewal\/(\S+)/.exec((await mails())[0]?.text ?? "")?.[1] ?? "";
      expect(await readRenewal(token)).toBeDefined();
      expect(await readRenewal(token.replace(/.$/, "_"))).toBeUndefined();
      expect(await readRenewal(newId() + token.slice(36))).toBeUndefined();
      expect(await readRenewal("x".repeat(60))).toBeUndefined();
      const set = (change: string) =>
        database().asOwner(sql`update members set ${sql.raw(change)} where id = ${id}`);
      await set("membership_end = '2032-06-15'");
      expect(await readRenewal(token)).toBeUndefined();
      await set(`membership_end = '${END}', status = 'suspended'`);
      expect(await readRenewal(token)).toBeUndefined();
    });

    test("go to nobody whose membership is none, or whom staff ended, or who is an example", async () => {
      await add("suspended", { status: "suspended" });
      await add("pending", { status: "pending" });
      await add("ended", { status: "expired" });
      await add("endless", { membership_end: null });
      await add("sample", { is_sample: true });
      await add("stopped", { reminders_off: true });
      for (const day of ["2031-05-16", "2031-06-15", "2031-06-16", "2031-07-15"]) await runOn(day);
      expect(await mails()).toEqual([]);
    });

    test("stop for whom staff stop them, and go on for whom they begin again", async () => {
      const id = await add("a");
      expect(await asAdmin((db) => stopReminders(db, [id]))).toBe(1);
      await runOn("2031-06-08");
      expect(await mails()).toEqual([]);
      expect(await asAdmin((db) => resumeReminders(db, [id]))).toBe(1);
      await runOn(END);
      expect(await recipients()).toEqual(["a"]);
    });

    test("are sent by staff once a day, for what ends or ended lately", async () => {
      at("2031-06-03T10:00:00Z");
      const id = await add("a");
      const send = () => asAdmin((db) => sendReminder(db, id));
      const answers = await Promise.allSettled([send(), send()]);
      expect(answers.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      expect(await mails()).toMatchObject([{ subject: "Votre adhésion se termine dans 12 jours" }]);
      at("2031-06-04T10:00:00Z");
      await send();
      await runOn("2031-06-08");
      await expect(send()).rejects.toThrow("déjà parti aujourd’hui");
      expect(await recipients()).toEqual(["a", "a", "a"]);
      at("2031-02-01T10:00:00Z");
      await expect(send()).rejects.toMatchObject({ kind: "conflict" });
    });

    test("and ends of 20,000 members take a day's run less than two seconds of the processor", async () => {
      await database().asOwner(sql`insert into members
        (id, first_name, last_name, email, status, membership_end, membership_type_id)
        select gen_random_uuid(), 'Aïssatou', 'Bah', n || '@example.org', 'active',
          ${"2031-06-15"}::date - 1 + (n % 365)::int, ${PLAYER}::uuid
        from generate_series(1, 20000) n`);
      const began = process.cpuUsage();
      await runOn("2031-06-15");
      const { user, system } = process.cpuUsage(began);
      expect((await mails()).length).toBeGreaterThan(150);
      // The embedded engine works in this process.
      expect((user + system) / 1e6).toBeLessThan(2);
    });
  });

  test("whoever renews by the link before the end keeps the days that are left", async () => {
    at("2031-06-08T09:00:00Z");
    const id = await add("renewing");
    const now = new Date("2031-06-08T09:00:00Z");
    await apply(application("renewing"), "fr", undefined, now);
    const rows = await asSystem("test", (db) =>
      rowsOf<{ id: string }>(db, sql`select id from members where status = 'pending'`),
    );
    await pay(await openOrderOf(rows[0]?.id ?? ""));
    expect((await stateOf(id))[0]).toBe("expired");
    for (const day of [END, "2031-06-16", "2031-07-15"]) await runOn(day);
    expect(await recipients()).toEqual([]);
    const ends = await database().asOwner(
      "select membership_end::text as end from members where status = 'active'",
    );
    expect(ends).toEqual([{ end: "2032-06-14" }]);
  });
});
