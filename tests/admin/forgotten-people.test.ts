import { DAY } from "../../app/core/values/durations.ts";
import "../mail/settings.ts";
import { getTableName, sql } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { asStaff, asSystem } from "../../app/core/database/doors/doors.server.ts";
import { setClock } from "../../app/core/process/clock.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { deleteMembers } from "../../app/membership/members/members.staff.server.ts";
import { PERSONAL_TABLES } from "../../app/people/personal-data-register.server.ts";
import { sweepRetention } from "../../app/people/retention/retention.jobs.server.ts";
import { emptyBin } from "../../app/records/bin/bin.jobs.server.ts";
import { audit } from "../../app/records/history/audit.staff.server.ts";
import type { Values } from "../database/table-expectation.ts";
import { insertRow } from "../database/tables.ts";
import { withDatabase } from "../support/database/test-database.ts";
// What an order is for is set with it.
import "../registrations/event.ts";

// The rules of retention together: once the term of each is over, nobody of then is known any more.

const THEN = "2030-03-01T12:00:00Z";
const LATER = Date.parse(THEN) + 4 * 366 * DAY;
const EMAIL = "kadiatou@example.org";
const PHONE = "+224622999888";
const NAME = { first_name: "Kadiatou", last_name: "Baldé" };
const PERSON = { ...NAME, email: EMAIL, phone: PHONE, birth_date: "2001-02-03" };
const ADMIN = { id: newId() };

withDatabase((_engine, database) => {
  beforeAll(async () => {
    await asSystem("test", (db) => insertRow(db, "profiles", { ...ADMIN, role: "admin" }));
  });
  beforeEach(() => setClock(() => Date.parse(THEN)));
  afterEach(() => setClock());

  const add = (table: string, values: Values) =>
    asSystem("test", (db) => insertRow(db, table, values));
  const order = (subject: string, values: Values = {}) =>
    add("orders", {
      subject_id: subject,
      payer_name: "Kadiatou Baldé",
      payer_email: EMAIL,
      payer_phone: PHONE,
      status: "confirmed",
      ...values,
    });
  const sweep = async (at = LATER) => {
    setClock(() => at);
    await emptyBin();
    await sweepRetention();
  };
  /** Every row of the database that still tells of her. */
  const traces = async () => {
    const tables = await database().asOwner<{ name: string }>(
      sql`select tablename as name from pg_tables where schemaname = 'public'`,
    );
    const rows: string[] = [];
    for (const { name } of tables) {
      const lines = await database().asOwner<{ row: string }>(
        sql`select to_jsonb(t)::text as row from ${sql.identifier(name)} t`,
      );
      rows.push(...lines.map(({ row }) => `${name} ${row}`));
    }
    return rows.filter((row) => /kadiatou|baldé|622999888|2001-02-03|MP300301/i.test(row));
  };

  test("of what every table knows of somebody, the name and the amount of money stay alone", async () => {
    const ended = { status: "expired", membership_end: "2030-02-01" };
    const member = await add("members", { ...PERSON, ...ended });
    const event = await add("events", { date: "2030-02-01", status: "completed" });
    const of = { order_id: await order(member) };
    const payment = await add("payments", {
      ...of,
      payer_number: PHONE,
      payer_account: EMAIL,
      status: "succeeded",
    });
    const charge = await add("ledger_entries", { ...of, payment_id: payment });
    const refund = await add("refunds", { ...of, charge_id: charge, status: "withdrawn" });
    const decided = { status: "refused", reason: "x", decided_by: ADMIN.id, decided_at: THEN };
    const rows: Record<string, () => Promise<unknown>> = {
      members: async () => {},
      orders: async () => {},
      payments: async () => {},
      ledger_entries: async () => {},
      refunds: async () => {},
      event_registrations: () =>
        add("event_registrations", { ...PERSON, event_id: event, status: "confirmed" }),
      refund_payees: () =>
        add("refund_payees", { refund_id: refund, number: PHONE, requested_by: ADMIN.id }),
      announced_transfers: () =>
        add("announced_transfers", { ...of, transaction_number: "MP300301", ...decided }),
      newsletter_subscriptions: () =>
        add("newsletter_subscriptions", {
          email: EMAIL,
          whatsapp: PHONE,
          status: "unsubscribed",
          updated_at: THEN,
        }),
      contact_messages: () =>
        add("contact_messages", { email: EMAIL, name: "K. Baldé", updated_at: THEN }),
      licences: () =>
        add("licences", {
          member_id: member,
          suspended_from: "2030-01-01",
          suspension_reason: "Kadiatou a triché",
        }),
      club_places: async () => {
        await database().asOwner(sql`insert into clubs (id) values (gen_random_uuid())`);
        await database().asOwner(sql`insert into club_places
          (id, club, code, by_player, expires_at, accepted_at, until, player_id)
          select gen_random_uuid(), max(number), 'CODE', true, now(), now(), '2030-01-01', ${member} from clubs`);
      },
      club_invitees: async () => {
        await database().asOwner(sql`insert into club_places (id, club, code, by_player, expires_at)
          select gen_random_uuid(), max(number), 'INVITED', true, ${THEN} from clubs`);
        await database().asOwner(sql`insert into club_invitees
          (id, club, place_id, email, first_name, last_name, address_hash, list_id, created_at)
          select gen_random_uuid(), club, id, ${EMAIL}, 'Kadiatou', 'Baldé', 'x', id, ${THEN}
          from club_places where code = 'INVITED'`);
      },
      club_officers: () =>
        database().asOwner(sql`insert into club_officers (id, club, name, email, created_at)
          select gen_random_uuid(), max(number), 'Kadiatou Baldé', ${EMAIL}, ${THEN} from clubs`),
      licence_cards: () =>
        add("licence_cards", {
          serial: 1,
          member_id: member,
          issue: 1,
          key_number: 1,
          valid_from: "2030-01-01",
          code: "KADIATOU",
        }),
      licence_photos: () =>
        add("licence_photos", { member_id: member, content: "KADIATOU", created_at: THEN }),
      partners: () =>
        add("partners", {
          contact_name: "Kadiatou Baldé",
          contact_email: EMAIL,
          contact_phone: PHONE,
          status: "inactive",
          partnership_end: "2030-02-01",
        }),
      mail_outbox: () => add("mail_outbox", { recipient: EMAIL, status: "sent", created_at: THEN }),
      mail_refusals: () => add("mail_refusals", { address: EMAIL, refused_at: THEN }),
    };
    expect(Object.keys(rows).sort()).toEqual(
      PERSONAL_TABLES.map(({ table }) => getTableName(table)).sort(),
    );
    for (const add of Object.values(rows)) await add();
    await asStaff(ADMIN, (db) =>
      audit(db, {
        action: "members.update",
        entity: "members",
        entity_id: member,
        label: "Kadiatou Baldé",
        after: { phone: PHONE },
      }),
    );
    expect((await traces()).length).toBeGreaterThan(10);
    await sweep();
    const left = await traces();
    expect(left.map((row) => row.split(" ")[0])).toEqual(["orders"]);
    expect(left[0]).not.toMatch(/@example|622999888|2001-02-03/);
  });

  test("whoever staff deleted leaves their orders with the bin, not before", async () => {
    const member = await add("members", { ...PERSON, status: "suspended" });
    const paid = await order(member);
    await asStaff(ADMIN, (db) => deleteMembers(db, [member]));
    const payer = async () => {
      const [row] = await database().asOwner(
        sql`select payer_name, payer_email, payer_phone from orders where id = ${paid}`,
      );
      return row;
    };
    await sweep(Date.parse(THEN) + 29 * DAY);
    expect(await payer()).toMatchObject({ payer_email: EMAIL, payer_phone: PHONE });
    await sweep(Date.parse(THEN) + 31 * DAY);
    expect(await payer()).toEqual({
      payer_name: "Kadiatou Baldé",
      payer_email: "",
      payer_phone: null,
    });
  });

  test("money that is announced, and nobody has looked for, prolongs the term", async () => {
    const pending = { status: "pending", updated_at: "2030-02-01T00:00:00Z" };
    const member = await add("members", { ...PERSON, ...pending });
    const held = await order(member, { status: "held" });
    const announced = await add("announced_transfers", { order_id: held });
    await sweep();
    const members = () => database().asOwner(sql`select id from members where id = ${member}`);
    expect(await members()).toHaveLength(1);
    await database().asOwner(sql`update announced_transfers set status = 'refused', reason = 'x',
      decided_by = ${ADMIN.id}, decided_at = ${THEN} where id = ${announced}`);
    await sweep();
    expect(await members()).toHaveLength(0);
  });
});
