import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { asSystem } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { pollDue, pollOrder } from "../../app/payments/attempts/polling.system.server.ts";
import { recordOfflinePayment } from "../../app/payments/offline/offline-payment.operations.server.ts";
import { offerProviders } from "../../app/payments/providers/provider.ts";
import { rowsOf, withBothEngines } from "../support/database/test-database.ts";
import { Customer, PRICE } from "./support/customer.ts";
import { PaymentSimulation, PowerCut, STAFF } from "./support/payment-simulation.ts";

withBothEngines((_name, database) => {
  // Connections that stand open already: what is begun together then really runs together.
  beforeAll(() =>
    Promise.all(
      Array.from({ length: 8 }, () =>
        asSystem("test", (db) => db.execute(sql`select pg_sleep(0.1)`)),
      ),
    ),
  );

  let simulation: PaymentSimulation;
  let hawa: Customer;
  const now = () => simulation.now;

  beforeEach(async () => {
    simulation = new PaymentSimulation();
    await simulation.stand(database().engine);
    hawa = await Customer.arrives(simulation);
  });

  test("from eight tabs at once: one attempt, one charge, one seat", async () => {
    const started = await Promise.all(Array.from({ length: 8 }, () => hawa.pays()));
    // Each of them is sent to the operator's page, also those that pressed while it was being asked.
    expect(started.map((start) => start.kind === "attempt" && start.payment.redirect_url)).toEqual(
      Array(8).fill(expect.stringMatching(/^https:/)),
    );
    expect(await hawa.attempts()).toEqual(["pending"]);
    expect(hawa.theirs).toHaveLength(1);
    hawa.plays("approve");
    await Promise.all([hawa.notify(), hawa.notify(), pollDue(now), pollOrder(hawa.id, now())]);
    await pollDue(now);
    expect(await hawa.ledger()).toEqual([["charge", PRICE]]);
    expect(await hawa.attempts()).toEqual(["succeeded"]);
    expect(await hawa.status()).toBe("confirmed");
    expect(await hawa.seats()).toBe(1);
    expect(await hawa.refunds()).toEqual([]);
  });

  test("the same notice twice at the same moment is one notice and one charge", async () => {
    await hawa.pays();
    hawa.plays("approve");
    expect(await Promise.all([hawa.notify(), hawa.notify()])).toEqual([[true], [true]]);
    await Promise.all([pollDue(now), pollDue(now), pollDue(now)]);
    const notices = sql`select 1 from payment_events where source = 'notice' and order_id = ${hawa.id}`;
    expect(await database().asOwner(notices)).toHaveLength(1);
    expect(await hawa.ledger()).toEqual([["charge", PRICE]]);
  });

  test("of a refusal the provider's code is kept, and no sentence about the buyer", async () => {
    const [provider] = simulation.providers;
    if (!provider) throw new Error("no provider");
    const answers = { code: "Refused: Hawa Soumah, +224 622 12 34 56", reason: "622123456" };
    offerProviders([
      { ...provider, create: async () => ({ kind: "rejected", code: answers.code }) },
    ]);
    await hawa.pays();
    offerProviders([
      { ...provider, query: async () => ({ state: "failed", reason: answers.reason }) },
    ]);
    const again = await Customer.arrives(simulation);
    await again.pays();
    await pollOrder(again.id, simulation.now);
    const stored = await database().asOwner<{ reason: string; body: unknown }>(sql`
      select reason, body from payments join payment_events on payment_id = payments.id
      where payments.order_id in (${hawa.id}, ${again.id}) and reason is not null`);
    expect(stored.map(({ reason }) => reason)).toEqual(expect.arrayContaining(["other"]));
    for (const messages of Object.values(answers))
      expect(JSON.stringify(stored)).not.toContain(messages);
  });

  test("two processes that ask at once ask about different attempts", async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => Customer.arrives(simulation)));
    for (const somebody of people) await somebody.pays();
    simulation.later(5);
    const before = simulation.queries;
    await Promise.all([pollDue(now), pollDue(now)]);
    expect(simulation.queries - before).toBe(people.length);
  });

  test("a notice that somebody else signed changes nothing", async () => {
    await hawa.pays();
    expect(await hawa.notify("another key")).toEqual([false]);
    const stored = sql`select 1 from payment_events where source = 'notice' and order_id = ${hawa.id}`;
    expect(await database().asOwner(stored)).toEqual([]);
  });

  test("a refused attempt stays refused for its page; a new page tries again", async () => {
    const page = newId();
    await hawa.pays(page);
    hawa.plays("refuse");
    await pollOrder(hawa.id, now());
    await hawa.pays(page);
    expect(await hawa.attempts()).toEqual(["failed"]);
    await hawa.pays();
    expect(await hawa.attempts()).toEqual(["failed", "pending"]);
  });

  test("without an answer there is no address to pay at: another attempt may begin", async () => {
    simulation.faults.create = "unanswered";
    await hawa.pays();
    expect(await hawa.attempts()).toEqual(["unknown"]);
    await hawa.pays();
    expect(await hawa.attempts()).toEqual(["unknown", "pending"]);
    // The provider knows the first one after all. It does not come alive beside the second.
    await pollOrder(hawa.id, now());
    expect(await hawa.attempts()).toEqual(["unknown", "pending"]);
    hawa.plays("approve");
    await pollOrder(hawa.id, now());
    expect(await hawa.status()).toBe("confirmed");
    expect(await hawa.refunds()).toMatchObject([{ reason: "surplus", status: "requested" }]);
  });

  test("a process that dies before the call is taken over, once", async () => {
    simulation.cut = { transactions: 1, committed: true };
    await expect(hawa.pays()).rejects.toThrow(PowerCut);
    expect(await hawa.attempts()).toEqual(["created"]);
    simulation.later(2);
    await Promise.all([pollDue(now), pollDue(now)]);
    expect(await hawa.attempts()).toEqual(["pending"]);
    expect(hawa.theirs).toHaveLength(1);
  });

  test("a process that dies during the call: the provider is asked what became of it", async () => {
    // The attempt is kept, the call is begun and made, and then nothing is written any more.
    simulation.cut = { transactions: 3, committed: false };
    await expect(hawa.pays()).rejects.toThrow(PowerCut);
    expect(await hawa.attempts()).toEqual(["initiating"]);
    simulation.later(2);
    await pollDue(now);
    expect(await hawa.attempts()).toEqual(["pending"]);
    const address = sql`select redirect_url from payments where order_id = ${hawa.id}`;
    expect(await database().asOwner(address)).toEqual([
      { redirect_url: expect.stringContaining("https://provider.example/") },
    ]);
  });

  test("a provider that has to know the wallet is not called without it, and is told which one", async () => {
    const [simulated] = simulation.providers;
    if (!simulated) throw new Error("no provider");
    const wallets: (string | null)[] = [];
    offerProviders([
      {
        ...simulated,
        asksPayerNumber: true,
        create: (attempt, signal) => {
          wallets.push(attempt.payerNumber);
          return simulated.create(attempt, signal);
        },
      },
    ]);
    expect(await hawa.pays()).toEqual({ kind: "number" });
    expect([await hawa.attempts(), wallets]).toEqual([[], []]);
    const uncle = "+224655000111";
    await hawa.pays(newId(), `${PRICE} XOF`, uncle);
    expect([await hawa.attempts(), wallets]).toEqual([["pending"], [uncle]]);
  });

  test("another amount does not pay the order, and goes back", async () => {
    await hawa.pays();
    hawa.plays("approve");
    for (const payment of hawa.theirs) {
      const charges = payment.charges.map((charge) => ({ ...charge, amount: PRICE - 500 }));
      simulation.payments.set(payment.merchant_ref, { ...payment, charges });
    }
    await pollDue(now);
    simulation.later(1);
    await pollDue(now);
    expect(await hawa.attempts()).toEqual(["review"]);
    expect(await hawa.status()).toBe("held");
    expect(await hawa.seats()).toBe(0);
    expect(await hawa.refunds()).toMatchObject([{ reason: "mismatch" }]);
  });

  test("a provider without the currency charges at the kept rate, and only what was shown", async () => {
    const [simulated] = simulation.providers;
    if (!simulated) throw new Error("no provider");
    offerProviders([{ ...simulated, currencies: ["GNF"] }]);
    expect(await hawa.pays(newId(), `${PRICE} XOF`)).toEqual({ kind: "unavailable" });
    // Of which 15.4 GNF for 1 XOF follow.
    const rate = { gnf: "10101.7378", source: "BCRG", date: "2026-11-01" };
    await asSystem("test", (db) =>
      rowsOf(
        db,
        sql`insert into site_settings (id, setting_key, setting_value)
          values (${newId()}, 'exchange_rate', ${JSON.stringify(rate)}::jsonb)
          on conflict (setting_key) do nothing`,
      ),
    );
    expect(await hawa.pays(newId(), "380000 GNF")).toEqual({ kind: "changed" });
    await hawa.pays(newId(), "385000 GNF");
    expect(hawa.theirs).toMatchObject([{ amount: 385_000, currency: "GNF" }]);
    hawa.plays("approve");
    await pollOrder(hawa.id, now());
    expect(await hawa.status()).toBe("confirmed");
    const [entry] = await database().asOwner(sql`select amount, currency, price_amount
      from ledger_entries where order_id = ${hawa.id}`);
    expect(entry).toEqual({ amount: 385_000, currency: "GNF", price_amount: PRICE });
  });

  test("what is paid at the federation goes through the ledger too, under its receipt, once", async () => {
    const take = (order: string, receipt: string) =>
      asSystem("test", (db) => recordOfflinePayment(db, order, { staffId: STAFF, receipt }, now()));
    await take(hawa.id, "R-2027-1");
    expect(await hawa.status()).toBe("confirmed");
    expect(await hawa.ledger()).toEqual([["charge", PRICE]]);
    await expect(take(hawa.id, "R-2027-2")).rejects.toMatchObject({ kind: "conflict" });
    const other = await Customer.arrives(simulation);
    await expect(take(other.id, "R-2027-1")).rejects.toMatchObject({ kind: "conflict" });
    expect(await other.attempts()).toEqual([]);
  });

  test("paid online and at the federation: one of both goes back", async () => {
    simulation.takeRealMoney();
    hawa = await Customer.arrives(simulation);
    await hawa.pays();
    hawa.plays("approve");
    const claimed = { staffId: STAFF, receipt: "R-2027-3" };
    await asSystem("test", (db) => recordOfflinePayment(db, hawa.id, claimed, now()));
    await pollOrder(hawa.id, now());
    expect(await hawa.seats()).toBe(1);
    expect(await hawa.refunds()).toMatchObject([{ reason: "surplus" }]);
  });

  test("the same thing paid through two orders is given once", async () => {
    const subject_id = newId();
    const first = await Customer.arrives(simulation, { subject_id });
    await first.pays();
    await asSystem("test", (db) =>
      db.execute(sql`update orders set status = 'expired' where id = ${first.id}`),
    );
    const second = await Customer.arrives(simulation, { subject_id });
    expect(second.id).not.toBe(first.id);
    await second.pays();
    second.plays("approve");
    first.plays("approve");
    simulation.later(1);
    await pollOrder(second.id, now());
    await pollOrder(first.id, now());
    expect([await second.status(), await first.status()]).toEqual([
      "confirmed",
      "paid_unfulfilled",
    ]);
    expect(await first.refunds()).toHaveLength(1);
  });
});
