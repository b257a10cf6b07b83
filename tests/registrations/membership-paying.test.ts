import "../mail/settings.ts";
import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { asSystem, asVisitor } from "../../app/core/database/doors/doors.server.ts";
import { DAY } from "../../app/core/values/durations.ts";
import { membershipFulfilment } from "../../app/membership/apply/fulfilment.operations.server.ts";
import {
  findMembershipType,
  openMembershipOrder,
  readApplication,
  submitApplication,
} from "../../app/membership/apply/membership.system.server.ts";
import { members } from "../../app/membership/members/members.table.server.ts";
import { countCommunity } from "../../app/membership/membership.visitor.server.ts";
import { MEMBERSHIP_DAYS } from "../../app/membership/renewal/membership-period.ts";
import type { Order } from "../../app/payments/payments.table.server.ts";
import { rowsOf, withDatabase } from "../support/database/test-database.ts";
import {
  application,
  apply,
  browserOf,
  daysFrom,
  GUARDIAN,
  IN_A_YEAR,
  membersOf,
  offerTypes,
  only,
  openOrderOf,
  TODAY,
  textTo,
} from "./applicants.ts";
import { mailsTo, ordersOf, pay } from "./event.ts";

withDatabase((_engine, database) => {
  beforeAll(offerTypes);

  describe("paying", () => {
    test("begins the membership of that member, today, for 365 days, once", async () => {
      const before = await asVisitor(countCommunity);
      await apply(application("paid"), "fr");
      await apply(application("other"), "fr");
      const { id } = await only("paid");
      const order = await openOrderOf(id);
      expect([await pay(order), await pay(order)]).toEqual(["fulfilled", "fulfilled"]);
      expect(await only("paid")).toMatchObject({ status: "active", start: TODAY, end: IN_A_YEAR });
      expect(await only("other")).toMatchObject({ status: "pending", start: null });
      expect(await mailsTo("paid@example.org")).toEqual([
        "application-received",
        "membership-active",
      ]);
      expect((await asVisitor(countCommunity)).players).toBe(before.players + 1);
    });

    test("then the form sent again leads back to it, without another order", async () => {
      const token = await apply(application("back"), "fr");
      const { id } = await only("back");
      await pay(await openOrderOf(id));
      const again = { language: "fr" as const, from: browserOf("back@example.org") };
      expect(await submitApplication(application("back"), again)).toEqual({
        token,
        isMember: true,
      });
      expect(await only("back")).toMatchObject({ status: "active" });
      expect(await ordersOf(id)).toHaveLength(1);
    });

    test("a year later extends by a year, keeps the days that were left, and counts once", async () => {
      await apply(application("renew"), "fr");
      const first = await only("renew");
      await pay(await openOrderOf(first.id));
      const soonOver = daysFrom(TODAY, 10 * 86_400_000);
      await database().asOwner(sql`update members set membership_start = ${TODAY}::date - 355,
        membership_end = ${soonOver}::date where id = ${first.id}`);
      const before = await asVisitor(countCommunity);
      await apply(application("renew"), "fr");
      const second = (await membersOf("renew")).find(({ status }) => status === "pending");
      expect(await pay(await openOrderOf(second?.id ?? ""))).toBe("fulfilled");
      expect(await membersOf("renew")).toMatchObject([
        { id: first.id, status: "expired" },
        { status: "active", start: TODAY, end: daysFrom(soonOver, MEMBERSHIP_DAYS * DAY) },
      ]);
      expect(await asVisitor(countCommunity)).toEqual(before);
      const welcomes = await database().asOwner(sql`select subject from mail_outbox
        where template = 'membership-active' and recipient = 'renew@example.org' order by created_at`);
      expect(welcomes, "nobody is welcomed twice").toMatchObject([
        { subject: expect.stringContaining("Votre adhésion est active") },
        { subject: expect.stringContaining("Votre adhésion est renouvelée") },
      ]);
    });

    test("for a child whose address is its parent's extends nobody else's", async () => {
      await apply(application("family"), "fr");
      const first = await only("family");
      await pay(await openOrderOf(first.id));
      const child = { firstName: "Ibrahima", birthDate: "2012-05-06", guardian: GUARDIAN };
      await apply(application("family", child), "fr");
      const pending = (await membersOf("family")).find(({ status }) => status === "pending");
      await pay(await openOrderOf(pending?.id ?? ""));
      expect((await membersOf("family")).map(({ status, end }) => [status, end])).toEqual([
        ["active", IN_A_YEAR],
        ["active", IN_A_YEAR],
      ]);
    });

    test("a second order of the same application buys nothing more", async () => {
      await apply(application("second"), "fr");
      const { id } = await only("second");
      const first = await openOrderOf(id);
      await database().asOwner(sql`update orders set status = 'cancelled' where id = ${first}`);
      await apply(application("second"), "fr");
      expect(await pay(await openOrderOf(id))).toBe("fulfilled");
      expect(await pay(first)).toBe("no-place");
      expect(await only("second")).toMatchObject({ status: "active", end: IN_A_YEAR });
    });

    test("after staff began the membership by hand moves no date", async () => {
      await apply(application("trusted"), "fr");
      const { id } = await only("trusted");
      const order = await openOrderOf(id);
      await database().asOwner(sql`update members set status = 'active',
        membership_start = ${TODAY}::date - 3, membership_end = ${TODAY}::date + 362 where id = ${id}`);
      const before = await only("trusted");
      expect(await pay(order)).toBe("fulfilled");
      expect(await only("trusted")).toEqual(before);
    });

    test("does not lift a suspension, and finds nobody who was removed", async () => {
      await apply(application("suspended"), "fr");
      const { id } = await only("suspended");
      const order = await openOrderOf(id);
      await database().asOwner(sql`update members set status = 'suspended' where id = ${id}`);
      expect(await pay(order)).toBe("no-place");
      await database().asOwner(sql`delete from members where id = ${id}`);
      expect(await pay(order)).toBe("no-place");
    });

    test("is refused beside a suspended membership of the same person, until that ends", async () => {
      const token = await apply(application("barred"), "fr");
      const first = await only("barred");
      await pay(await openOrderOf(first.id));
      await database().asOwner(sql`update members set status = 'suspended' where id = ${first.id}`);
      const again = { language: "fr" as const, from: browserOf("barred@example.org") };
      expect(await submitApplication(application("barred"), again)).toEqual({
        token,
        isMember: true,
      });
      // Another browser, which may be somebody else's, gets an application that staff study: the mail alone says why.
      const elsewhere = await apply(application("barred"), "fr", browserOf("elsewhere"));
      expect(await textTo("barred@example.org")).toContain("Votre adhésion est suspendue");
      const shown = await readApplication(elsewhere ?? "");
      expect(shown).toMatchObject({ status: "pending", order: undefined });
      expect(JSON.stringify(shown)).not.toContain("suspend");
      const second = (await membersOf("barred")).find(({ status }) => status === "pending");
      // One that was opened before the suspension says no more.
      await asSystem("test", async (db) => {
        const [member] = await db
          .select()
          .from(members)
          .where(eq(members.id, second?.id ?? ""));
        const type = await findMembershipType(db, member?.membership_type_id ?? "");
        if (member && type) await openMembershipOrder(db, member, type);
      });
      const order = await openOrderOf(second?.id ?? "");
      const refusal = (channel: "online" | "desk") =>
        asSystem("test", async (db) => {
          const [row] = await rowsOf<Order>(db, sql`select * from orders where id = ${order}`);
          return (
            row && membershipFulfilment.payable(db, row, { channel, lock: false, now: new Date() })
          );
        });
      for (const channel of ["online", "desk"] as const)
        expect(await refusal(channel)).toMatchObject({ reason: "membership.beside" });
      expect(await pay(order)).toBe("no-place");
      expect((await membersOf("barred")).map(({ status }) => status)).toEqual([
        "suspended",
        "pending",
      ]);
      await database().asOwner(
        sql`update members set membership_start = ${TODAY}::date - 9, membership_end = ${TODAY}::date - 1 where id = ${first.id}`,
      );
      expect(await refusal("online")).toBe("ok");
    });

    test("given back ends what it had begun, once", async () => {
      await apply(application("refund"), "fr");
      const { id } = await only("refund");
      const orderId = await openOrderOf(id);
      await pay(orderId);
      const release = () =>
        asSystem("test", async (db) => {
          const [order] = await rowsOf<Order>(db, sql`select * from orders where id = ${orderId}`);
          if (order) await membershipFulfilment.release(db, order);
        });
      await release();
      await release();
      expect(await only("refund")).toMatchObject({ status: "expired", end: TODAY });
    });
  });
});
