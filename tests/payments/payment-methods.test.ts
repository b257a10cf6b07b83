import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { asStaff } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { startAttempt } from "../../app/payments/attempts/attempts.system.server.ts";
import { pollDue } from "../../app/payments/attempts/polling.system.server.ts";
import { recordOfflinePayment } from "../../app/payments/offline/offline-payment.operations.server.ts";
import { readPayment } from "../../app/payments/page/payment-view.system.server.ts";
import {
  offerProviders,
  type PaymentProvider,
  providers,
} from "../../app/payments/providers/provider.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { Customer, PRICE } from "./support/customer.ts";
import { PaymentSimulation, STAFF } from "./support/payment-simulation.ts";

/** An order that several providers take: the payer chooses. */
withDatabase((_name, database) => {
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
    simulation.takeRealMoney();
    hawa = await Customer.arrives(simulation);
    const [simulated] = providers();
    const refusing = {
      id: "wallet",
      name: "Portefeuille",
      mode: "live",
      currencies: ["XOF"],
      asksPayerNumber: true,
      create: async () => ({ kind: "rejected", code: "NO" }),
      query: async () => ({ state: "not_found" }),
      verifyNotice: async () => ({ ok: false }),
    } satisfies PaymentProvider as PaymentProvider;
    offerProviders([refusing, ...(simulated ? [simulated] : [])]);
  });

  test("each is offered for the same price, in the order in which the site names them", async () => {
    const means = (await view())?.means;
    expect(means?.map(({ provider }) => provider)).toEqual(["wallet", "simulated"]);
    expect(new Set(means?.map(({ quote }) => quote.charge_amount))).toEqual(new Set([PRICE]));
    expect(means?.map(({ asksNumber }) => asksNumber)).toEqual([true, false]);
  });

  test("one that keeps a fixed fee of each payment is offered from the amount that staff set", async () => {
    const payPal = { id: "paypal", name: "PayPal", currencies: ["EUR"], keepsFixedFee: true };
    const [wallet] = providers();
    offerProviders([...providers(), { ...wallet, ...payPal } as PaymentProvider]);
    const offered = async () => (await view())?.means.map(({ provider }) => provider);
    expect(await offered()).toContain("paypal");
    await database().asOwner(sql`insert into site_settings (id, setting_key, setting_value)
      values (gen_random_uuid(), 'paypal', '{"minimum": 999900}')`);
    expect(await offered()).not.toContain("paypal");
    await database().asOwner("delete from site_settings where setting_key = 'paypal'");
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

  test.each(["pending", "processing"] as const)(
    "an operator that waits for the secret code (%s): the page says so, and names it alone",
    async (state) => {
      const [refusing, ...others] = providers();
      if (!refusing) throw new Error("no provider");
      const url = "https://wallet.example/1";
      offerProviders([
        {
          ...refusing,
          create: async () => ({ kind: "redirect", url, ids: {} }),
          query: async () => ({ state }),
        },
        ...others,
      ]);
      expect(await view()).toMatchObject({ state: "toPay", asks_pin: false });
      await pay({ provider: "wallet", payerNumber: "+224622123456" });
      const page = await view();
      expect(page?.asks_pin).toBe(true);
      expect(page?.means.map(({ provider }) => provider)).toEqual(["wallet"]);
      // What is being processed ends when the operator says so, and not before.
      expect(page?.ends_at === null).toBe(state === "processing");
    },
  );

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

  test("whoever pays online after a part came by hand pays the rest, and no more", async () => {
    await asStaff({ id: STAFF }, (db) =>
      recordOfflinePayment(db, hawa.id, { staffId: STAFF, receipt: null, amount: 10_000 }, now()),
    );
    const page = await view();
    expect(page?.owed).toMatchObject({ received: 10_000, due: PRICE - 10_000 });
    expect(new Set(page?.means.map(({ quote }) => quote.charge_amount))).toEqual(
      new Set([PRICE - 10_000]),
    );
    // A page that was opened before shows the whole price.
    expect(await pay({ provider: "simulated" })).toEqual({ kind: "changed" });
    const rest = { key: newId(), charge: `${PRICE - 10_000} XOF`, provider: "simulated" };
    await startAttempt(hawa.token, rest, now());
    hawa.plays("approve");
    simulation.later(1);
    await pollDue(now);
    expect(await hawa.status()).toBe("confirmed");
    expect(await hawa.ledger()).toEqual([
      ["charge", 10_000],
      ["charge", PRICE - 10_000],
    ]);
    expect(await hawa.refunds()).toEqual([]);
  });
});
