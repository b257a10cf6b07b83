import "../mail/settings.ts";
import { sql } from "drizzle-orm";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { asSystem } from "../../app/core/database/doors/doors.server.ts";
import { cancelUnpaid } from "../../app/payments/ledger/money.staff.server.ts";
import { chooseOfflinePayment } from "../../app/payments/offline/offline-payment.system.server.ts";
import { openOrder } from "../../app/payments/orders/orders.operations.server.ts";
import { readPayment } from "../../app/payments/page/payment-view.system.server.ts";
import { expireDue, remindPayers } from "../../app/payments/payments.jobs.server.ts";
import { offerProviders } from "../../app/payments/providers/provider.ts";
import { simulated } from "../../app/payments/providers/simulated/simulated.system.server.ts";
import { offersJob } from "../../app/registrations/places/places.system.server.ts";
import { acceptOffer } from "../../app/registrations/tickets/tickets.system.server.ts";
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
import { withDatabase } from "../support/database/test-database.ts";
import {
  asAdmin,
  closeDay,
  deskEnd,
  fileOf,
  HOUR,
  later,
  laterThanHold,
  newOrder,
  nextPerson,
  OTHER,
  openDesk,
  PRICE,
  refused,
  take,
} from "./support/desk.ts";

withDatabase((_engine, database) => {
  beforeAll(openDesk);
  afterEach(closeDay);

  describe("a place that is paid by hand", () => {
    test("is kept until the desk has been open after 72 hours, with a reference at once", async () => {
      const now = new Date();
      const { order } = await newOrder(undefined, now);
      const file = await fileOf(order);
      expect(file.order).toMatchObject({
        by_hand: true,
        reference: expect.stringMatching(/^FGE-/),
        hold_expires_at: deskEnd(now),
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
      expect((await fileOf(order)).order.hold_expires_at).toEqual(deskEnd(new Date(), closes));
    });

    test("is kept until the event begins, whenever its registration closes", async () => {
      const begins = new Date(Date.now() + 30 * HOUR);
      const [date, time] = begins.toISOString().split(/[T.]/);
      const event = await makeEvent(1, {
        date,
        time: time?.slice(0, 5),
        registration_closes_at: new Date(Date.now() + 60 * HOUR),
      });
      const { order } = await newOrder(event);
      const ends = (await fileOf(order)).order.hold_expires_at;
      expect(ends?.toISOString().slice(0, 16)).toBe(begins.toISOString().slice(0, 16));
    });

    test("is spoken of once a day before, and goes in the end, which its payer is told", async () => {
      const { order, event, email } = await newOrder();
      const remind = () => remindPayers(() => new Date());
      await laterThanHold(order, -25 * HOUR);
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
      await laterThanHold(order);
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
      await laterThanHold(third.order);
      await expireDue(() => new Date());
      await take(third.order);
      expect(await statusesOf(third.event)).toEqual(["confirmed"]);
    });

    test("is a whole one again for whoever comes up from the waiting list", async () => {
      const event = await makeEvent(1);
      const first = await newOrder(event);
      await join(event, nextPerson(), PAID);
      later(10 * HOUR);
      await asAdmin((db) => cancelUnpaid(db, first.order));
      await offersJob.run(new AbortController().signal);
      const waiting = (await registrationsOf(event))[1];
      const accepted = new Date();
      await acceptOffer(waiting?.token ?? "", accepted);
      const order = await orderOf(event, 1);
      expect((await fileOf(order)).order.hold_expires_at).toEqual(deskEnd(accepted));
    });

    test("is not chosen for a hold that is over", async () => {
      offerProviders([simulated]);
      const { order } = await newOrder();
      const { token } = (await fileOf(order)).order;
      await chooseOfflinePayment(token, new Date(Date.now() + HOUR));
      expect((await fileOf(order)).order.by_hand).toBe(false);
    });

    test("may be chosen where the site takes the money, and keeps the longer hold", async () => {
      offerProviders([simulated]);
      const { order, email } = await newOrder();
      const before = (await fileOf(order)).order;
      expect(before.by_hand).toBe(false);
      const now = new Date();
      await chooseOfflinePayment(before.token, now);
      await chooseOfflinePayment(before.token, new Date(now.getTime() + HOUR));
      const { order: after } = await fileOf(order);
      expect(after).toMatchObject({ by_hand: true });
      expect(after.hold_expires_at).toEqual(deskEnd(now));
      expect((await mailsTo(email)).filter((mail) => mail === "by-hand-chosen")).toHaveLength(1);
      // The site still takes it.
      expect(await readPayment(after.token, "fr")).toMatchObject({ state: "toPay", by_hand: true });
    });
  });

  describe("a membership", () => {
    const newApplication = async () => {
      const kind = await asSystem("test", (db) =>
        insertRow(db, "membership_types", { price: 15_000, currency: "GNF" }),
      );
      const email = `${nextPerson()}@example.org`;
      const subject_id = await asSystem("test", (db) =>
        insertRow(db, "members", { email, status: "pending", membership_type_id: kind }),
      );
      const { id } = await asSystem("test", (db) =>
        openOrder(db, {
          kind: "membership" as const,
          subject_id,
          language: "fr" as const,
          price_amount: 15_000,
          price_currency: "GNF" as const,
          label_fr: "Adhésion",
          label_en: "Membership",
          payer_name: "Hawa Camara",
          payer_email: email,
          payer_phone: null,
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
      later(4 * 24 * HOUR);
      await remindPayers(() => new Date());
      expect(await mailsTo(email)).not.toContain("payment-reminder");
    });
  });
});
