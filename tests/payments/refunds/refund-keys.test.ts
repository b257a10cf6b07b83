import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { asStaff } from "../../../app/core/database/doors/doors.server.ts";
import { newId } from "../../../app/core/secrets/id.server.ts";
import { receiveNotice } from "../../../app/payments/attempts/notices.system.server.ts";
import { pollOrder } from "../../../app/payments/attempts/polling.system.server.ts";
import {
  approveRefund,
  recordRefund,
  requestRefund,
} from "../../../app/payments/ledger/money.staff.server.ts";
import { sendDueRefunds } from "../../../app/payments/payments.jobs.server.ts";
import { offerProviders, type RefundAnswer } from "../../../app/payments/providers/provider.ts";
import { withDatabase } from "../../support/database/test-database.ts";
import { STAFF_REFUND } from "../../support/staff-refund.ts";
import { Customer, PRICE } from "../support/customer.ts";
import { PaymentSimulation, STAFF } from "../support/payment-simulation.ts";

// What is asked after, what is sent again, and what a person decides.

const DAY = 24 * 60;
const HELD_DAYS = 45;

withDatabase((_name, database) => {
  let simulation: PaymentSimulation;
  let hawa: Customer;
  let refund: string;
  let sent: string[];
  let asked: string[];
  const now = () => simulation.now;
  const staff = () => ({ id: STAFF });

  /** A provider of this kind of answers, which counts what it is sent and asked. */
  function provide(send: RefundAnswer | "lost", find: RefundAnswer = { state: "unknown" }) {
    sent = [];
    asked = [];
    offerProviders(
      simulation.providers.map((provider) => ({
        ...provider,
        verifyNotice: async () => ({ ok: true, eventKey: newId(), about: { refund: "RF-1" } }),
        refunds: provider.refunds && {
          ...provider.refunds,
          send: async ({ key }) => {
            sent.push(key);
            if (send === "lost") throw new Error("502");
            return send;
          },
          find: async ({ id }) => {
            asked.push(id);
            return find;
          },
        },
      })),
    );
  }
  const row = async () => {
    const [one] = await database().asOwner<{ status: string; next_try_at: string | null }>(
      sql`select status, next_try_at from refunds where id = ${refund}`,
    );
    return one;
  };

  beforeEach(async () => {
    simulation = new PaymentSimulation();
    await simulation.stand(database().engine);
    // Those of the tests before wait for a moment of a clock that is put back here: they would be due at once.
    await database().asOwner("update refunds set next_try_at = null");
    hawa = await Customer.arrives(simulation);
    await hawa.pays();
    hawa.plays("approve_twice");
    await pollOrder(hawa.id, now());
    refund = (await hawa.refunds())[0]?.id ?? "";
    await asStaff(staff(), (db) => approveRefund(db, refund, now()));
  });

  test("one that has the provider's id is asked after for ever, and never sent again", async () => {
    provide({ state: "pending", id: "RF-1" }, { state: "pending" });
    await sendDueRefunds(now);
    for (const days of [1, 30, 60, 400]) {
      simulation.later(days * DAY);
      await sendDueRefunds(now);
      expect(await row()).toMatchObject({ status: "pending" });
    }
    expect([sent.length, asked]).toEqual([1, Array(4).fill("RF-1")]);
    provide("lost", { state: "done", id: "RF-1" });
    simulation.later(DAY);
    await sendDueRefunds(now);
    expect([sent, await row()]).toMatchObject([[], { status: "done" }]);
  });

  test("one that failed after it was accepted is asked for anew", async () => {
    provide({ state: "pending", id: "RF-1" }, { state: "failed" });
    await sendDueRefunds(now);
    simulation.later(DAY);
    await sendDueRefunds(now);
    expect(await hawa.refunds()).toMatchObject([{ status: "failed" }, { status: "requested" }]);
  });

  test("a notice about it makes it due now", async () => {
    provide({ state: "pending", id: "RF-1" }, { state: "done" });
    await sendDueRefunds(now);
    await sendDueRefunds(now);
    expect(asked).toEqual([]);
    await receiveNotice("simulated", new Headers(), Buffer.from("{}"), now());
    await sendDueRefunds(now);
    expect([asked, await row()]).toMatchObject([["RF-1"], { status: "done" }]);
  });

  test("without an id it is sent again with its key, as long as the provider knows that", async () => {
    provide("lost");
    await sendDueRefunds(now);
    simulation.later((HELD_DAYS - 1) * DAY);
    await sendDueRefunds(now);
    expect([sent, await row()]).toMatchObject([[refund, refund], { status: "unknown" }]);
    expect((await row())?.next_try_at).not.toBeNull();
  });

  test("and then a person decides: nothing is sent, and they say what they found", async () => {
    provide("lost");
    await sendDueRefunds(now);
    simulation.later(HELD_DAYS * DAY);
    await sendDueRefunds(now);
    expect([sent, await row()]).toEqual([[refund], { status: "unknown", next_try_at: null }]);
    simulation.later(HELD_DAYS * DAY);
    await sendDueRefunds(now);
    expect(sent).toHaveLength(1);
    const record = (decision?: string) =>
      asStaff(staff(), (db) =>
        recordRefund(db, refund, { operatorReference: "PP-77", decision }, now()),
      );
    await expect(record()).rejects.toMatchObject({ kind: "conflict" });
    await record("Vu rendu chez le prestataire");
    expect(await row()).toMatchObject({ status: "done" });
    expect((await hawa.ledger()).filter(([kind]) => kind === "refund")).toEqual([
      ["refund", -PRICE],
    ]);
  });

  test("of a converted charge, the last part takes what is left of the price", async () => {
    const other = await Customer.arrives(simulation);
    offerProviders(simulation.providers.map((one) => ({ ...one, currencies: ["EUR"] })));
    await other.pays(newId(), "3811 EUR");
    other.plays("approve");
    await pollOrder(other.id, now());
    const [charge] = await database().asOwner<{ id: string; amount: number }>(
      sql`select id, amount from ledger_entries where order_id = ${other.id}`,
    );
    expect(charge?.amount).toBe(3_811);
    for (const amount of [1_111, 1_111, 1_589]) {
      const wish = { order_id: other.id, charge_id: charge?.id ?? "", amount, ...STAFF_REFUND };
      const id = await asStaff(staff(), (db) => requestRefund(db, wish));
      await asStaff(staff(), (db) => approveRefund(db, id, now()));
      await sendDueRefunds(now);
    }
    const entries = await database().asOwner<{ amount: number; price_amount: number }>(
      sql`select amount, price_amount from ledger_entries where order_id = ${other.id}
        order by created_at, id`,
    );
    expect(entries.map(({ amount, price_amount }) => [amount, price_amount])).toEqual([
      [3_811, PRICE],
      [-1_111, -7_288],
      [-1_111, -7_288],
      [-1_589, -10_424],
    ]);
    expect(await other.status()).toBe("refunded");
  });
});
