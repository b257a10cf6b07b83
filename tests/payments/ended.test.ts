import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { asSystem } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { pollDue, pollOrder } from "../../app/payments/attempts/polling.system.server.ts";
import { recordOfflinePayment } from "../../app/payments/offline/offline-payment.operations.server.ts";
import { readPayment } from "../../app/payments/page/payment-view.system.server.ts";
import { expireDue } from "../../app/payments/payments.jobs.server.ts";
import { offerProviders } from "../../app/payments/providers/provider.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { Customer, PRICE } from "./support/customer.ts";
import { PaymentSimulation, PowerCut, STAFF } from "./support/payment-simulation.ts";

// Staff end what somebody is about to pay, is paying, or has just paid.

withDatabase((_name, database) => {
  let simulation: PaymentSimulation;
  let hawa: Customer;
  const now = () => simulation.now;
  const refused = { kind: "refused", refusal: { reason: "registration.eventCancelled" } };
  const cash = (order: string, receipt: string | null = null) =>
    asSystem("test", (db) =>
      recordOfflinePayment(db, order, { staffId: STAFF, receipt }, simulation.now),
    );
  /** The provider cannot stop what waits for its payer. */
  const cannotStop = () =>
    offerProviders(simulation.providers.map(({ cancel, ...provider }) => provider));

  beforeEach(async () => {
    simulation = new PaymentSimulation();
    await simulation.stand(database().engine);
    hawa = await Customer.arrives(simulation);
  });

  test("what is ended for good is not paid any more, nor is a charge begun for it", async () => {
    await simulation.end(hawa, "gone");
    expect(await hawa.pays()).toEqual({ kind: "closed" });
    expect([await hawa.status(), await hawa.attempts()]).toEqual(["cancelled", []]);
    expect(simulation.started).toEqual([]);
  });

  test("what is ended for now is refused with its reason, and paid once it is open again", async () => {
    await simulation.end(hawa, "closed");
    expect(await hawa.pays()).toMatchObject(refused);
    expect(await hawa.attempts()).toEqual([]);
    expect(await readPayment(hawa.token, "fr", now())).toMatchObject({
      state: "unavailable",
      refusal: { reason: "registration.eventCancelled" },
      means: [],
      pay_url: null,
      held_until: null,
    });
    await simulation.end(hawa, "open");
    expect(await hawa.pays()).toMatchObject({ kind: "attempt", payment: { status: "pending" } });
  });

  test.each(["closed", "gone"] as const)(
    "an old tab does not lead to the provider again, once it is %s",
    async (state) => {
      const key = newId();
      await hawa.pays(key);
      await simulation.end(hawa, state);
      for (const pressed of [key, newId()]) {
        expect(await hawa.pays(pressed)).not.toMatchObject({ kind: "attempt" });
      }
      expect(await readPayment(hawa.token, "en", now())).toMatchObject({ pay_url: null });
    },
  );

  test("a process that died before its call: nobody takes the call up for what was ended", async () => {
    simulation.cut = { transactions: 1, committed: true };
    await expect(hawa.pays()).rejects.toThrow(PowerCut);
    await simulation.end(hawa, "closed");
    await pollDue(now);
    expect(await hawa.attempts()).toEqual(["cancelled"]);
    expect(simulation.started).toEqual([]);
  });

  test("ended between the attempt and its call: the provider is not called", async () => {
    const paying = hawa.pays();
    // It waits for the same order: it comes after the first of the two transactions, or the second.
    const ending = simulation.end(hawa, "gone");
    await Promise.all([paying, ending]);
    simulation.later(1);
    await pollDue(now);
    expect(["", "cancelled"]).toContain((await hawa.attempts()).join());
    expect(hawa.theirs.map(({ status }) => status)).not.toContain("pending");
  });

  test.each(["closed", "gone"] as const)(
    "%s while the provider is being called: nobody is sent there, and it is stopped",
    async (state) => {
      offerProviders(
        simulation.providers.map((provider) => ({
          ...provider,
          create: async (attempt, signal) => {
            const creation = await provider.create(attempt, signal);
            await simulation.end(hawa, state);
            return creation;
          },
        })),
      );
      expect(await hawa.pays()).not.toMatchObject({ kind: "attempt" });
      expect(hawa.theirs).toMatchObject([{ status: "pending" }]);
      await pollDue(now);
      expect(hawa.theirs).toMatchObject([{ status: "cancelled" }]);
      expect(await hawa.attempts()).toEqual(["cancelled"]);
    },
  );

  test.each(["closed", "gone"] as const)(
    "an attempt that waits at the provider is stopped at once when it is %s",
    async (state) => {
      await hawa.pays();
      await simulation.end(hawa, state);
      await pollDue(now);
      expect(hawa.theirs).toMatchObject([{ status: "cancelled" }]);
      expect(await hawa.attempts()).toEqual(["cancelled"]);
      hawa.plays("approve");
      simulation.later(90);
      await pollDue(now);
      expect(await hawa.ledger()).toEqual([]);
    },
  );

  test("what expired is stopped at the provider too", async () => {
    await hawa.pays();
    hawa.plays("silence");
    simulation.later(61);
    await expireDue(now);
    expect(await hawa.status()).toBe("expired");
    simulation.heal();
    for (const payment of hawa.theirs) {
      const long = { ...payment, expires_at: new Date(simulation.now.getTime() + 3_600_000) };
      simulation.payments.set(payment.merchant_ref, long);
    }
    simulation.later(60);
    await pollDue(now);
    expect(hawa.theirs).toMatchObject([{ status: "cancelled" }]);
  });

  describe.each(["closed", "gone"] as const)("money that comes after it is %s", (state) => {
    test("goes back, and gives nothing", async () => {
      cannotStop();
      await hawa.pays();
      await simulation.end(hawa, state);
      hawa.plays("approve");
      simulation.later(1);
      await pollDue(now);
      expect(await hawa.status()).toBe("paid_unfulfilled");
      expect(await hawa.seats()).toBe(0);
      expect(await hawa.ledger()).toEqual([["charge", PRICE]]);
      expect(await hawa.refunds()).toMatchObject([{ status: "requested", reason: "no_place" }]);
      expect(await hawa.pays()).toEqual({ kind: "closed" });
    });

    test("twice goes back twice", async () => {
      cannotStop();
      await hawa.pays();
      hawa.plays("approve_twice");
      await simulation.end(hawa, state);
      simulation.later(1);
      await pollDue(now);
      expect(await hawa.refunds()).toMatchObject([{ reason: "no_place" }, { reason: "no_place" }]);
    });

    test("is not taken by staff either", async () => {
      await simulation.end(hawa, state);
      const message =
        state === "closed" ? /événement est annulé, n’encaissez pas/ : /n’attend plus/;
      await expect(cash(hawa.id)).rejects.toMatchObject({
        kind: "conflict",
        message: expect.stringMatching(message),
      });
      expect([await hawa.ledger(), await hawa.attempts()]).toEqual([[], []]);
    });
  });

  test("an expired order of what was ended is not paid to staff", async () => {
    simulation.later(21);
    await expireDue(now);
    await simulation.end(hawa, "closed");
    await expect(cash(hawa.id)).rejects.toMatchObject({ kind: "conflict" });
    await simulation.end(hawa, "open");
    await cash(hawa.id);
    expect(await hawa.status()).toBe("confirmed");
  });

  test("paid before it was ended for good, it is cancelled and the money goes back", async () => {
    await hawa.pays();
    hawa.plays("approve");
    await pollOrder(hawa.id, now());
    await simulation.end(hawa, "gone");
    expect(await hawa.seats()).toBe(0);
    // Who ended it has asked for the money's return.
    const [refund] = await database().asOwner(
      sql`select reason, requested_by from refunds where order_id = ${hawa.id}`,
    );
    expect(refund).toEqual({ reason: "cancelled", requested_by: STAFF });
  });

  test("clicked at the same moment: refused, or begun before and given back", async () => {
    for (let round = 0; round < 12; round++) {
      simulation = new PaymentSimulation();
      await simulation.stand(database().engine);
      cannotStop();
      const payer = await Customer.arrives(simulation);
      const state = round % 2 === 0 ? "gone" : "closed";
      const clicks = [payer.pays(), payer.pays(), payer.pays()];
      await Promise.all([...clicks, simulation.end(payer, state)]);
      const paid = payer.theirs.length;
      payer.plays("approve");
      simulation.later(2);
      await pollDue(now);
      expect(await payer.seats()).toBe(0);
      expect(await payer.ledger()).toHaveLength(paid);
      expect(await payer.refunds()).toHaveLength(paid);
      const ended = state === "gone" ? "cancelled" : "held";
      expect(await payer.status()).toBe(paid > 0 ? "paid_unfulfilled" : ended);
    }
  });

  describe("at the desk", () => {
    test("two members of staff who take the money at once take it once", async () => {
      const both = await Promise.allSettled([cash(hawa.id), cash(hawa.id)]);
      expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      expect(await hawa.ledger()).toEqual([["charge", PRICE]]);
    });

    test("taken while somebody else ends it: taken and returned, or not taken", async () => {
      for (let round = 0; round < 8; round++) {
        const payer = await Customer.arrives(simulation);
        const [claimed] = await Promise.allSettled([cash(payer.id), simulation.end(payer, "gone")]);
        expect(await payer.seats()).toBe(0);
        expect(await payer.refunds()).toHaveLength(claimed.status === "fulfilled" ? 1 : 0);
        expect(await payer.ledger()).toHaveLength(claimed.status === "fulfilled" ? 1 : 0);
      }
    });

    test("an order that is not there is not found", async () => {
      await expect(cash(newId())).rejects.toMatchObject({ kind: "not-found" });
    });
  });

  test("the button of one order, sent to another's address, begins that one and touches no other", async () => {
    const key = newId();
    await hawa.pays(key);
    const other = await Customer.arrives(simulation);
    expect(await other.pays(key, "1 XOF")).toEqual({ kind: "changed" });
    expect(await other.attempts()).toEqual([]);
    expect(await other.pays(key)).toMatchObject({ kind: "attempt" });
    expect(other.theirs).toHaveLength(1);
    expect(hawa.theirs).toHaveLength(1);
  });
});
