import { beforeEach, expect, test } from "vitest";
import { asStaff } from "../../app/core/database/doors/doors.server.ts";
import { stopPaying } from "../../app/payments/attempts/cancellation.system.server.ts";
import { receiveNotice } from "../../app/payments/attempts/notices.system.server.ts";
import { pollDue, pollOrder } from "../../app/payments/attempts/polling.system.server.ts";
import { approveRefund } from "../../app/payments/ledger/money.staff.server.ts";
import { readPayment } from "../../app/payments/page/payment-view.system.server.ts";
import { expireDue, sendDueRefunds } from "../../app/payments/payments.jobs.server.ts";
import { offerProviders, type PaymentProvider } from "../../app/payments/providers/provider.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { Customer, PRICE } from "./support/customer.ts";
import { PaymentSimulation, STAFF } from "./support/payment-simulation.ts";

// Providers that are slow, silent or talk nonsense: nobody waits for them longer than six seconds.

const never = () => new Promise<never>(() => {});

withDatabase((_name, database) => {
  let simulation: PaymentSimulation;
  let hawa: Customer;
  const now = () => simulation.now;
  const provide = (over: Partial<PaymentProvider>) =>
    offerProviders(simulation.providers.map((provider) => ({ ...provider, ...over })));
  /** How long something takes, in seconds. */
  const seconds = async (work: Promise<unknown>) => {
    const began = performance.now();
    await work;
    return (performance.now() - began) / 1_000;
  };

  beforeEach(async () => {
    simulation = new PaymentSimulation();
    await simulation.stand(database().engine);
    hawa = await Customer.arrives(simulation);
  });

  test("a provider that never answers: no request waits six seconds, and nothing is lost", async () => {
    await hawa.pays();
    const other = await Customer.arrives(simulation);
    const third = await Customer.arrives(simulation);
    await third.pays();
    // It does not even look at the signal.
    provide({ create: never, query: never, cancel: never, verifyNotice: never });
    const raw = Buffer.from("{}");
    const [page, pay, stop, notice] = await Promise.all([
      seconds(readPayment(hawa.token, "fr", now())),
      seconds(other.pays()),
      seconds(stopPaying(third.token, now())),
      seconds(
        receiveNotice("simulated", new Headers(), raw, now()).then((one) =>
          expect(one).toBe("again"),
        ),
      ),
    ]);
    for (const waited of [page, pay, stop, notice]) expect(waited).toBeLessThan(6);
    expect([await hawa.attempts(), await other.attempts(), await third.attempts()]).toEqual([
      ["pending"],
      ["unknown"],
      ["pending"],
    ]);
    // The page says whom we ask, and looks again.
    const after = await readPayment(other.token, "fr", simulation.now);
    expect(after).toMatchObject({ state: "unreached", operator: "Simulation" });
    expect(after?.refresh).toBeGreaterThan(0);
    simulation.heal();
    offerProviders(simulation.providers);
    hawa.plays("approve");
    simulation.later(1);
    await pollDue(now);
    expect(await hawa.status()).toBe("confirmed");
  });

  test.each([
    ["nothing", undefined],
    ["text", "<html>502</html>"],
    ["an unknown state", { state: "MAYBE" }],
    ["money without a charge", { state: "paid", charges: [] }],
    [
      "money of no amount",
      { state: "paid", charges: [{ txnId: "X", amount: Number.NaN, currency: "XOF" }] },
    ],
  ])("a provider that answers %s changes nothing, and is asked again", async (_what, answer) => {
    await hawa.pays();
    hawa.plays("approve");
    provide({ query: async () => answer as never });
    await pollOrder(hawa.id, now());
    expect([await hawa.attempts(), await hawa.ledger()]).toEqual([["pending"], []]);
    offerProviders(simulation.providers);
    simulation.later(2);
    await pollDue(now);
    expect(await hawa.ledger()).toEqual([["charge", PRICE]]);
  });

  /** Resolves all calls once as many are under way as were asked for: in sequence, nobody would answer. */
  function together(count: number) {
    let calls = 0;
    let open: () => void = () => {};
    const full = new Promise<void>((resolve) => {
      open = resolve;
    });
    return async <T>(answer: T): Promise<T> => {
      if (++calls === count) open();
      await full;
      return answer;
    };
  }

  test("jobs ask about all that they have claimed at the same time", async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => Customer.arrives(simulation)));
    for (const somebody of people) await somebody.pays();
    simulation.later(70);
    const join = together(6);
    provide({ query: () => join({ state: "expired" as const }) });
    expect(await seconds(expireDue(now))).toBeLessThan(5);
    expect(await Promise.all(people.map((one) => one.status()))).toEqual(Array(6).fill("expired"));
  });

  test("refunds are sent at the same time", async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => Customer.arrives(simulation)));
    for (const somebody of people) {
      await somebody.pays();
      somebody.plays("approve_twice");
      await pollOrder(somebody.id, now());
      const [refund] = await somebody.refunds();
      await asStaff({ id: STAFF }, (db) => approveRefund(db, refund?.id ?? "", now()));
    }
    const join = together(4);
    const [provider] = simulation.providers;
    if (!provider?.refunds) throw new Error("no refunds");
    provide({
      refunds: { ...provider.refunds, send: () => join({ state: "done" as const, id: "R" }) },
    });
    expect(await seconds(sendDueRefunds(now))).toBeLessThan(5);
    const states = await Promise.all(people.map((one) => one.refunds()));
    expect(states.flat()).toMatchObject(Array(4).fill({ status: "done" }));
  });
});
