import "./settings.ts";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  asStaff,
  asSystem,
  asVisitor,
  type StaffDb,
} from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { smtp, type Transport } from "../../app/mail/mail.server.ts";
import type { Mail } from "../../app/mail/mail.ts";
import { queueMail } from "../../app/mail/outbox.visitor.server.ts";
import { sendQueued } from "../../app/mail/send.jobs.server.ts";
import { findHardBounce, listOutbox } from "../../app/mail/sent-mails.staff.server.ts";
import { newsletterWelcomeMail } from "../../app/newsletter/newsletter.mail.ts";
import { parseListQuery } from "../../app/records/list/list-query.ts";
import { insertRow } from "../database/tables.ts";
import { rowsOf, withDatabase } from "../support/database/test-database.ts";
import { startMailServer, type TestMailServer } from "./mail-server.ts";

const ADMIN = newId();
const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: ADMIN }, work);
const welcome = (recipient: string): Mail =>
  newsletterWelcomeMail({ language: "fr", recipient, subscriptionId: newId() });
const later = (minutes: number) => () => new Date(Date.now() + minutes * 60_000);
const LEASE = 11;

let server: TestMailServer;
let by: Transport;
beforeAll(async () => {
  server = await startMailServer();
  by = smtp(server.url);
});
afterAll(() => server.stop());

withDatabase((_engine, database) => {
  beforeAll(() =>
    asSystem("test", (db) => insertRow(db, "profiles", { id: ADMIN, role: "admin" })),
  );
  beforeEach(async () => {
    server.delivered.length = 0;
    server.onRecipient = () => undefined;
    server.onMessage = () => undefined;
    await database().asOwner("delete from mail_outbox");
    await database().asOwner("delete from mail_refusals");
  });
  const queue = (email: string, key?: string) =>
    asSystem("test", (db) => queueMail(db, { ...welcome(email), key }));
  const states = () =>
    asSystem("test", (db) =>
      rowsOf<{ status: string; key: string }>(
        db,
        sql`select status, key from mail_outbox order by id`,
      ),
    );

  describe("one row of each key", () => {
    test("whoever queues it, however often, at the same moment too", async () => {
      await Promise.all([1, 2, 3].map(() => queue("a@example.org", "the key")));
      await asVisitor((db) => queueMail(db, { ...welcome("a@example.org"), key: "the key" }));
      await asAdmin((db) => queueMail(db, { ...welcome("a@example.org"), key: "the key" }));
      expect(await states()).toEqual([{ status: "queued", key: "the key" }]);
      await sendQueued(by);
      await queue("a@example.org", "the key");
      await sendQueued(by);
      expect(server.delivered).toHaveLength(1);
    });

    test("does not keep from others that have none, or another", async () => {
      await queue("a@example.org");
      await queue("a@example.org");
      await queue("a@example.org", "another");
      expect(await states()).toHaveLength(3);
    });

    test("is the database's own rule", async () => {
      await queue("a@example.org", "the key");
      const copy = sql`insert into mail_outbox (id, key, template, language, recipient, subject, text_body, html_body)
        select gen_random_uuid(), key, template, language, recipient, subject, text_body, html_body from mail_outbox`;
      await expect(database().asOwner(copy)).rejects.toThrow();
    });
  });

  test("what was sent by a process that died is sent again under the same Message-ID, and then noted", async () => {
    await queue("a@example.org");
    // The server accepts it, and we die before we can note it.
    const dying: Transport = {
      async send(message) {
        await by.send(message);
        await database().asOwner("alter table mail_outbox rename to mail_outbox_away");
      },
    };
    await expect(sendQueued(dying)).rejects.toThrow();
    await database().asOwner("alter table mail_outbox_away rename to mail_outbox");
    expect(await states()).toMatchObject([{ status: "queued" }]);
    await sendQueued(by);
    expect(server.delivered, "it is still leased").toHaveLength(1);
    await sendQueued(by, later(LEASE));
    expect(await states()).toMatchObject([{ status: "sent" }]);
    const ids = server.delivered.map(({ mail }) => mail.messageId);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toMatch(/^<[\w-]{36}@fge\.example>$/);
  });

  test("is not called sent before the server took it", async () => {
    await queue("a@example.org");
    const seen: string[] = [];
    server.onMessage = async () => {
      seen.push(...(await states()).map(({ status }) => status));
      return undefined;
    };
    await sendQueued(by);
    expect(seen).toEqual(["queued"]);
    expect(await states()).toMatchObject([{ status: "sent" }]);
  });

  describe("an address that does not exist", () => {
    const refusal = (address = "a@example.org") => asAdmin((db) => findHardBounce(db, address));
    const sayToRecipient = async (code: number, text: string, to = "A@example.org") => {
      await queue(to);
      server.onRecipient = () => ({ code, text });
      await sendQueued(by);
      server.onRecipient = () => undefined;
    };

    test("is marked, whatever its letters", async () => {
      await sayToRecipient(550, "5.1.1 no such user");
      expect(await refusal()).toMatchObject({ code: "5.1.1", refused_at: expect.any(Date) });
      expect(await refusal("A@EXAMPLE.org")).toBeDefined();
      expect(await refusal("b@example.org")).toBeUndefined();
      await sayToRecipient(550, "5.1.10 null MX", "a@example.org");
      expect(await refusal()).toMatchObject({ code: "5.1.10" });
    });

    test.each([
      [550, "no such user"],
      [550, "5.7.1 we do not like you"],
      [552, "5.2.2 mailbox full"],
      [450, "4.1.1 later"],
      [550, "5.1.8 bad sender"],
    ])("is not meant by %i %s", async (code, text) => {
      await sayToRecipient(code, text);
      expect(await refusal()).toBeUndefined();
    });

    test("is not meant by what is said of the message or of us", async () => {
      await queue("a@example.org");
      server.onMessage = () => ({ code: 554, text: "5.6.0 what a message" });
      await sendQueued(by);
      server.onSender = () => ({ code: 550, text: "5.1.1 who are you" });
      await queue("a@example.org");
      await sendQueued(by);
      server.onSender = () => undefined;
      expect(await refusal()).toBeUndefined();
    });

    test("is struck off as soon as it takes a mail", async () => {
      await sayToRecipient(550, "5.1.1 no such user");
      await queue("a@example.org");
      await sendQueued(by);
      expect(await refusal()).toBeUndefined();
    });
  });

  test("staff see what was sent to somebody and why, never what it says", async () => {
    await queue("aissatou@example.org");
    await queue("mamadou@example.org");
    await sendQueued(by);
    await queue("Aissatou@example.org");
    const spec = { filters: { status: ["sent"] }, sorts: ["created_at"], descending: true };
    const list = async (search: string) => {
      const query = parseListQuery(spec, new URLSearchParams(search));
      return (await asAdmin((db) => listOutbox(db, query))).rows;
    };
    const rows = await list("q=aissatou@example.org");
    expect(rows.map(({ status }) => status)).toEqual(["queued", "sent"]);
    expect(rows[1]).toMatchObject({ template: "newsletter-welcome", sent_at: expect.any(Date) });
    expect(Object.keys(rows[0] ?? {}).join()).not.toMatch(/body|headers/);
    expect(await list("q=aissatou&status=sent")).toHaveLength(1);
  });
});
