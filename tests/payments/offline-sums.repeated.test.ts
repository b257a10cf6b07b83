import "../mail/settings.ts";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { asStaff, asSystem } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import {
  listTotals,
  listTotalsByEvent,
  listTotalsByPerson,
} from "../../app/payments/ledger/ledger.staff.server.ts";
import {
  approveRefund,
  correctCash,
  recordRefund,
  requestRefund,
  takeCash,
} from "../../app/payments/ledger/money.staff.server.ts";
import { claimTransfer } from "../../app/payments/offline/offline-payment.system.server.ts";
import {
  confirmClaim,
  listClaims,
} from "../../app/payments/offline/transfer-claims.staff.server.ts";
import { findOrder } from "../../app/payments/orders/orders.staff.server.ts";
import { PAYMENT_METHODS } from "../../app/payments/providers/payment-methods.ts";
import { offerProviders } from "../../app/payments/providers/provider.ts";
import { listTills } from "../../app/payments/tills/tills.staff.server.ts";
import { insertRow } from "../database/tables.ts";
import { join, makeEvent, PAID } from "../registrations/event.ts";
import { rowsOf, withDatabase } from "../support/database/test-database.ts";
import { repetitions } from "../support/fuzz/repetitions.ts";
import { STAFF_REFUND } from "../support/staff-refund.ts";

const PRICE = 25_000;
const PAYMENTS = repetitions(40, 1_000);

/** The same numbers in every run, from 0 to below 1. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

withDatabase(() => {
  test("payments by hand add up by person and by event", async () => {
    offerProviders([]);
    const random = seeded(20_270_101);
    const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
    const staff = ["Aminata", "Boubacar", "Fanta"].map((name) => ({ id: newId(), name }));
    await asSystem("test", async (db) => {
      // An account of today approves nothing.
      const created_at = new Date(Date.now() - 48 * 60 * 60_000);
      for (const one of staff) {
        await insertRow(db, "profiles", { ...one, role: "admin", created_at });
      }
    });
    const titles = ["Coupe", "Ligue"];
    const events = await Promise.all(titles.map((title) => makeEvent(null, { title })));
    const byPerson = new Map<string, number>();
    const byEvent = new Map<string, number>();
    let total = 0;
    for (let n = 0; n < PAYMENTS; n++) {
      const place = Math.floor(random() * events.length);
      const by = pick(staff);
      const event = events[place] ?? "";
      await join(event, `sum-${n}`, PAID);
      const [row] = await asSystem("test", (db) =>
        rowsOf<{ id: string; token: string }>(
          db,
          sql`select o.id, o.token from orders o join event_registrations r on r.id = o.subject_id
              where r.email = ${`person-sum-${n}@example.org`}`,
        ),
      );
      if (!row) throw new Error("no order");
      let taken = 0;
      // What is not cash has a number.
      const numberOf = (means = "cash") =>
        means === "cash" ? null : `SUM${n}TAKEN${String(++taken).padStart(3, "0")}`;
      const take = (more: { key?: string; means?: string; amount?: number }) => {
        const receipt = more.key ? `SUM${n}TWICE000` : numberOf(more.means);
        const cash = { key: newId(), receipt, ...more } as Parameters<typeof takeCash>[2];
        return asStaff(by, (db) => takeCash(db, row.id, cash));
      };
      const add = (amount: number) => {
        total += amount;
        byPerson.set(by.name, (byPerson.get(by.name) ?? 0) + amount);
        byEvent.set(titles[place] ?? "", (byEvent.get(titles[place] ?? "") ?? 0) + amount);
      };
      const means = pick(PAYMENT_METHODS);
      const how = pick([
        "whole",
        "halves",
        "more",
        "less",
        "twice",
        "announced",
        "wrong",
        "late",
        "returned",
      ]);
      switch (how) {
        case "halves":
          await take({ means, amount: 10_000 });
          await take({ amount: 15_000 });
          add(PRICE);
          break;
        case "more":
          await take({ means, amount: PRICE + 1_000 });
          add(PRICE + 1_000);
          break;
        case "less":
          await take({ means, amount: 7_000 });
          add(7_000);
          break;
        case "twice": {
          const key = newId();
          await take({ key, means });
          await take({ key, means });
          add(PRICE);
          break;
        }
        case "announced": {
          const number = `SUM${n}000000`;
          await claimTransfer(row.token, { operator: "mtn_momo", number });
          const { transfers: open } = await asStaff(by, (db) => listClaims(db));
          const id = open.find((one) => one.transaction_number === number)?.id ?? "";
          await asStaff(by, (db) => confirmClaim(db, id, { amount: PRICE, currency: "XOF" }));
          add(PRICE);
          break;
        }
        case "wrong": {
          await take({ means, amount: PRICE * 10 });
          const file = await asStaff(by, (db) => findOrder(db, row.id));
          const correction = { charge_id: file?.charges[0]?.id ?? "", reason: "Un zéro de trop" };
          await asStaff(by, (db) => correctCash(db, row.id, correction));
          await take({ means });
          add(PRICE);
          break;
        }
        case "returned": {
          await take({});
          add(PRICE);
          const file = await asStaff(by, (db) => findOrder(db, row.id));
          const wish = {
            order_id: row.id,
            charge_id: file?.charges[0]?.id ?? "",
            amount: 5_000,
            ...STAFF_REFUND,
          };
          const refund = await asStaff(by, (db) => requestRefund(db, wish));
          // So many in a day are for another to approve.
          const second = staff.find(({ id }) => id !== by.id) ?? by;
          await asStaff(second, (db) => approveRefund(db, refund));
          await asStaff(by, (db) => recordRefund(db, refund, { operatorReference: null }));
          break;
        }
        case "late":
          await asSystem("test", (db) =>
            db.execute(sql`update orders set status = 'expired' where id = ${row.id}`),
          );
          await take({ means });
          add(PRICE);
          break;
        default:
          await take({ means });
          add(PRICE);
      }
    }
    const sumsOf = (rows: { of: string; received: number }[]) => {
      const sums = new Map<string, number>();
      for (const { of, received } of rows) sums.set(of, (sums.get(of) ?? 0) + received);
      return sums;
    };
    const admin = staff[0] ?? { id: "" };
    await asStaff(admin, async (db) => {
      expect(sumsOf(await listTotalsByPerson(db, {}))).toEqual(byPerson);
      expect(sumsOf(await listTotalsByEvent(db, {}))).toEqual(byEvent);
      const all = await listTotals(db, {});
      expect(all.reduce((sum, { received }) => sum + received, 0)).toBe(total);
      // What lies in each till is the cash that its owner booked, and gave back.
      const inCash = (await listTotalsByPerson(db, {})).filter(({ means }) => means === "cash");
      const tills = await listTills(db);
      expect(new Map(tills.map(({ name, balance }) => [name, balance.XOF]))).toEqual(
        new Map(inCash.map(({ of, received, returned }) => [of, received - returned])),
      );
      const byCash = (await listTotalsByEvent(db, {})).filter(({ means }) => means === "cash");
      expect(byCash.reduce((sum, { received, returned }) => sum + received - returned, 0)).toBe(
        tills.reduce((sum, { balance }) => sum + balance.XOF, 0),
      );
    });
  }, 280_000);
});
