import "../../../tests/mail/settings.ts";

process.env.SMTP_URL = "smtp://127.0.0.1:1";

import { sql } from "drizzle-orm";
import { afterEach, beforeAll, expect, test } from "vitest";
import {
  ADMIN,
  asAdmin,
  closeDay,
  fileOf,
  newOrder,
  openDesk,
  PRICE,
  take,
} from "../../../tests/payments/support/desk.ts";
import { mailsTo } from "../../../tests/registrations/event.ts";
import { withDatabase } from "../../../tests/support/database/test-database.ts";
import { endQuarantine, startQuarantine } from "../../core/database/copy/quarantine.server.ts";
import { asStaff } from "../../core/database/doors/doors.server.ts";
import { askIn } from "../../core/database/schema/schema-check.server.ts";
import { newId } from "../../core/secrets/id.server.ts";
import { correctCash, takeCash } from "../ledger/money.staff.server.ts";
import { readPayment, readPaymentAt } from "../page/payment-view.system.server.ts";
import { findReceipt } from "./receipts.operations.server.ts";
import { sendReceipt } from "./receipts.staff.server.ts";
import { mailReceipt, readReceipt } from "./receipts.system.server.ts";
import { cancelledWords, receiptFacts } from "./receipts.ts";

/** Nobody deletes receipts but an owner who lifts what keeps them. */
const EMPTY_RECEIPTS = `do $$ begin
  alter table receipts disable trigger receipts_kept;
  delete from receipts;
  alter table receipts enable trigger receipts_kept;
end $$`;
const isLeap = new Date(new Date().getUTCFullYear(), 1, 29).getMonth() === 1;

withDatabase((_engine, database) => {
  beforeAll(openDesk);
  afterEach(closeDay);

  const receiptOf = async (order: string) => Object.values((await fileOf(order)).receipts)[0] ?? "";
  const serials = async () => {
    const rows = await database().asOwner(sql`select serial from receipts order by year, serial`);
    return (rows as { serial: number }[]).map(({ serial }) => serial);
  };

  test("numbers follow each other without a gap, whoever books at once and whatever fails", async () => {
    const before = (await serials()).length;
    const orders = await Promise.all([1, 2, 3, 4, 5, 6].map(() => newOrder()));
    const outcomes = await Promise.allSettled(
      orders.map(({ order }, place) =>
        asStaff({ id: ADMIN }, async (db) => {
          await takeCash(db, order, { key: newId(), receipt: null });
          if (place % 3 === 1) throw new Error("the power is cut");
        }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(4);
    const after = await serials();
    expect(after).toEqual(after.map((_serial, place) => place + 1));
    expect(after).toHaveLength(before + 4);
  });

  test("a receipt says what, by what and by whom, to its payer alone, and goes by mail", async () => {
    const [one, two] = [await newOrder(), await newOrder()];
    await take(one.order, { means: "orange_money", receipt: "RC 123 456" });
    await take(two.order);
    const number = await receiptOf(one.order);
    const { token, payer_name } = (await fileOf(one.order)).order;
    expect((await readPayment(token, "fr"))?.receipts).toMatchObject([
      { number, amount: PRICE, currency: "XOF" },
    ]);
    const receipt = await readReceipt(token, number);
    if (!receipt) throw new Error("no receipt");
    expect(Object.fromEntries(receiptFacts("en", receipt))).toMatchObject({
      "Received from": payer_name,
      "Paid by": "Orange Money",
      "Taken by": "Mariama Bah",
      "Transaction number": "RC123456",
      Amount: expect.stringContaining("25,000"),
    });
    expect(await readReceipt(token, await receiptOf(two.order))).toBeUndefined();
    expect(await readReceipt(token, "R-2026-999999")).toBeUndefined();
    expect(await mailReceipt(token, number)).toBe(true);
    await asAdmin((db) => sendReceipt(db, number));
    expect((await mailsTo(one.email)).filter((template) => template === "receipt")).toHaveLength(1);
  });

  test("a corrected booking keeps its number, which says that it counts no more", async () => {
    const { order } = await newOrder();
    await take(order, { amount: 10_000 });
    const number = await receiptOf(order);
    const charge_id = (await fileOf(order)).charges[0]?.id ?? "";
    await asAdmin((db) => correctCash(db, order, { charge_id, reason: "autre montant" }));
    await take(order, { amount: 12_000 });
    const [first, second] = Object.values((await fileOf(order)).receipts).sort();
    expect(first).toBe(number);
    expect(second).not.toBe(number);
    const receipt = await asAdmin((db) => findReceipt(db, number));
    expect(receipt && cancelledWords("fr", receipt)).toMatch(/Annulé.*corrigé/);
  });

  test("nobody writes a number by themselves", async () => {
    const write = (statement: ReturnType<typeof sql>) => asAdmin((db) => db.execute(statement));
    await expect(
      write(sql`insert into receipts (charge_id) select charge_id from receipts limit 1`),
    ).rejects.toThrow();
    await expect(write(sql`delete from receipts`)).rejects.toThrow();
    await expect(database().asOwner(sql`update receipts set serial = 900`)).rejects.toThrow();
  });

  test("whoever paid by the shared link reads theirs, without more of its holder; nobody the holder's", async () => {
    const { order, email } = await newOrder();
    await take(order);
    const number = await receiptOf(order);
    const { token, share_token, payer_name } = (await fileOf(order)).order;
    const shared = { token: share_token, shared: true };
    const onPage = async () => (await readPaymentAt(shared, "fr"))?.receipts.length;
    expect([await readReceipt(share_token, number), await onPage()]).toEqual([undefined, 0]);
    await database().asOwner(sql`update payments set shared = true where order_id = ${order}`);
    const receipt = await readReceipt(share_token, number);
    expect([receipt, await onPage()]).toMatchObject([
      { number, payer_name, amount: PRICE, page: `/pay/${share_token}` },
      1,
    ]);
    expect(JSON.stringify(receipt)).not.toContain(token);
    expect(JSON.stringify(receipt)).not.toContain(email);
    expect(await mailReceipt(share_token, number)).toBe(false);
  });

  const restore = (at: number) =>
    database().engine.transaction(async (tx) => {
      const now = new Date(at).toISOString();
      await tx.execute(sql`select set_config('app.now', ${now}, true)`);
      await startQuarantine(askIn(tx), { archive: null, at: now });
    });
  const next = async () => {
    const { order } = await newOrder();
    await take(order);
    return (await serials()).at(-1) ?? 0;
  };
  /** What an archive knows that was made before any of this. */
  const forgetSeries = (receipts: "too" | "not") =>
    database()
      .asOwner(sql`delete from drizzle.receipt_series`)
      .then(() => (receipts === "too" ? database().asOwner(EMPTY_RECEIPTS) : undefined));

  test("after a restore the numbers go on above all that were given, however soon it is restored again", async () => {
    const at = Math.floor(Date.now() / 1_000) * 1_000;
    await restore(at);
    const first = await next();
    expect(first % 60).toBe(1);
    expect(await next()).toBe(first + 1);
    // Three seconds later the same archive is restored again: it knows nothing of those two, nor of the first restore.
    await forgetSeries("not");
    await restore(at + 3_000);
    expect(await next()).toBe(first + 180);
    await database().engine.transaction(endQuarantine);
  });

  test("an archive from before the first receipt begins no series anew", async () => {
    const given = await next();
    await forgetSeries("too");
    await restore(Date.now() + 60_000);
    expect(await next()).toBeGreaterThan(given);
    // The last hour of a year has its numbers too.
    await restore(Date.UTC(new Date().getUTCFullYear(), 11, 31, 23, 59, 59, 999));
    expect(await next()).toBe(60 * 86_400 * (isLeap ? 366 : 365) + 1);
    await database().engine.transaction(endQuarantine);
  });
});
