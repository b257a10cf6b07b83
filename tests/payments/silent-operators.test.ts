import "../mail/settings.ts";
import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { asStaff } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { giveUpOrder, stopPaying } from "../../app/payments/attempts/cancellation.system.server.ts";
import { pollDue, pollOrder } from "../../app/payments/attempts/polling.system.server.ts";
import {
  approveRefund,
  resolveDiscrepancy,
  takeCash,
} from "../../app/payments/ledger/money.staff.server.ts";
import {
  chooseOfflinePayment,
  claimTransfer,
} from "../../app/payments/offline/offline-payment.system.server.ts";
import { findOrder, orderView } from "../../app/payments/orders/orders.staff.server.ts";
import { readPayment } from "../../app/payments/page/payment-view.system.server.ts";
import { sendDueRefunds } from "../../app/payments/payments.jobs.server.ts";
import type { PaymentProvider } from "../../app/payments/providers/provider.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { Customer } from "./support/customer.ts";
import { PaymentSimulation, STAFF } from "./support/payment-simulation.ts";

// An operator that answers nothing more of a payment that was begun.

withDatabase((_name, database) => {
  let simulation: PaymentSimulation;
  let hawa: Customer;
  const now = () => simulation.now;
  const staff = <T>(work: Parameters<typeof asStaff<T>>[1]) => asStaff({ id: STAFF }, work);
  const page = () => readPayment(hawa.token, "fr", now());
  const takesCash = () =>
    staff((db) => takeCash(db, hawa.id, { key: newId(), receipt: null }, simulation.now));
  const file = async () => {
    const found = await staff((db) => findOrder(db, hawa.id));
    if (!found) throw new Error("no order");
    return orderView(found);
  };
  const decides = async () => {
    const [attempt] = (await file()).attempts;
    const finding = { doubt: "silent", verdict: "kept", reason: "Rien chez lui" } as const;
    await staff((db) => resolveDiscrepancy(db, attempt?.id ?? "", finding, now()));
  };
  // Cash would make a test real, and what the operator took of it none.
  const offers = (some: Partial<PaymentProvider>) => simulation.takeRealMoney(some);
  const silence = async () => {
    throw new Error("it keeps silent");
  };
  const untilDeadline = async () => {
    simulation.later(21);
    await pollDue(now);
  };

  beforeEach(async () => {
    simulation = new PaymentSimulation();
    await simulation.stand(database().engine);
    simulation.takeRealMoney();
    // An application has no deadline: nothing else ends it.
    hawa = await Customer.arrives(simulation, { hold: undefined });
    await hawa.pays();
    offers({ query: silence });
  });

  test("is said to its payer, who still has the way there and until when", async () => {
    simulation.later(1);
    const shown = await page();
    expect(shown).toMatchObject({ state: "silent", can_stop: true, by_hand: true });
    expect([shown?.pay_url, shown?.ends_at]).toEqual([expect.any(String), expect.any(Date)]);
    // The next answer ends it.
    offers({});
    simulation.later(1);
    expect((await page())?.state).toBe("waiting");
  });

  test("a wish to stop is kept until the operator hears it", async () => {
    let heard = false;
    offers({ query: silence, cancel: silence });
    simulation.later(1);
    await stopPaying(hawa.token, now());
    expect(await page()).toMatchObject({ state: "stopping", pay_url: null, means: [{}] });
    // Pressed again, or begun again, it is the same payment.
    await stopPaying(hawa.token, now());
    await hawa.pays();
    expect(hawa.theirs).toHaveLength(1);
    offers({
      cancel: async (...call) => {
        heard = true;
        await simulation.providers[0]?.cancel?.(...call);
      },
    });
    simulation.later(1);
    await pollDue(now);
    expect(heard).toBe(true);
    expect(await page()).toMatchObject({ state: "stopped", ends_at: null });
  });

  test("past its time a person looks there, and nobody pays a second time before", async () => {
    await untilDeadline();
    expect(await page()).toMatchObject({ state: "unanswered", ends_at: null, pay_url: null });
    expect((await file()).payer).toEqual({
      title: "Nous ne savons pas si vous avez payé",
      next: "à la fédération d’agir",
    });
    await expect(takesCash()).rejects.toThrow(/avant d’encaisser/);
    await hawa.pays();
    expect(hawa.theirs).toHaveLength(1);
    await decides();
    expect((await page())?.state).toBe("timedOut");
    offers({});
    expect(await hawa.pays()).toMatchObject({ kind: "attempt", payment: { status: "pending" } });
    expect(hawa.theirs).toHaveLength(2);
  });

  test("whoever chooses the desk pays there once the operator's silence was looked at", async () => {
    simulation.later(1);
    await page();
    await expect(takesCash()).rejects.toThrow(/attendez jusqu’au/);
    await untilDeadline();
    await chooseOfflinePayment(hawa.token, now());
    await decides();
    await takesCash();
    expect([await hawa.status(), await hawa.refunds()]).toEqual(["confirmed", []]);
  });

  test("an answer that comes after all counts, and what a person said of the silence stays harmless", async () => {
    hawa.plays("approve");
    await untilDeadline();
    await decides();
    offers({});
    simulation.later(60);
    await pollDue(now);
    expect(await hawa.status()).toBe("confirmed");
    expect((await file()).attempts).toMatchObject([{ doubt: null, reason: null }]);
  });

  test("where nothing is taken without our capture, it ends by itself", async () => {
    offers({ query: silence, cancel: undefined, isTakenByCaptureAlone: true });
    await untilDeadline();
    expect((await page())?.state).toBe("timedOut");
  });

  test("an order that ended asks for no code, whatever the operator waits for", async () => {
    offers({ asksPayerNumber: true, cancel: undefined });
    simulation.later(1);
    expect((await page())?.asks_pin).toBe(true);
    await giveUpOrder(hawa.token, now());
    await database().asOwner(sql`update orders set status = 'cancelled' where id = ${hawa.id}`);
    expect(await page()).toMatchObject({ state: "cancelled", asks_pin: false, means: [] });
  });

  test("an announced transfer is checked before anybody pays online", async () => {
    offers({});
    simulation.later(1);
    await stopPaying(hawa.token, now());
    simulation.later(1);
    await claimTransfer(hawa.token, { operator: "orange_money", number: `PP${Date.now()}` });
    expect((await page())?.state).toBe("announced");
    expect(await hawa.pays()).toEqual({ kind: "closed" });
  });

  test("money that cannot be kept, and a refund that was made, are mailed once each", async () => {
    offers({});
    hawa.plays("approve_twice");
    simulation.later(1);
    await pollOrder(hawa.id, now());
    await pollOrder(hawa.id, now());
    const [refund] = await hawa.refunds();
    const mails = async () => {
      const rows = await database().asOwner<{ template: string }>(
        sql`select template from mail_outbox
            where key like ${`%${hawa.id}%`} or key like ${`%${refund?.id}%`} order by created_at, template`,
      );
      return rows.map(({ template }) => template);
    };
    expect([await mails(), (await page())?.state]).toEqual([["refund-due"], "paidTwice"]);
    await staff((db) => approveRefund(db, refund?.id ?? "", now()));
    expect((await page())?.returns).toMatchObject([{ step: "approved" }]);
    await sendDueRefunds(now);
    await sendDueRefunds(now);
    expect([await mails(), (await page())?.state]).toEqual([["refund-due", "refund-done"], "paid"]);
  });
});
