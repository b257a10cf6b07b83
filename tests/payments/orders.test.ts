import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { startApp } from "../../app/core/app.ts";
import { asSystem } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import {
  cancelOrder,
  type NewOrder,
  openOrder,
  orderByToken,
  orderOfSubject,
} from "../../app/payments/orders/orders.operations.server.ts";
import { offerProviders, type PaymentProvider } from "../../app/payments/providers/provider.ts";
import { withDatabase } from "../support/database/test-database.ts";

const released: string[] = [];
const membership = {
  payable: async () => "ok" as const,
  confirm: async () => "fulfilled" as const,
  release: async (_db: unknown, order: { id: string }) => void released.push(order.id),
  discard: async () => {},
  listDecisions: async () => [],
  restart: async () => null,
  thanks: () => "/",
};
startApp({ fulfilments: { membership, registration: membership, licences: membership } });

const order = (over: Partial<NewOrder> = {}): NewOrder => ({
  kind: "registration",
  subject_id: newId(),
  price_amount: 25_000,
  price_currency: "XOF",
  label_fr: "Inscription",
  label_en: "Registration",
  language: "fr",
  payer_name: "Aïssatou Bah",
  payer_email: "aissatou@example.org",
  payer_phone: null,
  ...over,
});
const open = (expected: NewOrder) => asSystem("test", (db) => openOrder(db, expected));
const hold = {
  expires_at: new Date("2030-01-01T10:20:00Z"),
  cap_at: new Date("2030-01-01T11:00:00Z"),
};

withDatabase((_engine, database) => {
  beforeEach(() => {
    released.length = 0;
    offerProviders([
      { id: "some", mode: "live", currencies: ["GNF", "XOF"] } as unknown as PaymentProvider,
    ]);
  });

  test("opened twice, even at once, it is one order with one address", async () => {
    const expected = order({ hold });
    const opened = await Promise.all([
      open(expected),
      open(expected),
      open(expected),
      open(expected),
    ]);
    expect(new Set(opened.map(({ id }) => id)).size).toBe(1);
    expect(new Set(opened.map(({ token }) => token)).size).toBe(1);
    expect(opened[0]?.token).toMatch(/^[\w-]{32}$/);
    const [first] = opened;
    const result = await asSystem("test", (db) => orderByToken(db, first?.token ?? ""));
    expect(result).toMatchObject({
      id: first?.id,
      status: "held",
      hold_expires_at: hold.expires_at,
    });
  });

  test("another thing, or the same after it was closed, is another order", async () => {
    const expected = order();
    const first = await open(expected);
    expect((await open(order())).id).not.toBe(first.id);
    await asSystem("test", (db) => cancelOrder(db, first.id));
    const second = await open(expected);
    expect(second.id).not.toBe(first.id);
    const newest = await asSystem("test", (db) =>
      orderOfSubject(db, "registration", expected.subject_id),
    );
    expect(newest?.id).toBe(second.id);
  });

  test("a place is given up once when its order is cancelled, however often that is asked", async () => {
    const { id } = await open(order());
    await asSystem("test", (db) => cancelOrder(db, id));
    await asSystem("test", (db) => cancelOrder(db, id));
    expect(released).toEqual([id]);
  });

  test("while nothing can be paid online, an order does not expire", async () => {
    offerProviders([]);
    const { token } = await open(order({ hold }));
    const result = await asSystem("test", (db) => orderByToken(db, token));
    expect(result).toMatchObject({ hold_expires_at: null, hold_cap_at: null });
  });

  test("an address that nobody was given leads nowhere", async () => {
    expect(await asSystem("test", (db) => orderByToken(db, "x".repeat(32)))).toBeUndefined();
  });

  test.each([
    ["that costs nothing", sql`price_amount = 0`, "orders_price"],
    ["with a token that can be guessed", sql`token = 'short'`, "orders_token"],
    [
      "held beyond its cap",
      sql`hold_cap_at = now(), hold_expires_at = now() + '1 s'`,
      "orders_hold",
    ],
    ["held without a cap", sql`hold_expires_at = now(), hold_cap_at = null`, "orders_hold"],
  ])("the database refuses an order %s", async (_what, change, constraint) => {
    const { id } = await open(order());
    const work = database().asOwner(sql`update orders set ${change} where id = ${id}`);
    await expect(work).rejects.toMatchObject({ cause: { code: "23514", constraint } });
  });
});
