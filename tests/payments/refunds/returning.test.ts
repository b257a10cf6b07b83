import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { asStaff, asSystem } from "../../../app/core/database/doors/doors.server.ts";
import { newId } from "../../../app/core/secrets/id.server.ts";
import { pollDue, pollOrder } from "../../../app/payments/attempts/polling.system.server.ts";
import {
  approveRefund,
  recordRefund,
  requestRefund,
} from "../../../app/payments/ledger/money.staff.server.ts";
import { cancelOrder } from "../../../app/payments/orders/orders.operations.server.ts";
import { sendDueRefunds } from "../../../app/payments/payments.jobs.server.ts";
import { withDatabase } from "../../support/database/test-database.ts";
import { STAFF_REFUND } from "../../support/staff-refund.ts";
import { Customer, PRICE } from "../support/customer.ts";
import { PaymentSimulation } from "../support/payment-simulation.ts";

withDatabase((_name, database) => {
  const STAFF = newId();
  let simulation: PaymentSimulation;
  let hawa: Customer;
  const now = () => simulation.now;

  beforeEach(async () => {
    simulation = new PaymentSimulation();
    await simulation.stand(database().engine);
    hawa = await Customer.arrives(simulation);
    await hawa.pays();
    await asSystem("test", (db) =>
      db.execute(sql`insert into profiles (id, name, email, "role")
        values (${STAFF}, 'S', 's@example.org', 'admin') on conflict do nothing`),
    );
  });

  /** Staff act through their own door. */
  const approve = (id = "") => asStaff({ id: STAFF }, (db) => approveRefund(db, id, now()));
  const charges = async () =>
    database().asOwner<{ id: string }>(sql`select id from ledger_entries
      where order_id = ${hawa.id} and kind = 'charge' order by created_at, id`);

  test("paid twice: the second charge goes back, once, however often it is sent", async () => {
    hawa.plays("approve_twice");
    await pollOrder(hawa.id, now());
    const [refund] = await hawa.refunds();
    expect(refund).toMatchObject({ status: "requested", reason: "surplus" });
    await approve(refund?.id);
    simulation.faults.refund = "unanswered";
    await sendDueRefunds(now);
    expect(await hawa.refunds()).toMatchObject([{ status: "unknown" }]);
    simulation.later(5);
    await Promise.all([sendDueRefunds(now), sendDueRefunds(now)]);
    simulation.later(60);
    await sendDueRefunds(now);
    expect(await hawa.refunds()).toMatchObject([{ status: "done" }]);
    expect(hawa.theirs.flatMap((payment) => payment.refunds)).toHaveLength(1);
    expect(await hawa.ledger()).toEqual([
      ["charge", PRICE],
      ["charge", PRICE],
      ["refund", -PRICE],
    ]);
    expect(await hawa.attempts()).toEqual(["partially_refunded"]);
    expect(await hawa.status()).toBe("confirmed");
    expect(await hawa.seats()).toBe(1);
  });

  test("a paid order that is cancelled gives its place and its money back", async () => {
    hawa.plays("approve");
    await pollOrder(hawa.id, now());
    await asSystem("test", (db) => cancelOrder(db, hawa.id, now()));
    expect(await hawa.seats()).toBe(0);
    const [refund] = await hawa.refunds();
    expect(refund).toMatchObject({ status: "requested", reason: "cancelled" });
    await approve(refund?.id);
    await sendDueRefunds(now);
    expect(await hawa.status()).toBe("refunded");
    expect(await hawa.attempts()).toEqual(["refunded"]);
  });

  test("a refund that the provider refuses is asked for anew", async () => {
    hawa.plays("approve_twice");
    await pollOrder(hawa.id, now());
    const [refund] = await hawa.refunds();
    await approve(refund?.id);
    for (const payment of hawa.theirs) simulation.payments.delete(payment.merchant_ref);
    await sendDueRefunds(now);
    expect(await hawa.refunds()).toMatchObject([{ status: "failed" }, { status: "requested" }]);
  });

  test("a refund made by hand is recorded once, with who did it and the operator's word", async () => {
    hawa.plays("approve_twice");
    await pollOrder(hawa.id, now());
    const [refund] = await hawa.refunds();
    await approve(refund?.id);
    const made = { operatorReference: "OM-123" };
    const record = () =>
      asStaff({ id: STAFF }, (db) => recordRefund(db, refund?.id ?? "", made, now()));
    const outcomes = await Promise.allSettled([record(), record()]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const [row] = await database().asOwner(sql`select status, approved_by, recorded_by,
      operator_reference from refunds where order_id = ${hawa.id}`);
    expect(row).toEqual({
      status: "done",
      approved_by: STAFF,
      recorded_by: STAFF,
      operator_reference: "OM-123",
    });
    await sendDueRefunds(now);
    expect(hawa.theirs.flatMap((payment) => payment.refunds)).toEqual([]);
    expect((await hawa.ledger()).filter(([kind]) => kind === "refund")).toHaveLength(1);
  });

  describe("a charge never gives back more than was taken", () => {
    beforeEach(async () => {
      hawa.plays("approve");
      await pollOrder(hawa.id, now());
    });
    const request = async (amount: number) => {
      const [charge] = await charges();
      const expected = { order_id: hawa.id, charge_id: charge?.id ?? "", amount, ...STAFF_REFUND };
      return asStaff({ id: STAFF }, (db) => requestRefund(db, expected));
    };

    test("not even when two ask at once", async () => {
      const outcomes = await Promise.allSettled([request(PRICE), request(PRICE), request(1)]);
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    });

    test("nor in pieces; a part of it leaves the order confirmed", async () => {
      const part = await request(10_000);
      await expect(request(15_001)).rejects.toMatchObject({ kind: "conflict" });
      await expect(request(0)).rejects.toMatchObject({ kind: "conflict" });
      await approve(part);
      await sendDueRefunds(now);
      expect(await hawa.status()).toBe("confirmed");
      expect(await hawa.attempts()).toEqual(["partially_refunded"]);
      await approve(await request(15_000));
      await sendDueRefunds(now);
      expect(await hawa.status()).toBe("refunded");
      expect(await hawa.seats()).toBe(0);
    });
  });

  test("what the provider took back ends the order, and is not returned once more", async () => {
    hawa.plays("approve_twice");
    await pollOrder(hawa.id, now());
    for (const { charges: claimed } of hawa.theirs) {
      for (const { txnId } of claimed) simulation.takenBack.add(txnId);
    }
    simulation.later(120);
    await pollDue(now);
    expect(await hawa.attempts()).toEqual(["disputed"]);
    expect(await hawa.status()).toBe("refunded");
    expect(await hawa.seats()).toBe(0);
    expect(await hawa.refunds()).toMatchObject([{ status: "withdrawn" }]);
  });
});
