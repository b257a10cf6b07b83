import "../mail/settings.ts";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { asStaff, asSystem } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import type { Currency } from "../../app/i18n/format.ts";
import { countMoves, listMembers } from "../../app/membership/members/members.staff.server.ts";
import { MEMBER_LIST } from "../../app/membership/members/members.ts";
import { waitingByLine } from "../../app/office/frame/frame.server.ts";
import { NOTIONS } from "../../app/office/frame/notions.ts";
import { readTasks } from "../../app/office/home/tasks.staff.server.ts";
import { TASKS } from "../../app/office/home/tasks.ts";
import { offerProviders } from "../../app/payments/providers/provider.ts";
import { simulated } from "../../app/payments/providers/simulated/simulated.system.server.ts";
import { parseListQuery } from "../../app/records/list/list-query.ts";
import type { Values } from "../database/table-expectation.ts";
import { insertParents, insertRow } from "../database/tables.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { checkEach } from "../support/fuzz/check-each.ts";

const ADMIN = newId();

describe("what is to be done", () => {
  test("is named once, and leads to a list of the office", () => {
    const keys = TASKS.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    const addresses = [
      ...NOTIONS.map(({ address }) => address),
      "/admin/diagnostic",
      "/admin/members/photos",
      "/admin/pages/settings/rate",
      "/admin/payments/tills",
      "/admin/payments/announced",
      "/admin/payments/payouts",
    ];
    for (const { to } of TASKS) expect(addresses).toContain(to.split("?", 1)[0]);
  });

  test("counts on the line of the sidebar under which it is dealt with", () => {
    expect(waitingByLine({ refunds: 2, payments: 3, messages: 9, mail: 0 })).toEqual({
      "/admin/payments": 5,
      "/admin/messages": 9,
    });
  });
});

withDatabase((_engine, database) => {
  const tasks = () => asStaff({ id: ADMIN }, (db) => readTasks(db, () => true));

  beforeAll(() =>
    asSystem("test", async (db) => {
      await insertParents(db);
      await insertRow(db, "profiles", { id: ADMIN, role: "admin", name: "Mariama Bah" });
    }),
  );

  /** What one more row adds to each count. */
  const added = async (table: string, values: Values) => {
    const before = await tasks();
    const id = await asSystem("test", (db) => insertRow(db, table, values));
    const after = await tasks();
    const change = Object.entries(after)
      .filter(([key, count]) => count !== before[key])
      .map(([key, count]) => [key, count - (before[key] ?? 0)]);
    return { id, change: Object.fromEntries(change) };
  };

  test("each counts what waits, and no more", () =>
    checkEach<readonly [table: string, values: Values, change: object]>(
      (
        [
          ["members", { status: "pending" }, { applications: 1 }],
          ["members", { status: "active" }, {}],
          ["contact_messages", { status: "unread" }, { messages: 1 }],
          ["contact_messages", { status: "read" }, {}],
          ["refunds", { status: "requested" }, { refunds: 1 }],
          ["refunds", { status: "withdrawn" }, {}],
          ["refunds", { status: "approved", by_rule: true }, { payouts: 1 }],
          ["refunds", { status: "approved", by_rule: true, next_try_at: new Date() }, {}],
          // Refused by its provider: staff pay it.
          ["refunds", { status: "failed", by_rule: true }, { payouts: 1 }],
          ["orders", { status: "paid_unfulfilled" }, { payments: 1 }],
          ["members", { status: "pending", is_test: true }, {}],
          ["orders", { status: "paid_unfulfilled", mode: "test" }, {}],
          ["payments", { status: "review" }, { payments: 1 }],
          ["mail_outbox", { status: "failed" }, { mail: 1 }],
          ["mail_outbox", { status: "sent" }, {}],
        ] as const
      ).map((one) => [`${one[0]} ${JSON.stringify(one[1])}`, one]),
      async ([table, values, change]) => {
        expect((await added(table, values)).change).toEqual(change);
      },
    ));

  test("an application that awaits its payer is nobody's task", async () => {
    const { id } = await added("members", { status: "pending" });
    const before = (await tasks()).applications ?? 0;
    await asSystem("test", (db) =>
      insertRow(db, "orders", { kind: "membership", subject_id: id, status: "held" }),
    );
    expect((await tasks()).applications).toBe(before - 1);
  });

  test("a photograph waits while its member is there", async () => {
    const photo = (member_id: string) => added("licence_photos", { member_id, content: "/9j/" });
    const { id } = await added("members", { status: "active", member_type: "player" });
    const club = await added("members", { status: "active", member_type: "club" });
    expect((await photo(id)).change).toEqual({ photos: 1 });
    expect((await photo(club.id)).change).toEqual({});
    expect((await photo(newId())).change).toEqual({});
  });

  test("a move waits for the club that the player is of, while it is one", async () => {
    const until = { status: "active", membership_end: "2099-01-01" };
    const of = { ...until, member_type: "club", organisation: "Étoile de Labé" };
    const { id: club } = await added("members", of);
    const { id } = await added("members", {
      ...until,
      member_type: "player",
      licence_serial: 9001,
    });
    await database().asOwner(
      sql`update members set club = (select club from members where id = ${club}) where id = ${id}`,
    );
    const moves = async () => (await tasks()).moves;
    expect(await moves()).toBe(0);
    await database().asOwner(sql`insert into club_places
      (id, club, code, by_player, expires_at, asked_at, from_club, player_id)
      select ${newId()}, club, 'WAITING', true, site_now() + interval '1 day', site_now(), club, ${id} from members where id = ${club}`);
    expect(await moves()).toBe(1);
    const listed = await asStaff({ id: ADMIN }, (db) =>
      listMembers(db, parseListQuery(MEMBER_LIST, new URLSearchParams("pending=club"))),
    );
    expect(listed.rows.map((row) => row.id)).toEqual([id]);
    expect(await asStaff({ id: ADMIN }, (db) => countMoves(db, id))).toBe(1);
    await database().asOwner(sql`update members set status = 'expired' where id = ${club}`);
    expect(await moves()).toBe(0);
  });

  test("cash waits for whoever may confirm it: its receiver, or at the bank another than its sender", async () => {
    const account = (name: string) => asSystem("test", (db) => insertRow(db, "profiles", { name }));
    const other = await account("Ousmane");
    const handover = async (values: Values) =>
      (await added("till_handovers", { status: "in_transit", currency: "GNF", ...values })).change;
    expect(await handover({ sent_by: ADMIN, receiver: other })).toEqual({});
    expect(await handover({ sent_by: ADMIN, receiver: null })).toEqual({});
    expect(await handover({ sent_by: other, receiver: ADMIN })).toEqual({ handovers: 1 });
    expect(await handover({ sent_by: other, receiver: null })).toEqual({ handovers: 1 });
    expect(await handover({ sent_by: other, receiver: await account("Kadiatou") })).toEqual({});
  });

  test("of a test nothing is to be done", async () => {
    const { id: order } = await added("orders", { mode: "test" });
    const { id: payment } = await added("payments", { order_id: order });
    expect((await added("payments", { order_id: order, status: "review" })).change).toEqual({});
    const charge = {
      order_id: order,
      payment_id: payment,
      kind: "charge",
      amount: 10,
      currency: "XOF",
    };
    const { id: charge_id } = await added("ledger_entries", {
      ...charge,
      provider_txn_id: newId(),
    });
    const refund = { order_id: order, charge_id, amount: 10, currency: "XOF", status: "requested" };
    expect((await added("refunds", refund)).change).toEqual({});
    // A transfer is real money, whatever provider its order was opened with.
    const transfer = { order_id: order, status: "announced", transaction_number: "REAL0001" };
    expect((await added("announced_transfers", transfer)).change).toEqual({ announced: 1 });
  });

  test("the rate of payments is to be looked at when it is older than 30 days", async () => {
    const rateOf = (days: number) => {
      const date = sql`to_char(site_today() - ${days}::int, 'YYYY-MM-DD')`;
      return database().asOwner(sql`
        insert into site_settings (id, setting_key, setting_value) values (${newId()}, 'exchange_rate',
          jsonb_build_object('gnf', '9450.25', 'source', 'BCRG', 'date', ${date}))
        on conflict (setting_key) do update set setting_value = excluded.setting_value`);
    };
    expect((await tasks()).rate).toBe(0);
    await rateOf(30);
    expect((await tasks()).rate).toBe(0);
    await rateOf(31);
    expect((await tasks()).rate).toBe(1);
    await database().asOwner(
      sql`update site_settings set setting_value = '{}' where setting_key = 'exchange_rate'`,
    );
    expect((await tasks()).rate).toBe(0);
  });

  test("a rate is to be set when something is sold at a price that needs one, and there is none", async () => {
    const needs = async (...currencies: Currency[]) => {
      offerProviders(currencies.length > 0 ? [{ ...simulated, currencies }] : []);
      const { "no-rate": count } = await tasks();
      return count;
    };
    await database().asOwner("update membership_types set is_active = false");
    await database().asOwner("update events set status = 'completed'");
    const event = await asSystem("test", (db) =>
      insertRow(db, "events", { currency: "GNF", price: 50_000, date: "2099-01-01" }),
    );
    expect(await needs()).toBe(0);
    expect(await needs("GNF")).toBe(0);
    expect(await needs("EUR")).toBe(1);
    expect(await needs("GNF", "EUR")).toBe(0);
    const change = (text: string) =>
      database().asOwner(`update events set ${text} where id = '${event}'`);
    await change("currency = 'XOF'");
    // Its rate to the euro is fixed.
    expect(await needs("EUR")).toBe(0);
    expect(await needs("GNF")).toBe(1);
    await change("price = 0");
    expect(await needs("GNF")).toBe(0);
    const type = await asSystem("test", (db) =>
      insertRow(db, "membership_types", { price: 15_000, is_active: true }),
    );
    expect(await needs("EUR")).toBe(1);
    await database().asOwner(sql`insert into site_settings (id, setting_key, setting_value)
      values (${newId()}, 'exchange_rate', '{"gnf": "9450.25", "source": "BCRG", "date": "2099-01-01"}')
      on conflict (setting_key) do update set setting_value = excluded.setting_value`);
    expect(await needs("EUR")).toBe(0);
    await database().asOwner("delete from site_settings where setting_key = 'exchange_rate'");
    await database().asOwner(sql`update membership_types set is_active = false where id = ${type}`);
    expect(await needs("EUR")).toBe(0);
    offerProviders([]);
  });

  test("mail that failed long ago is nobody's task any more", async () => {
    const { id } = await added("mail_outbox", { status: "failed" });
    const before = (await tasks()).mail ?? 0;
    await database().asOwner(
      sql`update mail_outbox set created_at = now() - interval '8 days' where id = ${id}`,
    );
    expect((await tasks()).mail).toBe(before - 1);
  });
});
