import { beforeEach, expect, test } from "vitest";
import { asStaff, type StaffDb } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { pollDue, pollOrder } from "../../app/payments/attempts/polling.system.server.ts";
import {
  correctCash,
  resolveDiscrepancy,
  takeCash,
} from "../../app/payments/ledger/money.staff.server.ts";
import { ORDER_LIST } from "../../app/payments/orders/order-list.ts";
import { findOrder, listOrders } from "../../app/payments/orders/orders.staff.server.ts";
import { readPayment } from "../../app/payments/page/payment-view.system.server.ts";
import { offerProviders, type QueryAnswer } from "../../app/payments/providers/provider.ts";
import { parseListQuery } from "../../app/records/list/list-query.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { Customer, PRICE } from "./support/customer.ts";
import { refused } from "./support/desk.ts";
import { PaymentSimulation, STAFF } from "./support/payment-simulation.ts";

// The number that the payer's operator gives a transfer: one number is one transfer, whoever tells us of it first.

withDatabase((_name, database) => {
  let simulation: PaymentSimulation;
  let hawa: Customer;
  let number: string;
  /** The operator says by now that it was paid after all. */
  let late: boolean;
  const now = () => simulation.now;
  const staff = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: STAFF }, work);

  beforeEach(async () => {
    simulation = new PaymentSimulation();
    await simulation.stand(database().engine);
    late = false;
    number = `MP${newId().replaceAll("-", "").slice(-10).toUpperCase()}`;
    offerProviders(
      simulation.providers.map((provider) => ({
        ...provider,
        mode: "live",
        query: async (attempt, signal) => {
          const own = await provider.query(attempt, signal);
          // Those of former tests are asked about too.
          if (!attempt.returnUrl.includes(hawa.token)) return own;
          const charge = { txnId: `late ${attempt.merchantRef}`, amount: PRICE, currency: "XOF" };
          const answer: QueryAnswer = late ? { state: "paid", charges: [charge] } : own;
          return { ...answer, ids: { ...answer.ids, operator: number } };
        },
      })),
    );
    hawa = await Customer.arrives(simulation);
    await hawa.pays();
  });

  const books = (order = hawa.id, amount = PRICE, receipt = number) =>
    staff((db) => {
      const payment = { key: newId(), means: "orange_money", receipt, amount } as const;
      return takeCash(db, order, payment, now());
    });
  const fileOf = async (order = hawa.id) => {
    const file = await staff((db) => findOrder(db, order));
    if (!file) throw new Error("no such order");
    return file;
  };
  const attempt = async () => {
    const found = (await fileOf()).attempts.find(({ provider }) => provider === "simulated");
    if (!found) throw new Error("nothing was begun");
    return found;
  };
  const succeeds = async () => {
    hawa.plays("approve");
    await pollOrder(hawa.id, now(), { kind: "sent" });
  };

  test("it is kept, and an order is found by it, however it is written", async () => {
    await pollOrder(hawa.id, now());
    expect((await attempt()).provider_ids).toMatchObject({ operator: number });
    for (const written of [
      number,
      number.toLowerCase(),
      `${number.slice(0, 4)} ${number.slice(4)}`,
    ]) {
      const query = parseListQuery(ORDER_LIST, new URLSearchParams({ q: written }));
      const { rows } = await staff((db) => listOrders(db, query));
      expect(rows.map(({ id }) => id)).toEqual([hawa.id]);
    }
  });

  test("booked by hand and then told by the provider, it is one payment", async () => {
    await books();
    await succeeds();
    expect(await hawa.ledger()).toEqual([["charge", PRICE]]);
    expect(await hawa.refunds()).toEqual([]);
    expect(await attempt()).toMatchObject({ status: "cancelled", reason: "by-hand", doubt: null });
    const page = await readPayment(hawa.token, "fr", now());
    expect(page).toMatchObject({ state: "paid", returns: [] });
    expect(page?.timeline.map(({ what }) => what)).not.toContain("stopped");
    // However often it is asked about.
    await pollOrder(hawa.id, now(), { kind: "sent" });
    expect(await hawa.ledger()).toHaveLength(1);
  });

  test("told by the provider and then booked by hand, it is refused as known", async () => {
    await succeeds();
    const other = await Customer.arrives(simulation);
    await refused(books(other.id), /déjà enregistré/);
    expect(await other.ledger()).toEqual([]);
  });

  test("booked for somebody else, people look; once that is taken back it is booked here", async () => {
    const other = await Customer.arrives(simulation);
    await books(other.id);
    await succeeds();
    expect(await attempt()).toMatchObject({ doubt: "booked" });
    expect(await hawa.ledger()).toEqual([]);
    const [charge] = (await fileOf(other.id)).charges;
    await staff((db) =>
      correctCash(db, other.id, { charge_id: charge?.id ?? "", reason: "Pas la bonne" }, now()),
    );
    await pollOrder(hawa.id, now(), { kind: "sent" });
    expect(await hawa.ledger()).toEqual([["charge", PRICE]]);
    expect(await attempt()).toMatchObject({ status: "succeeded", doubt: null });
  });

  test("booked as another amount, people look; where they say that it is another money it is booked", async () => {
    await books(hawa.id, PRICE - 1_000);
    await succeeds();
    expect(await attempt()).toMatchObject({ doubt: "booked" });
    const { id } = await attempt();
    const seen = { doubt: "booked", verdict: "kept", reason: "Deux transferts" } as const;
    await staff((db) => resolveDiscrepancy(db, id, seen, now()));
    await pollOrder(hawa.id, now(), { kind: "sent" });
    expect((await hawa.ledger()).map(([, amount]) => amount)).toEqual([PRICE - 1_000, PRICE]);
  });

  test("two who write it down at once write it down once", async () => {
    hawa.plays("approve");
    const other = await Customer.arrives(simulation);
    await Promise.allSettled([books(other.id), pollOrder(hawa.id, now())]);
    await pollOrder(hawa.id, now(), { kind: "sent" });
    expect([...(await hawa.ledger()), ...(await other.ledger())]).toHaveLength(1);
  });

  test.each([2, 20, 80])(
    "a success that comes %i days later, without a notice, is found",
    async (days) => {
      hawa.plays("cancel");
      await pollOrder(hawa.id, now());
      expect(await hawa.attempts()).toEqual(["cancelled"]);
      const pass = async (hours: number) => {
        for (let hour = 0; hour < hours; hour += 6) {
          simulation.later(6 * 60);
          await pollDue(now);
        }
      };
      await pass(days * 24);
      const { polls: asked } = await attempt();
      late = true;
      await pass(3 * 24);
      expect(await hawa.ledger()).toEqual([["charge", PRICE]]);
      // Less and less often, so that a year of payments costs next to nothing.
      expect(asked).toBeLessThan(100);
    },
  );

  test("what has ended is asked about when somebody wants to know", async () => {
    hawa.plays("cancel");
    await pollOrder(hawa.id, now());
    late = true;
    await pollOrder(hawa.id, now());
    expect(await hawa.ledger()).toEqual([]);
    await pollOrder(hawa.id, now(), { kind: "sent" });
    expect(await hawa.ledger()).toEqual([["charge", PRICE]]);
  });
});
