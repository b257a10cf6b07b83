import "../../mail/settings.ts";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { asStaff, asSystem, type StaffDb } from "../../../app/core/database/doors/doors.server.ts";
import { setClock } from "../../../app/core/process/clock.ts";
import { newId } from "../../../app/core/secrets/id.server.ts";
import { approveRefund, requestRefund } from "../../../app/payments/ledger/money.staff.server.ts";
import { anonymisePayersOf } from "../../../app/payments/orders/orders-personal.operations.server.ts";
import {
  approvePayee,
  exportPayouts,
  listPayouts,
  requestPayee,
  settlePayout,
  settleStatement,
} from "../../../app/payments/refunds/payouts.staff.server.ts";
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
  PRICE,
  refused,
  take,
} from "../support/desk.ts";

const as = <T>(id: string, work: (db: StaffDb) => Promise<T>) => asStaff({ id }, work);
/** Presses the button of the number that the screen shows. */
const approveShown = async (db: StaffDb, id: string) =>
  approvePayee(db, id, (await listPayouts(db, [id]))[0]?.requestedPayee?.id ?? newId());
const OTHER_NUMBER = { number: "+224622000009", reason: "Téléphone volé" };

withDatabase((_engine, database) => {
  let day = Date.now();
  beforeAll(openDesk);
  afterAll(closeDay);
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

  /** A refund that was approved, of a payment by these means. */
  async function approved(means = "orange_money"): Promise<{ id: string; order: string }> {
    const { order } = await newOrder(undefined, new Date(day));
    await take(order, { means, receipt: means === "cash" ? null : `TX${newId().slice(-10)}` });
    const charge_id = (await fileOf(order)).charges[0]?.id ?? "";
    const wish = { order_id: order, charge_id, amount: PRICE, ...STAFF_REFUND };
    const id = await as(OTHER, (db) => requestRefund(db, wish));
    await as(ADMIN, (db) => approveRefund(db, id));
    return { id, order };
  }

  /** The same of one that Djomy took, which said who paid. */
  async function byDjomy(account: string | null) {
    const refund = await approved();
    await database().asOwner(sql`alter table ledger_entries disable trigger user`);
    await database().asOwner(
      sql`update ledger_entries set provider = 'djomy', means = null, received_on = null
          where order_id = ${refund.order}`,
    );
    await database().asOwner(sql`alter table ledger_entries enable trigger user`);
    await database().asOwner(
      sql`update payments set provider = 'djomy', payer_account = ${account},
          payer_number = '+224600000000' where order_id = ${refund.order}`,
    );
    return refund;
  }
  const lineOf = async (id: string) => (await as(ADMIN, (db) => listPayouts(db, [id])))[0];
  const statusOf = async (order: string) => (await fileOf(order)).refunds[0]?.status;

  describe("what is to be paid by people", () => {
    test("goes to the number that the provider gave, not the one that was typed", async () => {
      const { id } = await byDjomy("00224622123456");
      expect(await lineOf(id)).toMatchObject({ number: "00224622123456", amount: PRICE });
      const unknown = await byDjomy(null);
      expect(await lineOf(unknown.id)).toMatchObject({ number: null });
    });

    test("shows what was booked of a payment by hand, and leaves cash to the till", async () => {
      const { id, order } = await approved();
      const [charge] = (await fileOf(order)).charges;
      expect(await lineOf(id)).toMatchObject({
        means: "orange_money",
        transaction: charge?.provider_txn_id,
        number: null,
      });
      expect(await lineOf((await approved("cash")).id)).toBeUndefined();
    });

    test("is exported, and the log says so", async () => {
      const { id } = await byDjomy("622123456");
      const waiting = await byDjomy("622123457");
      await as(ADMIN, (db) => requestPayee(db, waiting.id, OTHER_NUMBER));
      const rows = await as(ADMIN, exportPayouts);
      expect(rows.map((row) => row.id)).toContain(id);
      expect(rows.map((row) => row.id)).not.toContain(waiting.id);
      const log = await database().asOwner(
        sql`select action from audit_log where action = 'refunds.export-payouts'`,
      );
      expect(log.length).toBeGreaterThan(0);
    });
  });

  describe("ticking off", () => {
    test("takes a transaction number once, and a refund once", async () => {
      const [first, second] = [await byDjomy("622123401"), await byDjomy("622123402")];
      const transaction = `MP${newId().slice(-10)}`;
      await Promise.allSettled(
        [1, 2].map(() => as(ADMIN, (db) => settlePayout(db, first.id, transaction))),
      );
      expect(await statusOf(first.order)).toBe("done");
      await refused(
        as(ADMIN, (db) => settlePayout(db, second.id, transaction.toLowerCase())),
        /déjà enregistrée/,
      );
      await refused(
        as(ADMIN, (db) => settlePayout(db, first.id, "MP9")),
        /n’est plus à envoyer/,
      );
      expect(await lineOf(first.id)).toBeUndefined();
    });

    test("by a statement takes what fits, once, even pasted twice at once", async () => {
      const [first, second] = [await byDjomy("622123403"), await byDjomy("622123404")];
      const [one, two] = [`MP${newId().slice(-10)}`, `MP${newId().slice(-10)}`];
      const text = `622 12 34 03;25 000;${one}\n622123404;24000;${two}\nSolde;12;x`;
      const outcomes = await Promise.all(
        [1, 2].map(() => as(ADMIN, (db) => settleStatement(db, text))),
      );
      expect(outcomes.map(({ paid }) => paid).sort()).toEqual([0, 1]);
      expect(await statusOf(first.order)).toBe("done");
      expect(await statusOf(second.order)).toBe("approved");
      // The same transaction does not pay another one of that amount.
      const again = await as(ADMIN, (db) => settleStatement(db, `622123404;25000;${one}`));
      expect(again.paid).toBe(0);
      expect(await statusOf(second.order)).toBe("approved");
    });
  });

  describe("another number than the provider's", () => {
    test("counts once a second person approved it; until then nothing is paid", async () => {
      const { id, order } = await byDjomy("622123456");
      await as(ADMIN, (db) => requestPayee(db, id, OTHER_NUMBER));
      expect(await lineOf(id)).toMatchObject({ number: null, requestedPayee: OTHER_NUMBER });
      await refused(
        as(ADMIN, (db) => settlePayout(db, id, "MP123456")),
        /d’être approuvé/,
      );
      const pasted = `622123456;25000;MP${newId().slice(-10)}`;
      expect((await as(ADMIN, (db) => settleStatement(db, pasted))).paid).toBe(0);
      await refused(
        as(ADMIN, (db) => approveShown(db, id)),
        /une autre personne/,
      );
      await as(OTHER, (db) => approveShown(db, id));
      expect(await lineOf(id)).toMatchObject({ number: OTHER_NUMBER.number });
      // Whoever approved is written once, and the number is not changed after.
      for (const change of [
        sql`update refund_payees set number = '1' where refund_id = ${id}`,
        sql`update refund_payees set approved_by = ${ADMIN} where refund_id = ${id}`,
      ]) {
        await expect(as(ADMIN, (db) => db.execute(change))).rejects.toThrow();
      }
      day += 1_000;
      await as(ADMIN, (db) => requestPayee(db, id, { ...OTHER_NUMBER, number: "+224622000010" }));
      expect((await lineOf(id))?.requestedPayee).toBeDefined();
      expect(await statusOf(order)).toBe("approved");
    });

    test("is the one that was shown: another that was asked for meanwhile ends it, and is not approved", async () => {
      const { id } = await byDjomy("622123456");
      await as(ADMIN, (db) => requestPayee(db, id, OTHER_NUMBER));
      const shown = (await lineOf(id))?.requestedPayee?.id ?? "";
      day += 1_000;
      await as(ADMIN, (db) => requestPayee(db, id, { ...OTHER_NUMBER, number: "+224622000666" }));
      await refused(
        as(OTHER, (db) => approvePayee(db, id, shown)),
        /un autre numéro a été demandé depuis/,
      );
      expect(await lineOf(id)).toMatchObject({
        number: null,
        ended: [{ number: OTHER_NUMBER.number, reason: OTHER_NUMBER.reason }],
      });
      const log = await database().asOwner(
        sql`select 1 from audit_log where action = 'refunds.end-payee' and entity_id = ${id}`,
      );
      expect(log).toHaveLength(1);
      await as(OTHER, (db) => approveShown(db, id));
      expect(await lineOf(id)).toMatchObject({ number: "+224622000666" });
    });

    test("waits a day with one administrator alone, and a mail tells of it", async () => {
      await database().asOwner("delete from mail_outbox");
      const { id } = await byDjomy("622123456");
      await setAlone(true);
      await as(ADMIN, (db) => requestPayee(db, id, OTHER_NUMBER));
      expect(await as(ADMIN, (db) => approveShown(db, id))).toBeInstanceOf(Date);
      const mails = await database().asOwner(
        sql`select 1 from mail_outbox where template = 'refund-waits'`,
      );
      expect(mails).toHaveLength(1);
      day += 23 * HOUR;
      await refused(
        as(ADMIN, (db) => approveShown(db, id)),
        /attendez jusqu’au/,
      );
      day += 2 * HOUR;
      expect(await as(ADMIN, (db) => approveShown(db, id))).toBeUndefined();
      expect(await lineOf(id)).toMatchObject({ number: OTHER_NUMBER.number });
    });

    test("goes with the person, and stands in no log", async () => {
      const { id, order } = await byDjomy("622123456");
      await as(ADMIN, (db) => requestPayee(db, id, OTHER_NUMBER));
      const logged = await database().asOwner<{ values: string }>(
        sql`select coalesce(after::text, '') as values from audit_values join audit_log using (id)
            where entity_id = ${id}`,
      );
      expect(logged.length).toBeGreaterThan(0);
      for (const { values } of logged) expect(values).not.toContain("622000009");
      const { order: row } = await fileOf(order);
      await asSystem("test", (db) => anonymisePayersOf(db, [row.subject_id]));
      expect(
        await database().asOwner(sql`select number from refund_payees where refund_id = ${id}`),
      ).toEqual([{ number: null }]);
    });
  });
});
