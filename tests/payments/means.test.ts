import { beforeEach, expect, test } from "vitest";
import { newId } from "../../app/core/id.server.ts";
import { startAttempt } from "../../app/payments/attempts.system.server.ts";
import { readPayment } from "../../app/payments/payment-view.system.server.ts";
import { type PaymentProvider, providers, setProviders } from "../../app/payments/provider.ts";
import { withEngines } from "../support/test-database.ts";
import { Customer, PRICE } from "./customer.ts";
import { PaymentSimulation } from "./payment-simulation.ts";

/** An order that several providers take: the payer chooses. */
withEngines((_name, database) => {
  let simulation: PaymentSimulation;
  let hawa: Customer;
  const now = () => simulation.now;
  const charge = `${PRICE} XOF`;
  const view = () => readPayment(hawa.token, "fr", now());
  const pay = (more: { provider?: string; payerNumber?: string }) =>
    startAttempt(hawa.token, { key: newId(), charge, ...more }, now());

  beforeEach(async () => {
    simulation = new PaymentSimulation();
    await simulation.stand(database().engine);
    hawa = await Customer.arrives(simulation);
    const [simulated] = providers();
    const refusing = {
      ...{ id: "wallet", name: "Portefeuille", mode: "test", currencies: ["XOF"] },
      asksPayerNumber: true,
      create: async () => ({ kind: "rejected", code: "NO" }),
      query: async () => ({ state: "not_found" }),
      verifyNotice: async () => ({ ok: false }),
    } satisfies PaymentProvider as PaymentProvider;
    setProviders([refusing, ...(simulated ? [simulated] : [])]);
  });

  test("each is offered for the same price, in the order in which the site names them", async () => {
    const means = (await view())?.means;
    expect(means?.map(({ provider }) => provider)).toEqual(["wallet", "simulated"]);
    expect(new Set(means?.map(({ quote }) => quote.charge_amount))).toEqual(new Set([PRICE]));
    expect(means?.map(({ asksNumber }) => asksNumber)).toEqual([true, false]);
  });

  test("the one that was chosen is asked, with the wallet that pays where it wants to know", async () => {
    expect(await pay({ provider: "wallet" })).toEqual({ kind: "number" });
    expect(await pay({ provider: "wallet", payerNumber: "+224622123456" })).toMatchObject({
      payment: { provider: "wallet", status: "failed", payer_number: "+224622123456" },
    });
    // It is nobody's business of who does not ask.
    expect(await pay({ provider: "simulated", payerNumber: "+224622123456" })).toMatchObject({
      payment: { provider: "simulated", status: "pending", payer_number: null },
    });
    expect(await view()).toMatchObject({ state: "waiting", asks_pin: false });
  });

  test("one that is not there takes nothing", async () => {
    expect(await pay({ provider: "nobody" })).toEqual({ kind: "unavailable" });
  });

  test("after three failures the other is offered first", async () => {
    for (let tries = 0; tries < 3; tries += 1) {
      expect((await view())?.means[0]?.provider).toBe("wallet");
      await pay({ provider: "wallet", payerNumber: "+224622123456" });
      simulation.later(1);
    }
    expect((await view())?.means.map(({ provider }) => provider)).toEqual(["simulated", "wallet"]);
  });
});
