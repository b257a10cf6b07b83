import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { asStaff, type StaffDb } from "../../../app/core/database/doors/doors.server.ts";
import { newId } from "../../../app/core/secrets/id.server.ts";
import { pollOrder } from "../../../app/payments/attempts/polling.system.server.ts";
import {
  approveRefund,
  requestRefund,
  withdrawRefund,
} from "../../../app/payments/ledger/money.staff.server.ts";
import { ORDER_LIST } from "../../../app/payments/orders/order-list.ts";
import { cancelOrder } from "../../../app/payments/orders/orders.operations.server.ts";
import {
  findOrder,
  listOrders,
  orderView,
} from "../../../app/payments/orders/orders.staff.server.ts";
import { readPayment } from "../../../app/payments/page/payment-view.system.server.ts";
import { sendDueRefunds } from "../../../app/payments/payments.jobs.server.ts";
import { offerProviders, type RefundAnswer } from "../../../app/payments/providers/provider.ts";
import {
  exportPayouts,
  listPayouts,
  settlePayout,
} from "../../../app/payments/refunds/payouts.staff.server.ts";
import { parseListQuery } from "../../../app/records/list/list-query.ts";
import { withDatabase } from "../../support/database/test-database.ts";
import { STAFF_REFUND } from "../../support/staff-refund.ts";
import { Customer, PRICE } from "../support/customer.ts";
import { PaymentSimulation, STAFF } from "../support/payment-simulation.ts";

// A provider says no to a refund for good: the money is still owed, so staff and payer are told, until it went back.

withDatabase((_name, database) => {
  let simulation: PaymentSimulation;
  let hawa: Customer;
  let asker: string;
  /** What the provider answers to a refund. */
  let answers: RefundAnswer;
  const REFUSED: RefundAnswer = { state: "failed", reason: "REFUND_TIME_LIMIT_EXCEEDED" };
  const now = () => simulation.now;
  const staff = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: STAFF }, work);

  beforeEach(async () => {
    simulation = new PaymentSimulation();
    await simulation.stand(database().engine);
    answers = REFUSED;
    offerProviders(
      simulation.providers.map((provider) => ({
        ...provider,
        mode: "live",
        refunds: { keyLifeMs: 1e9, send: async () => answers, find: async () => answers },
      })),
    );
    asker = newId();
    await database().asOwner(sql`insert into profiles (id, name, email, role, created_at)
      values (${asker}, 'A', ${`${asker}@example.org`}, 'admin', now() - interval '9 days')`);
    hawa = await Customer.arrives(simulation);
    await hawa.pays();
    hawa.plays("approve");
    await pollOrder(hawa.id, now());
  });

  const fileOf = async () => {
    const file = await staff((db) => findOrder(db, hawa.id));
    if (!file) throw new Error("no such order");
    return file;
  };
  const payouts = async () =>
    (await staff((db) => listPayouts(db))).filter(({ order_id }) => order_id === hawa.id);
  const isLookedAt = async () => {
    const query = parseListQuery(ORDER_LIST, new URLSearchParams("status=look"));
    return (await staff((db) => listOrders(db, query))).rows.some(({ id }) => id === hawa.id);
  };
  const states = async () => (await hawa.refunds()).map(({ status }) => status);
  const waiting = async () =>
    (await fileOf()).refunds.findLast((one) => one.status === "requested");
  const approve = async () => {
    const refund = await waiting();
    await staff((db) => approveRefund(db, refund?.id ?? "", now()));
    await sendDueRefunds(now);
  };
  /** Staff want a part of it to go back, and the provider refuses. */
  async function refused(amount = PRICE): Promise<void> {
    const wish = {
      order_id: hawa.id,
      charge_id: (await fileOf()).charges[0]?.id ?? "",
      amount,
      ...STAFF_REFUND,
    };
    await asStaff({ id: asker }, (db) => requestRefund(db, wish));
    await approve();
  }

  test("what staff asked for comes back to them, with the provider's word for it", async () => {
    await refused(5_000);
    expect(await states()).toEqual(["failed", "requested"]);
    expect(await isLookedAt()).toBe(true);
    expect(await waiting()).toMatchObject({
      amount: 5_000,
      source: "staff",
      reason: "staff",
      requested_by: asker,
      approved_by: null,
    });
    const view = orderView(await fileOf());
    expect(view.refunds[0]).toMatchObject({ refusal: "REFUND_TIME_LIMIT_EXCEEDED" });
    expect(view.journal.map(({ words }) => words)).toContainEqual(
      expect.stringMatching(/refusé.*REFUND_TIME_LIMIT_EXCEEDED/),
    );
    expect(await hawa.status()).toBe("confirmed");
  });

  test("what the cancellation of an order asked for does so too, and who asked is still known", async () => {
    await asStaff({ id: asker }, (db) => cancelOrder(db, hawa.id, now()));
    await approve();
    expect(await states()).toEqual(["failed", "requested"]);
    expect(await waiting()).toMatchObject({ reason: "cancelled", requested_by: asker });
  });

  test("its payer reads that the operator refused, and that the federation sees to it", async () => {
    await refused();
    const page = await readPayment(hawa.token, "fr", now());
    expect(page?.returns).toMatchObject([{ amount: PRICE, step: "refused" }]);
    expect(page?.timeline.map(({ what }) => what)).toEqual([
      "opened",
      "begun",
      "charge",
      "confirmed",
      "asked",
      "refundRefused",
    ]);
  });

  test("it is to be paid by people, once, and then nothing waits any more", async () => {
    await refused();
    expect(await payouts()).toMatchObject([
      { amount: PRICE, refusal: "REFUND_TIME_LIMIT_EXCEEDED" },
    ]);
    // The operator's bulk payment knows no account of that provider.
    const exported = await staff((db) => exportPayouts(db));
    expect(exported.some(({ order_id }) => order_id === hawa.id)).toBe(false);
    const [payout] = await payouts();
    await staff((db) => settlePayout(db, payout?.id ?? "", `MP${newId().slice(-9)}`));
    expect((await states()).sort()).toEqual(["done", "withdrawn"]);
    expect(await hawa.status()).toBe("refunded");
    expect(await payouts()).toEqual([]);
    expect(await isLookedAt()).toBe(false);
  });

  test("approved once more it is sent once more; refused twice, it waits once", async () => {
    await refused();
    await approve();
    expect(await states()).toEqual(["failed", "failed", "requested"]);
    expect(await payouts()).toHaveLength(1);
    answers = { state: "done", id: `R-${newId()}` };
    await approve();
    expect(await states()).toEqual(["failed", "failed", "done"]);
    expect(await payouts()).toEqual([]);
    expect(await hawa.ledger()).toEqual([
      ["charge", PRICE],
      ["refund", -PRICE],
    ]);
  });

  test("staff who do not want it any more withdraw it: nothing waits, and all of it can be asked for", async () => {
    await refused();
    const { id = "" } = (await waiting()) ?? {};
    await staff((db) => withdrawRefund(db, id));
    expect(await payouts()).toEqual([]);
    expect(await isLookedAt()).toBe(false);
    expect((await fileOf()).charges[0]?.left).toBe(PRICE);
    expect((await readPayment(hawa.token, "fr", now()))?.returns).toEqual([]);
  });

  test("one that waited at the provider and fails comes back in the same way", async () => {
    answers = { state: "pending", id: "R-1" };
    await refused();
    expect(await states()).toEqual(["pending"]);
    answers = { ...REFUSED, id: "R-1" };
    simulation.later(120);
    await sendDueRefunds(now);
    expect(await states()).toEqual(["failed", "requested"]);
  });

  test("what the provider took back meanwhile is asked for no more", async () => {
    const [theirs] = hawa.theirs;
    simulation.takenBack.add(theirs?.charges[0]?.txnId ?? "");
    await refused();
    await pollOrder(hawa.id, now(), { kind: "sent" });
    expect(await states()).toEqual(["failed", "withdrawn"]);
    expect(await payouts()).toEqual([]);
  });

  test("a word that is a sentence, or holds a number, is not kept", async () => {
    answers = { state: "failed", reason: "Aïssatou Diallo, 622123456" };
    await refused();
    expect((await fileOf()).refunds[0]?.refusal).toBe("other");
  });
});
