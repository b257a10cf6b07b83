import { sql } from "drizzle-orm";
import { asSystem } from "../../app/core/database/doors/doors.server.ts";
import { sendQueued } from "../../app/mail/send.jobs.server.ts";
import { rowsOf } from "../support/database/test-database.ts";

/** What a mail says that was queued and has not left: its code, its links. */
export type Letter = {
  recipient: string;
  template: string;
  code: string;
  key: string;
  ticket: string;
};

/** The mails that wait to be sent, to one address or to everybody, the oldest first. */
export async function lettersTo(email?: string): Promise<Letter[]> {
  const rows = await asSystem("test", (db) =>
    rowsOf<{ recipient: string; template: string; text: string }>(
      db,
      sql`select recipient, template, text_body as text from mail_outbox
          where status = 'queued' and (${email ?? null}::text is null or recipient = ${email ?? null})
          order by id`,
    ),
  );
  return rows.map(({ recipient, template, text }) => ({
    recipient,
    template,
    code: /\b(\d{6})\b(?!\d)/.exec(text)?.[1] ?? "",
    key: /\?key=([\w-]+)/.exec(text)?.[1] ?? "",
    ticket: /\/tickets\/([\w-]{32})/.exec(text)?.[1] ?? "",
  }));
}

export async function letterTo(email: string): Promise<Letter> {
  const letter = (await lettersTo(email)).at(-1);
  if (!letter) throw new Error(`no mail to ${email}`);
  return letter;
}

/** The mail server takes all that is queued. */
export const mailsLeave = (at = new Date()) =>
  sendQueued({ send: () => Promise.resolve() }, () => at);

/** The mail server refuses all that is queued, for good. */
export const mailsAreRefused = (at = new Date()) =>
  sendQueued(
    {
      send: () =>
        Promise.reject(Object.assign(new Error("no"), { command: "RCPT TO", responseCode: 550 })),
    },
    () => at,
  );
