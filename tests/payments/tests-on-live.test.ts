import "../mail/settings.ts";

process.env.SMTP_URL = "smtp://127.0.0.1:1";

import { sql } from "drizzle-orm";
import { RouterContextProvider } from "react-router";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { asSystem } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { startAttempt } from "../../app/payments/attempts/attempts.system.server.ts";
import { correctCash } from "../../app/payments/ledger/money.staff.server.ts";
import {
  chooseOfflinePayment,
  claimTransfer,
} from "../../app/payments/offline/offline-payment.system.server.ts";
import {
  confirmClaim,
  listClaims,
  refuseClaim,
} from "../../app/payments/offline/transfer-claims.staff.server.ts";
import { countTests, removeTests } from "../../app/payments/orders/orders.staff.server.ts";
import { loader as loadPayment } from "../../app/payments/page/payment.page.tsx";
import { remindPayers } from "../../app/payments/payments.jobs.server.ts";
import type { PaymentMethod } from "../../app/payments/providers/payment-methods.ts";
import { offerProviders, type PaymentProvider } from "../../app/payments/providers/provider.ts";
import { simulated } from "../../app/payments/providers/simulated/simulated.system.server.ts";
import { prove } from "../../app/registrations/proofs/prove.system.server.ts";
import { application, apply, offerTypes, PARTNER } from "../registrations/applicants.ts";
import { FREE, join, mailsTo, makeEvent, PAID, person } from "../registrations/event.ts";
import { crowded, unproven } from "../registrations/proving.ts";
import { rowsOf, withDatabase } from "../support/database/test-database.ts";
import {
  asAdmin,
  closeDay,
  fileOf,
  HOUR,
  later,
  newOrder,
  openDesk,
  PRICE,
  refused,
  take,
} from "./support/desk.ts";

// What was begun as a test, on the site that tests and on the one that takes real money since.

/** A provider of tests that no rate leads to: places are paid by hand. */
const elsewhere: PaymentProvider = { ...simulated, currencies: ["GNF"] };
const live: PaymentProvider = { ...simulated, id: "real", mode: "live" };
const TEST = "Ceci est un essai";

withDatabase((_engine, database) => {
  beforeAll(openDesk);
  beforeAll(offerTypes);
  afterEach(async () => {
    closeDay();
    await asAdmin(async (db) => removeTests(db, await countTests(db)));
  });

  const tokenOf = async (order: string) => (await fileOf(order)).order.token;
  const textsTo = (email: string) =>
    asSystem("test", (db) =>
      rowsOf<{ template: string; text: string }>(
        db,
        sql`select template, text_body as text from mail_outbox where recipient = ${email} order by id`,
      ),
    );
  /** An order for a place, opened while the site tests. */
  async function testOrder() {
    offerProviders([elsewhere]);
    return newOrder();
  }

  describe("a mail about a test says so", () => {
    test("of a place that is held, though it is written with it", async () => {
      const { email } = await testOrder();
      expect(await textsTo(email)).toMatchObject([
        { template: "place-held", text: expect.stringContaining(TEST) },
      ]);
    });

    test("of a place that was proven, and of none that is real", async () => {
      for (const providers of [[elsewhere], []]) {
        offerProviders(providers);
        const { who, receipt, letter } = await unproven(await crowded(20), PAID);
        await prove(receipt, { key: letter.key });
        const held = (await textsTo(person(who).email)).at(-1);
        expect(held?.template).toBe("place-held");
        expect(held?.text.includes(TEST)).toBe(providers.length > 0);
      }
    });

    test("of an application that is paid, and of no other", async () => {
      offerProviders([elsewhere]);
      await apply(application("tried"), "fr");
      await apply(application("partner", { type: PARTNER }), "fr");
      offerProviders([]);
      await apply(application("real"), "fr");
      const isMarked = async (name: string) =>
        (await textsTo(`${name}@example.org`)).map(({ text }) => text.includes(TEST));
      expect(await isMarked("tried")).toEqual([true]);
      expect(await isMarked("partner")).toEqual([false]);
      expect(await isMarked("real")).toEqual([false]);
    });
  });

  describe("whether something is paid online is asked", () => {
    test("of what has a price, once", async () => {
      let asked = 0;
      offerProviders([
        {
          ...live,
          get currencies() {
            asked += 1;
            return live.currencies;
          },
        },
      ]);
      await join(await makeEvent(5), "free", FREE);
      expect(asked).toBe(0);
      const { receipt, letter } = await unproven(await crowded(20), PAID);
      asked = 0;
      await prove(receipt, { key: letter.key });
      const once = asked;
      asked = 0;
      await apply(application("asked"), "fr");
      expect(once).toBe(asked);
    });
  });

  describe("a test on the site that takes real money", () => {
    test.each<PaymentMethod>(["cash", "orange_money", "mtn_momo", "bank", "cheque"])(
      "is not paid by hand with %s",
      async (means) => {
        const { order } = await testOrder();
        offerProviders([live]);
        await refused(take(order, { means, receipt: `RR${newId().slice(0, 8)}` }), /essai/);
        expect((await fileOf(order)).ledger).toEqual([]);
      },
    );

    test("is paid by no transfer that is announced", async () => {
      const { order } = await testOrder();
      offerProviders([live]);
      const transfer = { operator: "orange_money", number: "TT112233" } as const;
      expect(await claimTransfer(await tokenOf(order), transfer)).toBe("closed");
      expect((await fileOf(order)).announced).toEqual([]);
    });

    test("is not kept for the desk", async () => {
      offerProviders([simulated]);
      const { order, email } = await newOrder();
      offerProviders([live]);
      const before = (await fileOf(order)).order;
      await chooseOfflinePayment(before.token, new Date());
      expect((await fileOf(order)).order).toEqual(before);
      expect(await mailsTo(email)).not.toContain("by-hand-chosen");
    });

    test("is nothing that anybody is reminded of", async () => {
      const { order, email } = await testOrder();
      const ends = (await fileOf(order)).order.hold_expires_at;
      later((ends?.getTime() ?? 0) - Date.now() - 20 * HOUR);
      offerProviders([live]);
      await remindPayers(() => new Date());
      expect(await mailsTo(email)).not.toContain("payment-reminder");
      offerProviders([elsewhere]);
      await remindPayers(() => new Date());
      expect(await mailsTo(email)).toContain("payment-reminder");
    });

    test("goes with the transfers that were announced for it, once they are checked", async () => {
      const { order } = await testOrder();
      const transfer = { operator: "orange_money", number: "TT445566" } as const;
      expect(await claimTransfer(await tokenOf(order), transfer)).toBe("announced");
      const remove = () => asAdmin(async (db) => removeTests(db, await countTests(db)));
      await expect(remove()).rejects.toMatchObject({ kind: "conflict" });
      const [open] = (await asAdmin((db) => listClaims(db))).transfers.filter(
        ({ transaction_number }) => transaction_number === "TT445566",
      );
      await asAdmin((db) => refuseClaim(db, open?.id ?? "", "Rien n’est arrivé."));
      expect(await remove()).toBe(1);
      const left = await database().asOwner(
        sql`select id from announced_transfers where transaction_number = 'TT445566'`,
      );
      expect(left).toEqual([]);
    });
  });

  test("a number that was booked elsewhere, and taken back there, is booked where it belongs", async () => {
    const [wrong, right] = [await newOrder(), await newOrder()];
    const transfer = { operator: "orange_money", number: "VV778899" } as const;
    await claimTransfer(await tokenOf(wrong.order), transfer);
    const [open] = (await asAdmin((db) => listClaims(db))).transfers.filter(
      ({ transaction_number }) => transaction_number === "VV778899",
    );
    const money = { amount: PRICE, currency: "XOF" } as const;
    await asAdmin((db) => confirmClaim(db, open?.id ?? "", money));
    const [charge] = (await fileOf(wrong.order)).charges;
    const correction = { charge_id: charge?.id ?? "", reason: "Autre commande" };
    await asAdmin((db) => correctCash(db, wrong.order, correction));
    await take(right.order, { means: "orange_money", receipt: "VV778899" });
    expect((await fileOf(right.order)).order.status).toBe("confirmed");
    expect((await fileOf(wrong.order)).announced).toMatchObject([{ status: "confirmed" }]);
  });

  test("a page leads away only while a payment waits for its payer", async () => {
    const elsewherePage = "https://operator.example/pay";
    offerProviders([
      {
        ...live,
        create: (attempt) =>
          Promise.resolve({
            kind: "redirect",
            url: elsewherePage,
            ids: {},
            expiresAt: attempt.expiresAt,
          }),
        query: () => Promise.resolve({ state: "pending", url: elsewherePage }),
      },
    ]);
    const { order } = await newOrder();
    const token = await tokenOf(order);
    const load = async (search: string) => {
      const url = new URL(`https://fge.example/payments/${token}${search}`);
      const page = await loadPayment({
        request: new Request(url),
        context: new RouterContextProvider(),
        params: { token },
        url,
        pattern: "/payments/:token",
      } as Parameters<typeof loadPayment>[0]);
      return [page.data.payment?.state, page.data.leaving];
    };
    expect(await load("?leave=1")).toEqual(["toPay", null]);
    await startAttempt(token, { key: newId(), charge: `${PRICE} XOF` }, new Date());
    expect(await load("?leave=1")).toEqual(["waiting", elsewherePage]);
    expect(await load("")).toEqual(["waiting", null]);
    // Refused there, and come back: told so first.
    await database().asOwner(sql`update payments set declines = 1 where order_id = ${order}`);
    const [state, leaving] = await load("?leave=1");
    expect(state).not.toBe("waiting");
    expect(leaving).toBeNull();
  });
});
