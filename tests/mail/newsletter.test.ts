import "./settings.ts";

process.env.SMTP_URL = "smtp://127.0.0.1:1";

import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { asStaff, asSystem } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import {
  endSubscription,
  reactivateSubscription,
  readReturn,
  readSubscription,
  resubscribe,
  returnToken,
} from "../../app/newsletter/mail-links.system.server.ts";
import { RETURN_LINK_MS, RETURN_MAIL_EVERY_MS } from "../../app/newsletter/newsletter.record.ts";
import { deleteSubscribers, unsubscribe } from "../../app/newsletter/newsletter.staff.server.ts";
import { subscribe } from "../../app/newsletter/newsletter.visitor.server.ts";
import { addressHash, unsubscribeToken } from "../../app/newsletter/unsubscribe-token.server.ts";
import { restoreBatch } from "../../app/records/bin/bin.staff.server.ts";
import { insertRow } from "../database/tables.ts";
import { withDatabase } from "../support/database/test-database.ts";

// An address that left the newsletter, where mail leaves: it comes back by the link of its mail alone.

const consent = { text: "J’accepte", channel: "/newsletter", language: "fr" as const };
const again = { text: "I agree", channel: "/en/newsletter/return", language: "en" as const };
const later = (ms: number) => new Date(Date.now() + ms);
let people = 0;

withDatabase((_engine, database) => {
  const rowOf = async (email: string) => {
    const [row] = await database().asOwner<{
      id: string;
      status: string;
      whatsapp: string;
      consent_text: string;
      consented_at: string;
    }>(
      sql`select id, status, whatsapp, language, consent_text, consent_channel, consented_at
        from newsletter_subscriptions
        where email = ${email} or address_hash = ${addressHash(email)}`,
    );
    if (!row) throw new Error("no such subscription");
    return row;
  };
  const linksTo = async (email: string) => {
    const rows = await database().asOwner<{ template: string; text: string }>(
      sql`select template, text_body as text from mail_outbox where recipient = ${email} order by id`,
    );
    return rows
      .filter(({ template }) => template === "newsletter-return")
      .map(({ text }) => /\/newsletter\/return\/([\w-]+)/.exec(text)?.[1] ?? "");
  };
  const request = (email: string, whatsapp = "+224622123456") => ({
    email,
    whatsapp,
    consent: true,
  });

  /** Somebody who subscribed and left. */
  async function missing() {
    const email = `gone-${process.pid}-${++people}@example.org`;
    await subscribe(request(email), consent);
    const { id } = await rowOf(email);
    await endSubscription(unsubscribeToken(id));
    return { email, id };
  }

  test("whoever types it changes nothing, and is answered as if it were new", async () => {
    const { email } = await missing();
    const before = await rowOf(email);
    const values = request(email, "+224628999999");
    expect(await subscribe(values, again)).toBe("subscribed");
    expect(await rowOf(email)).toEqual(before);
    expect(await linksTo(email)).toHaveLength(1);
    // An active one has the message that the specification wants.
    const active = `active-${++people}-${process.pid}@example.org`;
    expect(await subscribe(request(active), consent)).toBe("subscribed");
    expect(await subscribe(request(active), consent)).toBe("duplicate");
  });

  test("the link shows what it does, and its button brings the address back, once", async () => {
    const { email } = await missing();
    await subscribe(request(email, "+224628999999"), consent);
    const [link = ""] = await linksTo(email);
    expect(await readReturn(link)).toEqual({
      maskedEmail: "g…@example.org",
      whatsapp: "+224628999999",
    });
    expect((await rowOf(email)).status).toBe("unsubscribed");
    expect(await resubscribe(link, again)).toBe(true);
    expect(await rowOf(email)).toMatchObject({
      status: "active",
      whatsapp: "+224628999999",
      consent_text: "I agree",
    });
    // Whoever leaves again is not brought back by an old mail.
    await endSubscription(unsubscribeToken((await rowOf(email)).id));
    expect(await resubscribe(link, again)).toBe(false);
    expect(await readReturn(link)).toBeUndefined();
    expect((await rowOf(email)).status).toBe("unsubscribed");
  });

  test("the address is written to once a day at most, however often it is typed", async () => {
    const { email, id } = await missing();
    for (let n = 0; n < 5; n++) expect(await subscribe(request(email), consent)).toBe("subscribed");
    expect(await linksTo(email)).toHaveLength(1);
    await database().asOwner(sql`update newsletter_subscriptions
      set return_sent_at = return_sent_at - ${`${RETURN_MAIL_EVERY_MS} ms`}::interval where id = ${id}`);
    await subscribe(request(email), consent);
    const links = await linksTo(email);
    expect(links).toHaveLength(2);
    // The last one counts.
    expect(await resubscribe(links[0] ?? "", consent)).toBe(false);
    expect(await resubscribe(links[1] ?? "", consent)).toBe(true);
  });

  test("who leaves while staff have deleted them is not put back with what staff restore", async () => {
    const email = `binned-${++people}-${process.pid}@example.org`;
    await subscribe(request(email), consent);
    const { id } = await rowOf(email);
    const token = unsubscribeToken(id);
    const admin = newId();
    await asSystem("test", (db) => insertRow(db, "profiles", { id: admin, role: "admin" }));
    const { batch } = await asStaff({ id: admin }, (db) => deleteSubscribers(db, [id]));
    expect(await readSubscription(token)).toMatchObject({ status: "active" });
    expect(await endSubscription(token)).toBe(true);
    expect(await readSubscription(token)).toMatchObject({ status: "unsubscribed" });
    await asStaff({ id: admin }, (db) => restoreBatch(db, batch));
    expect((await rowOf(email)).status).toBe("unsubscribed");
  });

  test("a link ends after a week, and nobody makes one", async () => {
    const { email, id } = await missing();
    await subscribe(request(email), consent);
    const [link = ""] = await linksTo(email);
    expect(await resubscribe(link, consent, later(RETURN_LINK_MS + 1_000))).toBe(false);
    const invented = [
      "x",
      unsubscribeToken(id),
      returnToken({ id, email, whatsapp: "+224", sentAt: new Date(0) }),
      returnToken({ id: newId(), email, whatsapp: "+224", sentAt: new Date() }),
      `${link}A`,
    ];
    for (const token of invented) expect(await resubscribe(token, consent)).toBe(false);
    expect((await rowOf(email)).status).toBe("unsubscribed");
  });

  test("beyond what one network may make us write, nothing is written", async () => {
    const { email } = await missing();
    expect(await subscribe(request(email), consent, false)).toBe("subscribed");
    expect(await linksTo(email)).toEqual([]);
    const fresh = `fresh-${++people}-${process.pid}@example.org`;
    expect(await subscribe(request(fresh), consent, false)).toBe("subscribed");
    const [mail] = await database().asOwner(
      sql`select id from mail_outbox where recipient = ${fresh}`,
    );
    expect(mail).toBeUndefined();
    expect((await rowOf(fresh)).status).toBe("active");
  });

  test("of an address that left a hash is kept, whoever ended the subscription", async () => {
    const admin = newId();
    await asSystem("test", (db) => insertRow(db, "profiles", { id: admin, role: "admin" }));
    const email = `staff-${++people}-${process.pid}@example.org`;
    await subscribe(request(email), consent);
    const { id } = await rowOf(email);
    await asStaff({ id: admin }, (db) => unsubscribe(db, [id]));
    const { email: other } = await missing();
    for (const address of [email, other]) {
      const rows = await database().asOwner<{ row: string }>(sql`
        select to_jsonb(n)::text as row from newsletter_subscriptions n
        union all select to_jsonb(v)::text from audit_values v`);
      expect(rows.filter(({ row }) => row.includes(address))).toEqual([]);
      expect(await rowOf(address)).toMatchObject({ status: "unsubscribed", whatsapp: null });
    }
    expect(await readSubscription(unsubscribeToken(id))).toEqual({
      maskedEmail: null,
      status: "unsubscribed",
    });
  });

  test("the link of any newsletter brings it back, for whoever types the same address", async () => {
    const { email, id } = await missing();
    const token = unsubscribeToken(id);
    const whatsapp = "+224628111111";
    expect(
      await reactivateSubscription(token, { email: "other@example.org", whatsapp }, again),
    ).toBe(false);
    expect((await rowOf(email)).status).toBe("unsubscribed");
    expect(await reactivateSubscription(token, { email, whatsapp }, again)).toBe(true);
    expect(await rowOf(email)).toMatchObject({
      status: "active",
      whatsapp,
      language: "en",
      consent_text: "I agree",
      consent_channel: "/en/newsletter/return",
    });
    expect(await readSubscription(token)).toEqual({
      maskedEmail: "g…@example.org",
      status: "active",
    });
  });

  test("in the bin too", async () => {
    const email = `binned-${++people}-${process.pid}@example.org`;
    await subscribe(request(email), consent);
    const { id } = await rowOf(email);
    const admin = newId();
    await asSystem("test", (db) => insertRow(db, "profiles", { id: admin, role: "admin" }));
    const { batch } = await asStaff({ id: admin }, (db) => deleteSubscribers(db, [id]));
    await endSubscription(unsubscribeToken(id));
    const [entry] = await database().asOwner<{ row: string }>(
      sql`select to_jsonb(b)::text as row from bin b where entity_id = ${id}`,
    );
    expect(entry?.row).not.toContain(email);
    const address = { email, whatsapp: "+224628111111" };
    expect(await reactivateSubscription(unsubscribeToken(id), address, again)).toBe(true);
    await asStaff({ id: admin }, (db) => restoreBatch(db, batch));
    expect(await rowOf(email)).toMatchObject({ status: "active", consent_text: "I agree" });
  });

  test("whoever returned and left again within a day is sent another link when they ask", async () => {
    const { email, id } = await missing();
    await subscribe(request(email), consent);
    const [first = ""] = await linksTo(email);
    const token = unsubscribeToken(id);
    const before = await rowOf(email);
    await reactivateSubscription(token, request(email), again);
    const after = await rowOf(email);
    expect(Date.parse(after.consented_at)).toBeGreaterThan(Date.parse(before.consented_at));
    await endSubscription(token);
    // The mail to the former leaving opens nothing any more.
    expect(await resubscribe(first, again)).toBe(false);
    await subscribe(request(email), consent);
    const links = await linksTo(email);
    expect(links).toHaveLength(2);
    expect(await resubscribe(links[1] ?? "", again)).toBe(true);
  });
});
