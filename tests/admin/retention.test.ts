import { DAY } from "../../app/core/values/durations.ts";
import "../mail/settings.ts";
import { sql } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { asStaff, asSystem } from "../../app/core/database/doors/doors.server.ts";
import { setClock } from "../../app/core/process/clock.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import {
  RETENTION,
  RETENTION_RULES,
  type RetentionRule,
  retentionCutoff,
  retentionPromise,
} from "../../app/core/values/retention.ts";
import { LANGUAGES } from "../../app/i18n/languages.ts";
import { builtInText } from "../../app/legal/built-in.server.ts";
import { placeholderProblem } from "../../app/legal/placeholders.ts";
import { sweepRetention } from "../../app/people/retention/retention.jobs.server.ts";
import { emptyBin } from "../../app/records/bin/bin.jobs.server.ts";
import { readRemovals } from "../../app/records/bin/retention-tally.operations.server.ts";
import { ACCOUNT } from "../database/parents.ts";
import type { Values } from "../database/table-expectation.ts";
import { insertRow } from "../database/tables.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { checkEach } from "../support/fuzz/check-each.ts";
// What an order is for is set with it.
import "../registrations/event.ts";

const NOW = new Date("2033-03-01T00:00:00.050Z");
const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);

/** A row of each rule that came to its end at a moment, as `insertRow` takes it. */
const ROWS: Partial<Record<RetentionRule, (end: Date) => [table: string, values: Values]>> = {
  applications: (end) => ["members", { status: "pending", updated_at: end }],
  members: (end) => ["members", { status: "expired", membership_end: dayOf(end) }],
  unsubscribed: (end) => ["newsletter_subscriptions", { status: "unsubscribed", updated_at: end }],
  messages: (end) => ["contact_messages", { status: "read", updated_at: end }],
  invitees: (end) => ["club_invitees", { created_at: end }],
  mails: (end) => ["mail_outbox", { status: "sent", created_at: end }],
  log: (end) => ["audit_log", { created_at: end }],
  merges: (end) => ["person_merges", { created_at: end }],
  drafts: (end) => ["drafts", { saved_at: end }],
  reports: (end) => ["policy_reports", { last_at: end }],
  bin: (end) => ["bin", { deleted_at: end }],
};

test.each(LANGUAGES)("the privacy page promises every line of the table, in %s", (language) => {
  // The page puts the lines where this word stands; `app/legal/legal.test.ts` reads them there.
  expect(placeholderProblem("privacy", builtInText("privacy", language))).toBeUndefined();
  const list = RETENTION_RULES.map((rule) => retentionPromise(language, rule));
  for (const line of list) expect(line).toMatch(/\d/);
  expect(list.join()).not.toMatch(/[{}]|undefined/);
});

test("terms are said as people say them", () => {
  expect(retentionPromise("fr", "members")).toContain("puis 3\u00a0ans.");
  expect(retentionPromise("en", "applications")).toContain("12\u00a0months");
  expect(retentionPromise("fr", "bin")).toContain("30\u00a0jours");
  expect(retentionCutoff("members", NOW).toISOString()).toBe("2030-03-01T00:00:00.050Z");
  expect(retentionCutoff("mails", NOW).toISOString()).toBe("2032-12-01T00:00:00.050Z");
});

withDatabase((_engine, database) => {
  let event: string;
  let admin: string;
  beforeAll(async () => {
    admin = await asSystem("test", (db) => insertRow(db, "profiles", { role: "admin" }));
    await asSystem("test", (db) => insertRow(db, "profiles", { id: ACCOUNT }));
    await asSystem("test", (db) => insertRow(db, "clubs"));
  });
  beforeEach(async () => {
    setClock(() => NOW.getTime());
    event = await asSystem("test", (db) =>
      insertRow(db, "events", { date: "2032-02-01", max_participants: 10 }),
    );
  });
  afterEach(() => setClock());
  const add = (table: string, values: Values) =>
    asSystem("test", (db) => insertRow(db, table, values));
  const has = async (table: string, id: string) => {
    const rows = await database().asOwner(
      sql`select id from ${sql.identifier(table)} where id = ${id}`,
    );
    return rows.length === 1;
  };
  const order = (subject: string, status: string) =>
    add("orders", {
      kind: "membership",
      subject_id: subject,
      label_fr: "A",
      label_en: "A",
      price_amount: 15_000,
      price_currency: "GNF",
      token: newId(),
      language: "fr",
      payer_name: "Hawa Soumah",
      payer_email: "hawa@example.org",
      payer_phone: "+224622000001",
      status,
    });
  const payer = async (id: string) => {
    const [row] = await database().asOwner(
      sql`select payer_name as name, payer_email as email, payer_phone as phone, price_amount as amount
        from orders where id = ${id}`,
    );
    return row;
  };

  const kept = RETENTION_RULES.filter((rule) => RETENTION[rule].by === "job");
  test("what a rule is about goes when its term is over, not before", () =>
    checkEach(
      kept.filter((rule) => ROWS[rule]).map((rule) => [rule, rule]),
      async (rule) => {
        const since = retentionCutoff(rule, NOW).getTime();
        const at = (moment: number) => ROWS[rule]?.(new Date(moment)) ?? ["", {}];
        const [table, old] = at(since - DAY);
        const gone = await add(table, old);
        const stays = await add(table, at(since + DAY)[1]);
        const removed = await sweepRetention();
        await emptyBin();
        expect([await has(table, gone), await has(table, stays)]).toEqual([false, true]);
        if (rule !== "bin") expect(removed).toEqual({ [rule]: 1 });
        expect(await sweepRetention()).toEqual({});
      },
    ));

  test("what each rule took away is counted with it, and outlives the process", async () => {
    const removals = () => asStaff({ id: admin }, readRemovals);
    const before = (await removals()).messages?.removed ?? 0;
    const since = retentionCutoff("messages", NOW).getTime();
    const addOld = () =>
      add("contact_messages", { status: "read", updated_at: new Date(since - DAY) });
    await addOld();
    await addOld();
    await Promise.all([sweepRetention(), sweepRetention()].map((sweep) => sweep.catch(() => {})));
    await sweepRetention();
    expect((await removals()).messages).toEqual({ removed: before + 2, removed_at: NOW });
    const later = NOW.getTime() + DAY;
    setClock(() => later);
    await sweepRetention();
    expect((await removals()).messages?.removed_at, "nothing went").toEqual(NOW);
    await addOld();
    await add("bin", { deleted_at: new Date(retentionCutoff("bin", NOW).getTime() - DAY) });
    await sweepRetention();
    await emptyBin();
    const counts = await removals();
    expect(counts.messages).toEqual({ removed: before + 3, removed_at: new Date(later) });
    expect(counts.bin?.removed).toBeGreaterThan(0);
    expect(counts.technical, "nothing is said of what others see to").toBeUndefined();
  });

  test("versions go when their term is over, and with a record that is nowhere any more", async () => {
    const since = retentionCutoff("versions", NOW).getTime();
    const of = (entity_id: string, number: number, moment: number) =>
      add("versions", { entity: "events", entity_id, number, written_at: new Date(moment) });
    const old = await of(event, 1, since - DAY);
    const young = await of(event, 2, since + DAY);
    const lost = await of(newId(), 1, since + DAY);
    const elsewhere = await add("versions", {
      entity: "nowhere",
      written_at: new Date(since + DAY),
    });
    expect(await sweepRetention()).toEqual({ versions: 2 });
    const left = await Promise.all([old, young, lost, elsewhere].map((id) => has("versions", id)));
    expect(left).toEqual([false, true, false, true]);
  });

  test("every rule that a job keeps is tried here", () => {
    const elsewhere = ["registrations", "partners", "photos", "versions"];
    expect([...Object.keys(ROWS), ...elsewhere].sort()).toEqual([...kept].sort());
  });

  describe("what is not over stays:", () => {
    test("an active member without an end, a mail that waits, a subscriber", async () => {
      for (const [table, status] of [
        ["members", "active"],
        ["mail_outbox", "queued"],
        ["newsletter_subscriptions", "active"],
      ] as const) {
        const old = new Date("2020-01-01T00:00:00Z");
        const id = await add(table, { status, created_at: old, updated_at: old });
        await sweepRetention();
        expect(await has(table, id), table).toBe(true);
      }
    });

    test("whoever has money on its way, and goes once that is settled", async () => {
      const id = await add("members", { status: "expired", membership_end: "2029-01-01" });
      const paid = await order(id, "paid_unfulfilled");
      await sweepRetention();
      expect(await has("members", id)).toBe(true);
      await database().asOwner(sql`update orders set status = 'refunded' where id = ${paid}`);
      expect(await sweepRetention()).toEqual({ members: 1 });
    });
  });

  test("of money stay the name and the amount; of what nobody paid, nobody", async () => {
    const member = await add("members", { status: "expired", membership_end: "2029-01-01" });
    const paid = await order(member, "confirmed");
    const applicant = await add("members", {
      status: "pending",
      updated_at: new Date("2031-01-01T00:00:00Z"),
    });
    const open = await order(applicant, "held");
    expect(await sweepRetention()).toEqual({ applications: 1, members: 1 });
    expect(await payer(paid)).toEqual({
      name: "Hawa Soumah",
      email: "",
      phone: null,
      amount: 15_000,
    });
    expect(await payer(open)).toMatchObject({ name: "—", email: "", phone: null });
    const [row] = await database().asOwner(sql`select status from orders where id = ${open}`);
    expect(row).toEqual({ status: "cancelled" });
  });

  test("registrations go a year after the event; how many came stays", async () => {
    const later = await add("events", { date: "2032-03-02" });
    const gone = await add("event_registrations", { event_id: event, status: "confirmed" });
    const stays = await add("event_registrations", { event_id: later, status: "confirmed" });
    expect(await sweepRetention()).toEqual({ registrations: 1 });
    const there = [await has("event_registrations", gone), await has("event_registrations", stays)];
    expect(there).toEqual([false, true]);
    const [counts] = await database().asOwner(
      sql`select current_participants as n from events where id = ${event}`,
    );
    expect(counts).toEqual({ n: 1 });
  });

  test("of a partner of long ago the contacts go, the partner stays", async () => {
    const contacts = { contact_name: "N", contact_email: "n@example.org", contact_phone: "1" };
    const ended = { status: "inactive", partnership_end: "2030-02-28", ...contacts };
    const old = await add("partners", ended);
    const recent = await add("partners", { ...ended, partnership_end: "2030-03-02" });
    expect(await sweepRetention()).toEqual({ partners: 1 });
    const left = await database().asOwner(
      sql`select id from partners where contact_name is not null and id in (${old}, ${recent})`,
    );
    expect(left).toEqual([{ id: recent }]);
  });

  test("the log lets go of nothing that is younger, whoever asks", async () => {
    const id = await add("audit_log", { created_at: new Date("2030-03-02T00:00:00Z") });
    const erase = asSystem("test", (db) => db.execute(sql`delete from audit_log where id = ${id}`));
    await expect(erase).rejects.toThrow();
  });
});
