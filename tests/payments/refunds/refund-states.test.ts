import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { asStaff, asSystem, type StaffDb } from "../../../app/core/database/doors/doors.server.ts";
import { newId } from "../../../app/core/secrets/id.server.ts";
import { pollOrder } from "../../../app/payments/attempts/polling.system.server.ts";
import {
  approveRefund,
  recordRefund,
  requestRefund,
  withdrawRefund,
} from "../../../app/payments/ledger/money.staff.server.ts";
import { sendDueRefunds } from "../../../app/payments/payments.jobs.server.ts";
import { offerProviders } from "../../../app/payments/providers/provider.ts";
import { withDatabase } from "../../support/database/test-database.ts";
import { describeAll } from "../../support/fuzz/cases.ts";
import { STAFF_REFUND } from "../../support/staff-refund.ts";
import { Customer, PRICE } from "../support/customer.ts";
import { PaymentSimulation, STAFF } from "../support/payment-simulation.ts";

// Every state of a refund, with everything that can be done to it.

const ACTIONS = ["approve", "withdraw", "record", "record with a reason", "send"] as const;
type Action = (typeof ACTIONS)[number];

/** What each action makes of a refund in each state; nothing where it is refused or not meant. */
const MATRIX: Record<string, Partial<Record<Action, string>>> = {
  "requested by staff": { approve: "approved", withdraw: "withdrawn" },
  "requested by the product": { approve: "approved" },
  "approved, to be sent": { record: "done", "record with a reason": "done", send: "done" },
  "approved, to be made by hand": { record: "done", "record with a reason": "done" },
  sending: {},
  "sending, and its process died": { send: "done" },
  pending: { "record with a reason": "done", send: "done" },
  unknown: { "record with a reason": "done", send: "done" },
  done: {},
  "refused by the provider": { record: "done", "record with a reason": "done" },
  "refused, and promised anew": {},
  "refused, and asked for anew": { record: "done", "record with a reason": "done" },
  withdrawn: {},
};

withDatabase((_name, database) => {
  let simulation: PaymentSimulation;
  let hawa: Customer;
  let charge: string;
  const now = () => simulation.now;
  const staff = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: STAFF }, work);

  /** Somebody who paid, and a refund of it in a state. */
  async function prepare(state: string): Promise<string> {
    const id = newId();
    const bySystem = /product|anew/.test(state);
    const [status = ""] = state.replace("refused", "failed").split(/,? /);
    const approved = !["requested", "withdrawn"].includes(status);
    const sent = ["sending", "pending", "unknown", "failed", "done"].includes(status);
    const due = state.endsWith("to be sent") || /died|^pending|^unknown/.test(state) ? now() : null;
    await database().asOwner(sql`insert into refunds
      (id, order_id, charge_id, amount, currency, source, reason, status, requested_by, approved_by,
        tries, next_try_at)
      values (${id}, ${hawa.id}, ${charge}, ${PRICE}, 'XOF', ${bySystem ? "system" : "staff"},
        ${bySystem ? "cancelled" : "staff"}, ${status}, ${bySystem ? null : STAFF},
        ${approved ? STAFF : null}, ${sent ? 1 : 0}, ${due?.toISOString() ?? null})`);
    if (state.startsWith("refused, and")) {
      const next = state.endsWith("promised anew") ? "approved" : "requested";
      await database().asOwner(sql`insert into refunds
        (id, order_id, charge_id, amount, currency, source, reason, status, approved_by)
        values (${newId()}, ${hawa.id}, ${charge}, ${PRICE}, 'XOF', 'system', 'cancelled', ${next},
          ${next === "approved" ? STAFF : null})`);
    }
    return id;
  }

  function act(action: Action, id: string): Promise<void> {
    const record = (decision?: string) =>
      staff((db) =>
        recordRefund(db, id, { operatorReference: `OM-${newId()}`, decision }, simulation.now),
      );
    switch (action) {
      case "approve":
        return staff(async (db) => {
          await approveRefund(db, id, simulation.now);
        });
      case "withdraw":
        return staff((db) => withdrawRefund(db, id));
      case "record":
        return record();
      case "record with a reason":
        return record("L’opérateur ne répond plus depuis lundi");
      case "send":
        return sendDueRefunds(now);
    }
  }

  type Row = { id: string; status: string; recorded_by: string | null; decision: string | null };
  const rows = () =>
    database().asOwner<Row>(sql`select id, status, recorded_by, decision from refunds
      where order_id = ${hawa.id} order by created_at, id`);
  const statusOf = async (id: string) => (await rows()).find((row) => row.id === id)?.status;
  const returned = () => hawa.theirs.flatMap((payment) => payment.refunds).length;
  const booked = async () => (await hawa.ledger()).filter(([kind]) => kind === "refund").length;

  /** A payment of its own for each case. */
  const arrange = async () => {
    // Nothing of another test is due.
    await database().asOwner(sql`update refunds set next_try_at = null`);
    simulation = new PaymentSimulation();
    await simulation.stand(database().engine);
    hawa = await Customer.arrives(simulation);
    await hawa.pays();
    hawa.plays("approve");
    await pollOrder(hawa.id, now());
    const [row] = await database().asOwner<{ id: string }>(
      sql`select id from ledger_entries where order_id = ${hawa.id}`,
    );
    charge = row?.id ?? "";
  };
  beforeEach(arrange);

  describeAll(
    Object.entries(MATRIX),
    ([state]) => `a refund that is ${state}`,
    ([state, outcomes], test) => {
      test.each(ACTIONS)("does what is written, and nothing twice: %s", async (action) => {
        await arrange();
        const id = await prepare(state);
        const before = await rows();
        const after = outcomes[action];
        const work = act(action, id);
        // The job passes over what is not due; staff are told why not.
        if (after || action === "send") await work;
        else await expect(work).rejects.toMatchObject({ kind: "conflict" });
        const expected = after ?? before.find((row) => row.id === id)?.status;
        expect(await statusOf(id)).toBe(expected);
        const isBack = after === "done" ? 1 : 0;
        expect(await booked()).toBe(isBack);
        expect(returned()).toBe(action === "send" ? isBack : 0);
        // Whatever was pressed, pressed again it changes nothing more.
        await act(action, id).catch(() => undefined);
        expect(await statusOf(id)).toBe(expected);
        expect(await booked()).toBe(isBack);
      });

      test("every action at the same moment: the money goes back once at most", async () => {
        await arrange();
        const id = await prepare(state);
        const all = [...ACTIONS, ...ACTIONS].map((action) => act(action, id));
        await Promise.allSettled(all);
        simulation.later(120);
        await sendDueRefunds(now);
        expect(await booked()).toBeLessThanOrEqual(1);
        const byHand = (await rows()).filter((row) => row.recorded_by).length;
        expect(returned() + byHand).toBeLessThanOrEqual(1);
      });
    },
  );

  test("the reason is kept where the provider might still return it, and only there", async () => {
    const doubtful = await prepare("unknown");
    await act("record with a reason", doubtful);
    expect(await rows()).toMatchObject([
      { recorded_by: STAFF, decision: "L’opérateur ne répond plus depuis lundi" },
    ]);
    // The provider's answer, should it come after all, books nothing more.
    simulation.later(120);
    await sendDueRefunds(now);
    expect([await booked(), returned()]).toEqual([1, 0]);
  });

  test("what was made by hand takes the place of what was asked for anew", async () => {
    const id = await prepare("refused, and asked for anew");
    await act("record", id);
    // Both may have been written in the same millisecond, so their order says nothing.
    const others = (await rows()).filter((row) => row.id !== id);
    expect(await statusOf(id)).toBe("done");
    expect(others.map(({ status }) => status)).toEqual(["withdrawn"]);
    expect(await hawa.status()).toBe("refunded");
  });

  test("nothing is recorded while the provider is being asked", async () => {
    const id = await prepare("approved, to be sent");
    let during: unknown;
    offerProviders(
      simulation.providers.map((provider) => ({
        ...provider,
        refunds: provider.refunds && {
          ...provider.refunds,
          send: async (refund, signal) => {
            during = await act("record with a reason", id).catch((error: unknown) => error);
            return (await provider.refunds?.send(refund, signal)) ?? { state: "unknown" };
          },
        },
      })),
    );
    await sendDueRefunds(now);
    expect(during).toMatchObject({
      kind: "conflict",
      message: expect.stringMatching(/en cours d’envoi/),
    });
    expect([await statusOf(id), await booked(), returned()]).toEqual(["done", 1, 1]);
  });

  describe("a request", () => {
    const wish = (over: object = {}) => ({
      id: newId(),
      order_id: hawa.id,
      charge_id: charge,
      amount: 10_000,
      ...STAFF_REFUND,
      ...over,
    });
    const ask = (expected: ReturnType<typeof wish>) => staff((db) => requestRefund(db, expected));

    test("sent twice by one form is one refund, of whoever asked", async () => {
      const expected = wish();
      await Promise.all([ask(expected), ask(expected), ask(expected)]);
      expect(await rows()).toHaveLength(1);
      await expect(ask({ ...expected, amount: 5_000 })).rejects.toMatchObject({ kind: "conflict" });
      const [row] = await database().asOwner(
        sql`select requested_by, approved_by from refunds where id = ${expected.id}`,
      );
      expect(row).toEqual({ requested_by: STAFF, approved_by: null });
    });

    test("for money of somebody else's order is refused", async () => {
      const other = await Customer.arrives(simulation);
      await expect(ask(wish({ order_id: other.id }))).rejects.toMatchObject({ kind: "not-found" });
      await expect(ask(wish({ order_id: newId() }))).rejects.toMatchObject({ kind: "not-found" });
      await expect(ask(wish({ charge_id: newId() }))).rejects.toMatchObject({ kind: "not-found" });
    });

    test.each([0, -1, PRICE + 1])("for %i is refused", async (amount) => {
      await expect(ask(wish({ amount }))).rejects.toMatchObject({ kind: "conflict" });
    });
  });

  describe("the database itself", () => {
    const insert = (amount: number, over = sql`'XOF', ${hawa.id}::uuid`) =>
      database().asOwner(sql`insert into refunds
        (id, charge_id, amount, source, reason, currency, order_id)
        select ${newId()}::uuid, ${charge}::uuid, ${amount}::integer, 'system', 'surplus', ${over}`);
    const refused = (constraint: string) => ({ cause: { code: "23514", constraint } });

    test("promises no more than was taken, also to many at the same moment", async () => {
      const all = await Promise.allSettled(Array.from({ length: 6 }, () => insert(10_000)));
      expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
      await expect(insert(5_001)).rejects.toMatchObject(refused("refunds_within_charge"));
      await insert(5_000);
    });

    test("counts again what was refused, before it is done", async () => {
      const id = await prepare("refused by the provider");
      await insert(PRICE);
      const done = database().asOwner(sql`update refunds set status = 'done' where id = ${id}`);
      await expect(done).rejects.toMatchObject(refused("refunds_within_charge"));
    });

    test("knows whose charge it is, and in which currency", async () => {
      const other = await Customer.arrives(simulation);
      const own = refused("refunds_of_own_charge");
      await expect(insert(1, sql`'XOF', ${other.id}::uuid`)).rejects.toMatchObject(own);
      await expect(insert(1, sql`'GNF', ${hawa.id}::uuid`)).rejects.toMatchObject(own);
    });

    test("books no return beyond what the payment took", async () => {
      const book = (amount: number) =>
        database().asOwner(sql`insert into ledger_entries
          (id, order_id, payment_id, kind, provider, provider_txn_id, amount, currency, price_amount)
          select ${newId()}::uuid, order_id, payment_id, 'refund', provider, ${newId()},
            ${-amount}::integer, currency, 0 from ledger_entries where id = ${charge}`);
      const all = await Promise.allSettled(Array.from({ length: 6 }, () => book(10_000)));
      expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
      await expect(book(5_001)).rejects.toMatchObject(refused("ledger_entries_within_charge"));
    });

    test.each([
      ["its amount", sql`amount = 1`],
      ["whoever asked", sql`requested_by = null`],
      ["whoever approved", sql`approved_by = null, status = 'requested'`],
      ["whoever recorded", sql`recorded_by = null, operator_reference = null`],
      ["its end", sql`status = 'approved', recorded_by = null, operator_reference = null`],
    ])("keeps %s as it was written", async (_what, change) => {
      const id = await prepare("approved, to be made by hand");
      await act("record", id);
      const work = asSystem("test", (db) =>
        db.execute(sql`update refunds set ${change} where id = ${id}`),
      );
      await expect(work).rejects.toMatchObject({ cause: { code: "42501" } });
    });

    test.each([
      ["approved by nobody", sql`status = 'approved'`, "refunds_approval"],
      ["recorded without a reference", sql`recorded_by = ${STAFF}`, "refunds_record"],
      [
        "recorded before it is done",
        sql`recorded_by = ${STAFF}, operator_reference = 'x'`,
        "refunds_record",
      ],
    ])("refuses one that is %s", async (_what, change, constraint) => {
      const id = await prepare("requested by staff");
      const work = database().asOwner(sql`update refunds set ${change} where id = ${id}`);
      await expect(work).rejects.toMatchObject(refused(constraint));
    });
  });
});
