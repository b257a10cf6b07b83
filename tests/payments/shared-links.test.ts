import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { newId } from "../../app/core/secrets/id.server.ts";
import { startAttempt } from "../../app/payments/attempts/attempts.system.server.ts";
import { giveUpOrder, stopPaying } from "../../app/payments/attempts/cancellation.system.server.ts";
import { pollDue } from "../../app/payments/attempts/polling.system.server.ts";
import { readPayment, readPaymentAt } from "../../app/payments/page/payment-view.system.server.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { Customer, PRICE } from "./support/customer.ts";
import { PaymentSimulation } from "./support/payment-simulation.ts";

/** Somebody else pays, by a link that the holder of the order sent them. */
withDatabase((_name, database) => {
  let simulation: PaymentSimulation;
  let hawa: Customer;
  let share: string;
  const now = () => simulation.now;
  const charge = `${PRICE} XOF`;
  const uncle = {
    pays: () => startAttempt(share, { key: newId(), charge, shared: true }, now()),
    page: () => readPaymentAt({ token: share, shared: true }, "fr", now()),
  };
  const hers = () => readPayment(hawa.token, "fr", now());
  const returnsTo = async () => {
    const [row] = await database().asOwner<{ shared: boolean }>(
      sql`select shared from payments where order_id = ${hawa.id} order by created_at desc limit 1`,
    );
    return row?.shared;
  };

  beforeEach(async () => {
    simulation = new PaymentSimulation();
    await simulation.stand(database().engine);
    hawa = await Customer.arrives(simulation);
    const [row] = await database().asOwner<{ share_token: string }>(
      sql`select share_token from orders where id = ${hawa.id}`,
    );
    share = row?.share_token ?? "";
    hawa.shareToken = share;
  });

  test("the page shows name, object and amount, and no way to the rest", async () => {
    const page = await uncle.page();
    expect(page).toMatchObject({
      shared: true,
      holder: "Hawa Camara",
      label_fr: "Tournoi",
      price_amount: PRICE,
      state: "toPay",
      thanks: null,
      share_url: null,
      path: `/pay/${share}`,
    });
    const text = JSON.stringify(page);
    expect(text).not.toContain(hawa.token);
    expect(text).not.toMatch(/hawa@|622123456/);
    expect((await hers())?.share_url).toBe(`https://fge.example/pay/${share}`);
  });

  test("the page tells nothing of what its holder tried, paid or got back", async () => {
    const nothing = { timeline: [], returns: [], announced: [], held_until: null };
    await hawa.pays();
    hawa.plays("refuse");
    simulation.later(1);
    await pollDue(now);
    expect((await hers())?.state).toBe("refused");
    expect(await uncle.page()).toMatchObject({ ...nothing, state: "toPay" });
    await hawa.pays();
    hawa.plays("approve_twice");
    simulation.later(1);
    await pollDue(now);
    expect((await hers())?.returns).toHaveLength(1);
    expect(await uncle.page()).toMatchObject({ ...nothing, state: "paid" });
    await simulation.end(hawa, "gone");
    expect(["cancelled", "paid"]).toContain((await uncle.page())?.state);
  });

  test("what came back of what they paid themselves is told to them", async () => {
    await uncle.pays();
    hawa.plays("approve_twice");
    simulation.later(1);
    await pollDue(now);
    expect(await uncle.page()).toMatchObject({
      state: "paidTwice",
      timeline: [],
      returns: [{ amount: PRICE, step: "asked" }],
    });
  });

  test("each address opens its own page only", async () => {
    expect(await readPaymentAt({ token: hawa.token, shared: true }, "fr", now())).toBeUndefined();
    expect(await readPayment(share, "fr", now())).toBeUndefined();
    expect(await startAttempt(share, { key: newId(), charge }, now())).toEqual({ kind: "closed" });
  });

  test("who pays by it comes back to it, and the order is paid", async () => {
    expect(await uncle.pays()).toMatchObject({ kind: "attempt", payment: { shared: true } });
    const [begun] = simulation.payments.values();
    expect(begun?.return_url).toBe(`https://fge.example/pay/${share}?back=1`);
    expect((await uncle.page())?.pay_url).toBeTruthy();
    hawa.plays("approve");
    simulation.later(1);
    await pollDue(now);
    expect(await hawa.status()).toBe("confirmed");
    expect(await uncle.page()).toMatchObject({ state: "paid", thanks: null });
    const done = (await hers())?.timeline.map(({ what }) => what);
    expect(done).toEqual(["opened", "begun", "charge", "confirmed"]);
  });

  test("what its holder began is neither shown to them nor stopped by them", async () => {
    await hawa.pays();
    expect(await returnsTo()).toBe(false);
    expect(await uncle.page()).toMatchObject({ state: "waiting", pay_url: null });
    expect(await uncle.pays()).toEqual({ kind: "closed" });
    await stopPaying(share, now(), { shared: true });
    expect(await hawa.attempts()).toEqual(["pending"]);
    // What the holder gives up is not said to have been theirs.
    await stopPaying(hawa.token, now());
    expect(await hers()).toMatchObject({ state: "stopped" });
    expect(await uncle.page()).toMatchObject({ state: "toPay" });
  });

  test("what they began the holder may go on with, or stop", async () => {
    await uncle.pays();
    expect((await hers())?.pay_url).toBeTruthy();
    await stopPaying(hawa.token, now());
    expect(await hawa.attempts()).toEqual(["cancelled"]);
    expect(await uncle.pays()).toMatchObject({ kind: "attempt" });
    await stopPaying(share, now(), { shared: true });
    expect(await hawa.attempts()).toEqual(["cancelled", "cancelled"]);
  });

  test("the address does not give the place up", async () => {
    await giveUpOrder(share, now());
    expect(await hawa.status()).toBe("held");
  });
});
