import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { asStaff, type StaffDb } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { pollDue, pollOrder } from "../../app/payments/attempts/polling.system.server.ts";
import {
  approveRefund,
  recordRefund,
  requestRefund,
  resolveDiscrepancy,
} from "../../app/payments/ledger/money.staff.server.ts";
import { ORDER_LIST } from "../../app/payments/orders/order-list.ts";
import { findOrder, listOrders } from "../../app/payments/orders/orders.staff.server.ts";
import { canPay } from "../../app/payments/page/payment-states.ts";
import { readPayment } from "../../app/payments/page/payment-view.system.server.ts";
import { sendDueRefunds } from "../../app/payments/payments.jobs.server.ts";
import { offerProviders, type QueryAnswer } from "../../app/payments/providers/provider.ts";
import { approveReturns } from "../../app/payments/refunds/approval.operations.server.ts";
import {
  exportPayouts,
  listPayouts,
  settlePayout,
} from "../../app/payments/refunds/payouts.staff.server.ts";
import { parseListQuery } from "../../app/records/list/list-query.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { STAFF_REFUND } from "../support/staff-refund.ts";
import { Customer, PRICE } from "./support/customer.ts";
import { refused } from "./support/desk.ts";
import { PaymentSimulation, STAFF } from "./support/payment-simulation.ts";

// What a provider says that nobody can act on by a rule: people look at it, and nothing is paid out meanwhile.

withDatabase((_name, database) => {
  let simulation: PaymentSimulation;
  let hawa: Customer;
  /** What the provider answers in place of its own words. */
  let answer: ((own: QueryAnswer) => QueryAnswer) | undefined;
  /** It sends refunds itself. */
  let sends: boolean;
  let asker: string;
  const now = () => simulation.now;
  const staff = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: STAFF }, work);

  const stand = () =>
    offerProviders(
      simulation.providers.map(({ refunds, ...provider }) => ({
        ...provider,
        ...(sends && { refunds }),
        mode: "live",
        query: async (attempt, signal) => {
          const own = await provider.query(attempt, signal);
          return answer ? answer(own) : own;
        },
      })),
    );

  beforeEach(async () => {
    simulation = new PaymentSimulation();
    await simulation.stand(database().engine);
    answer = undefined;
    sends = false;
    stand();
    // Somebody new asks in every test: what one person asks for in a day counts together.
    asker = newId();
    await database().asOwner(sql`insert into profiles (id, name, email, role, created_at)
      values (${asker}, 'A', ${`${asker}@example.org`}, 'admin', now() - interval '9 days')`);
    hawa = await Customer.arrives(simulation);
    await hawa.pays();
    hawa.plays("approve");
  });

  /** Everything that is to be asked is asked now. */
  async function look(): Promise<void> {
    simulation.later(2);
    await database().asOwner(sql`update payments set next_poll_at = ${now().toISOString()}
      where order_id = ${hawa.id}`);
    await pollDue(now);
  }
  async function paid(): Promise<void> {
    await pollOrder(hawa.id, now());
    expect(await hawa.status()).toBe("confirmed");
  }
  const says = (other: QueryAnswer) => {
    answer = () => other;
    return look();
  };
  const REFUNDED: QueryAnswer = { state: "failed", reason: "refunded", doubt: "returned" };
  const UNREADABLE: QueryAnswer = { state: "unknown", doubt: "unreadable" };

  const findWarning = async () => {
    const [row] = await database().asOwner<{ id: string; doubt: string | null }>(
      sql`select id, doubt from payments where order_id = ${hawa.id}`,
    );
    return row ?? { id: "", doubt: null };
  };
  const isLookedAt = async () => {
    const query = parseListQuery(ORDER_LIST, new URLSearchParams("status=look"));
    const { rows } = await staff((db) => listOrders(db, query));
    return rows.some(({ id }) => id === hawa.id);
  };
  const chargeId = async () => (await staff((db) => findOrder(db, hawa.id)))?.charges[0]?.id ?? "";
  const asks = async (amount = PRICE) => {
    const wish = { order_id: hawa.id, charge_id: await chargeId(), amount, ...STAFF_REFUND };
    return asStaff({ id: asker }, (db) => requestRefund(db, wish));
  };
  const approves = (id: string) => staff((db) => approveRefund(db, id, now()));
  const decides = async (verdict: "gone" | "kept", doubt?: string) => {
    const { id, doubt: open } = await findWarning();
    const seen = { doubt: doubt ?? open ?? "", verdict, reason: "Vu sur l’écran de l’opérateur" };
    return staff((db) => resolveDiscrepancy(db, id, seen as never, now()));
  };
  const words = async () => (await staff((db) => findOrder(db, hawa.id)))?.journal ?? [];

  test("what the operator took back is looked at until somebody says so, and its payer reads it", async () => {
    await paid();
    const txnId = hawa.theirs[0]?.charges[0]?.txnId ?? "";
    const charge = { txnId, amount: PRICE, currency: "XOF", reversed: true };
    await says({ state: "paid", charges: [charge] });
    expect(await findWarning()).toMatchObject({ doubt: "disputed" });
    expect(await isLookedAt()).toBe(true);
    expect((await readPayment(hawa.token, "fr", now()))?.state).toBe("takenBack");
    await refused(decides("gone"), /changé/);
    await decides("kept");
    await look();
    expect([(await findWarning()).doubt, await isLookedAt()]).toEqual([null, false]);
  });

  describe.each([
    ["was given back at the provider's own desk", REFUNDED, "returned"],
    ["has failed after it was paid", { state: "failed" } as QueryAnswer, "failed"],
    ["was cancelled after it was paid", { state: "cancelled" } as QueryAnswer, "failed"],
  ])("a payment that %s", (_what, told, doubt) => {
    beforeEach(async () => {
      await paid();
      await says(told);
    });

    test("is looked at, and nothing is decided by itself", async () => {
      expect(await findWarning()).toMatchObject({ doubt });
      expect(await isLookedAt()).toBe(true);
      expect(await hawa.status()).toBe("confirmed");
      expect(await hawa.ledger()).toEqual([["charge", PRICE]]);
    });

    test("no refund of it is let go, whoever asks and by whichever way", async () => {
      const id = await asks();
      await refused(approves(id), /opérateur/);
      await staff((db) => approveReturns(db, hawa.id, STAFF, now()));
      expect(await hawa.refunds()).toMatchObject([{ status: "requested" }]);
    });

    test("it went back: it is booked once, and the order is over with all that waited", async () => {
      await asks();
      await decides("gone");
      expect(await hawa.status()).toBe("refunded");
      expect(await hawa.ledger()).toEqual([
        ["charge", PRICE],
        ["refund", -PRICE],
      ]);
      expect(await hawa.seats()).toBe(0);
      expect((await hawa.refunds()).map(({ status }) => status).sort()).toEqual([
        "done",
        "withdrawn",
      ]);
      await look();
      expect(await findWarning()).toMatchObject({ doubt: null });
      expect(await isLookedAt()).toBe(false);
    });

    test("the money is here: the refund goes its way, and the same answer is not asked about again", async () => {
      const id = await asks();
      await decides("kept");
      await look();
      expect(await findWarning()).toMatchObject({ doubt: null });
      await approves(id);
      expect(await hawa.refunds()).toMatchObject([{ status: "approved" }]);
    });

    test("who decides names what they saw, and decides once", async () => {
      await refused(decides("gone", "unreadable"), /changé/);
      await decides("kept");
      await refused(decides("gone", doubt), /changé/);
      expect(await hawa.ledger()).toHaveLength(1);
      expect(await words()).toContainEqual(
        expect.objectContaining({ body: expect.objectContaining({ doubt, by: STAFF }) }),
      );
    });
  });

  test("what was approved before it is paid to nobody: not exported, not ticked off, not recorded", async () => {
    await paid();
    await approves(await asks());
    const payouts = async () =>
      (await staff((db) => listPayouts(db))).filter(({ order_id }) => order_id === hawa.id);
    const [before] = await payouts();
    expect(before).toMatchObject({ order_id: hawa.id });
    await says(REFUNDED);
    const id = before?.id ?? "";
    expect((await payouts())[0]).toMatchObject({
      doubt: "returned",
      number: null,
    });
    const exported = await staff((db) => exportPayouts(db));
    expect(exported.filter(({ order_id }) => order_id === hawa.id)).toEqual([]);
    await refused(
      staff((db) => settlePayout(db, id, "MP123456")),
      /opérateur/,
    );
    await refused(
      staff((db) => recordRefund(db, id, { operatorReference: "MP123456" })),
      /opérateur/,
    );
    await decides("gone");
    expect(await payouts()).toEqual([]);
    expect((await hawa.ledger()).filter(([kind]) => kind === "refund")).toHaveLength(1);
  });

  test("a provider that sends refunds is not asked to send one", async () => {
    sends = true;
    stand();
    await paid();
    await approves(await asks());
    await says(REFUNDED);
    await sendDueRefunds(now);
    expect(await hawa.refunds()).toMatchObject([{ status: "approved" }]);
    await decides("kept");
    await sendDueRefunds(now);
    expect(await hawa.refunds()).toMatchObject([{ status: "done" }]);
  });

  test("what staff gave back there and wrote down is no news", async () => {
    await paid();
    const id = await asks();
    await approves(id);
    await staff((db) => recordRefund(db, id, { operatorReference: "MP123456" }));
    await says(REFUNDED);
    expect(await findWarning()).toMatchObject({ doubt: null });
  });

  test("paid and given back before we asked once: nothing to pay out, and people look", async () => {
    await says(REFUNDED);
    expect(await hawa.attempts()).toEqual(["failed"]);
    expect(await isLookedAt()).toBe(true);
    await decides("gone");
    expect(await hawa.ledger()).toEqual([]);
    expect(await isLookedAt()).toBe(false);
  });

  describe("an answer that cannot be read", () => {
    test("is looked at; its payer is told so, asked for no code and not to pay again", async () => {
      await says(UNREADABLE);
      expect(await isLookedAt()).toBe(true);
      const page = await readPayment(hawa.token, "fr", now());
      expect(page).toMatchObject({ state: "examined", asks_pin: false, pay_url: null });
      expect(canPay("examined")).toBe(false);
      expect(page?.refresh).not.toBeNull();
    });

    test("stays so while nothing is answered, and waits for nobody once a readable one comes", async () => {
      await says(UNREADABLE);
      await says({ state: "unknown" });
      expect(await findWarning()).toMatchObject({ doubt: "unreadable" });
      answer = undefined;
      await look();
      expect(await findWarning()).toMatchObject({ doubt: null });
      expect(await hawa.status()).toBe("confirmed");
    });

    test("is decided by people, with words, and is not asked about again", async () => {
      await says(UNREADABLE);
      await decides("kept");
      await look();
      expect(await isLookedAt()).toBe(false);
    });

    test("of an order that is over is told to its payer as well", async () => {
      await says(UNREADABLE);
      await database().asOwner(sql`update orders set status = 'expired' where id = ${hawa.id}`);
      expect(await readPayment(hawa.token, "fr", now())).toMatchObject({ state: "examined" });
    });
  });

  test("what was left out beside the money is written down, and the fee is kept", async () => {
    answer = (own) =>
      own.state === "paid"
        ? { ...own, unread: ["fees"], charges: [{ ...own.charges[0], fee: 375 }] }
        : own;
    await paid();
    expect(await words()).toContainEqual(
      expect.objectContaining({ body: expect.objectContaining({ unread: ["fees"] }) }),
    );
    expect((await staff((db) => findOrder(db, hawa.id)))?.ledger[0]).toMatchObject({ fee: 375 });
    expect(await findWarning()).toMatchObject({ doubt: null });
  });

  test("two who decide at once decide once", async () => {
    await paid();
    await says(REFUNDED);
    const verdicts = ["gone", "kept"] as const;
    const both = await Promise.allSettled(verdicts.map((one) => decides(one, "returned")));
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("one whose money is on its way back here waits for that", async () => {
    sends = true;
    stand();
    await paid();
    await approves(await asks());
    simulation.faults = { refund: "unanswered" };
    await sendDueRefunds(now);
    await says(REFUNDED);
    await refused(decides("gone"), /en cours/);
  });
});
