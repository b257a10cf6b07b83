import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { asStaff } from "../../../app/core/database/doors/doors.server.ts";
import { newId } from "../../../app/core/secrets/id.server.ts";
import { pollDue, pollOrder } from "../../../app/payments/attempts/polling.system.server.ts";
import {
  approveRefund,
  recordRefund,
  requestRefund,
} from "../../../app/payments/ledger/money.staff.server.ts";
import { cancelOrder } from "../../../app/payments/orders/orders.operations.server.ts";
import { sendDueRefunds } from "../../../app/payments/payments.jobs.server.ts";
import { offerProviders, type ReturnedMoney } from "../../../app/payments/providers/provider.ts";
import { withDatabase } from "../../support/database/test-database.ts";
import { STAFF_REFUND } from "../../support/staff-refund.ts";
import { Customer, PRICE } from "../support/customer.ts";
import { PaymentSimulation, STAFF } from "../support/payment-simulation.ts";

// Somebody returns money on the provider's own screens: we hear of it, and book it once.

withDatabase((_name, database) => {
  let simulation: PaymentSimulation;
  let customer: Customer;
  /** What the provider says that it returned of the charge. */
  let returned: ReturnedMoney[];
  const now = () => simulation.now;
  const staff = { id: STAFF };

  beforeEach(async () => {
    simulation = new PaymentSimulation();
    await simulation.stand(database().engine);
    returned = [];
    offerProviders(
      simulation.providers.map((provider) => ({
        ...provider,
        query: async (attempt, signal) => {
          const answer = await provider.query(attempt, signal);
          if (answer.state !== "paid") return answer;
          const [first, ...others] = answer.charges;
          return { ...answer, charges: [{ ...first, returned }, ...others] };
        },
      })),
    );
    customer = await Customer.arrives(simulation);
    await customer.pays();
    customer.plays("approve");
    await pollOrder(customer.id, now());
    expect(await customer.status()).toBe("confirmed");
  });

  /** The provider tells of a change, and we look. */
  async function look(): Promise<void> {
    simulation.later(2);
    await database().asOwner(
      sql`update payments set next_poll_at = ${now().toISOString()}::timestamptz where order_id = ${customer.id}`,
    );
    await pollDue(now);
  }
  const tells = (amount: number, id: string = newId(), key?: string) => {
    returned = [...returned, { id, amount, currency: "XOF", ...(key && { key }) }];
    return look();
  };
  const rows = () =>
    database().asOwner<{ source: string; status: string; amount: number }>(
      sql`select source, status, amount from refunds where order_id = ${customer.id}
        order by created_at, id`,
    );
  const chargeId = async () => {
    const [charge] = await database().asOwner<{ id: string }>(
      sql`select id from ledger_entries where order_id = ${customer.id} and kind = 'charge'`,
    );
    return charge?.id ?? "";
  };
  async function asks(amount: number): Promise<string> {
    const wish = { order_id: customer.id, charge_id: await chargeId(), amount, ...STAFF_REFUND };
    return asStaff(staff, (db) => requestRefund(db, wish));
  }
  const approves = (id: string) => asStaff(staff, (db) => approveRefund(db, id, now()));

  test("a part of it is booked once, however often it is told, and the rest ends the order", async () => {
    await tells(5_000);
    await look();
    expect(await rows()).toEqual([{ source: "external", status: "done", amount: 5_000 }]);
    expect(await customer.ledger()).toEqual([
      ["charge", PRICE],
      ["refund", -5_000],
    ]);
    expect(await customer.attempts()).toEqual(["partially_refunded"]);
    expect(await customer.status()).toBe("confirmed");
    expect(await customer.seats()).toBe(1);
    await tells(PRICE - 5_000);
    expect(await customer.attempts()).toEqual(["refunded"]);
    expect(await customer.status()).toBe("refunded");
    expect(await customer.seats()).toBe(0);
  });

  test("two processes that hear of it at once book it once", async () => {
    returned = [{ id: "R-1", amount: 5_000, currency: "XOF" }];
    await Promise.all([look(), look(), look()]);
    await look();
    expect(await rows()).toHaveLength(1);
  });

  test("what waited to be approved gives way, and is not returned a second time", async () => {
    const id = await asks(PRICE);
    await tells(PRICE);
    expect(await rows()).toEqual([
      { source: "staff", status: "withdrawn", amount: PRICE },
      { source: "external", status: "done", amount: PRICE },
    ]);
    await expect(approves(id)).rejects.toMatchObject({ kind: "conflict" });
    expect(await customer.status()).toBe("refunded");
  });

  test("of what the product had asked for, what is left is asked for anew", async () => {
    await asStaff(staff, (db) => cancelOrder(db, customer.id, now(), STAFF));
    expect(await rows()).toEqual([{ source: "system", status: "requested", amount: PRICE }]);
    await tells(10_000);
    expect(await rows()).toEqual([
      { source: "system", status: "withdrawn", amount: PRICE },
      { source: "external", status: "done", amount: 10_000 },
      { source: "system", status: "requested", amount: PRICE - 10_000 },
    ]);
    await look();
    expect(await rows()).toHaveLength(3);
  });

  test("what we sent ourselves is none of it", async () => {
    const id = await asks(5_000);
    await approves(id);
    await sendDueRefunds(now);
    await tells(5_000, "R-9", id);
    expect(await rows()).toEqual([{ source: "staff", status: "done", amount: 5_000 }]);
  });

  test("nor is what staff returned there and had written down", async () => {
    const id = await asks(5_000);
    const [provider] = simulation.providers;
    if (!provider) throw new Error("no provider");
    offerProviders([{ ...provider, refunds: undefined }]);
    await approves(id);
    const manual = { operatorReference: "0042" };
    await asStaff(staff, (db) => recordRefund(db, id, manual, now()));
    offerProviders([
      {
        ...provider,
        query: async (attempt, signal) => {
          const answer = await provider.query(attempt, signal);
          if (answer.state !== "paid") return answer;
          return { ...answer, charges: [{ ...answer.charges[0], returned }] };
        },
      },
    ]);
    await tells(5_000, "R-SCREEN");
    expect(await rows()).toEqual([{ source: "staff", status: "done", amount: 5_000 }]);
  });

  test("while one of ours is on its way nothing is booked twice, nor beyond the charge", async () => {
    const id = await asks(PRICE);
    await approves(id);
    simulation.faults.refund = "unanswered";
    await sendDueRefunds(now);
    await tells(PRICE);
    expect(await rows()).toEqual([{ source: "staff", status: "unknown", amount: PRICE }]);
    await tells(PRICE, "R-OTHER", "theirs");
    expect(await rows()).toHaveLength(1);
    expect(await customer.ledger()).toEqual([["charge", PRICE]]);
  });

  test("money in another currency is left alone", async () => {
    returned = [{ id: "R-USD", amount: 5_000, currency: "USD" }];
    await look();
    expect(await rows()).toEqual([]);
  });
});
