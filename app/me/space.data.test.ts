import "../../tests/mail/settings.ts";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Values } from "../../tests/database/table-expectation.ts";
import { insertRow } from "../../tests/database/tables.ts";
import { withDatabase } from "../../tests/support/database/test-database.ts";
import { asSystem } from "../core/database/doors/doors.server.ts";
import { setClock } from "../core/process/clock.ts";
import { newId } from "../core/secrets/id.server.ts";
import { isRenewalToken } from "../membership/renewal/reminders.operations.server.ts";
import { parseUnsubscribeToken } from "../newsletter/unsubscribe-token.server.ts";
import { openDataLink, readDataLink, sendDataLink } from "../people/own-data.system.server.ts";
import { readSpace } from "./space.system.server.ts";

const NOW = Date.parse("2030-03-01T12:00:00.050Z");
const MARIAMA = { first_name: "Mariama", last_name: "Diallo", birth_date: "1988-02-03" };
/** A child, with the consent of a parent. */
const SORY = {
  first_name: "Ibrahima Sory",
  last_name: "Diallo",
  birth_date: "2018-05-06",
  guardian_name: "Mariama Diallo",
  guardian_phone: "+224622123456",
  guardian_relation: "mother",
  guardian_consent: "J’autorise.",
  guardian_consent_at: "2030-01-02T10:00:00Z",
};

withDatabase((_engine, database) => {
  beforeEach(() => setClock(() => NOW));
  afterEach(() => setClock());
  const add = (table: string, values: Values) =>
    asSystem("test", (db) => insertRow(db, table, values));
  const somebody = () => `famille-${newId()}@example.org`;
  const token = () => newId().replaceAll("-", "");

  describe("licences and memberships", () => {
    test("of everybody at the address: a licence once, what was replaced not at all", async () => {
      const email = somebody();
      const at = (end: string, status: string) => ({ email, status, membership_end: end });
      const own = token();
      await add("members", { ...MARIAMA, ...at("2030-03-20", "active"), application_token: own });
      await add("members", { ...MARIAMA, ...at("2029-03-20", "expired") });
      await add("members", { ...SORY, ...at("2030-12-31", "active"), email: email.toUpperCase() });
      await add("members", {
        ...at("2029-01-31", "expired"),
        member_type: "club",
        organisation: "Étoile",
      });
      await add("members", {
        ...at("2028-01-31", "expired"),
        member_type: "club",
        organisation: "ETOILE",
      });
      await add("members", { first_name: "Alpha", email, status: "pending" });
      const { memberships } = await readSpace(email);
      const shown = memberships.map((one) => [
        one.name,
        one.status,
        one.end,
        one.licence?.state,
        one.renewal !== undefined,
      ]);
      expect(shown.sort()).toEqual([
        ["Alpha L", "pending", null, undefined, false],
        ["Ibrahima Sory Diallo", "active", "2030-12-31", "valid", false],
        ["Mariama Diallo", "active", "2030-03-20", "ending", true],
        ["Étoile", "expired", "2029-01-31", undefined, true],
      ]);
      const hers = memberships.find(({ name }) => name === "Mariama Diallo");
      expect(hers?.token).toBe(own);
      expect(hers?.licence?.number).toMatch(/^FGE-\d{6}-[A-Z]$/);
      const renewed = { id: hers?.id ?? "", email, end: "2030-03-20" };
      expect(isRenewalToken(hers?.renewal ?? "", renewed)).toBe(true);
    });

    test("under a suspension name its last day beside that of the membership", async () => {
      const email = somebody();
      const at = { status: "active", membership_end: "2031-02-03" };
      const id = await add("members", { ...MARIAMA, ...at, email });
      await database().asOwner(sql`update licences set suspended_from = '2030-02-01',
        suspended_until = '2030-04-01' where member_id = ${id}`);
      expect((await readSpace(email)).memberships).toMatchObject([
        { end: "2031-02-03", licence: { state: "suspended", suspension: { until: "2030-04-01" } } },
      ]);
    });

    test("stay with the address that they are written on", async () => {
      const [typo, right] = [somebody(), somebody()];
      const id = await add("members", { ...SORY, email: typo, status: "active" });
      expect((await readSpace(typo)).memberships).toHaveLength(1);
      await database().asOwner(sql`update members set email = ${right} where id = ${id}`);
      expect((await readSpace(typo)).memberships).toEqual([]);
      expect((await readSpace(right)).memberships).toHaveLength(1);
    });

    test("say nothing but names, states and links", async () => {
      const email = somebody();
      const secrets = { phone: "+224622000042", address: "Quartier Daka", motivation: "Gagner" };
      await add("members", { ...SORY, ...secrets, email, status: "active" });
      const space = JSON.stringify(await readSpace(email));
      for (const text of [...Object.values(secrets), SORY.birth_date, SORY.guardian_phone]) {
        expect(space).not.toContain(text);
      }
      expect(space).toContain(SORY.first_name);
    });
  });

  test("places: what is to come first, the soonest on top; of a cancelled event that it is", async () => {
    const email = somebody();
    const at = async (date: string, status = "upcoming") => {
      const event_id = await add("events", { date, status, title: date });
      await add("event_registrations", { ...SORY, event_id, email });
    };
    for (const date of ["2030-04-01", "2030-03-01", "2030-02-01", "2030-01-01"]) await at(date);
    await at("2030-05-01", "cancelled");
    await add("event_registrations", {
      event_id: await add("events", { date: "2030-06-01" }),
      email: somebody(),
    });
    const { toCome, past } = await readSpace(email);
    const shown = (places: typeof toCome) =>
      places.map(({ event, status }) => [event.date, status]);
    expect(shown(toCome)).toEqual([
      ["2030-03-01", "waiting"],
      ["2030-04-01", "waiting"],
      ["2030-05-01", "cancelled"],
    ]);
    expect(shown(past)).toEqual([
      ["2030-02-01", "waiting"],
      ["2030-01-01", "waiting"],
    ]);
  });

  test("payments of the address, with their receipts", async () => {
    const email = somebody();
    const order = await add("orders", { payer_email: email.toUpperCase(), payer_name: "Mariama" });
    await add("orders", { payer_email: somebody() });
    const payment = await add("payments", { order_id: order });
    const charge = await add("ledger_entries", { order_id: order, payment_id: payment });
    const [receipt] = await database().asOwner<{ number: string }>(
      sql`select number from receipts where charge_id = ${charge}`,
    );
    const { orders } = await readSpace(email);
    expect(orders).toHaveLength(1);
    expect(orders[0]).toMatchObject({ payer_name: "Mariama", receipts: [receipt?.number] });
  });

  test("what was agreed to: terms, a guardian’s consent, and the newsletter until it is left", async () => {
    const email = somebody();
    await add("members", { ...SORY, email, terms_since: "2026-11-20" });
    await add("members", { ...MARIAMA, email });
    const id = await add("newsletter_subscriptions", { email, consent_text: "Oui." });
    const space = await readSpace(email);
    expect(space.consents).toEqual([
      {
        id: expect.any(String),
        name: "Ibrahima Sory Diallo",
        event: undefined,
        terms_since: "2026-11-20",
        guardian: { name: "Mariama Diallo", text: "J’autorise.", at: expect.any(Date) },
      },
    ]);
    expect(space.subscription?.text).toBe("Oui.");
    expect(parseUnsubscribeToken(space.subscription?.token)).toBe(id);
    await database().asOwner(
      sql`update newsletter_subscriptions set status = 'unsubscribed', address_hash = ${newId()} where id = ${id}`,
    );
    expect((await readSpace(email)).subscription).toBeUndefined();
  });

  test("an address that nobody gave has an empty space", async () => {
    expect(await readSpace(somebody())).toEqual({
      memberships: [],
      actsFor: [],
      clubs: new Map(),
      moves: [],
      toCome: [],
      past: [],
      orders: [],
      subscription: undefined,
      consents: [],
    });
  });

  test("the way to one’s data is one link a day, beside that of the mail, and asks who somebody is", async () => {
    const email = somebody();
    await add("members", { ...SORY, email });
    const links = [await openDataLink(email), await openDataLink(email)];
    expect(await readDataLink(links[0] ?? "")).toEqual({
      asks: { birthDate: true, firstName: false },
    });
    const [{ count } = { count: 0 }] = await database().asOwner<{ count: number }>(
      sql`select count(*)::int as count from mail_outbox where recipient = ${email}`,
    );
    expect(count).toBe(0);
    await sendDataLink(email, "fr");
    const mails = await database().asOwner(
      sql`select id from mail_outbox where recipient = ${email}`,
    );
    expect(mails).toHaveLength(1);
    const rows = await database().asOwner<{ count: number }>(
      sql`select count(*)::int as count from data_links`,
    );
    expect(rows[0]?.count).toBe(2);
  });
});
