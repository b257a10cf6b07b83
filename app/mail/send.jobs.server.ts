import { and, eq, sql } from "drizzle-orm";
import { asSystem, type SystemDb } from "../core/database/doors/doors.server.ts";
import { claimDue, isDueBy } from "../core/database/doors/rows.server.ts";
import { log, reasonOf } from "../core/log/log.server.ts";
import { currentTime } from "../core/process/clock.ts";
import { env } from "../core/process/env.server.ts";
import type { Job } from "../core/process/jobs.server.ts";
import { MINUTE } from "../core/values/durations.ts";
import { cachedSettings, readSettings } from "../settings/settings.visitor.server.ts";
import { checkMail, withLogo } from "./attachments.server.ts";
import { isRefusedForGood, recipientRefusal, type Transport, transport } from "./mail.server.ts";
import { mailOutbox, mailRefusals } from "./mail.table.server.ts";

type Queued = typeof mailOutbox.$inferSelect;
type Leaving = Pick<
  Queued,
  | "id"
  | "created_at"
  | "recipient"
  | "language"
  | "reply_to"
  | "subject"
  | "text_body"
  | "html_body"
  | "headers"
>;

/** How long after each try the next one comes; after the last, the mail has failed. */
const BACK_OFF_MS = [1, 5, 30, 120, 360, 1_440].map((minutes) => minutes * MINUTE);
/**
 * Claimed mails are nobody else's for this long, even when their process dies: longer than sending
 * all of them can take on the slowest server.
 */
const LEASE_MS = 10 * MINUTE;
const AT_ONCE = 5;
/** What was sent is the recipient's: its links and codes are not kept, that it was sent is. */
export const CLEARED = { text_body: "", html_body: "", headers: {} };

/** Sends what is queued. */
export const mailJob: Job = {
  name: "mail.send",
  everyMs: 30_000,
  async run() {
    // The sender's name and address are settings; without them the defaults would be sent.
    await readSettings();
    await sendQueued(transport());
  },
};

/** Sends every mail that is due, one after the other; a failure waits for its turn again. */
export async function sendQueued(by: Transport, clock = currentTime): Promise<void> {
  for (;;) {
    const claimed = await claim(clock());
    if (claimed.length === 0) return;
    for (const mail of claimed) await sendOne(by, mail, clock);
  }
}

/** Takes due mails for this process: the others skip them. */
function claim(now: Date): Promise<Queued[]> {
  const { status, attempts, next_attempt_at } = mailOutbox;
  return asSystem("mail.send", (db) =>
    claimDue(db, mailOutbox, {
      where: and(eq(status, "queued"), isDueBy(next_attempt_at, now)),
      orderBy: [next_attempt_at],
      limit: AT_ONCE,
      lease: {
        attempts: sql`${attempts} + 1`,
        next_attempt_at: new Date(now.getTime() + LEASE_MS),
      },
    }),
  );
}

async function sendOne(by: Transport, mail: Queued, clock: () => Date): Promise<void> {
  try {
    const outgoing = await checkMail(mail);
    if (outgoing === "untrue") return await withdraw(mail);
    const message = messageOf({ ...mail, ...outgoing.content });
    const { html, attachments } = await withLogo(message.html);
    await by.send({ ...message, html, attachments: [...attachments, ...outgoing.attachments] });
    // Only now: what a process that dies here has sent is sent again, under the same Message-ID.
    const status = by.keeps ? "kept" : "sent";
    const change = { status, sent_at: clock(), last_error: null, ...CLEARED } as const;
    await note(mail, change, (db) => forgetRefusal(db, mail.recipient));
  } catch (error) {
    const wait = BACK_OFF_MS[mail.attempts - 1];
    const failed = wait === undefined || isRefusedForGood(error);
    // Servers repeat the address in their refusals, so the reason is kept in the row, not in the log.
    log.warn({ mail: mail.id, attempt: mail.attempts, failed }, "mail not sent");
    const code = recipientRefusal(error);
    const failure: Partial<Queued> = {
      status: failed ? "failed" : "queued",
      last_error: reasonOf(error).slice(0, 500),
      ...(wait !== undefined && { next_attempt_at: new Date(clock().getTime() + wait) }),
    };
    await note(mail, failure, async (db) => {
      if (code) await markRefused(db, mail.recipient, code);
    });
  }
}

/** Takes back what is not so any more: its key is free for what is. */
function withdraw({ id, attempts }: Queued): Promise<void> {
  return asSystem("mail.send", async (db) => {
    await db
      .delete(mailOutbox)
      .where(and(eq(mailOutbox.id, id), eq(mailOutbox.attempts, attempts)));
  });
}

async function markRefused(db: SystemDb, recipient: string, code: string): Promise<void> {
  const mark = { code, refused_at: currentTime() };
  await db
    .insert(mailRefusals)
    .values({ address: recipient.toLowerCase(), ...mark })
    .onConflictDoUpdate({ target: mailRefusals.address, set: mark });
}

async function forgetRefusal(db: SystemDb, recipient: string): Promise<void> {
  await db.delete(mailRefusals).where(eq(mailRefusals.address, recipient.toLowerCase()));
}

/** Notes what became of a mail, and what that says of its recipient. */
function note(
  mail: Queued,
  change: Partial<Queued>,
  also: (db: SystemDb) => Promise<void>,
): Promise<void> {
  return asSystem("mail.send", async (db) => {
    await db
      .update(mailOutbox)
      .set(change)
      // Whoever took it over after the lease has the last word.
      .where(and(eq(mailOutbox.id, mail.id), eq(mailOutbox.attempts, mail.attempts)));
    await also(db);
  });
}

/** The message of a row. Its id never changes, so that a copy sent twice is recognised as one. */
export function messageOf(mail: Omit<Leaving, "reply_to"> & { reply_to?: string | null }) {
  const { federation, contact_info: contact } = cachedSettings();
  return {
    messageId: `<${mail.id}@${new URL(env().PUBLIC_URL).hostname}>`,
    date: mail.created_at,
    from: {
      name: mail.language === "fr" ? federation.name : federation.name_en,
      address: contact.email,
    },
    to: { name: "", address: mail.recipient },
    replyTo: mail.reply_to ?? undefined,
    subject: mail.subject,
    text: mail.text_body,
    html: mail.html_body,
    // On one line each: a folded List-Unsubscribe breaks signatures behind some servers.
    headers: Object.fromEntries(
      Object.entries(mail.headers).map(([name, value]) => [name, { prepared: true, value }]),
    ),
  };
}
