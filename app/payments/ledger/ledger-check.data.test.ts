import { afterEach, expect, test } from "vitest";
import { insertRow } from "../../../tests/database/tables.ts";
import { withDatabase } from "../../../tests/support/database/test-database.ts";
import { newId } from "../../core/secrets/id.server.ts";
import { findLedgerDifferences } from "./ledger-check.system.server.ts";

const LONG_AGO = new Date(Date.now() - 2 * 3_600_000);

withDatabase((_engine, database) => {
  const add = (table: string, values: Record<string, unknown>) =>
    database().engine.transaction((tx) => insertRow(tx, table, values));
  let count = 0;

  /** An order of long ago, with what the ledger has of it. */
  async function order(
    values: { status: string; updated_at?: Date; owes?: boolean },
    entries: readonly { kind?: string; amount: number; price_amount: number; note?: string }[] = [],
  ) {
    const reference = `R${++count}`;
    const id = await add("orders", {
      token: newId(),
      subject_id: newId(),
      reference,
      price_amount: 1_000,
      updated_at: LONG_AGO,
      ...values,
    });
    const payment = await add("payments", { order_id: id, charge_amount: 1_000 });
    const charges: string[] = [];
    for (const entry of entries) {
      const of = { order_id: id, payment_id: payment, kind: "charge", ...entry };
      charges.push(await add("ledger_entries", { ...of, provider_txn_id: newId() }));
    }
    return { id, reference, payment, charge: charges[0] ?? "" };
  }
  const administrator = () => add("profiles", { role: "admin", email: `${newId()}@example.gn` });
  const PAID = { amount: 1_000, price_amount: 1_000 };
  let known: string[] = [];
  /** Of the orders of this test: nobody takes those of the others away, the database least of all. */
  const differing = async () =>
    (await findLedgerDifferences(2)).references.filter((one) => !known.includes(one));

  afterEach(async () => {
    known = (await findLedgerDifferences()).references;
  });

  test("orders that agree with the ledger are left alone, page by page", async () => {
    for (let n = 0; n < 5; n++) await order({ status: "confirmed" }, [PAID]);
    await order({ status: "held" });
    await order({ status: "cancelled" });
    await order({ status: "confirmed" }, [
      { amount: 400, price_amount: 400 },
      { amount: 600, price_amount: 600 },
    ]);
    await order({ status: "refunded" }, [
      PAID,
      { kind: "refund", amount: -1_000, price_amount: -1_000 },
    ]);
    expect(await findLedgerDifferences(2)).toEqual({
      orders: 0,
      references: [],
      owing: { orders: 0, references: [] },
    });
  });

  test("a confirmed order without its money is found", async () => {
    const nothing = await order({ status: "confirmed" });
    const less = await order({ status: "confirmed" }, [{ amount: 700, price_amount: 700 }]);
    const wrong = await order({ status: "confirmed" }, [{ amount: 1_000, price_amount: 0 }]);
    expect(await differing()).toEqual([nothing.reference, less.reference, wrong.reference]);
  });

  test("a booking that was taken back is found, unless the order says that it is due again", async () => {
    const taken = { kind: "correction", amount: -1_000, price_amount: -1_000, note: "Erreur" };
    const by = { means: "cash", received_on: "2026-01-01", booked_by: await administrator() };
    const silent = await order({ status: "confirmed" }, [PAID, { ...taken, ...by }]);
    const said = await order({ status: "confirmed", owes: true }, [PAID, { ...taken, ...by }]);
    const again = await order({ status: "confirmed" }, [PAID, { ...taken, ...by }, PAID]);
    expect(await differing()).toEqual([silent.reference]);
    const { owing } = await findLedgerDifferences(2);
    expect(owing.references).toContain(said.reference);
    expect(owing.references).not.toContain(again.reference);
  });

  test("what staff gave back of it is no difference", async () => {
    const back = { kind: "refund", amount: -400, price_amount: -400 };
    await order({ status: "confirmed" }, [PAID, back]);
    expect(await differing()).toEqual([]);
  });

  test("money that an ended order kept is found; on its way back, it is not", async () => {
    const kept = await order({ status: "cancelled" }, [PAID]);
    const going = await order({ status: "cancelled" }, [PAID]);
    const refused = await order({ status: "expired" }, [PAID]);
    const refund = { amount: 1_000, source: "system", reason: "cancelled" };
    await add("refunds", { ...refund, order_id: going.id, charge_id: going.charge });
    await add("refunds", {
      ...refund,
      order_id: refused.id,
      charge_id: refused.charge,
      status: "failed",
      approved_by: await administrator(),
    });
    expect(await differing()).toEqual([kept.reference]);
  });

  test("a refund that was made and never booked is found", async () => {
    const made = await order({ status: "paid_unfulfilled" }, [PAID]);
    await add("refunds", {
      amount: 300,
      source: "external",
      reason: "surplus",
      status: "done",
      order_id: made.id,
      charge_id: made.charge,
    });
    expect(await differing()).toEqual([made.reference]);
  });

  test("what changed a moment ago may still be on its way", async () => {
    await order({ status: "confirmed", updated_at: new Date() });
    expect(await differing()).toEqual([]);
  });
});
