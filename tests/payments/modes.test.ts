import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { asStaff, asSystem } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { stopPaying } from "../../app/payments/attempts/cancellation.system.server.ts";
import { pollDue, pollOrder } from "../../app/payments/attempts/polling.system.server.ts";
import { listTotals } from "../../app/payments/ledger/ledger.staff.server.ts";
import { exportLedger, readLedger } from "../../app/payments/ledger/ledger-export.staff.server.ts";
import { approveRefund, takeCash } from "../../app/payments/ledger/money.staff.server.ts";
import { recordOfflinePayment } from "../../app/payments/offline/offline-payment.operations.server.ts";
import { LEDGER_LIST } from "../../app/payments/orders/order-list.ts";
import {
  countMoney,
  countTests,
  removeTests,
} from "../../app/payments/orders/orders.staff.server.ts";
import { readPayment } from "../../app/payments/page/payment-view.system.server.ts";
import { sendDueRefunds } from "../../app/payments/payments.jobs.server.ts";
import { offerProviders, type PaymentProvider } from "../../app/payments/providers/provider.ts";
import { parseListQuery } from "../../app/records/list/list-query.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { Customer, PRICE } from "./support/customer.ts";
import { PaymentSimulation, STAFF } from "./support/payment-simulation.ts";

// Money that is none never meets money that is.

withDatabase((_name, database) => {
  let simulation: PaymentSimulation;
  const now = () => simulation.now;
  const staff = { id: STAFF };
  const live = (): PaymentProvider[] =>
    simulation.providers.map((provider) => ({ ...provider, id: "real", mode: "live" }));

  async function paid(): Promise<Customer> {
    const customer = await Customer.arrives(simulation);
    await customer.pays();
    customer.plays("approve_twice");
    await pollOrder(customer.id, now());
    return customer;
  }
  const modes = async ({ id }: Customer) => {
    const [row] = await database().asOwner<Record<string, string[]>>(sql`select
      array(select mode from orders where id = ${id}) as orders,
      array(select distinct mode from payments where order_id = ${id}) as payments,
      array(select distinct mode from ledger_entries where order_id = ${id}) as ledger,
      array(select distinct mode from refunds where order_id = ${id}) as refunds`);
    return row;
  };
  const all = (mode: string) => ({
    orders: [mode],
    payments: [mode],
    ledger: [mode],
    refunds: [mode],
  });

  beforeEach(async () => {
    simulation = new PaymentSimulation();
    await simulation.stand(database().engine);
    await asStaff(staff, async (db) => removeTests(db, await countTests(db)));
  });

  test("an order, its attempts, its ledger and its refunds are one or the other", async () => {
    const test = await paid();
    expect(await modes(test)).toEqual(all("test"));
    offerProviders(live());
    const real = await paid();
    expect(await modes(real)).toEqual(all("live"));
  });

  test("without any provider people pay by hand, and that is real", async () => {
    offerProviders([]);
    const customer = await Customer.arrives(simulation);
    await asSystem("test", (db) =>
      recordOfflinePayment(db, customer.id, { staffId: STAFF, receipt: null }, now()),
    );
    expect(await modes(customer)).toMatchObject({ orders: ["live"], ledger: ["live"] });
  });

  test("providers of both kinds are not set side by side", () => {
    expect(() => offerProviders([...simulation.providers, ...live()])).toThrow(/side by side/);
  });

  test.each(["orders", "payments", "refunds"])(
    "%s stay what they were opened as",
    async (table) => {
      const customer = await paid();
      const key = table === "orders" ? sql`id` : sql`order_id`;
      const change = database().asOwner(
        sql`update ${sql.identifier(table)} set mode = 'live' where ${key} = ${customer.id}`,
      );
      await expect(change).rejects.toMatchObject({ cause: { code: "42501" } });
    },
  );

  test("whatever is written for a test is a test, whoever says otherwise", async () => {
    const customer = await paid();
    await database().asOwner(sql`insert into ledger_entries (id, order_id, payment_id, kind, provider,
        provider_txn_id, amount, currency, price_amount, mode)
      select ${newId()}, order_id, payment_id, 'charge', provider, ${newId()}, amount, currency, 0, 'live'
      from ledger_entries where order_id = ${customer.id} limit 1`);
    expect(await modes(customer)).toEqual(all("test"));
  });

  test("a test is paid with no real money once the site takes it, online or by hand", async () => {
    const customer = await Customer.arrives(simulation);
    offerProviders(live());
    expect(await customer.pays()).toEqual({ kind: "unavailable" });
    const byHand = asSystem("test", (db) =>
      recordOfflinePayment(db, customer.id, { staffId: STAFF, receipt: null }, now()),
    );
    await expect(byHand).rejects.toMatchObject({ kind: "conflict", message: /essai/ });
    expect(await readPayment(customer.token, "fr", now())).toMatchObject({
      is_test: true,
      state: "testOver",
      by_hand: false,
    });
  });

  test("a test is never asked after, sent or cancelled at the live host of its provider", async () => {
    const [own] = simulation.providers;
    if (!own) throw new Error("no provider");
    const calls: string[] = [];
    const call = (name: string) => async () => {
      calls.push(name);
      throw new Error("called");
    };
    const verifyNotice = own.verifyNotice;
    const sameName: PaymentProvider = {
      ...own,
      mode: "live",
      verifyNotice,
      create: call("create"),
      query: call("query"),
      cancel: call("cancel"),
      capture: call("capture"),
      refunds: { keyLifeMs: 1e9, send: call("refund"), find: call("refund state") },
    };
    const waiting = await Customer.arrives(simulation);
    await waiting.pays();
    const refunded = await paid();
    const [refund] = await refunded.refunds();
    await asStaff(staff, (db) => approveRefund(db, refund?.id ?? "", now()));
    offerProviders([sameName]);
    await sendDueRefunds(now);
    const notices = sql`select notices from payments where order_id = ${waiting.id}`;
    const before = await database().asOwner(notices);
    expect(await waiting.notify()).toEqual([true]);
    expect(await database().asOwner(notices)).toEqual(before);
    simulation.later(1);
    await pollDue(now);
    await stopPaying(waiting.token, now());
    expect(await readPayment(waiting.token, "fr", now())).toMatchObject({
      state: "testOver",
      refresh: null,
      unsettled: false,
      timeline: [{ what: "opened" }, { what: "begun" }, { what: "timedOut" }],
    });
    expect(await waiting.attempts()).toEqual(["expired"]);
    expect(calls).toEqual([]);
  });

  test("real money whose provider is not offered now is waited for, and asked after when it is", async () => {
    const [own] = simulation.providers;
    if (!own) throw new Error("no provider");
    offerProviders([{ ...own, mode: "live" }]);
    const customer = await Customer.arrives(simulation);
    await customer.pays();
    customer.plays("approve");
    offerProviders([]);
    await pollOrder(customer.id, now());
    expect(await customer.attempts()).toEqual(["pending"]);
    offerProviders([own]);
    await pollOrder(customer.id, now(), { notSince: new Date(now().getTime() + 1) });
    expect(await customer.attempts()).toEqual(["pending"]);
    offerProviders([{ ...own, mode: "live" }]);
    simulation.later(1);
    await pollOrder(customer.id, now());
    expect(await customer.status()).toBe("confirmed");
  });

  test("an open test does not stand in the way of the real order for the same thing", async () => {
    const subject_id = newId();
    const test = await Customer.arrives(simulation, { subject_id });
    offerProviders(live());
    const real = await Customer.arrives(simulation, { subject_id });
    expect(real.id).not.toBe(test.id);
    const again = await Customer.arrives(simulation, { subject_id });
    expect(again.id).toBe(real.id);
  });

  test("a test left over is paid with no cash; an order of before is, while the site tests", async () => {
    const take = ({ id }: Customer) =>
      asSystem("test", (db) =>
        recordOfflinePayment(db, id, { staffId: STAFF, receipt: null }, now()),
      );
    const test = await Customer.arrives(simulation);
    offerProviders(live());
    const real = await Customer.arrives(simulation);
    await expect(take(test)).rejects.toThrow("cette commande est un essai");
    offerProviders(simulation.providers);
    await take(real);
    expect(await real.status()).toBe("confirmed");
  });

  test("cash makes a test real that nobody has paid; simulated money that comes then is none", async () => {
    const customer = await Customer.arrives(simulation);
    await customer.pays();
    await asStaff(staff, (db) =>
      takeCash(db, customer.id, { key: newId(), receipt: null, amount: 10_000 }, now()),
    );
    customer.plays("approve");
    await customer.notify();
    await pollOrder(customer.id, now(), { kind: "sent" });
    expect(await customer.ledger()).toEqual([["charge", 10_000]]);
    expect(await customer.attempts()).toEqual(["expired", "succeeded"]);
    const kept = await database().asOwner(sql`select mode from payments
      where order_id = ${customer.id} order by created_at, id`);
    expect(kept).toEqual([{ mode: "test" }, { mode: "live" }]);
    const simulated =
      database().asOwner(sql`insert into ledger_entries (id, order_id, payment_id, kind,
        provider, provider_txn_id, amount, currency, price_amount)
      select ${newId()}, order_id, id, 'charge', provider, ${newId()}, 1, 'XOF', 0
      from payments where order_id = ${customer.id} and mode = 'test'`);
    await expect(simulated).rejects.toMatchObject({ cause: { code: "42501" } });
  });

  test("what the simulated provider took stays a test, and takes no cash", async () => {
    const customer = await paid();
    const cash = asStaff(staff, (db) =>
      takeCash(db, customer.id, { key: newId(), receipt: "V-1", means: "bank" }, now()),
    );
    await expect(cash).rejects.toMatchObject({ kind: "conflict", message: /paiement simulé/ });
  });

  test("tests enter no sum, no total and no export", async () => {
    const query = parseListQuery(LEDGER_LIST, new URLSearchParams());
    const sums = () =>
      asStaff(staff, async (db) => ({
        counts: await countMoney(db, query),
        totals: await listTotals(db, {}),
        exported: await exportLedger(db, query),
        rows: (await readLedger(db, query, undefined, 500)).rows.length,
      }));
    const before = await sums();
    await paid();
    await Customer.arrives(simulation);
    expect(await sums()).toMatchObject({
      counts: {
        received: before.counts.received,
        returned: before.counts.returned,
        waiting: before.counts.waiting,
      },
      totals: before.totals,
      exported: before.exported,
      rows: before.rows,
    });
    offerProviders(live());
    await paid();
    const after = await sums();
    expect(after.rows).toBe(before.rows + 2);
    const total = (one: typeof before) =>
      one.totals.reduce(
        (sum, { received, currency }) => sum + (currency === "XOF" ? received : 0),
        0,
      );
    expect(total(after)).toBe(total(before) + 2 * PRICE);
  });

  test("one button takes all tests away, and nothing that is real", async () => {
    await paid();
    await Customer.arrives(simulation);
    offerProviders(live());
    const real = await paid();
    expect(await asStaff(staff, (db) => countTests(db))).toBe(2);
    expect(await asStaff(staff, async (db) => removeTests(db, await countTests(db)))).toBe(2);
    const [left] = await database().asOwner<Record<string, number>>(sql`select
      (select count(*)::int from orders where mode = 'test') as orders,
      (select count(*)::int from payments join orders o on o.id = order_id where o.mode = 'test') as payments,
      (select count(*)::int from ledger_entries where mode = 'test') as ledger,
      (select count(*)::int from refunds where mode = 'test') as refunds`);
    expect(left).toEqual({ orders: 0, payments: 0, ledger: 0, refunds: 0 });
    expect(await modes(real)).toEqual(all("live"));
    expect(await asStaff(staff, async (db) => removeTests(db, await countTests(db)))).toBe(0);
    const entries = await database().asOwner(
      sql`select 1 from audit_log where action = 'orders.remove-tests'`,
    );
    expect(entries.length).toBeGreaterThan(0);
  });

  test("no other way takes a row of money away, of a test neither", async () => {
    const test = await paid();
    offerProviders(live());
    const real = await paid();
    for (const { id } of [test, real]) {
      for (const table of ["payment_events", "refunds", "ledger_entries", "payments", "orders"]) {
        const key = table === "orders" ? sql`id` : sql`order_id`;
        const remove = sql`delete from ${sql.identifier(table)} where ${key} = ${id}`;
        await expect(database().asOwner(remove)).rejects.toMatchObject({
          cause: { code: "42501" },
        });
        await expect(asSystem("test", (db) => db.execute(remove))).rejects.toMatchObject({
          cause: { code: "42501" },
        });
      }
    }
    const system = asSystem("test", (db) => db.execute(sql`select remove_tests()`));
    await expect(system).rejects.toMatchObject({ cause: { code: "42501" } });
  });
});
