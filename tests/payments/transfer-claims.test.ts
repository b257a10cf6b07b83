import "../mail/settings.ts";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../app/core/secrets/id.server.ts";
import { startAttempt } from "../../app/payments/attempts/attempts.system.server.ts";
import { giveUpOrder, stopPaying } from "../../app/payments/attempts/cancellation.system.server.ts";
import { quoteKey } from "../../app/payments/ledger/conversion.ts";
import { cancelUnpaid } from "../../app/payments/ledger/money.staff.server.ts";
import {
  chooseOfflinePayment,
  claimTransfer,
} from "../../app/payments/offline/offline-payment.system.server.ts";
import { transferDeadline } from "../../app/payments/offline/offline-payment.ts";
import {
  confirmClaim,
  correctClaim,
  listClaims,
  refuseClaim,
} from "../../app/payments/offline/transfer-claims.staff.server.ts";
import { ORDER_LIST } from "../../app/payments/orders/order-list.ts";
import { listOrders } from "../../app/payments/orders/orders.staff.server.ts";
import { readPayment } from "../../app/payments/page/payment-view.system.server.ts";
import { expireDue } from "../../app/payments/payments.jobs.server.ts";
import { offerProviders } from "../../app/payments/providers/provider.ts";
import { simulated } from "../../app/payments/providers/simulated/simulated.system.server.ts";
import { parseListQuery } from "../../app/records/list/list-query.ts";
import { giveUp } from "../../app/registrations/tickets/tickets.system.server.ts";
import { DEFAULT_SETTINGS } from "../../app/settings/settings.ts";
import { mailsTo, registrationsOf, statusesOf } from "../registrations/event.ts";
import { withDatabase } from "../support/database/test-database.ts";
import {
  asAdmin,
  closeDay,
  fileOf,
  HOUR,
  later,
  laterThanHold,
  newOrder,
  openDesk,
  PRICE,
  refused,
  take,
} from "./support/desk.ts";

withDatabase(() => {
  beforeAll(openDesk);
  afterEach(closeDay);

  describe("an announced transfer", () => {
    const announce = async (order: string, number: string) => {
      const { token } = (await fileOf(order)).order;
      return claimTransfer(token, { operator: "orange_money", number });
    };
    const find = async (number: string) => {
      const { transfers: all } = await asAdmin((db) => listClaims(db));
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
      await asAdmin((db) => confirmClaim(db, id, { amount: 20_000, currency: "XOF" }));
      expect(await fileOf(order)).toMatchObject({ due: 5_000, order: { status: "held" } });
      await refused(
        asAdmin((db) => confirmClaim(db, id, { amount: 20_000, currency: "XOF" })),
        /déjà traité/,
      );
      expect((await fileOf(order)).ledger).toHaveLength(1);
    });

    test("keeps its payer from cancelling until it was checked, on both of their pages", async () => {
      const { order, event, email } = await newOrder();
      await announce(order, "CC454545");
      const { token } = (await fileOf(order)).order;
      await giveUpOrder(token, new Date());
      const [place] = await registrationsOf(event);
      expect(await giveUp(place?.token ?? "", email)).toBe("paying");
      expect(await statusesOf(event)).toEqual(["held"]);
      const id = await find("CC454545");
      await asAdmin((db) => refuseClaim(db, id, "Rien n’est arrivé."));
      await giveUpOrder(token, new Date());
      expect(await statusesOf(event)).toEqual(["cancelled"]);
    });

    test("of an order that was paid in part is looked for by what is left, and by one person", async () => {
      const { order } = await newOrder();
      await announce(order, "RR121212");
      await take(order, { amount: 10_000 });
      const [open] = (await asAdmin(listClaims)).transfers.filter(
        ({ order_id }) => order_id === order,
      );
      expect(open).toMatchObject({ price_amount: PRICE, due: PRICE - 10_000 });
      const arrived = { amount: PRICE, currency: "XOF" as const, seen_due: PRICE };
      await refused(
        asAdmin((db) => confirmClaim(db, open?.id ?? "", arrived)),
        /relisez le reste dû/,
      );
      const rest = { ...arrived, amount: PRICE - 10_000, seen_due: PRICE - 10_000 };
      await asAdmin((db) => confirmClaim(db, open?.id ?? "", rest));
      expect(await fileOf(order)).toMatchObject({ order: { status: "confirmed" }, refunds: [] });
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

    test("keeps its claim when staff correct its number, unless that is somebody else’s", async () => {
      const [one, two] = [await newOrder(), await newOrder()];
      await announce(one.order, "TY123456");
      await announce(two.order, "TY999999");
      const id = await find("TY123456");
      const correct = (number: string) => asAdmin((db) => correctClaim(db, id, number));
      await refused(correct("ty 999 999"), /déjà déclaré/);
      await refused(correct("622 12 34 56"), /numéro de téléphone/);
      await correct("ty-123.465");
      const { token } = (await fileOf(one.order)).order;
      expect(await readPayment(token, "fr")).toMatchObject({
        announced: [{ end: "3465", status: "announced" }],
      });
      await asAdmin((db) =>
        confirmClaim(db, id, { amount: PRICE, currency: "XOF", sender: "622 12 34 56" }),
      );
      const file = await fileOf(one.order);
      expect(file).toMatchObject({
        order: { status: "confirmed" },
        announced: [{ status: "confirmed", transaction_number: "TY123465" }],
      });
      expect(file.attempts).toMatchObject([{ payer_account: "+224622123456" }]);
      await refused(correct("TY123456"), /déjà traité/);
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
      await asAdmin((db) => refuseClaim(db, id, "Aucun transfert de ce numéro"));
      const { token } = (await fileOf(wrong.order)).order;
      expect(await readPayment(token, "fr")).toMatchObject({
        announced: [{ status: "refused", reason: "Aucun transfert de ce numéro" }],
      });
      expect(await mailsTo(wrong.email)).toContain("transfer-refused");
      expect(await announce(right.order, "KK909090")).toBe("announced");
    });

    test("that is refused is the answer on the page, not the attempt that was stopped before", async () => {
      offerProviders([simulated]);
      const { order } = await newOrder();
      const { token } = (await fileOf(order)).order;
      const page = () => readPayment(token, "fr");
      await chooseOfflinePayment(token, new Date());
      const [means] = (await page())?.means ?? [];
      const charge = means ? quoteKey(means.quote) : "";
      await startAttempt(token, { key: newId(), charge, provider: "simulated" }, new Date());
      await stopPaying(token, new Date());
      expect(await page()).toMatchObject({ state: "stopped", asked_at: null });
      await announce(order, "ST303030");
      const id = await find("ST303030");
      await asAdmin((db) => refuseClaim(db, id, "Aucun transfert de ce numéro"));
      expect(await page()).toMatchObject({ state: "toPay", asked_at: null, unsettled: false });
      await asAdmin((db) => cancelUnpaid(db, order));
      expect(await page()).toMatchObject({ state: "cancelled", asked_at: null, unsettled: false });
    });

    test("is found by its number, and five that are open are enough", async () => {
      const { order } = await newOrder();
      for (let n = 0; n < 5; n++) await announce(order, `OPEN-00${n}`);
      expect(await announce(order, "OPEN-006")).toBe("too-many");
      const query = parseListQuery(ORDER_LIST, new URLSearchParams({ q: "open 003" }));
      const { rows } = await asAdmin((db) => listOrders(db, query));
      expect(rows.map(({ id }) => id)).toEqual([order]);
    });

    describe("keeps the place", () => {
      /** Shortly before the deadline, when the desk closes: staff look in its next opening. */
      async function almostOver() {
        const { order, ...rest } = await newOrder();
        await laterThanHold(order, -HOUR);
        const ends = await held(order);
        if (!ends) throw new Error("no deadline");
        return { ...rest, order, ends };
      }
      const held = async (order: string) => (await fileOf(order)).order.hold_expires_at;
      const expire = () => expireDue(() => new Date());
      const refuse = async (number: string) => {
        const id = await find(number);
        await asAdmin((db) => refuseClaim(db, id, "Aucun transfert de ce numéro"));
      };

      test("until staff have looked, which they may do after the deadline", async () => {
        const { order, event, ends } = await almostOver();
        await announce(order, "HELD-1001");
        const kept = await held(order);
        expect(kept).toEqual(
          transferDeadline(new Date(), {
            before: ends,
            begins: undefined,
            desk: DEFAULT_SETTINGS.desk,
          }),
        );
        expect(kept?.getTime()).toBeGreaterThan(ends.getTime());
        later(2 * HOUR);
        await expire();
        expect(await statusesOf(event)).toEqual(["held"]);
        const id = await find("HELD1001");
        await asAdmin((db) => confirmClaim(db, id, { amount: PRICE, currency: "XOF" }));
        expect(await statusesOf(event)).toEqual(["confirmed"]);
      });

      test("and is not kept beyond that when nobody looks", async () => {
        const { order, event } = await almostOver();
        await announce(order, "HELD-2001");
        await laterThanHold(order);
        await expire();
        expect(await statusesOf(event)).toEqual(["expired"]);
      });

      test("once: a second number, with the first one refused or not, holds no longer", async () => {
        const { order, event, ends } = await almostOver();
        await announce(order, "FALSE-1");
        const kept = await held(order);
        later(HOUR / 2);
        await announce(order, "FALSE-2");
        expect(await held(order)).toEqual(kept);
        await refuse("FALSE1");
        // Staff have still to look for the other one.
        expect(await held(order)).toEqual(kept);
        await refuse("FALSE2");
        expect(await held(order)).toEqual(ends);
        await announce(order, "FALSE-3");
        expect(await held(order)).toEqual(ends);
        later(HOUR);
        await expire();
        expect(await statusesOf(event)).toEqual(["expired"]);
      });

      test("to its former deadline when it is refused, at once when that is over", async () => {
        const { order, event, email, ends } = await almostOver();
        await announce(order, "FALSE-9");
        later(3 * HOUR);
        await refuse("FALSE9");
        expect(await held(order)).toEqual(ends);
        await expire();
        expect(await statusesOf(event)).toEqual(["expired"]);
        const mails = await mailsTo(email);
        expect(mails).toContain("transfer-refused");
        expect(mails).toContain("place-released");
      });

      test("not when the deadline was over before", async () => {
        const { order, ends } = await almostOver();
        later(2 * HOUR);
        await announce(order, "LATE-1");
        expect(await held(order)).toEqual(ends);
      });
    });

    test("of an order that is cancelled is not taken", async () => {
      const { order } = await newOrder();
      await asAdmin((db) => cancelUnpaid(db, order));
      expect(await announce(order, "CC121212")).toBe("closed");
    });
  });
});
