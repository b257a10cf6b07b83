import { beforeEach, expect, test } from "vitest";
import { giveUpOrder, stopPaying } from "../../app/payments/attempts/cancellation.system.server.ts";
import { pollDue, pollOrder } from "../../app/payments/attempts/polling.system.server.ts";
import { readPayment } from "../../app/payments/page/payment-view.system.server.ts";
import { expireDue } from "../../app/payments/payments.jobs.server.ts";
import { offerProviders, type PaymentProvider } from "../../app/payments/providers/provider.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { Customer, PRICE } from "./support/customer.ts";
import { PaymentSimulation } from "./support/payment-simulation.ts";

withDatabase((_name, database) => {
  let simulation: PaymentSimulation;
  let hawa: Customer;
  const now = () => simulation.now;
  const minutesFrom = (start: Date, minutes: number) =>
    new Date(start.getTime() + minutes * 60_000);

  beforeEach(async () => {
    simulation = new PaymentSimulation();
    await simulation.stand(database().engine);
    hawa = await Customer.arrives(simulation);
  });

  /** From now on the provider stops nothing by itself. */
  function withoutCancel(over: Partial<PaymentProvider> = {}): void {
    const [provider] = simulation.providers;
    if (!provider) throw new Error("no provider");
    const { cancel: _none, ...others } = provider;
    offerProviders([{ ...others, ...over }]);
  }

  test("a place is kept for its twenty minutes, then given up once", async () => {
    simulation.later(19);
    await expireDue(now);
    expect(await hawa.status()).toBe("held");
    simulation.later(2);
    await Promise.all([expireDue(now), expireDue(now)]);
    expect(await hawa.status()).toBe("expired");
    expect(await hawa.pays()).toEqual({ kind: "closed" });
  });

  test("who begins to pay in time has the time to finish", async () => {
    const start = simulation.now;
    simulation.later(15);
    await hawa.pays();
    expect(await hawa.holdEnds()).toEqual(minutesFrom(start, 15 + 15 + 5));
    simulation.later(10);
    await expireDue(now);
    expect(await hawa.status()).toBe("held");
    hawa.plays("approve");
    simulation.later(11);
    // Paid in time, though nobody said so: the last question finds it.
    await expireDue(now);
    expect(await hawa.status()).toBe("confirmed");
  });

  test("while the provider is silent the place is kept, up to the hour", async () => {
    await hawa.pays();
    hawa.plays("silence");
    simulation.later(25);
    await expireDue(now);
    expect(await hawa.status()).toBe("held");
    simulation.later(36);
    await expireDue(now);
    expect(await hawa.status()).toBe("expired");
  });

  test("late money finds a place, when there is one", async () => {
    await hawa.pays();
    hawa.plays("approve_late");
    simulation.later(20.5);
    await expireDue(now);
    expect(await hawa.status()).toBe("expired");
    simulation.later(60);
    await pollDue(now);
    simulation.later(60);
    await pollDue(now);
    expect(await hawa.status()).toBe("confirmed");
    expect(await hawa.seats()).toBe(1);
  });

  test("late money goes back, when there is none", async () => {
    await hawa.pays();
    hawa.plays("approve_late");
    simulation.later(20.5);
    await expireDue(now);
    simulation.full = true;
    simulation.later(60);
    await pollDue(now);
    simulation.later(60);
    await pollDue(now);
    expect(await hawa.status()).toBe("paid_unfulfilled");
    expect(await hawa.seats()).toBe(0);
    expect(await hawa.ledger()).toEqual([["charge", PRICE]]);
    expect(await hawa.refunds()).toMatchObject([{ status: "requested", reason: "no_place" }]);
  });

  test("who stops paying can begin again, and what was stopped cannot be paid", async () => {
    await hawa.pays();
    await stopPaying(hawa.token, now());
    expect(await hawa.attempts()).toEqual(["cancelled"]);
    hawa.plays("approve");
    await hawa.pays();
    hawa.plays("approve");
    await pollOrder(hawa.id, now());
    expect(await hawa.ledger()).toEqual([["charge", PRICE]]);
  });

  test("what only our call takes is stopped here, even while the provider is silent", async () => {
    withoutCancel({ isTakenByCaptureAlone: true });
    await hawa.pays();
    hawa.plays("silence");
    await stopPaying(hawa.token, now());
    expect(await hawa.attempts()).toEqual(["cancelled"]);
    expect((await readPayment(hawa.token, "fr", now()))?.state).toBe("stopped");
    // Who agrees all the same, in a tab that was left open, pays nothing.
    simulation.heal();
    hawa.plays("agree");
    simulation.later(90);
    await pollDue(now);
    expect([await hawa.ledger(), simulation.captures]).toEqual([[], []]);
    expect(await hawa.attempts()).toEqual(["cancelled"]);
  });

  test.each([
    ["stops", stopPaying, "held"],
    ["gives up", giveUpOrder, "cancelled"],
  ] as const)("who agreed, and %s before we knew of it, pays nothing", async (_, stop, status) => {
    withoutCancel({ isTakenByCaptureAlone: true });
    await hawa.pays();
    hawa.plays("agree");
    await stop(hawa.token, now());
    expect(await hawa.attempts()).toEqual(["cancelled"]);
    await hawa.notify();
    await pollDue(now);
    expect([await hawa.ledger(), simulation.captures, await hawa.status()]).toEqual([
      [],
      [],
      status,
    ]);
  });

  test("what we are taking already is not stopped", async () => {
    withoutCancel({ isTakenByCaptureAlone: true });
    await hawa.pays();
    hawa.plays("agree");
    simulation.faults.capture = "lost";
    await pollOrder(hawa.id, now());
    await stopPaying(hawa.token, now());
    await giveUpOrder(hawa.token, now());
    expect([await hawa.attempts(), await hawa.status()]).toEqual([["processing"], "held"]);
    simulation.later(1);
    await pollDue(now);
    expect(await hawa.status()).toBe("confirmed");
  });

  test("what nobody here can stop says until when it lasts", async () => {
    withoutCancel();
    await hawa.pays();
    await stopPaying(hawa.token, now());
    const view = await readPayment(hawa.token, "fr", now());
    expect(view?.state).toBe("waiting");
    // A quarter of an hour at the provider, and five minutes more for what comes late.
    expect(view?.ends_at).toEqual(new Date(simulation.now.getTime() + 20 * 60_000));
    simulation.later(21);
    await pollDue(now);
    expect((await readPayment(hawa.token, "fr", now()))?.state).not.toBe("waiting");
  });

  test("what was opened without an answer, and nobody can reach, keeps nobody from trying again", async () => {
    const [provider] = simulation.providers;
    if (!provider) throw new Error("no provider");
    const transaction = "T-1";
    offerProviders([
      {
        ...provider,
        create: async (attempt, signal) => {
          await provider.create(attempt, signal);
          return { kind: "unknown" };
        },
        // It has the payment, and does not say where it is paid.
        query: async () => ({ state: "pending", ids: { transaction } }),
      },
    ]);
    await hawa.pays();
    await pollOrder(hawa.id, now());
    expect(await hawa.attempts()).toEqual(["unknown"]);
    expect((await readPayment(hawa.token, "fr", now()))?.state).toBe("unreached");
    offerProviders(simulation.providers);
    await hawa.pays();
    expect(await hawa.attempts()).toEqual(["unknown", "pending"]);
  });

  test("who gives up after paying keeps what was paid for", async () => {
    await hawa.pays();
    hawa.plays("approve");
    await giveUpOrder(hawa.token, now());
    expect(await hawa.status()).toBe("confirmed");
    await giveUpOrder(hawa.token, now());
    expect(await hawa.status()).toBe("confirmed");
  });

  test("nothing is cancelled while it cannot be known whether it is paid", async () => {
    await hawa.pays();
    hawa.plays("silence");
    await giveUpOrder(hawa.token, now());
    expect(await hawa.status()).toBe("held");
    simulation.heal();
    await giveUpOrder(hawa.token, now());
    expect(await hawa.status()).toBe("cancelled");
    expect(await hawa.attempts()).toEqual(["cancelled"]);
  });
});
