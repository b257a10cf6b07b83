import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { pollDue, pollOrder } from "../../app/payments/attempts/polling.system.server.ts";
import { readPayment } from "../../app/payments/page/payment-view.system.server.ts";
import { expireDue } from "../../app/payments/payments.jobs.server.ts";
import { offerProviders } from "../../app/payments/providers/provider.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { Customer, PRICE } from "./support/customer.ts";
import { PaymentSimulation, PowerCut } from "./support/payment-simulation.ts";

// A provider whose payer only agrees: the money is taken by us, and only for what can still be given.

withDatabase((_name, database) => {
  let simulation: PaymentSimulation;
  let hawa: Customer;
  const now = () => simulation.now;
  const look = () => pollOrder(hawa.id, now());
  /** The transactions in which the provider took money. */
  const taken = () => hawa.theirs.flatMap(({ charges }) => charges.map(({ amount }) => amount));
  const keys = () => simulation.captures.map(({ key }) => key);

  beforeEach(async () => {
    simulation = new PaymentSimulation();
    await simulation.stand(database().engine);
    hawa = await Customer.arrives(simulation);
    await hawa.pays();
  });

  test("an approval is captured at once, and confirms the order", async () => {
    hawa.plays("agree");
    await look();
    expect([await hawa.status(), await hawa.attempts()]).toEqual(["confirmed", ["succeeded"]]);
    expect(await hawa.ledger()).toEqual([["charge", PRICE]]);
    expect(await hawa.seats()).toBe(1);
  });

  test("from many processes and pages at once: the money is taken once", async () => {
    hawa.plays("agree");
    await Promise.all([look(), look(), hawa.notify(), pollDue(now), pollDue(now), look()]);
    await look();
    expect(taken()).toEqual([PRICE]);
    expect(new Set(keys()).size).toBe(1);
    expect(await hawa.status()).toBe("confirmed");
  });

  test("a capture without an answer keeps the order from another attempt, and has the same key", async () => {
    hawa.plays("agree");
    simulation.faults.capture = "lost";
    await look();
    expect(await hawa.attempts()).toEqual(["processing"]);
    await hawa.pays();
    expect(await hawa.attempts()).toEqual(["processing"]);
    expect(taken()).toEqual([]);
    simulation.later(1);
    await look();
    expect(new Set(keys()).size).toBe(1);
    expect(simulation.captures).toHaveLength(2);
    expect([taken(), await hawa.status()]).toEqual([[PRICE], "confirmed"]);
  });

  test("a capture whose answer is lost is found by asking, and not made again", async () => {
    hawa.plays("agree");
    simulation.faults.capture = "unanswered";
    await look();
    expect(await hawa.attempts()).toEqual(["processing"]);
    simulation.later(1);
    await look();
    expect(simulation.captures).toHaveLength(1);
    expect([taken(), await hawa.status()]).toEqual([[PRICE], "confirmed"]);
  });

  test.each([1, 2])("a process that dies around the decision, in transaction %i", async (cut) => {
    hawa.plays("agree");
    simulation.cut = { transactions: cut + 1, committed: true };
    await look().catch((error: unknown) => expect(error).toBeInstanceOf(PowerCut));
    simulation.cut = undefined;
    simulation.later(2);
    await pollDue(now);
    expect([taken(), await hawa.status(), await hawa.seats()]).toEqual([[PRICE], "confirmed", 1]);
  });

  describe("an order that can no longer be fulfilled", () => {
    test.each(["closed", "gone"] as const)(
      "is not captured once it is %s, and lapses",
      async (end) => {
        hawa.plays("agree");
        await simulation.end(hawa, end);
        await look();
        await pollDue(now);
        expect(keys()).toEqual([]);
        simulation.later(90);
        await pollDue(now);
        expect([await hawa.attempts(), taken()]).toEqual([["expired"], []]);
        // Open again, what lapsed stays so: its payer was told that nothing was taken.
        await simulation.end(hawa, "open");
        simulation.later(90);
        await pollDue(now);
        expect(keys()).toEqual([]);
      },
    );

    test("is not captured once its hold is over", async () => {
      simulation.later(61);
      await expireDue(now);
      hawa.plays("agree");
      for (const payment of hawa.theirs) {
        simulation.payments.set(payment.merchant_ref, { ...payment, status: "agreed" });
      }
      await pollDue(now);
      expect([await hawa.status(), keys(), await hawa.attempts()]).toEqual([
        "expired",
        [],
        ["expired"],
      ]);
    });

    test("an approval at the last minute keeps its place, and is captured before the hold ends", async () => {
      hawa.plays("agree");
      simulation.later(21);
      await expireDue(now);
      expect([await hawa.status(), taken()]).toEqual(["confirmed", [PRICE]]);
    });
  });

  test("cancelled by staff between the decision and the answer: the money comes, and is returned", async () => {
    hawa.plays("agree");
    offerProviders(
      simulation.providers.map((provider) => ({
        ...provider,
        capture: async (attempt, key, signal) => {
          await simulation.end(hawa, "gone");
          return (await provider.capture?.(attempt, key, signal)) ?? { state: "unknown" };
        },
      })),
    );
    await look();
    expect([await hawa.status(), taken(), await hawa.seats()]).toEqual([
      "paid_unfulfilled",
      [PRICE],
      0,
    ]);
    expect(await hawa.refunds()).toMatchObject([{ status: "requested", reason: "no_place" }]);
  });

  test("cancelled after a capture without an answer: it is not sent again, and money is returned", async () => {
    hawa.plays("agree");
    simulation.faults.capture = "lost";
    await look();
    await simulation.end(hawa, "gone");
    simulation.later(2);
    await pollDue(now);
    expect(simulation.captures).toHaveLength(1);
    simulation.later(60);
    await pollDue(now);
    expect([await hawa.attempts(), taken()]).toEqual([["expired"], []]);
  });

  describe("declined", () => {
    beforeEach(async () => {
      hawa.plays("agree_declined");
      await look();
    });

    test("the payer is led to the same payment again, and told why", async () => {
      expect(await hawa.attempts()).toEqual(["pending"]);
      const [theirs] = hawa.theirs;
      expect(await readPayment(hawa.token, "fr", now())).toMatchObject({
        state: "declined",
        pay_url: `https://provider.example/${theirs?.reference}`,
        operator: "Simulation",
      });
      expect(simulation.started).toHaveLength(1);
    });

    test("what they then agree to is captured with a key of its own, once the provider tells", async () => {
      hawa.plays("agree");
      await look();
      expect(simulation.captures).toHaveLength(1);
      await hawa.notify();
      await look();
      expect([taken(), await hawa.status()]).toEqual([[PRICE], "confirmed"]);
      expect(new Set(keys()).size).toBe(2);
    });

    test("or when nobody tells, a minute later", async () => {
      hawa.plays("agree");
      simulation.later(1);
      await look();
      expect([taken(), await hawa.status()]).toEqual([[PRICE], "confirmed"]);
    });
  });

  test("an answer says another name: notices under it are known from then on", async () => {
    offerProviders(
      simulation.providers.map((provider) => ({
        ...provider,
        query: async (attempt, signal) => ({
          ...(await provider.query(attempt, signal)),
          ids: { capture: "CAP-1" },
        }),
      })),
    );
    await look();
    const [row] = await database().asOwner<{ provider_ids: unknown }>(
      sql`select provider_ids from payments where order_id = ${hawa.id}`,
    );
    expect(row?.provider_ids).toMatchObject({ capture: "CAP-1", reference: expect.any(String) });
  });
});
