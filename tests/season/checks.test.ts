import { DAY } from "../../app/core/values/durations.ts";
import { testAll } from "../support/fuzz/cases.ts";
import "../mail/settings.ts";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { asSystem } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { RETENTION, RETENTION_RULES } from "../../app/core/values/retention.ts";
import { CHECKS } from "../../bench/season/checks.ts";
import { RECORDERS, REMOVALS, REMOVED, TAKE_FACTS } from "../../bench/season/facts.ts";
import { historyOf } from "../../bench/season/history.ts";
import { owedFor } from "../../bench/season/letters.ts";
import type { Values } from "../database/table-expectation.ts";
import { insertRow } from "../database/tables.ts";
import { withDatabase } from "../support/database/test-database.ts";

const ago = (days: number) => new Date(Date.now() - days * DAY);
const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);
const SOON = dayOf(ago(-20));

type Add = (table: string, values: Values) => Promise<string>;

/** An order, and what was charged for it. */
async function charged(add: Add, values: Values, provider = "federation") {
  const order = await add("orders", { token: newId(), price_amount: 1_000, ...values });
  const payment = await add("payments", { order_id: order, provider, charge_amount: 1_000 });
  const charge = { order_id: order, payment_id: payment, provider, kind: "charge", amount: 1_000 };
  return { order, payment, charge: await add("ledger_entries", charge) };
}

/** What each check is there to find. */
const WRONG: Record<string, (add: Add) => Promise<unknown>> = {
  "members active past their end": (add) =>
    add("members", { status: "active", membership_end: dayOf(ago(1)) }),
  "events whose state their dates contradict": (add) =>
    add("events", { date: dayOf(ago(3)), status: "upcoming" }),
  "seats that are not those of the registrations": (add) =>
    add("events", { date: SOON, max_participants: 5, current_participants: 3 }),
  "registrations that outlived their cancelled event": async (add) =>
    add("event_registrations", {
      event_id: await add("events", { date: SOON, status: "cancelled" }),
      status: "waiting",
    }),
  "people who wait beside a free place": async (add) =>
    add("event_registrations", {
      event_id: await add("events", { date: SOON, max_participants: 5 }),
      status: "waiting",
    }),
  "paid places without their money": async (add) =>
    add("event_registrations", {
      event_id: await add("events", { date: SOON, max_participants: 5 }),
      status: "confirmed",
      amount: 1_000,
    }),
  "paid orders without what they paid for": async (add) =>
    charged(add, {
      kind: "membership",
      subject_id: await add("members", { status: "pending" }),
      status: "confirmed",
    }),
  "confirmed orders that kept another amount": (add) =>
    charged(add, { subject_id: newId(), status: "confirmed", price_amount: 700 }),
  "money kept for nothing": (add) => charged(add, { subject_id: newId(), status: "cancelled" }),
  "charges of the provider that the ledger does not have": (add) =>
    add("simulated_payments", {
      charges: [{ txnId: "T", amount: 1_000, at: ago(5).toISOString() }],
      updated_at: ago(5),
    }),
  "charges of the ledger that the provider does not have": (add) =>
    charged(add, { subject_id: newId(), status: "confirmed" }, "simulated"),
  "work that lies still": (add) => add("mail_outbox", { next_attempt_at: ago(2) }),
  "cash that lies in no till": async (add) => {
    const { order, payment } = await charged(add, { subject_id: newId(), status: "confirmed" });
    const cash = { means: "cash", received_on: SOON, kind: "charge", amount: 1, price_amount: 0 };
    return add("ledger_entries", { order_id: order, payment_id: payment, ...cash });
  },
  "people who were erased and are known": async (add) => {
    const id = await add("members", { status: "active" });
    return add("erasures", {
      record_id: id,
      record_ids: [id],
      source: "staff",
      status: "done",
    });
  },
  "orders that know whom nothing else does": (add) =>
    add("orders", { subject_id: newId(), status: "cancelled", updated_at: ago(3) }),
  "refused addresses beyond their term": (add) => add("mail_refusals", { refused_at: ago(92) }),
  "applications beyond their term": (add) =>
    add("members", { status: "pending", updated_at: ago(368) }),
  "members beyond their term": (add) =>
    add("members", { status: "expired", membership_end: dayOf(ago(1_099)) }),
  "registrations beyond their term": async (add) =>
    add("event_registrations", {
      event_id: await add("events", { date: dayOf(ago(368)), status: "completed" }),
      status: "expired",
    }),
  "subscriptions beyond their term": (add) =>
    add("newsletter_subscriptions", { status: "unsubscribed", updated_at: ago(1_099) }),
  "messages beyond their term": (add) => add("contact_messages", { updated_at: ago(368) }),
  "mails beyond their term": (add) =>
    add("mail_outbox", { status: "sent", created_at: ago(92), next_attempt_at: ago(-1) }),
  "contacts of partners beyond their term": (add) =>
    add("partners", {
      status: "inactive",
      partnership_end: dayOf(ago(1_099)),
      contact_name: "Fatou",
    }),
  "entries of the log beyond their term": (add) => add("audit_log", { created_at: ago(1_099) }),
  "rows of the bin beyond their term": (add) => add("bin", { deleted_at: ago(32) }),
};
/** What no table alone shows: the season itself does. */
const ELSEWHERE = [
  "refunds that the provider and the ledger tell differently",
  "tills that hold less than nothing",
];

test("every check is shown something to find", () => {
  expect([...Object.keys(WRONG), ...ELSEWHERE].sort()).toEqual(Object.keys(CHECKS).sort());
});

withDatabase((_engine, database) => {
  const add: Add = (table, values) =>
    asSystem("test", (db) => insertRow(db, table, values)).catch(() =>
      // What the product may not write is written by the owner.
      database().engine.transaction((tx) => insertRow(tx, table, values)),
    );

  beforeAll(async () => {
    for (const statement of historyOf({ members: 100, start: new Date() })) {
      await database().asOwner(statement);
    }
    for (const statement of RECORDERS) await database().asOwner(statement);
  });

  testAll(Object.keys(CHECKS))("a federation that begins a season has no %s", async (name) => {
    expect(await database().asOwner(CHECKS[name] ?? "")).toEqual([]);
  });

  testAll(Object.entries(WRONG))("found: %s", async (name, make) => {
    await make(add);
    expect(await database().asOwner(CHECKS[name] ?? "")).toHaveLength(1);
  });

  test("what each rule of retention removes is there when a season begins", async () => {
    for (const [rule, { table, where = "true" }] of Object.entries(REMOVALS)) {
      const rows = await database().asOwner(`select from ${table} where ${where} limit 1`);
      expect(rows, rule).toHaveLength(1);
    }
  });

  test("money that nobody expected owes a letter, and another one when it was sent", async () => {
    const { order, charge } = await charged(add, { status: "held", payer_email: "p@x.test" });
    await database().asOwner(TAKE_FACTS);
    const refund = { order_id: order, charge_id: charge, amount: 1_000, source: "system" };
    const id = await add("refunds", { ...refund, reason: "no_place" });
    await database().asOwner(
      sql`update refunds set status = 'done', by_rule = true where id = ${id}`,
    );
    const facts = await database().asOwner<{ fact: Parameters<typeof owedFor>[0] }>(TAKE_FACTS);
    const owed = facts.flatMap(({ fact }) => owedFor(fact));
    expect(owed.map(({ letter }) => letter)).toEqual(["refund-due", "refund-done"]);
  });

  test("a change and what it owes are written down with it, once", async () => {
    await database().asOwner(TAKE_FACTS);
    const event = await add("events", { date: SOON, max_participants: 5 });
    const id = await add("event_registrations", { event_id: event, status: "held" });
    await database().asOwner(
      sql`update event_registrations set status = 'confirmed' where id = ${id}`,
    );
    const facts = await database().asOwner<{ fact: Parameters<typeof owedFor>[0] }>(TAKE_FACTS);
    expect(facts.map(({ fact }) => [fact.was, fact.now])).toEqual([
      [null, "held"],
      ["held", "confirmed"],
    ]);
    const owed = facts.flatMap(({ fact }) => owedFor(fact));
    expect(owed.map(({ letter }) => letter)).toEqual(["place-held", "registration-confirmed"]);
    expect(await database().asOwner(TAKE_FACTS)).toEqual([]);
  });

  test("what a job removes is counted by its rule, and nothing else is", async () => {
    const expired = await add("members", { status: "expired" });
    await asSystem("test", (db) => db.execute(sql`delete from members where id = ${expired}`));
    await database().asOwner(sql`delete from contact_messages`);
    expect(await database().asOwner(REMOVED)).toEqual([{ rule: "members", count: 1 }]);
    const swept = RETENTION_RULES.filter((rule) => RETENTION[rule].by === "job");
    for (const rule of swept) expect(RECORDERS.join()).toContain(`removed_${rule}`);
  });
});
