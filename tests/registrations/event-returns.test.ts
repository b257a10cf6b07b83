import "../mail/settings.ts";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { asStaff } from "../../app/core/database/doors/doors.server.ts";
import { setClock } from "../../app/core/process/clock.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import {
  approveEventReturns,
  findReturns,
  holdEventReturns,
} from "../../app/events/cancellation/cancellation.staff.server.ts";
import { approveRefund, requestRefund } from "../../app/payments/ledger/money.staff.server.ts";
import { offerProviders } from "../../app/payments/providers/provider.ts";
import {
  ADMIN,
  closeDay,
  fileOf,
  HOUR,
  nextPerson,
  OTHER,
  openDesk,
  refused,
  take,
  takenByProvider,
} from "../payments/support/desk.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { STAFF_REFUND } from "../support/staff-refund.ts";
import {
  cancelEventOf,
  followChanges,
  formatSeen,
  join,
  makeEvent,
  orderOf,
  PAID,
  reopenEventOf,
} from "./event.ts";

// The money of a cancelled event: one request with its total, approved once.

withDatabase((_engine, database) => {
  let day = Date.now();
  beforeAll(openDesk);
  afterAll(closeDay);
  beforeEach(async () => {
    day += 72 * HOUR;
    setClock(() => day);
    await database().asOwner("delete from mail_outbox");
  });
  afterEach(async () => {
    await setAlone(false);
    setClock();
  });

  const setAlone = (alone: boolean) =>
    database().asOwner(sql`update profiles set is_active = ${!alone} where id = ${OTHER}`);
  const approve = (event: string, staff: string) =>
    asStaff({ id: staff }, async (db) =>
      approveEventReturns(db, event, await formatSeen(db, event)),
    );
  const cancel = (event: string, staff = ADMIN) =>
    asStaff({ id: staff }, (db) => cancelEventOf(db, event));
  const reopen = (event: string) => reopenEventOf((work) => asStaff({ id: ADMIN }, work), event);
  const found = (event: string) => asStaff({ id: ADMIN }, (db) => findReturns(db, event));
  const returnsOf = async (event: string) => {
    const rows = await database().asOwner<{ status: string; by: string | null }>(sql`
      select refunds.status, approved_by as by from refunds join orders o on o.id = order_id
      join event_registrations r on r.id = o.subject_id where r.event_id = ${event}`);
    return rows;
  };
  const statesOf = async (event: string) => [
    ...new Set((await returnsOf(event)).map(({ status }) => status)),
  ];
  const mailed = () =>
    database().asOwner<{ recipient: string }>(
      sql`select recipient from mail_outbox where template = 'event-returns'`,
    );

  /** An event with so many people who paid. */
  async function sold(people: number): Promise<string> {
    offerProviders([]);
    const event = await makeEvent(20, { date: "2031-01-01" });
    for (let place = 0; place < people; place++) {
      await join(event, nextPerson(), PAID, new Date(day));
      const means = { means: "orange_money", receipt: `EV${newId().slice(-12)}` };
      await take(await orderOf(event, place), means);
    }
    return takenByProvider(database(), event);
  }

  describe("an event that is cancelled", () => {
    test("and gives back little, does so by that decision", async () => {
      const event = await sold(4);
      await cancel(event);
      await followChanges();
      expect(await statesOf(event)).toEqual(["approved"]);
      expect(await mailed()).toEqual([]);
      await refused(approve(event, OTHER), /plus de décision à prendre/);
    });

    test("and gives back much, waits for another person, once for all of it", async () => {
      const event = await sold(5);
      await cancel(event);
      expect(await mailed()).toHaveLength(2);
      await followChanges();
      expect(await statesOf(event)).toEqual(["requested"]);
      expect(await asStaff({ id: ADMIN }, (db) => findReturns(db, event))).toMatchObject({
        total: [{ amount: 125_000, currency: "XOF" }],
        decided_by: ADMIN,
        from: null,
      });
      await refused(approve(event, ADMIN), /une autre personne doit approuver/);
      day += 30 * HOUR;
      await followChanges();
      expect(await statesOf(event)).toEqual(["requested"]);
      await Promise.allSettled([approve(event, OTHER), approve(event, OTHER)]);
      await Promise.all([followChanges(), followChanges()]);
      expect(await statesOf(event)).toEqual(["approved"]);
      expect(new Set((await returnsOf(event)).map(({ by }) => by))).toEqual(new Set([OTHER]));
      expect(await returnsOf(event)).toHaveLength(5);
      await followChanges();
      const [change] = await database().asOwner(
        sql`select returns from event_changes where event_id = ${event}`,
      );
      expect(change).toEqual({ returns: "sent" });
    });

    test("a wait that begins with the approval is alerted like one that begins with the cancellation", async () => {
      const event = await sold(5);
      await cancel(event);
      await followChanges();
      await setAlone(true);
      await database().asOwner("delete from mail_outbox");
      expect(await approve(event, ADMIN)).toBeInstanceOf(Date);
      const alerted = await mailed();
      expect(alerted.length).toBeGreaterThan(0);
      await approve(event, ADMIN).catch(() => {});
      expect(await mailed()).toEqual(alerted);
    });

    test("is not given back one by one by whoever cancelled it", async () => {
      const event = await sold(5);
      await cancel(event);
      await followChanges();
      const ids = await database().asOwner<{ id: string }>(sql`
        select refunds.id from refunds join orders o on o.id = order_id
        join event_registrations r on r.id = o.subject_id where r.event_id = ${event}`);
      for (const { id } of ids) {
        await refused(
          asStaff({ id: ADMIN }, (db) => approveRefund(db, id)),
          /une autre personne/,
        );
      }
    });

    test("split into two events of one day, is much as well", async () => {
      const [first, second] = [await sold(3), await sold(3)];
      await cancel(first);
      await followChanges();
      await cancel(second);
      await followChanges();
      expect(await statesOf(first)).toEqual(["approved"]);
      expect(await statesOf(second)).toEqual(["requested"]);
    });

    test("and opened again before anything was to go back, gives back nothing", async () => {
      const event = await sold(5);
      await cancel(event);
      await reopen(event);
      expect(await found(event)).toBeUndefined();
      await refused(approve(event, OTHER), /plus de décision à prendre/);
      await followChanges();
      expect(await statesOf(event)).toEqual([]);
      const changes = await database().asOwner(
        sql`select returns from event_changes where event_id = ${event} and kind = 'cancelled'`,
      );
      expect(changes).toEqual([{ returns: null }]);
    });

    test("opened again and cancelled anew, gives back what is still owed, once", async () => {
      const event = await sold(6);
      await cancel(event);
      await followChanges();
      await reopen(event);
      await followChanges();
      expect(await found(event)).toMatchObject({ total: [{ amount: 150_000 }] });
      const [one] = await database().asOwner<{ id: string }>(sql`
        select refunds.id from refunds join orders o on o.id = order_id
        join event_registrations r on r.id = o.subject_id where r.event_id = ${event} limit 1`);
      await asStaff({ id: OTHER }, (db) => approveRefund(db, one?.id ?? ""));
      expect(await found(event)).toMatchObject({ total: [{ amount: 125_000 }] });
      await cancel(event);
      await followChanges();
      expect(await found(event)).toMatchObject({ total: [{ amount: 125_000 }] });
      await approve(event, OTHER);
      await followChanges();
      expect(await statesOf(event)).toEqual(["approved"]);
      expect(await returnsOf(event)).toHaveLength(6);
      expect(await found(event)).toBeUndefined();
    });

    test("lets nothing go with it that staff asked for by itself, and nobody approved", async () => {
      const event = await sold(1);
      const order = await orderOf(event);
      const charge_id = (await fileOf(order)).charges[0]?.id ?? "";
      await asStaff({ id: ADMIN }, (db) =>
        requestRefund(db, { order_id: order, charge_id, amount: 20_000, ...STAFF_REFUND }),
      );
      await cancel(event);
      await followChanges();
      const refunds = (await fileOf(order)).refunds.map(({ reason, status }) => [reason, status]);
      expect(Object.fromEntries(refunds)).toEqual({ staff: "requested", cancelled: "approved" });
    });

    test("is not approved by an account of today, nor is what such an account cancelled", async () => {
      const fresh = newId();
      await database().asOwner(sql`insert into profiles (id, name, email, role, created_at)
        values (${fresh}, 'N', ${`${fresh}@example.org`}, 'admin', ${new Date(day).toISOString()})`);
      const event = await sold(5);
      await cancel(event);
      await refused(approve(event, fresh), /moins de 24 heures/);
      await approve(event, OTHER);
      const another = await sold(5);
      await cancel(another, fresh);
      expect(await approve(another, ADMIN)).toBeInstanceOf(Date);
      await followChanges();
      expect(await statesOf(another)).toEqual(["requested"]);
      day += 25 * HOUR;
      expect(await approve(another, ADMIN)).toBeUndefined();
      await followChanges();
      expect(await statesOf(another)).toEqual(["approved"]);
      await database().asOwner(sql`update profiles set is_active = false where id = ${fresh}`);
    });

    test("approved before its registrations are ended, gives back as they are", async () => {
      const event = await sold(5);
      await cancel(event);
      await approve(event, OTHER);
      await followChanges();
      expect(await statesOf(event)).toEqual(["approved"]);
    });
  });

  describe("with one administrator alone", () => {
    test("gives back after a day, and a mail tells of it", async () => {
      await setAlone(true);
      const event = await sold(5);
      await cancel(event);
      expect(await mailed()).toHaveLength(1);
      await followChanges();
      day += 23 * HOUR;
      expect(await approve(event, ADMIN)).toBeInstanceOf(Date);
      await followChanges();
      expect(await statesOf(event)).toEqual(["requested"]);
      day += 2 * HOUR;
      await followChanges();
      expect(await statesOf(event)).toEqual(["approved"]);
    });

    test("holds it back, until somebody presses again", async () => {
      await setAlone(true);
      const event = await sold(5);
      await cancel(event);
      await asStaff({ id: ADMIN }, async (db) =>
        holdEventReturns(db, event, await formatSeen(db, event)),
      );
      day += 48 * HOUR;
      await followChanges();
      expect(await statesOf(event)).toEqual(["requested"]);
      expect(await approve(event, ADMIN)).toBeInstanceOf(Date);
      day += 25 * HOUR;
      await followChanges();
      expect(await statesOf(event)).toEqual(["approved"]);
    });

    test("does not go by itself once there is another: they decide", async () => {
      await setAlone(true);
      const event = await sold(5);
      await cancel(event);
      await setAlone(false);
      day += 25 * HOUR;
      await followChanges();
      expect(await statesOf(event)).toEqual(["requested"]);
      await approve(event, OTHER);
      await followChanges();
      expect(await statesOf(event)).toEqual(["approved"]);
    });
  });
});
