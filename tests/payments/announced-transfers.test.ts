import "../mail/settings.ts";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  confirmTransfer,
  listAnnounced,
  refuseTransfer,
} from "../../app/payments/announced-transfers.staff.server.ts";
import { announceTransfer } from "../../app/payments/announcing.system.server.ts";
import { cancelUnpaid } from "../../app/payments/money.staff.server.ts";
import { ORDER_LIST } from "../../app/payments/order-list.ts";
import { listOrders } from "../../app/payments/orders.staff.server.ts";
import { readPayment } from "../../app/payments/payment-view.system.server.ts";
import { parseListQuery } from "../../app/records/list-query.ts";
import { mailsTo, statusesOf } from "../registrations/event.ts";
import { withEngines } from "../support/test-database.ts";
import { asAdmin, closeDay, fileOf, newOrder, openDesk, refused, take } from "./desk.ts";

withEngines(() => {
  beforeAll(openDesk);
  afterEach(closeDay);

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
