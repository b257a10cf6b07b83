import "../mail/settings.ts";
import { sql } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { asStaff, asSystem, type StaffDb } from "../../app/core/database/doors/doors.server.ts";
import { setClock } from "../../app/core/process/clock.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import type { AppError } from "../../app/core/values/errors.ts";
import { cancelEvent } from "../../app/events/cancellation/cancellation.staff.server.ts";
import { setEventStatus } from "../../app/events/events.staff.server.ts";
import { takeCash } from "../../app/payments/ledger/money.staff.server.ts";
import { readPayment } from "../../app/payments/page/payment-view.system.server.ts";
import { settleEvents } from "../../app/registrations/places/places.system.server.ts";
import {
  acceptOffer,
  giveUp,
  readTicket,
} from "../../app/registrations/tickets/tickets.system.server.ts";
import { insertRow } from "../database/tables.ts";
import { withDatabase } from "../support/database/test-database.ts";
import {
  cancelEventOf,
  countsOf,
  followChanges,
  join,
  mailsTo,
  makeEvent,
  orderOf,
  ordersOf,
  PAID,
  pay,
  registrationsOf,
  reopenEventOf,
  statusesOf,
  tellOffers,
  tokenOf,
} from "./event.ts";

// What staff decide about an event, and what becomes of those who registered.

const ADMIN = newId();
const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: ADMIN }, work);
const address = (n: number | string) => `person-${n}@example.org`;

withDatabase((_engine, database) => {
  let event: string;

  beforeAll(() =>
    asSystem("test", (db) => insertRow(db, "profiles", { id: ADMIN, role: "admin" })),
  );
  beforeEach(async () => {
    await database().asOwner("delete from mail_outbox");
    await database().asOwner("update event_changes set done_at = now()");
    // What another test gave back was not on the same day.
    await database().asOwner("update refunds set created_at = created_at - interval '3 days'");
    event = await makeEvent(4);
  });
  afterEach(() => setClock());

  const cancel = (id = event) => asAdmin((db) => cancelEventOf(db, id));
  const reopen = () => reopenEventOf(asAdmin, event);
  const refundsOf = (order: string) =>
    database().asOwner(sql`select status, reason, amount from refunds where order_id = ${order}`);
  const call = (id: string, title: string) =>
    database().asOwner(sql`update events set title = ${title} where id = ${id}`);
  const openChanges = () =>
    database().asOwner(sql`select kind from event_changes where done_at is null`);

  /** One who paid, one whose place is free, one who is about to pay, one who was offered, one who waits. */
  async function fill(): Promise<string> {
    await join(event, "paid", PAID);
    const order = await orderOf(event);
    await asAdmin((db) => takeCash(db, order, { key: newId(), receipt: null }));
    await join(event, "free");
    await join(event, "held", PAID);
    const leaver = await join(event, "leaver");
    await join(event, "offered");
    await join(event, "waits");
    await giveUp(tokenOf(leaver), address("leaver"));
    await settleEvents();
    expect(await statusesOf(event)).toEqual([
      "confirmed",
      "confirmed",
      "held",
      "cancelled",
      "offered",
      "waiting",
    ]);
    await database().asOwner("delete from mail_outbox");
    return order;
  }

  describe("an event that is cancelled", () => {
    test("ends every registration, gives back what was paid, and tells each once", async () => {
      const order = await fill();
      await cancel();
      expect(await statusesOf(event), "the transaction of staff changes the event alone").toContain(
        "held",
      );
      await followChanges();
      expect(new Set(await statusesOf(event))).toEqual(new Set(["cancelled"]));
      expect(await countsOf(event)).toMatchObject({ current: 0, placed: 0 });
      expect(await refundsOf(order)).toEqual([
        { status: "requested", reason: "cancelled", amount: 25_000 },
      ]);
      expect(await ordersOf((await registrationsOf(event))[2]?.id ?? "")).toMatchObject([
        { status: "cancelled" },
      ]);
      await followChanges();
      for (const n of ["paid", "free", "held", "offered", "waits"]) {
        expect(await mailsTo(address(n)), n).toEqual(["event-cancelled"]);
      }
      expect(await mailsTo(address("leaver"))).toEqual([]);
      expect(await openChanges()).toEqual([]);
      const [paid] = await registrationsOf(event);
      const ticket = await readTicket(paid?.token ?? "");
      expect(ticket?.event).toMatchObject({ cancellation_reason: "La salle est inondée." });
      const [{ token }] = (await database().asOwner(
        sql`select token from orders where id = ${order}`,
      )) as [{ token: string }];
      expect(ticket?.paid_order, "where the refund is followed").toBe(token);
    });

    test("goes on where it was when the process dies in the middle: each mail and refund once", async () => {
      const order = await fill();
      await cancel();
      const stopping = { after: 2 };
      const signal = new Proxy(new AbortController().signal, {
        get: (target, name) =>
          name === "aborted" ? stopping.after-- <= 0 : Reflect.get(target, name),
      });
      const { eventChangesJob } = await import(
        "../../app/registrations/places/event-changes.jobs.server.ts"
      );
      await eventChangesJob.run(signal);
      expect(await openChanges()).toEqual([{ kind: "cancelled" }]);
      await Promise.all([followChanges(), followChanges()]);
      expect(await openChanges()).toEqual([]);
      expect(await refundsOf(order)).toHaveLength(1);
      const mails = await database().asOwner(
        sql`select count(*)::int as all, count(distinct key)::int as keys from mail_outbox`,
      );
      expect(mails).toEqual([{ all: 5, keys: 5 }]);
    });

    test("is not cancelled without a word where somebody comes, one by one or several at once", async () => {
      await join(event, 1);
      const empty = await makeEvent(3);
      await call(event, "A");
      const both = asAdmin((db) => setEventStatus(db, [empty, event], "cancelled"));
      await expect(both).rejects.toMatchObject({
        kind: "conflict",
        message: expect.stringContaining("« A »"),
      });
      expect(await asAdmin((db) => setEventStatus(db, [empty], "cancelled"))).toBe(1);
      expect(await openChanges()).toEqual([]);
    });

    test("is not reopened without a word: the refusal names each of several", async () => {
      await join(event, 1);
      const other = await makeEvent(3);
      await join(other, 2);
      const empty = await makeEvent(3);
      await call(event, "A");
      await call(other, "B");
      await call(empty, "C");
      await cancel();
      await cancel(other);
      await asAdmin((db) => setEventStatus(db, [empty], "cancelled"));
      await followChanges();
      const all = asAdmin((db) => setEventStatus(db, [empty, event, other], "upcoming"));
      const refused = await all.catch((error: AppError) => error.message);
      expect(refused).toContain("« A » et « B »");
      expect(refused).not.toContain("C");
      expect(await asAdmin((db) => setEventStatus(db, [empty], "upcoming"))).toBe(1);
    });

    test("is confirmed for the numbers that were shown, no others, and only once", async () => {
      await join(event, 1);
      const stale = asAdmin((db) =>
        cancelEvent(db, event, {
          cancellation_reason: "x",
          cancellation_reason_en: null,
          seen: "0, 0, 0",
        }),
      );
      await expect(stale).rejects.toMatchObject({ kind: "conflict" });
      await cancel();
      await expect(cancel()).rejects.toMatchObject({ kind: "conflict" });
    });

    test("takes no money that was on its way: it goes back", async () => {
      await join(event, 1, PAID);
      const order = await orderOf(event);
      await cancel();
      await followChanges();
      expect(await pay(order)).toBe("no-place");
      expect(await statusesOf(event)).toEqual(["cancelled"]);
    });

    test("while somebody pays at the desk: paid and given back, or refused", async () => {
      for (let round = 0; round < 4; round++) {
        const other = await makeEvent(2);
        await join(other, `race ${round}`, PAID);
        const order = await orderOf(other);
        const paying = asAdmin((db) => takeCash(db, order, { key: newId(), receipt: null })).catch(
          () => "refused",
        );
        await Promise.all([paying, cancel(other).catch(() => cancel(other))]);
        await followChanges();
        expect(await statusesOf(other)).toEqual(["cancelled"]);
        const money = await database().asOwner(sql`select
          coalesce(sum(amount) filter (where kind = 'charge'), 0)::int as taken,
          (select coalesce(sum(amount), 0)::int from refunds where order_id = ${order}) as back
          from ledger_entries where order_id = ${order}`);
        expect(money[0]?.taken).toBe(money[0]?.back);
      }
    });
  });

  describe("an event that takes place after all", () => {
    test("offers each their place for three days, before anybody who comes now, and tells them", async () => {
      const order = await fill();
      await cancel();
      await followChanges();
      await database().asOwner("delete from mail_outbox");
      setClock(() => Date.parse("2098-01-01T00:00:00Z"));
      await reopen();
      // Four had a place or an offer: those places are theirs.
      await join(event, "newcomer");
      await followChanges();
      const rows = await registrationsOf(event);
      expect(rows.map(({ status }) => status)).toEqual([
        "offered",
        "offered",
        "offered",
        "cancelled",
        "offered",
        "waiting",
        "waiting",
      ]);
      for (const n of ["paid", "free", "held", "offered", "waits"]) {
        expect(await mailsTo(address(n)), n).toEqual(["event-reopened"]);
      }
      // The three days run from when the mail server takes the message.
      expect((await readTicket(rows[1]?.token ?? ""))?.offer_expires_at).toBeNull();
      await tellOffers(new Date("2098-01-01T06:00:00Z"));
      expect((await readTicket(rows[1]?.token ?? ""))?.offer_expires_at?.toISOString()).toBe(
        "2098-01-04T06:00:00.000Z",
      );
      const told = async (n: string) =>
        (
          await database().asOwner<{ text_body: string }>(
            sql`select text_body from mail_outbox where recipient = ${address(n)}`,
          )
        )[0]?.text_body;
      expect(await told("paid")).toContain("vous est remboursé");
      expect(await told("held")).toContain("puis payez-la");
      for (const n of ["held", "free", "offered", "waits"])
        expect(await told(n), n).not.toMatch(/rembours/);
      expect(await told("free")).not.toMatch(/pay/);
      // The pages of the former orders lead back to the place.
      const held = await orderOf(event, 2);
      const tokens = await database().asOwner<{ token: string }>(
        sql`select token from orders where id in (${order}, ${held})`,
      );
      for (const { token } of tokens) {
        expect(await readPayment(token, "fr")).toMatchObject({
          restart: { path: `/tickets/${token}`, livesOn: true },
        });
      }
      await acceptOffer(rows[1]?.token ?? "");
      expect(await acceptOffer(rows[0]?.token ?? "")).toEqual(expect.any(String));
      expect((await statusesOf(event)).slice(0, 2)).toEqual(["held", "confirmed"]);
      expect((await readTicket(rows[0]?.token ?? ""))?.event.cancellation_reason).toBeNull();
    });

    test("before anybody was told: nobody loses a place, and nobody is written to", async () => {
      await fill();
      const before = await statusesOf(event);
      await cancel();
      await reopen();
      await followChanges();
      expect(await statusesOf(event)).toEqual(before);
      expect(await database().asOwner("select template from mail_outbox")).toEqual([]);
      expect(await openChanges()).toEqual([]);
    });

    test("gives no second place to whoever registered again", async () => {
      await join(event, 1);
      await cancel();
      await followChanges();
      await reopen();
      await join(event, 1);
      await followChanges();
      expect(await statusesOf(event)).toEqual(["cancelled", "confirmed"]);
    });
  });
});
