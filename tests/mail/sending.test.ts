import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { contactAcknowledgementMail, contactNoticeMail } from "../../app/contact/contact.mail.ts";
import { startApp } from "../../app/core/app.ts";
import { asSystem, asVisitor } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { folder, smtp } from "../../app/mail/mail.server.ts";
import type { Mail } from "../../app/mail/mail.ts";
import { queueMail } from "../../app/mail/outbox.visitor.server.ts";
import { sendQueued } from "../../app/mail/send.jobs.server.ts";
import {
  endSubscription,
  reactivateSubscription,
  readSubscription,
} from "../../app/newsletter/mail-links.system.server.ts";
import { newsletterWelcomeMail } from "../../app/newsletter/newsletter.mail.ts";
import { subscribe } from "../../app/newsletter/newsletter.visitor.server.ts";
import { unsubscribeToken } from "../../app/newsletter/unsubscribe-token.server.ts";
import { rowsOf, withDatabase } from "../support/database/test-database.ts";
import { checkEach } from "../support/fuzz/check-each.ts";
import { startMailServer, type TestMailServer } from "./mail-server.ts";

const dataDir = mkdtempSync(join(tmpdir(), "mail-"));
process.env.DATA_DIR = dataDir;
process.env.PUBLIC_URL = "https://fge.example";

let server: TestMailServer;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true });
});

const acknowledgement = (over: Partial<Mail> = {}): Mail => ({
  ...contactAcknowledgementMail({
    language: "fr",
    recipient: "aissatou@example.org",
    name: "Aïssatou Bah",
  }),
  ...over,
});

const ALL: [string, Mail][] = (["fr", "en"] as const).flatMap((language) => [
  [`contact-acknowledgement ${language}`, acknowledgement({ language })],
  [
    `contact-notice ${language}`,
    contactNoticeMail({
      language,
      name: "<b>Moi</b>",
      email: "moi@example.org",
      subject: "Une question\r\nBcc: victim@example.org",
      message: "<script>alert(1)</script>\nDeuxième ligne",
    }),
  ],
  [
    `newsletter-welcome ${language}`,
    newsletterWelcomeMail({ language, recipient: "a@example.org", subscriptionId: newId() }),
  ],
]);

test("each mail is whole, escaped, and one line where it must be", () =>
  checkEach(ALL, (mail) => {
    for (const text of [mail.subject, mail.text_body, mail.html_body]) {
      expect(text).not.toMatch(/undefined|\[object|\{\{/);
      expect(text.length).toBeGreaterThan(5);
    }
    expect(mail.subject).not.toMatch(/[\r\n]/);
    expect(mail.html_body).not.toContain("<script>");
    expect(mail.html_body).not.toContain("<b>Moi");
    for (const value of Object.values(mail.headers)) expect(value).not.toMatch(/[\r\n]/);
  }));

test("the newsletter can be left with one click", () => {
  const { headers } = newsletterWelcomeMail({
    language: "fr",
    recipient: "a@example.org",
    subscriptionId: newId(),
  });
  expect(headers["List-Unsubscribe"]).toMatch(/^<https:\/\/fge\.example\/newsletter\/one-click\//);
  expect(headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
});

withDatabase(() => {
  beforeEach(async () => {
    server.delivered.length = 0;
    server.onRecipient = () => undefined;
    await asSystem("test", (db) => db.execute(sql`delete from mail_outbox`));
  });

  const states = () =>
    asSystem("test", (db) =>
      rowsOf<{ status: string; attempts: number }>(
        db,
        sql`select status, attempts from mail_outbox order by id`,
      ),
    );
  const minutesLater = (minutes: number) => () => new Date(Date.now() + minutes * 60_000);

  test("a queued mail arrives once, with both its parts", async () => {
    await asVisitor((db) => queueMail(db, acknowledgement()));
    const by = smtp(server.url);
    await Promise.all([sendQueued(by), sendQueued(by)]);
    expect(server.delivered).toHaveLength(1);
    const [{ to, mail } = { to: [], mail: undefined }] = server.delivered;
    expect(to).toEqual(["aissatou@example.org"]);
    expect(mail?.text).toContain("Aïssatou");
    expect(mail?.html).toContain("Aïssatou");
    expect(mail?.messageId).toMatch(/@fge\.example>$/);
    expect(mail?.headers.from).toContain("Fédération Guinéenne d'Esport");
    expect(await states()).toEqual([{ status: "sent", attempts: 1 }]);
  });

  test("the sender of an English mail has the English name", async () => {
    await asVisitor((db) => queueMail(db, acknowledgement({ language: "en" })));
    await sendQueued(smtp(server.url));
    expect(server.delivered.at(0)?.mail.headers.from).toContain("Guinean Esports Federation");
  });

  test("of a mail that was sent only that it was is kept; of one that was not, all", async () => {
    await asVisitor((db) => queueMail(db, acknowledgement()));
    const stored = () =>
      asSystem("test", (db) =>
        rowsOf<Record<string, unknown>>(
          db,
          sql`select recipient, subject, text_body, html_body, headers from mail_outbox`,
        ),
      );
    const queued = await stored();
    server.onRecipient = () => ({ code: 451, text: "later" });
    await sendQueued(smtp(server.url));
    expect(await stored()).toEqual(queued);
    server.onRecipient = () => undefined;
    await sendQueued(smtp(server.url), minutesLater(2));
    const cleared = { text_body: "", html_body: "", headers: {} };
    expect(await stored()).toEqual([{ ...queued[0], ...cleared }]);
  });

  test("a clock that was a year ahead for a moment lets no mail wait for a year, nor sends one twice", async () => {
    const YEAR = 365 * 24 * 60;
    await asVisitor((db) => queueMail(db, acknowledgement()));
    server.onRecipient = () => ({ code: 451, text: "later" });
    await sendQueued(smtp(server.url), minutesLater(YEAR));
    server.onRecipient = () => undefined;
    await sendQueued(smtp(server.url));
    await sendQueued(smtp(server.url), minutesLater(-60));
    await sendQueued(smtp(server.url), minutesLater(YEAR));
    expect(server.delivered).toHaveLength(1);
    expect(await states()).toEqual([{ status: "sent", attempts: 2 }]);
  });

  test("a mail of an action that failed is never sent", async () => {
    const work = asVisitor(async (db) => {
      await queueMail(db, acknowledgement());
      throw new Error("the rest failed");
    });
    await expect(work).rejects.toThrow("the rest failed");
    expect(await states()).toEqual([]);
  });

  test("a passing refusal is tried again, with the same message id", async () => {
    await asVisitor((db) => queueMail(db, acknowledgement()));
    server.onRecipient = () => ({ code: 451, text: "later" });
    await sendQueued(smtp(server.url));
    expect(await states()).toEqual([{ status: "queued", attempts: 1 }]);
    await sendQueued(smtp(server.url));
    expect(await states()).toEqual([{ status: "queued", attempts: 1 }]);
    server.onRecipient = () => undefined;
    await sendQueued(smtp(server.url), minutesLater(2));
    expect(server.delivered).toHaveLength(1);
    expect(await states()).toEqual([{ status: "sent", attempts: 2 }]);
  });

  test("a refusal for good is not tried again", async () => {
    await asVisitor((db) => queueMail(db, acknowledgement()));
    server.onRecipient = () => ({ code: 550, text: "no such person" });
    await sendQueued(smtp(server.url));
    expect(await states()).toEqual([{ status: "failed", attempts: 1 }]);
  });

  test("of a refusal its code is kept, and nothing that the server repeats", async () => {
    await asVisitor((db) => queueMail(db, acknowledgement()));
    const refuse = (step: "onRecipient" | "onMessage", text: string) => {
      server[step] = () => ({ code: 450, text });
    };
    const stored = async (at: number) => {
      await sendQueued(smtp(server.url), minutesLater(at));
      const [row] = await asSystem("test", (db) =>
        rowsOf<{ last_error: string }>(db, sql`select last_error from mail_outbox`),
      );
      return row?.last_error;
    };
    refuse("onRecipient", "<aissatou@example.org>: unknown to us");
    expect(await stored(0)).toBe("Error EENVELOPE RCPT TO 450");
    server.onRecipient = () => undefined;
    refuse("onMessage", "Aïssatou Bah writes too much");
    expect(await stored(10)).toBe("Error EMESSAGE DATA 450");
    server.onMessage = () => undefined;
  });

  test("a wrong password or a refused sender is ours to mend: the mail waits", async () => {
    await asVisitor((db) => queueMail(db, acknowledgement()));
    server.onSender = () => ({ code: 550, text: "not from you" });
    await sendQueued(smtp(server.url));
    server.onSender = () => undefined;
    expect(await states()).toEqual([{ status: "queued", attempts: 1 }]);
    await sendQueued(smtp(server.url), minutesLater(2));
    expect(await states()).toEqual([{ status: "sent", attempts: 2 }]);
  });

  test("the headers of the newsletter travel on one line", async () => {
    const mail = newsletterWelcomeMail({
      language: "fr",
      recipient: "a@example.org",
      subscriptionId: newId(),
    });
    await asVisitor((db) => queueMail(db, mail));
    await sendQueued(smtp(server.url));
    expect(server.delivered[0]?.mail.rawHead).toMatch(/^List-Unsubscribe: <https:[^\r\n]{80,}>/im);
  });

  test("a server that is away loses nothing", async () => {
    await asVisitor((db) => queueMail(db, acknowledgement()));
    await sendQueued(smtp("smtp://127.0.0.1:1"));
    expect(await states()).toEqual([{ status: "queued", attempts: 1 }]);
    await sendQueued(smtp(server.url), minutesLater(2));
    expect(server.delivered).toHaveLength(1);
  });

  test("without a server, each mail is a file that mail programs open", async () => {
    await asVisitor((db) => queueMail(db, acknowledgement()));
    const path = join(dataDir, newId());
    await sendQueued(folder(path));
    const [file = ""] = readdirSync(path);
    expect(file).toMatch(/\.eml$/);
    expect(readFileSync(join(path, file), "utf8")).toContain("multipart/alternative");
  });

  test("subscribing, twice, leaving by the link, coming back", async () => {
    const request = { email: "hawa@example.org", whatsapp: "+224622123456", consent: true };
    const consent = { text: "J’accepte", channel: "/newsletter", language: "fr" as const };
    expect(await subscribe(request, consent)).toBe("subscribed");
    expect(await subscribe(request, consent)).toBe("duplicate");
    const [row] = await asSystem("test", (db) =>
      rowsOf<{ id: string }>(db, sql`select id from newsletter_subscriptions`),
    );
    const token = unsubscribeToken(row?.id ?? "");
    expect(await readSubscription(token)).toEqual({
      maskedEmail: "h…@example.org",
      status: "active",
    });
    expect(await endSubscription(token)).toBe(true);
    expect((await readSubscription(token))?.status).toBe("unsubscribed");
    // Anybody can type the address: it comes back by a link alone.
    expect(await subscribe(request, consent)).toBe("ask-us");
    expect((await readSubscription(token))?.status).toBe("unsubscribed");
    expect(await states()).toHaveLength(1);
    expect(await reactivateSubscription(token, request, consent)).toBe(true);
    expect((await readSubscription(token))?.status).toBe("active");
  });

  test("a link that is not one of ours changes nothing", async () => {
    for (const token of ["", "x", unsubscribeToken(newId()).replace(/.$/, "_"), "a".repeat(64)]) {
      expect(await endSubscription(token)).toBe(false);
    }
  });
});

test("what a notification wakes may open a door, though it came from within one", async () => {
  const { openImage } = await import("../support/database/memory-database.ts");
  const { SCHEMA } = await import("../../app/core/database/database.server.ts");
  const engine = await openImage("migrated");
  await engine.migrate(SCHEMA);
  startApp({ database: { engine } });
  const woken: Promise<unknown>[] = [];
  const look = () => asSystem("test", (db) => rowsOf(db, sql`select id from mail_outbox`));
  await engine.listen(
    "job_due",
    () => woken.push(look()),
    () => {},
  );
  await asVisitor((db) => queueMail(db, acknowledgement()));
  await expect.poll(() => woken.length).toBe(1);
  expect(await woken[0]).toHaveLength(1);
  await engine.close();
});
