import { app } from "../core/app.ts";
import type { mailOutbox } from "./mail.table.server.ts";

/** What is put into a mail when it leaves; with a `cid` it is shown where the text names that. */
export type Attachment = {
  filename: string;
  contentType: string;
  content: Buffer;
  cid?: string;
  /** It is no file that somebody was sent. */
  contentDisposition?: "inline";
};

/** A mail that is about to leave. */
export type OutgoingMail = Pick<
  typeof mailOutbox.$inferSelect,
  "template" | "language" | "recipient" | "subject" | "text_body" | "html_body" | "created_at"
>;

/** The attachments of a mail, and its content where that has changed since it was written. */
export type Outgoing = {
  attachments: Attachment[];
  content?: Pick<OutgoingMail, "subject" | "text_body" | "html_body">;
};

/**
 * Looks once more at the row that a mail is about: what goes with it, what it has to say now, or that it is not
 * true any more and must not leave. So the outbox holds no picture, and nobody is told what has changed since.
 */
export type MailCheck = (aboutId: string, mail: OutgoingMail) => Promise<Outgoing | "untrue">;

declare module "../core/app.ts" {
  interface App {
    /** What is checked of the mails of the notions when they leave, by template. */
    mailChecks: Readonly<Record<string, MailCheck>>;
  }
}

/** What goes with a mail, and what it says now. */
export async function checkMail(
  mail: OutgoingMail & { about_id: string | null },
): Promise<Outgoing | "untrue"> {
  const check = app().mailChecks?.[mail.template];
  return check && mail.about_id !== null ? check(mail.about_id, mail) : { attachments: [] };
}
