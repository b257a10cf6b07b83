import "../../mail/settings.ts";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { asStaff } from "../../../app/core/database/doors/doors.server.ts";
import { setClock } from "../../../app/core/process/clock.ts";
import { newId } from "../../../app/core/secrets/id.server.ts";
import {
  approveRefund,
  requestRefund,
  withdrawRefund,
} from "../../../app/payments/ledger/money.staff.server.ts";
import { saveMoneySetting } from "../../../app/payments/providers/money-settings.staff.server.ts";
import {
  exceedsLimits,
  refundWorth,
} from "../../../app/payments/refunds/approval.operations.server.ts";
import { makeEvent } from "../../registrations/event.ts";
import { withDatabase } from "../../support/database/test-database.ts";
import { STAFF_REFUND } from "../../support/staff-refund.ts";
import {
  ADMIN,
  closeDay,
  fileOf,
  HOUR,
  newOrder,
  OTHER,
  openDesk,
  refused,
  take,
} from "../support/desk.ts";

const LIMIT = 100_000;

test("what refunds are worth is counted in the currency of the price", () => {
  const part = { amount: 1_250, currency: "EUR", price_currency: "XOF" as const };
  expect(refundWorth({ ...part, charged: 2_500, charged_price: 16_000 }).amount).toBe(8_000);
  expect(refundWorth({ ...part, charged: 2_500, charged_price: 0 }).amount).toBe(Infinity);
  expect(refundWorth({ ...part, currency: "XOF", charged: 9, charged_price: 0 }).amount).toBe(
    1_250,
  );
});

test("each currency has a limit of its own, which it may reach", () => {
  const limits = { limit_GNF: 10, limit_XOF: 5 };
  expect(exceedsLimits(limits, [])).toBe(false);
  expect(
    exceedsLimits(limits, [
      { amount: 10, currency: "GNF" },
      { amount: 5, currency: "XOF" },
    ]),
  ).toBe(false);
  expect(
    exceedsLimits(limits, [
      { amount: 3, currency: "XOF" },
      { amount: 3, currency: "XOF" },
    ]),
  ).toBe(true);
});

withDatabase((_engine, database) => {
  beforeAll(openDesk);
  afterAll(closeDay);
  // Each test is another day: what was asked for yesterday does not count.
  let day = Date.now();
  beforeEach(() => {
    day += 72 * HOUR;
    setClock(() => day);
  });
  afterEach(async () => {
    await setAlone(false);
    setClock();
  });

  const setAlone = (alone: boolean) =>
    database().asOwner(sql`update profiles set is_active = ${!alone} where id = ${OTHER}`);
  const mails = () =>
    database().asOwner<{ recipient: string }>(
      sql`select recipient from mail_outbox where template = 'refund-waits'`,
    );
  const approve = (id: string, staff = ADMIN) =>
    asStaff({ id: staff }, (db) => approveRefund(db, id));
  const statusOf = async (id: string) => {
    const [row] = await database().asOwner<{ status: string }>(
      sql`select status from refunds where id = ${id}`,
    );
    return row?.status;
  };

  /** An order that was paid by a transfer of so much, above its price as well. */
  async function paid(amount: number, staff = ADMIN) {
    const { order } = await newOrder(await makeEvent(1, PRICED), new Date(day));
    await take(order, { means: "orange_money", receipt: `TX${newId().slice(-12)}` }, staff);
    return { order, charge_id: (await fileOf(order)).charges[0]?.id ?? "", amount };
  }
  const ask = async (amount: number, staff = ADMIN, wish?: Awaited<ReturnType<typeof paid>>) => {
    const { order, charge_id } = wish ?? (await paid(amount, staff));
    return asStaff({ id: staff }, (db) =>
      requestRefund(db, { order_id: order, charge_id, amount, ...STAFF_REFUND }),
    );
  };

  describe("whoever asks for a refund", () => {
    test("approves it up to the limit, and not above", async () => {
      await approve(await ask(LIMIT));
      day += 72 * HOUR;
      const id = await ask(LIMIT + 1);
      await refused(approve(id), /au-dessus de 100.000.FCFA .* une autre personne doit approuver/);
      expect(await statusOf(id)).toBe("requested");
      await approve(id, OTHER);
      expect(await statusOf(id)).toBe("approved");
      expect(await mails()).toEqual([]);
    });

    test("cannot split it on one order, over days either", async () => {
      const wish = await paid(LIMIT + 50_000);
      await approve(await ask(60_000, ADMIN, wish));
      day += 72 * HOUR;
      await refused(approve(await ask(60_000, ADMIN, wish)), /une autre personne/);
    });

    test("cannot split it over orders of one day, whenever they are approved", async () => {
      const first = await ask(60_000);
      const second = await ask(60_000);
      await refused(approve(first), /une autre personne/);
      await refused(approve(second), /une autre personne/);
      day += 72 * HOUR;
      await refused(approve(second), /une autre personne/);
      // What was withdrawn moves nothing.
      await asStaff({ id: ADMIN }, (db) => withdrawRefund(db, first));
      await approve(second);
    });

    test("cannot split it around midnight, or approve all at once", async () => {
      const ids = [await ask(60_000)];
      day += HOUR * 20;
      ids.push(await ask(60_000));
      const outcomes = await Promise.allSettled(ids.map((id) => approve(id)));
      expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    });

    test("does not approve what somebody else asked for any less", async () => {
      await approve(await ask(LIMIT + 10_000, OTHER), ADMIN);
    });

    test("does not raise the limit for it", async () => {
      const id = await ask(LIMIT + 1);
      const raised = { limit_GNF: 9_000_000, limit_XOF: 900_000 };
      await asStaff({ id: ADMIN }, (db) => saveMoneySetting(db, "refunds", raised));
      await refused(approve(id), /au-dessus de 100.000/);
      day += 25 * HOUR;
      await approve(id);
      await database().asOwner("delete from site_settings where setting_key = 'refunds'");
    });
  });

  describe("an account of today", () => {
    let fresh: string;
    beforeEach(async () => {
      fresh = newId();
      await database().asOwner(sql`insert into profiles (id, name, email, role, created_at)
        values (${fresh}, 'N', ${`${fresh}@example.org`}, 'admin', ${new Date(day).toISOString()})`);
      await database().asOwner("delete from mail_outbox");
    });
    afterEach(() =>
      database().asOwner(sql`update profiles set is_active = false where id = ${fresh}`),
    );

    test("is no second person while there is another", async () => {
      const id = await ask(LIMIT + 1);
      await refused(approve(id, fresh), /votre compte a moins de 24 heures/);
      await approve(await ask(1, OTHER), fresh);
      await approve(id, OTHER);
    });

    test("that somebody alone made waits its day with them, whoever of the two asks", async () => {
      await setAlone(true);
      for (const [asker, judge] of [
        [ADMIN, fresh],
        [fresh, ADMIN],
      ] as const) {
        const id = await ask(LIMIT + 1, asker);
        expect(await approve(id, judge)).toBeInstanceOf(Date);
        await refused(approve(id, judge), /deux comptes de plus de 24 heures/);
        expect(await statusOf(id)).toBe("requested");
      }
      expect(await mails()).toHaveLength(4);
      await database().asOwner("delete from mail_outbox");
    });

    test("is one the day after", async () => {
      const id = await ask(LIMIT + 1);
      day += 25 * HOUR;
      await approve(id, fresh);
      expect(await statusOf(id)).toBe("approved");
    });
  });

  describe("with one administrator alone", () => {
    test("a large refund waits a day, and a mail tells of it, once", async () => {
      await setAlone(true);
      const id = await ask(LIMIT + 1);
      const both = await Promise.allSettled([approve(id), approve(id)]);
      expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      expect(await mails()).toHaveLength(1);
      expect(await statusOf(id)).toBe("requested");
      day += 23 * HOUR;
      await refused(approve(id), /attendez jusqu’au/);
      day += 2 * HOUR;
      await approve(id);
      expect(await statusOf(id)).toBe("approved");
      await database().asOwner("delete from mail_outbox");
    });

    test("a small one does not wait", async () => {
      await setAlone(true);
      expect(await approve(await ask(LIMIT))).toBeUndefined();
      expect(await mails()).toEqual([]);
    });

    test("and not any more once there is another: they approve", async () => {
      await setAlone(true);
      const id = await ask(LIMIT + 1);
      await approve(id);
      await setAlone(false);
      day += 25 * HOUR;
      await refused(approve(id), /une autre personne/);
      await approve(id, OTHER);
    });
  });
});

/** A place that costs much. */
const PRICED = { prices: [{ id: "standard", name: "Standard", amount: 200_000 }] };
