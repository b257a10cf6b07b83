import "../mail/settings.ts";
import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { asStaff, asSystem, type StaffDb } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { startAttempt } from "../../app/payments/attempts/attempts.system.server.ts";
import { pollDue } from "../../app/payments/attempts/polling.system.server.ts";
import { takeCash } from "../../app/payments/ledger/money.staff.server.ts";
import { findOrder } from "../../app/payments/orders/orders.staff.server.ts";
import { readPayment } from "../../app/payments/page/payment-view.system.server.ts";
import { offerProviders } from "../../app/payments/providers/provider.ts";
import {
  findSimulated,
  play,
} from "../../app/payments/providers/simulated/simulated.system.server.ts";
import {
  cancelByStaff,
  recordCashPayment,
} from "../../app/registrations/admin/staff-registration.staff.server.ts";
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
  endHold,
  FREE,
  followChanges,
  join,
  mailsTo,
  makeEvent,
  orderOf,
  ordersOf,
  PAID,
  pay,
  provider,
  registrationsOf,
  reopenEventOf,
  setPackages,
  statusesOf,
  tokenOf,
} from "./event.ts";

// What staff end or change of an event, while somebody is about to pay for a place at it.

const ADMIN = newId();
const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: ADMIN }, work);
const cash = () => ({ key: newId(), receipt: null });

withDatabase((_engine, database) => {
  let event: string;
  /** Somebody with a held place: their registration, its order, and the token of that. */
  let held: { id: string; token: string; order: string; orderToken: string };

  beforeAll(() =>
    asSystem("test", async (db) => {
      await insertRow(db, "profiles", { id: ADMIN, role: "admin", name: "Mariama Bah" });
    }),
  );

  beforeEach(async () => {
    event = await makeEvent(3);
    const orderToken = tokenOf(await join(event, 1, PAID));
    const [row] = await registrationsOf(event);
    if (!row) throw new Error("nobody registered");
    held = { id: row.id, token: row.token, order: await orderOf(event), orderToken };
  });

  const change = (values: ReturnType<typeof sql>) =>
    database().asOwner(sql`update events set ${values} where id = ${event}`);
  const clicks = (price = 25_000) =>
    startAttempt(held.orderToken, { key: newId(), charge: `${price} XOF` }, new Date());
  const refusedFor = (reason: string) => ({ kind: "refused", refusal: { reason } });
  const attempts = () =>
    database().asOwner<{ status: string }>(
      sql`select status from payments where order_id = ${held.order} order by created_at`,
    );
  const refusedAtDesk = (message: RegExp) =>
    expect(asAdmin((db) => recordCashPayment(db, held.id, cash()))).rejects.toMatchObject({
      kind: "conflict",
      message: expect.stringMatching(message),
    });

  /** Nothing on the pages leads to a payment, and they say why. */
  async function expectPagesToSay(reason: string): Promise<void> {
    expect(await readPayment(held.orderToken, "fr")).toMatchObject({
      refusal: { reason },
      means: [],
      pay_url: null,
    });
    expect((await readTicket(held.token))?.refusal).toMatchObject({ reason });
  }

  describe("a registration that staff cancel", () => {
    test("is not paid any more, online or at the desk, and its page says who cancelled it", async () => {
      await asAdmin((db) => cancelByStaff(db, held.id));
      expect(await clicks()).toEqual({ kind: "closed" });
      await refusedAtDesk(/n’attend plus de paiement/);
      expect(await readPayment(held.orderToken, "fr")).toMatchObject({
        state: "cancelled",
        refusal: { reason: "registration.cancelledByStaff" },
      });
      expect(await attempts()).toEqual([]);
    });

    test("is not brought back by money that was on its way, though places are free", async () => {
      await asAdmin((db) => cancelByStaff(db, held.id));
      expect(await pay(held.order)).toBe("no-place");
      expect(await statusesOf(event)).toEqual(["cancelled"]);
      expect(await countsOf(event)).toMatchObject({ current: 0, placed: 0 });
    });

    test("stops what waits at the provider", async () => {
      await clicks();
      await asAdmin((db) => cancelByStaff(db, held.id));
      await pollDue(() => new Date());
      expect(await attempts()).toEqual([{ status: "cancelled" }]);
    });

    test("while its payer clicks: refused, or begun before and stopped", async () => {
      for (let round = 0; round < 8; round++) {
        const place = await makeEvent(1);
        const token = tokenOf(await join(place, `race ${round}`, PAID));
        const [row] = await registrationsOf(place);
        const click = () => startAttempt(token, { key: newId(), charge: "25000 XOF" }, new Date());
        await Promise.all([click(), asAdmin((db) => cancelByStaff(db, row?.id ?? "")), click()]);
        await pollDue(() => new Date());
        const left = await database().asOwner(sql`select p.status from payments p
          join orders o on o.id = p.order_id where o.token = ${token} and p.status <> 'cancelled'`);
        expect(left).toEqual([]);
        expect(await statusesOf(place)).toEqual(["cancelled"]);
      }
    });

    test("by its holder, comes back with money that was on its way, as before", async () => {
      await giveUp(held.token, "person-1@example.org");
      expect(await readPayment(held.orderToken, "en")).toMatchObject({
        state: "cancelled",
        refusal: { reason: "registration.cancelled" },
      });
      expect(await pay(held.order)).toBe("fulfilled");
      expect(await statusesOf(event)).toEqual(["confirmed"]);
    });
  });

  describe("an event that staff cancel", () => {
    const cancel = () => asAdmin((db) => cancelEventOf(db, event));

    test("takes no payment, until it is held after all", async () => {
      await cancel();
      expect(await clicks()).toMatchObject(refusedFor("registration.eventCancelled"));
      await expectPagesToSay("registration.eventCancelled");
      await refusedAtDesk(/^l’événement est annulé, n’encaissez pas$/);
      const direct = asAdmin((db) => takeCash(db, held.order, cash()));
      await expect(direct).rejects.toMatchObject({ kind: "conflict" });
      const file = await asAdmin((db) => findOrder(db, held.order));
      expect(file?.refusals.desk).toBe("l’événement est annulé");
      expect([await attempts(), await ordersOf(held.id)]).toMatchObject([[], [{ status: "held" }]]);
      await reopenEventOf(asAdmin, event);
      expect(await clicks()).toMatchObject({ kind: "attempt", payment: { status: "pending" } });
      expect((await readTicket(held.token))?.refusal).toBeUndefined();
    });

    test("stops what waits at the provider", async () => {
      await clicks();
      await cancel();
      expect(await readPayment(held.orderToken, "fr")).toMatchObject({
        state: "unavailable",
        pay_url: null,
      });
      await followChanges();
      await pollDue(() => new Date());
      expect(await attempts()).toEqual([{ status: "cancelled" }]);
    });

    test("gives back what is paid all the same, and frees the place", async () => {
      // A provider that cannot stop what waits for its payer.
      offerProviders([{ ...provider, cancel: undefined }]);
      await clicks();
      await cancel();
      const [{ reference } = { reference: "" }] = await database().asOwner<{ reference: string }>(
        sql`select provider_ids->>'reference' as reference from payments where order_id = ${held.order}`,
      );
      const waiting = await findSimulated(reference);
      if (waiting) await play(waiting, "approve", 0);
      await followChanges();
      await pollDue(() => new Date());
      offerProviders([provider]);
      expect(await attempts()).toEqual([{ status: "succeeded" }]);
      expect(await ordersOf(held.id)).toMatchObject([{ status: "paid_unfulfilled" }]);
      expect(await statusesOf(event)).toEqual(["cancelled"]);
      expect(await countsOf(event)).toMatchObject({ current: 0, placed: 0 });
      const back = sql`select status, reason, amount from refunds where order_id = ${held.order}`;
      expect(await database().asOwner(back)).toEqual([
        { status: "requested", reason: "no_place", amount: 25_000 },
      ]);
      expect((await mailsTo("person-1@example.org")).at(-1)).toBe("refund-due");
    });

    test("is not paid late either, and keeps the place of whoever asked again", async () => {
      await endHold(held.order);
      await join(event, 1, PAID);
      await cancel();
      expect(await pay(held.order)).toBe("no-place");
      expect(await statusesOf(event)).toEqual(["expired", "held"]);
    });

    test("gives no offered place, and lets nobody who waits pay at the desk", async () => {
      const full = await makeEvent(1);
      const first = await join(full, "first");
      await join(full, "second");
      await join(full, "third", PAID);
      await giveUp(tokenOf(first), "person-first@example.org");
      await settleEvents();
      expect(await statusesOf(full)).toEqual(["cancelled", "offered", "waiting"]);
      const [, second, third] = await registrationsOf(full);
      await asAdmin((db) => cancelEventOf(db, full));
      expect(await acceptOffer(second?.token ?? "")).toBeUndefined();
      expect((await readTicket(second?.token ?? ""))?.refusal).toMatchObject({
        reason: "registration.eventCancelled",
      });
      const late = asAdmin((db) => recordCashPayment(db, third?.id ?? "", cash()));
      await expect(late).rejects.toMatchObject({ message: "l’événement est annulé" });
      expect(await statusesOf(full)).toEqual(["cancelled", "offered", "waiting"]);
    });
  });

  describe("an event that has begun, or is over", () => {
    test.each([
      ["begun by its date", sql`date = current_date - 1`, "registration.eventBegun"],
      ["begun by staff", sql`status = 'ongoing'`, "registration.eventBegun"],
      ["over", sql`status = 'completed'`, "registration.eventOver"],
    ])("%s is not paid online any more; at the desk it is", async (_what, values, reason) => {
      await change(values);
      expect(await clicks()).toMatchObject(refusedFor(reason));
      await expectPagesToSay(reason);
      await asAdmin((db) => recordCashPayment(db, held.id, cash()));
      expect(await statusesOf(event)).toEqual(["confirmed"]);
    });
  });

  describe("a package", () => {
    test("that was removed is not paid online; staff may take what was agreed", async () => {
      await setPackages(event, [{ id: FREE, amount: 0 }]);
      expect(await clicks()).toMatchObject(refusedFor("registration.packageGone"));
      await expectPagesToSay("registration.packageGone");
      const file = await asAdmin((db) => findOrder(db, held.order));
      expect(file?.refusals).toEqual({
        desk: undefined,
        online: "la formule choisie n’est plus proposée",
      });
      await asAdmin((db) => recordCashPayment(db, held.id, cash()));
      expect(await statusesOf(event)).toEqual(["confirmed"]);
    });

    test("whose price changed is refused with the new price, and can be chosen anew", async () => {
      await setPackages(event, [{ id: PAID, amount: 30_000 }]);
      const refusal = { reason: "registration.priceChanged", price: { amount: 30_000 } };
      expect(await clicks()).toMatchObject({ kind: "refused", refusal });
      expect(await readPayment(held.orderToken, "fr")).toMatchObject({ refusal });
      expect(await attempts()).toEqual([]);
      await giveUp(held.token, "person-1@example.org");
      held.orderToken = tokenOf(await join(event, 1, PAID));
      expect(await clicks(30_000)).toMatchObject({ kind: "attempt" });
    });

    test("whose price changed while somebody waited is offered at that price", async () => {
      const full = await makeEvent(1);
      const first = await join(full, "early");
      await join(full, "late", PAID);
      await giveUp(tokenOf(first), "person-early@example.org");
      await settleEvents();
      const [, late] = await registrationsOf(full);
      await setPackages(full, [{ id: PAID, amount: 30_000 }]);
      const token = (await acceptOffer(late?.token ?? "")) ?? "";
      expect(await readPayment(token, "fr")).toMatchObject({
        state: "toPay",
        price_amount: 30_000,
        refusal: null,
      });
    });
  });
});
