import "../mail/settings.ts";
import { sql } from "drizzle-orm";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { asStaff, asSystem, type StaffDb } from "../../app/core/database/doors.server.ts";
import { newId } from "../../app/core/id.server.ts";
import {
  confirmTransfer,
  listAnnounced,
  refuseTransfer,
} from "../../app/payments/announced-transfers.staff.server.ts";
import { announceTransfer } from "../../app/payments/announcing.system.server.ts";
import { chooseByHand } from "../../app/payments/by-hand.system.server.ts";
import { expireDue } from "../../app/payments/expiry.jobs.server.ts";
import {
  cancelUnpaid,
  correctCash,
  requestRefund,
  takeCash,
} from "../../app/payments/money.staff.server.ts";
import { ORDER_LIST } from "../../app/payments/order-list.ts";
import { openOrder } from "../../app/payments/orders.operations.server.ts";
import { findOrder, listOrders } from "../../app/payments/orders.staff.server.ts";
import { readPayment } from "../../app/payments/payment-view.system.server.ts";
import { setProviders } from "../../app/payments/provider.ts";
import { remindPayers } from "../../app/payments/reminders.jobs.server.ts";
import { amountDue } from "../../app/payments/settlement.ts";
import { simulated } from "../../app/payments/simulated.system.server.ts";
import { parseListQuery } from "../../app/records/list-query.ts";
import { registrationOffice } from "../../app/registrations/ticket-office.operations.server.ts";
import { acceptOffer } from "../../app/registrations/tickets.system.server.ts";
import { insertRow } from "../database/tables.ts";
import {
  join,
  mailsTo,
  makeEvent,
  orderOf,
  PAID,
  registrationsOf,
  statusesOf,
} from "../registrations/event.ts";
import { withEngines } from "../support/test-database.ts";

const ADMIN = newId();
const OTHER = newId();
const PRICE = 25_000;
const HOUR = 3_600_000;
const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: ADMIN }, work);

withEngines((_engine, database) => {
  let people = 0;
  /** Somebody's order for a place, where nothing online takes the money. */
  const newOrder = async (event?: string, now = new Date()) => {
    const at = event ?? (await makeEvent(1));
    people += 1;
    const n = `hand-${people}`;
    await join(at, n, PAID, now);
    const order = await orderOf(at, (await registrationsOf(at)).length - 1);
    return { event: at, order, email: `person-${n}@example.org` };
  };
  const fileOf = async (order: string) => {
    const file = await asAdmin((db) => findOrder(db, order));
    if (!file) throw new Error("no such order");
    return { ...file, due: amountDue(file.order, file.charges) };
  };
  const take = (order: string, more: object = {}, staff = ADMIN, now = new Date()) =>
    asStaff({ id: staff }, (db) =>
      takeCash(db, order, { key: newId(), receipt: null, ...more }, now),
    );
  const refused = (work: Promise<unknown>, message = /./) =>
    expect(work).rejects.toMatchObject({
      kind: "conflict",
      message: expect.stringMatching(message),
    });
  const later = (ms: number) => vi.setSystemTime(new Date(Date.now() + ms));

  beforeAll(() =>
    asSystem("test", async (db) => {
      await insertRow(db, "profiles", { id: ADMIN, role: "admin", name: "Mariama Bah" });
      await insertRow(db, "profiles", { id: OTHER, role: "admin", name: "Ibrahima Sow" });
      setProviders([]);
    }),
  );
  afterEach(() => {
    vi.useRealTimers();
    setProviders([]);
  });

  describe("a place that is paid by hand", () => {
    test("is kept for 72 hours, with a reference at once", async () => {
      const now = new Date();
      const { order } = await newOrder(undefined, now);
      const file = await fileOf(order);
      expect(file.order).toMatchObject({
        by_hand: true,
        reference: expect.stringMatching(/^FGE-/),
        hold_expires_at: new Date(now.getTime() + 72 * HOUR),
      });
      const page = await readPayment(file.order.token, "fr");
      expect(page).toMatchObject({
        state: "unavailable",
        by_hand: true,
        reference: file.order.reference,
        owed: { received: 0, due: PRICE },
      });
    });

    test("is kept until registration closes, if that comes first", async () => {
      const closes = new Date(Date.now() + 5 * HOUR);
      const event = await makeEvent(1, { registration_closes_at: closes });
      const { order } = await newOrder(event);
      expect((await fileOf(order)).order.hold_expires_at).toEqual(closes);
    });

    test("is spoken of once a day before, and goes in the end, which its payer is told", async () => {
      const { order, event, email } = await newOrder();
      const remind = () => remindPayers(() => new Date());
      vi.useFakeTimers({ toFake: ["Date"] });
      later(47 * HOUR);
      await remind();
      expect(await mailsTo(email)).not.toContain("payment-reminder");
      later(2 * HOUR);
      await remind();
      await remind();
      expect((await mailsTo(email)).filter((mail) => mail === "payment-reminder")).toHaveLength(1);
      expect(await statusesOf(event)).toEqual(["held"]);
      later(24 * HOUR);
      await expireDue(() => new Date());
      expect(await statusesOf(event)).toEqual(["expired"]);
      expect((await fileOf(order)).order.status).toBe("expired");
      expect(await mailsTo(email)).toContain("place-released");
    });

    test("is given to late money while one is free, and not when somebody has it", async () => {
      const { order, event } = await newOrder();
      vi.useFakeTimers({ toFake: ["Date"] });
      later(73 * HOUR);
      await expireDue(() => new Date());
      const other = await newOrder(event);
      await take(other.order);
      // Cash is not taken for what cannot be given.
      await refused(take(order), /n’encaissez pas/);
      // A transfer has come already: it goes back.
      await take(order, { means: "orange_money", receipt: "MP1701.1" });
      expect(await fileOf(order)).toMatchObject({
        order: { status: "paid_unfulfilled" },
        refunds: [{ reason: "no_place", amount: PRICE, status: "requested" }],
      });
      const third = await newOrder();
      later(73 * HOUR);
      await expireDue(() => new Date());
      await take(third.order);
      expect(await statusesOf(third.event)).toEqual(["confirmed"]);
    });

    test("is a whole one again for whoever comes up from the waiting list", async () => {
      const event = await makeEvent(1);
      const first = await newOrder(event);
      people += 1;
      await join(event, `hand-${people}`, PAID);
      vi.useFakeTimers({ toFake: ["Date"] });
      later(10 * HOUR);
      await asAdmin((db) => cancelUnpaid(db, first.order));
      const { offersJob } = await import("../../app/registrations/places.system.server.ts");
      await offersJob.run(new AbortController().signal);
      const waiting = (await registrationsOf(event))[1];
      const accepted = new Date();
      await acceptOffer(waiting?.token ?? "", accepted);
      const order = await orderOf(event, 1);
      expect((await fileOf(order)).order.hold_expires_at?.getTime()).toBe(
        accepted.getTime() + 72 * HOUR,
      );
    });

    test("is not chosen for a hold that is over", async () => {
      setProviders([simulated]);
      const { order } = await newOrder();
      const { token } = (await fileOf(order)).order;
      await chooseByHand(token, new Date(Date.now() + HOUR));
      expect((await fileOf(order)).order.by_hand).toBe(false);
    });

    test("may be chosen where the site takes the money, and keeps the longer hold", async () => {
      setProviders([simulated]);
      const { order, email } = await newOrder();
      const before = (await fileOf(order)).order;
      expect(before.by_hand).toBe(false);
      const now = new Date();
      await chooseByHand(before.token, now);
      await chooseByHand(before.token, new Date(now.getTime() + HOUR));
      const { order: after } = await fileOf(order);
      expect(after).toMatchObject({ by_hand: true });
      expect(after.hold_expires_at).toEqual(new Date(now.getTime() + 72 * HOUR));
      expect((await mailsTo(email)).filter((mail) => mail === "by-hand-chosen")).toHaveLength(1);
      // The site still takes it.
      expect(await readPayment(after.token, "fr")).toMatchObject({ state: "toPay", by_hand: true });
    });
  });

  describe("what was received", () => {
    test("leaves the rest due until it reaches the price, by different means and people", async () => {
      const { order, event, email } = await newOrder();
      await take(order, { amount: 10_000 });
      expect(await fileOf(order)).toMatchObject({ order: { status: "held" }, due: 15_000 });
      expect(await mailsTo(email)).toContain("part-received");
      const { token } = (await fileOf(order)).order;
      expect(await readPayment(token, "fr")).toMatchObject({
        owed: { received: 10_000, due: 15_000 },
      });
      await take(order, { amount: 15_000, means: "mtn_momo", receipt: "99 88-77 66" }, OTHER);
      const file = await fileOf(order);
      expect(file).toMatchObject({ order: { status: "confirmed" }, due: 0, refunds: [] });
      expect(file.ledger).toMatchObject([
        { means: "cash", amount: 10_000, booked_by: ADMIN },
        { means: "mtn_momo", amount: 15_000, booked_by: OTHER, provider_txn_id: "99887766" },
      ]);
      expect(await statusesOf(event)).toEqual(["confirmed"]);
    });

    test("above the price is to be returned", async () => {
      const { order } = await newOrder();
      await take(order, { amount: 10_000 });
      await take(order, { amount: 20_000 });
      expect(await fileOf(order)).toMatchObject({
        order: { status: "confirmed" },
        refunds: [{ amount: 5_000, reason: "surplus", status: "requested" }],
      });
    });

    test("goes back when the order is cancelled, and when the rest does not come", async () => {
      const [cancelled, expired] = [await newOrder(), await newOrder()];
      await take(cancelled.order, { amount: 12_500 });
      await asAdmin((db) => cancelUnpaid(db, cancelled.order));
      expect((await fileOf(cancelled.order)).refunds).toMatchObject([
        { amount: 12_500, reason: "cancelled" },
      ]);
      await take(expired.order, { amount: 12_500 });
      vi.useFakeTimers({ toFake: ["Date"] });
      later(73 * HOUR);
      await expireDue(() => new Date());
      expect((await fileOf(expired.order)).refunds).toMatchObject([
        { amount: 12_500, reason: "incomplete", status: "requested" },
      ]);
      // A part more in cash would only have to go back too; the whole rest is late money.
      await refused(take(expired.order, { amount: 1_000 }), /tout le reste/);
      await take(expired.order, { amount: 12_500 });
      expect(await fileOf(expired.order)).toMatchObject({
        order: { status: "confirmed" },
        refunds: [{ status: "withdrawn" }],
      });
    });

    test("is counted at the rate in another currency, and not without one", async () => {
      const { order } = await newOrder();
      await refused(take(order, { amount: 100_000, currency: "GNF" }), /aucun taux/);
      const at = "2026-11-01T00:00:00Z";
      const rates = JSON.stringify([{ from: "XOF", to: "GNF", rate: "15.4", source: "BCRG", at }]);
      await asSystem("test", (db) =>
        db.execute(sql`insert into site_settings (id, setting_key, setting_value)
          values (${newId()}, 'exchange_rates', ${rates}::jsonb)
          on conflict (setting_key) do update set setting_value = excluded.setting_value`),
      );
      await take(order, { amount: 154_000, currency: "GNF" });
      expect(await fileOf(order)).toMatchObject({ due: 15_000 });
      await take(order, { amount: 231_000, currency: "GNF" });
      expect(await fileOf(order)).toMatchObject({ order: { status: "confirmed" }, refunds: [] });
    });

    test.each([
      ["tomorrow", 24 * HOUR],
      ["a hundred days ago", -100 * 24 * HOUR],
    ])("%s is refused", async (_name, ms) => {
      const { order } = await newOrder();
      const received_on = new Date(Date.now() + ms).toISOString().slice(0, 10);
      await refused(take(order, { received_on }), /jour de réception/);
      expect((await fileOf(order)).ledger).toEqual([]);
    });

    test("counts in what the cancelling of its event gives back", async () => {
      const { event, order } = await newOrder();
      await take(order, { amount: 12_500 });
      const wrong = await newOrder(await makeEvent(1));
      await take(wrong.order);
      const charge_id = (await fileOf(wrong.order)).charges[0]?.id ?? "";
      await asAdmin((db) => correctCash(db, wrong.order, { charge_id, reason: "Erreur" }));
      const concerned = (id: string) => asAdmin((db) => registrationOffice.countConcerned(db, id));
      expect(await concerned(event)).toMatchObject({ paid: 1, owed: [{ amount: 12_500 }] });
      expect(await concerned(wrong.event)).toMatchObject({ paid: 0, owed: [] });
    });

    test("by two people at the same moment is booked once", async () => {
      const { order } = await newOrder();
      const half = { amount: 12_500, seen_due: PRICE };
      const ends = await Promise.allSettled([take(order, half), take(order, half, OTHER)]);
      expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      expect((await fileOf(order)).due).toBe(12_500);
    });

    test("in part is not refunded before the order is paid or cancelled", async () => {
      const { order } = await newOrder();
      await take(order, { amount: 12_500 });
      const charge_id = (await fileOf(order)).charges[0]?.id ?? "";
      await refused(
        asAdmin((db) => requestRefund(db, { order_id: order, charge_id, amount: 1 })),
        /annulez-la/,
      );
    });

    test("while the deadline passes leaves either the place or the money to return", async () => {
      for (let n = 0; n < 5; n++) {
        const { order, event } = await newOrder();
        vi.useFakeTimers({ toFake: ["Date"] });
        later(73 * HOUR);
        await Promise.allSettled([take(order), expireDue(() => new Date())]);
        expect(await statusesOf(event)).toEqual(["confirmed"]);
        expect((await fileOf(order)).refunds).toEqual([]);
        vi.useRealTimers();
      }
    });
  });

  describe("a membership", () => {
    const newApplication = async () => {
      const kind = await asSystem("test", (db) =>
        insertRow(db, "membership_types", { price: 15_000, currency: "GNF" }),
      );
      people += 1;
      const email = `member-${people}@example.org`;
      const subject_id = await asSystem("test", (db) =>
        insertRow(db, "members", { email, status: "pending", membership_type_id: kind }),
      );
      const { id } = await asSystem("test", (db) =>
        openOrder(db, {
          ...{ kind: "membership" as const, subject_id, language: "fr" as const },
          ...{ price_amount: 15_000, price_currency: "GNF" as const },
          ...{ label_fr: "Adhésion", label_en: "Membership" },
          ...{ payer_name: "Hawa Camara", payer_email: email, payer_phone: null },
        }),
      );
      const status = async () => {
        const [row] = await database().asOwner(
          sql`select status from members where id = ${subject_id}`,
        );
        return row?.status;
      };
      return { order: id, email, status };
    };

    test("is paid in halves, and has a reference of its own", async () => {
      const { order, status } = await newApplication();
      expect((await fileOf(order)).order).toMatchObject({
        reference: expect.stringMatching(/^FGE-[2-9A-Z]{4}-[2-9A-Z]{2}$/),
        hold_expires_at: null,
      });
      await take(order, { amount: 7_500 });
      expect(await status()).toBe("pending");
      await take(order, { amount: 7_500 }, OTHER);
      expect(await status()).toBe("active");
    });

    test("holds no place: it is spoken of after three days and after ten, and waits on", async () => {
      const { order, email } = await newApplication();
      const reminders = async () => {
        await remindPayers(() => new Date());
        return (await mailsTo(email)).filter((mail) => mail === "payment-reminder").length;
      };
      vi.useFakeTimers({ toFake: ["Date"] });
      const counts: number[] = [];
      for (const days of [2, 2, 1, 6, 1, 30]) {
        later(days * 24 * HOUR);
        counts.push(await reminders());
      }
      expect(counts).toEqual([0, 1, 1, 2, 2, 2]);
      expect((await fileOf(order)).order.status).toBe("held");
    });

    test("that was paid is not spoken of", async () => {
      const { order, email } = await newApplication();
      await take(order);
      vi.useFakeTimers({ toFake: ["Date"] });
      later(4 * 24 * HOUR);
      await remindPayers(() => new Date());
      expect(await mailsTo(email)).not.toContain("payment-reminder");
    });
  });

  describe("a booking that was wrong", () => {
    test("is taken back by an entry against it, and the right one takes its place", async () => {
      const { order, event } = await newOrder();
      await take(order, { receipt: "R-900", amount: 250_000 });
      const [charge] = (await fileOf(order)).charges;
      const correction = { charge_id: charge?.id ?? "", reason: "Un zéro de trop" };
      await asAdmin((db) => correctCash(db, order, correction));
      await refused(
        asAdmin((db) => correctCash(db, order, correction)),
        /déjà corrigé/,
      );
      const file = await fileOf(order);
      expect(file).toMatchObject({ order: { status: "confirmed" }, due: PRICE });
      // The surplus that never was is not to go back.
      expect(file.refunds).toMatchObject([{ status: "withdrawn" }]);
      expect(file.ledger).toMatchObject([
        { kind: "charge", amount: 250_000 },
        { kind: "correction", amount: -250_000, note: "Un zéro de trop", booked_by: ADMIN },
      ]);
      await take(order, { receipt: "R-900" });
      expect(await fileOf(order)).toMatchObject({ due: 0, order: { status: "confirmed" } });
      expect(await statusesOf(event)).toEqual(["confirmed"]);
    });

    test("of somebody else's order is put right by cancelling that one", async () => {
      const { order, event } = await newOrder();
      await take(order);
      const charge_id = (await fileOf(order)).charges[0]?.id ?? "";
      await asAdmin((db) => correctCash(db, order, { charge_id, reason: "Mauvaise personne" }));
      const { cancelOrder } = await import("../../app/payments/orders.operations.server.ts");
      await asSystem("test", (db) => cancelOrder(db, order));
      expect(await statusesOf(event)).toEqual(["cancelled"]);
      expect((await fileOf(order)).refunds).toEqual([]);
    });

    test("is never struck out: the database keeps both, and refuses a second correction", async () => {
      const { order } = await newOrder();
      await take(order, { receipt: "R-901" });
      const { charges } = await fileOf(order);
      await asAdmin((db) =>
        correctCash(db, order, { charge_id: charges[0]?.id ?? "", reason: "Essai" }),
      );
      const again =
        database().asOwner(sql`insert into ledger_entries (id, order_id, payment_id, kind,
        provider, provider_txn_id, amount, currency, price_amount, note, booked_by)
        select ${newId()}, order_id, payment_id, kind, provider, 'x', amount, currency, price_amount,
        note, booked_by from ledger_entries where order_id = ${order} and kind = 'correction'`);
      await expect(again).rejects.toThrow();
    });
  });

  describe("an announced transfer", () => {
    const announce = async (order: string, number: string) => {
      const { token } = (await fileOf(order)).order;
      return announceTransfer(token, { operator: "orange_money", number });
    };
    const find = async (number: string) => {
      const all = await asAdmin((db) => listAnnounced(db));
      return all.find((one) => one.transaction_number === number)?.id ?? "";
    };

    test("is not paid before somebody saw the money, and then with what arrived", async () => {
      const { order, event } = await newOrder();
      expect(await announce(order, "mp 2401.1010.a11")).toBe("announced");
      expect(await statusesOf(event)).toEqual(["held"]);
      const { token } = (await fileOf(order)).order;
      expect(await readPayment(token, "fr")).toMatchObject({
        announced: [{ end: "0A11", status: "announced" }],
        owed: { received: 0 },
      });
      const id = await find("MP24011010A11");
      await asAdmin((db) => confirmTransfer(db, id, { amount: 20_000, currency: "XOF" }));
      expect(await fileOf(order)).toMatchObject({ due: 5_000, order: { status: "held" } });
      await refused(
        asAdmin((db) => confirmTransfer(db, id, { amount: 20_000, currency: "XOF" })),
        /déjà traité/,
      );
      expect((await fileOf(order)).ledger).toHaveLength(1);
    });

    test("has a number that nobody else announced, and that is not booked", async () => {
      const [one, two] = [await newOrder(), await newOrder()];
      expect(await announce(one.order, "PP-123456")).toBe("announced");
      expect(await announce(one.order, "pp123456")).toBe("known");
      expect(await announce(two.order, "PP 123 456")).toBe("known");
      await refused(
        take(two.order, { means: "orange_money", receipt: "PP123456" }),
        /autre commande/,
      );
      await take(two.order, { means: "orange_money", receipt: "QQ 777 777" });
      expect(await announce(one.order, "QQ777777")).toBe("known");
    });

    test("that staff book themselves is announced no more", async () => {
      const { order } = await newOrder();
      await announce(order, "ZZ445566");
      await take(order, { means: "orange_money", receipt: "zz 44 55 66" });
      expect((await fileOf(order)).announced).toMatchObject([{ status: "confirmed" }]);
    });

    test("is refused with a reason that its payer reads, and may be announced by whose it is", async () => {
      const [wrong, right] = [await newOrder(), await newOrder()];
      await announce(wrong.order, "KK909090");
      const id = await find("KK909090");
      await asAdmin((db) => refuseTransfer(db, id, "Aucun transfert de ce numéro"));
      const { token } = (await fileOf(wrong.order)).order;
      expect(await readPayment(token, "fr")).toMatchObject({
        announced: [{ status: "refused", reason: "Aucun transfert de ce numéro" }],
      });
      expect(await mailsTo(wrong.email)).toContain("transfer-refused");
      expect(await announce(right.order, "KK909090")).toBe("announced");
    });

    test("is found by its number, and five that are open are enough", async () => {
      const { order } = await newOrder();
      for (let n = 0; n < 5; n++) await announce(order, `OPEN-00${n}`);
      expect(await announce(order, "OPEN-006")).toBe("too-many");
      const query = parseListQuery(ORDER_LIST, new URLSearchParams({ q: "open 003" }));
      const { rows } = await asAdmin((db) => listOrders(db, query));
      expect(rows.map(({ id }) => id)).toEqual([order]);
    });

    test("of an order that is cancelled is not taken", async () => {
      const { order } = await newOrder();
      await asAdmin((db) => cancelUnpaid(db, order));
      expect(await announce(order, "CC121212")).toBe("closed");
    });
  });
});
