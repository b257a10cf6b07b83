import "../../tests/mail/settings.ts";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Values } from "../../tests/database/table-expectation.ts";
import { insertRow } from "../../tests/database/tables.ts";
import { withDatabase } from "../../tests/support/database/test-database.ts";
import { asStaff, asSystem } from "../core/database/doors/doors.server.ts";
import { setClock } from "../core/process/clock.ts";
import { newId } from "../core/secrets/id.server.ts";
import { deleteMembers } from "../membership/members/members.staff.server.ts";
import { audit } from "../records/history/audit.staff.server.ts";
import { erasePerson } from "./erase.operations.server.ts";
import { eraseForStaff, readPerson, readPersonData } from "./people.system.server.ts";
// What an order is for is set with it.
import "../../tests/registrations/event.ts";

const NOW = new Date("2030-03-01T12:00:00.050Z");
const ADMIN = { id: newId() };
const FAMILY = "famille.diallo@example.org";
const AISSATOU = { first_name: "Aïssatou", last_name: "Diallo", birth_date: "2001-05-04" };
const MAMADOU = { first_name: "Mamadou", last_name: "Diallo", birth_date: "2003-02-01" };

withDatabase((_engine, database) => {
  beforeAll(async () => {
    await asSystem("test", (db) =>
      insertRow(db, "profiles", { ...ADMIN, role: "admin", name: "Mariama Bah" }),
    );
  });
  beforeEach(() => setClock(() => NOW.getTime()));
  afterEach(() => setClock());

  const add = (table: string, values: Values) =>
    asSystem("test", (db) => insertRow(db, table, values));
  const asOwner = <Row>(statement: ReturnType<typeof sql>) =>
    database().asOwner<Row & Record<string, unknown>>(statement);
  const has = async (table: string, id: string) =>
    (await asOwner(sql`select id from ${sql.identifier(table)} where id = ${id}`)).length === 1;
  const order = (subject: string, values: Values = {}) =>
    add("orders", {
      kind: "membership",
      subject_id: subject,
      label_fr: "A",
      label_en: "A",
      price_amount: 15_000,
      price_currency: "GNF",
      token: newId(),
      language: "fr",
      payer_name: "Aïssatou Diallo",
      payer_email: FAMILY,
      payer_phone: "+224622000001",
      status: "confirmed",
      ...values,
    });
  const event = (date: string, title = "Tournoi") =>
    add("events", { date, title, max_participants: 9 });
  const erase = async (id: string) =>
    eraseForStaff(ADMIN, id, (await readPerson(id))?.seen ?? "").catch(
      (error: Error) => error.message,
    );
  /** Everything that the database holds, as text: what was erased must be nowhere in it. */
  const everything = async () => {
    const tables = await asOwner<{ name: string }>(
      sql`select tablename as name from pg_tables where schemaname = 'public'`,
    );
    const rows: string[] = [];
    for (const { name } of tables) {
      const found = await asOwner<{ row: string }>(
        sql`select to_jsonb(t)::text as row from ${sql.identifier(name)} t`,
      );
      rows.push(...found.map(({ row }) => `${name} ${row}`));
    }
    return rows;
  };

  test("a person is erased everywhere, and only the money is left, with name and amount", async () => {
    const email = "Kadiatou@Example.org";
    const person = { first_name: "Kadiatou", last_name: "Baldé", birth_date: "2001-02-03", email };
    const member = await add("members", { ...person, status: "expired", phone: "+224622999888" });
    const other = { ...person, first_name: "KADIATOU", email: email.toLowerCase() };
    const past = await event("2030-01-01");
    const registration = await add("event_registrations", {
      ...other,
      event_id: past,
      status: "confirmed",
      phone: "+224622999888",
    });
    const paid = await order(member, { payer_name: "Kadiatou Baldé", payer_email: email });
    const unpaid = await order(member, { payer_name: "Kadiatou Baldé", status: "held" });
    await add("newsletter_subscriptions", { email: email.toLowerCase() });
    await add("contact_messages", { email, name: "K. Baldé", subject: "S", message: "M" });
    await add("mail_outbox", { recipient: email.toLowerCase(), status: "sent" });
    await add("mail_refusals", { address: email.toLowerCase() });
    const partner = await add("partners", {
      name: "Nimba",
      description: "D",
      contact_email: email,
      contact_name: "Kadiatou Baldé",
    });
    const binned = await add("members", { ...person, status: "suspended" });
    await asStaff(ADMIN, async (db) => {
      await deleteMembers(db, [binned]);
      await audit(db, {
        action: "members.update",
        entity: "members",
        entity_id: member,
        label: "Kadiatou Baldé",
        before: { phone: null },
        after: { phone: "+224622999888" },
      });
      await audit(db, {
        action: "members.export",
        entity: "members",
        label: "1 membre",
        after: { search: email.toLowerCase() },
      });
    });

    const read = await readPerson(registration);
    expect(read?.file.name).toBe("Kadiatou Baldé");
    const titles = new Set(read?.file.sections.map(({ title }) => title));
    for (const title of [
      "Adhésion",
      "Inscription à un événement",
      "Commande",
      "Newsletter",
      "Message de contact",
      "Contact d’un partenaire",
      "Message envoyé par le site",
      "Adresse refusée",
      "Adhésion (dans la corbeille)",
      "Changement par l’équipe : Adhésion",
    ]) {
      expect([...titles]).toContain(title);
    }
    expect(JSON.stringify(await readPersonData(member))).not.toMatch(/token|browser|search_text/);

    expect(await erase(member)).toBe(true);
    const left = (await everything()).filter((row) =>
      /kadiatou|2001-02-03|622999888|baldé/i.test(row),
    );
    expect(left).toHaveLength(1);
    expect(left[0]).toContain(paid);
    const money =
      await asOwner(sql`select payer_name, payer_email, payer_phone, price_amount, status
      from orders where id in (${paid}, ${unpaid}) order by status = 'confirmed'`);
    expect(money.map((row) => Object.values(row))).toEqual([
      ["—", "", null, 15_000, "cancelled"],
      ["Kadiatou Baldé", "", null, 15_000, "confirmed"],
    ]);
    expect(await has("partners", partner)).toBe(true);
    const [counts] = await asOwner(
      sql`select current_participants as n from events where id = ${past}`,
    );
    expect(counts).toEqual({ n: 1 });
    const log = await asOwner(sql`select action, staff_name, label from audit_log
      left join audit_values using (id) where entity_id = ${member} or action = 'erasures.erase'
      order by action desc`);
    expect(log).toEqual([
      { action: "members.update", staff_name: "Mariama Bah", label: null },
      { action: "erasures.erase", staff_name: "Mariama Bah", label: "Une personne" },
    ]);
    // Pressed twice.
    expect(await erase(member)).toBe(false);
    expect(
      await asOwner(sql`select 1 from audit_log where action = 'erasures.erase'`),
    ).toHaveLength(1);
  });

  describe("a family that shares an address", () => {
    let [hers, his, hisTwin] = ["", "", ""];
    beforeEach(async () => {
      const past = await event("2029-12-01");
      hers = await add("members", { ...AISSATOU, email: FAMILY, status: "expired" });
      his = await add("members", { ...MAMADOU, email: FAMILY.toUpperCase(), status: "expired" });
      hisTwin = await add("event_registrations", {
        ...MAMADOU,
        first_name: "mamadou",
        email: FAMILY,
        event_id: past,
        status: "confirmed",
        ticket_token: `token-of-${newId()}`,
        gamertag: "Simba",
      });
    });
    afterEach(async () => {
      for (const id of [hers, his]) await asSystem("test", (db) => erasePerson(db, id));
      await asOwner(sql`delete from newsletter_subscriptions`);
    });

    test("is shown and erased one person at a time", async () => {
      const message = await add("contact_messages", {
        email: FAMILY,
        name: "Mamadou Diallo",
        subject: "S",
        message: "M",
      });
      const subscription = await add("newsletter_subscriptions", { email: FAMILY });
      const [{ token } = {}] = await asOwner<{ token: string }>(
        sql`select ticket_token as token from event_registrations where id = ${hisTwin}`,
      );
      const ticket = await add("mail_outbox", {
        recipient: FAMILY,
        text_body: `Billet ${token}`,
        status: "sent",
      });
      const shown = await readPerson(hers);
      expect(JSON.stringify(shown?.file)).not.toMatch(/mamadou|Simba|2003/i);
      expect(shown?.others).toEqual([{ id: his, name: "Mamadou Diallo" }]);
      expect(shown?.shared).toEqual(["Newsletter"]);
      expect(await erase(hers)).toBe(true);
      for (const [table, id] of [
        ["members", his],
        ["event_registrations", hisTwin],
        ["contact_messages", message],
        ["newsletter_subscriptions", subscription],
        ["mail_outbox", ticket],
      ] as const) {
        expect(await has(table, id), table).toBe(true);
      }
      expect(await has("members", hers)).toBe(false);
      // Alone now, the address is his.
      expect(await erase(hisTwin)).toBe(true);
      expect((await everything()).filter((row) => row.toLowerCase().includes(FAMILY))).toEqual([]);
    });

    test("without a birth date, a namesake is of whom alone has the name, and of nobody of two", async () => {
      const unknown = await add("members", { ...MAMADOU, birth_date: null, email: FAMILY });
      expect((await readPerson(unknown))?.file.birth_date).toBe("2003-02-01");
      const junior = await add("members", { ...MAMADOU, birth_date: "1980-01-01", email: FAMILY });
      expect((await readPerson(unknown))?.file.birth_date).toBe(null);
      expect(await erase(junior)).toBe(true);
      expect(await has("members", unknown)).toBe(true);
      expect(await erase(his)).toBe(true);
      expect(await has("members", unknown)).toBe(false);
    });
  });

  describe("is settled first:", () => {
    let member: string;
    beforeEach(async () => {
      const email = `${newId()}@example.org`;
      member = await add("members", { ...AISSATOU, email, status: "pending" });
    });
    const registerFor = async (date: string, status: string) => {
      const [{ email } = {}] = await asOwner<{ email: string }>(
        sql`select email from members where id = ${member}`,
      );
      const event_id = await event(date, "Coupe de Kindia");
      return add("event_registrations", { ...AISSATOU, email, event_id, status });
    };

    test.each(["confirmed", "waiting"])("a %s place that is still to come", async (status) => {
      const registration = await registerFor("2030-03-01", status);
      expect(await erase(member)).toContain("Coupe de Kindia");
      expect(await has("members", member)).toBe(true);
      await asOwner(
        sql`update event_registrations set status = 'cancelled' where id = ${registration}`,
      );
      expect(await erase(member)).toBe(true);
    });

    test("money that nobody delivered, and a refund that is open", async () => {
      const paid = await order(member, { status: "paid_unfulfilled" });
      expect(await erase(member)).toContain("de l’argent est à rembourser");
      await asOwner(sql`update orders set status = 'refunded' where id = ${paid}`);
      expect(await erase(member)).toBe(true);
    });

    test("money that arrives in the middle of the erasure", async () => {
      const open = await order(member, { status: "held" });
      const paying = asSystem("test", async (db) => {
        await db.execute(sql`select 1 from orders where id = ${open} for update`);
        await pause(200);
        await db.execute(sql`update orders set status = 'paid_unfulfilled' where id = ${open}`);
      });
      await pause(50);
      expect(await erase(member)).toContain("de l’argent est à rembourser");
      await paying;
      expect(await has("members", member)).toBe(true);
    });

    test("a payment that is under way", async () => {
      const open = await order(member, { status: "held" });
      const payment = await add("payments", { order_id: open, status: "pending" });
      expect(await erase(member)).toContain("un paiement est en cours");
      await asOwner(sql`update payments set status = 'failed' where id = ${payment}`);
      expect(await erase(member)).toBe(true);
    });
  });

  test("nobody but an administrator erases", async () => {
    const id = await add("members", { ...AISSATOU, email: "x@example.org" });
    const stranger = { id: newId() };
    await expect(eraseForStaff(stranger, id, "")).rejects.toMatchObject({ kind: "forbidden" });
    expect(await has("members", id)).toBe(true);
  });

  test("the values of the log go by one function alone, whoever asks", async () => {
    const id = await add("audit_log", {});
    await add("audit_values", { id });
    const remove = sql`delete from audit_values where id = ${id}`;
    await expect(asSystem("test", (db) => db.execute(remove))).rejects.toThrow();
    await expect(asOwner(remove)).rejects.toThrow();
    const byStaff = asStaff(ADMIN, (db) =>
      db.execute(sql`select erase_audit_values(array[${id}]::uuid[])`),
    );
    await expect(byStaff).rejects.toThrow();
    await asSystem("test", (db) =>
      db.execute(sql`select erase_audit_values(array[${id}]::uuid[])`),
    );
    expect([await has("audit_log", id), await has("audit_values", id)]).toEqual([true, false]);
  });
});
