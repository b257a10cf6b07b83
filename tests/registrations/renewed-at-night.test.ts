import "../mail/settings.ts";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { asSystem } from "../../app/core/database/doors/doors.server.ts";
import { setClock } from "../../app/core/process/clock.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { endMembershipsJob } from "../../app/membership/renewal/membership.jobs.server.ts";
import { insertRow } from "../database/tables.ts";
import { rowsOf, withDatabase } from "../support/database/test-database.ts";
import { application, apply, offerTypes, openOrderOf, PLAYER } from "./applicants.ts";
import { pay } from "./event.ts";

// What the first minute of a day writes leaves in its morning: much can happen in between.

const ADMIN = newId();
const END = "2031-06-15";
const at = (moment: string) => setClock(() => Date.parse(moment));
const run = () => endMembershipsJob.run(new AbortController().signal);

const add = (email: string, values: object = {}) =>
  asSystem("test", (db) =>
    insertRow(db, "members", {
      first_name: "Hawa",
      last_name: "Soumah",
      birth_date: "2001-02-03",
      member_type: "player",
      status: "active",
      membership_end: END,
      email: `${email}@example.org`,
      membership_type_id: PLAYER,
      ...values,
    }),
  );

/** Who is still to be reminded, by the names of their addresses. */
const waiting = async () => {
  const rows = await asSystem("test", (db) =>
    rowsOf<{ recipient: string }>(
      db,
      sql`select recipient from mail_outbox
        where template = 'membership-ending' and status = 'queued' order by recipient`,
    ),
  );
  return rows.map(({ recipient }) => recipient.split("@")[0]);
};

/** Applies and pays, at two in the morning. */
async function renew(name: string, day: string): Promise<void> {
  at(`${day}T02:00:00Z`);
  await apply(application(name), "fr", undefined, new Date(`${day}T02:00:00Z`));
  const [applicant] = await asSystem("test", (db) =>
    rowsOf<{ id: string }>(db, sql`select id from members where status = 'pending'`),
  );
  await pay(await openOrderOf(applicant?.id ?? ""));
}

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

  test.each(["2031-05-16", "2031-06-08", END, "2031-07-15"])(
    "whoever renews, or is suspended, in the night of %s is not reminded in its morning",
    async (day) => {
      const suspended = await add("suspended");
      for (const name of ["renewed", "slow"]) await add(name);
      // A sister under the same address.
      await add("renewed", { first_name: "Fatou" });
      if (day > END) {
        at("2031-06-16T00:00:00.050Z");
        await run();
      }
      at(`${day}T00:00:00.050Z`);
      await run();
      expect(await waiting()).toEqual(["renewed", "renewed", "slow", "suspended"]);
      await renew("renewed", day);
      expect(await waiting()).toEqual(["renewed", "slow", "suspended"]);
      await database().asOwner(
        sql`update members set status = 'suspended' where id = ${suspended}`,
      );
      expect(await waiting()).toEqual(["renewed", "slow"]);
      // The next run does not write it again.
      await run();
      expect(await waiting()).toEqual(["renewed", "slow"]);
    },
  );

  test.each([END, "2031-07-15"])(
    "whoever renews while the reminders of %s are written is not reminded",
    async (day) => {
      const old = await add("renewed");
      await add("slow");
      if (day > END) {
        at("2031-06-16T00:00:00.050Z");
        await run();
      }
      const pending = await add("renewed", { status: "pending", membership_end: null });
      at(`${day}T00:00:00.050Z`);
      const begun = Promise.withResolvers<void>();
      const renewal = asSystem("test", async (db) => {
        // As a payment does it: the person's rows are locked, one ends and the other begins.
        await db.execute(
          sql`select id from members where id in (${old}, ${pending}) order by id for update`,
        );
        await db.execute(
          sql`update members set status = 'expired' where id = ${old} and status = 'active'`,
        );
        await db.execute(
          sql`update members set status = 'active', membership_end = '2032-06-15' where id = ${pending}`,
        );
        begun.resolve();
        await pause(1_000);
      });
      await begun.promise;
      await Promise.all([renewal, run()]);
      expect(await waiting()).toEqual(["slow"]);
    },
  );
});
