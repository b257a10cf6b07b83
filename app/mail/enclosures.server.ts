import { app } from "../core/app.ts";
import type { mailOutbox } from "./mail-outbox.table.server.ts";

/** What is put into a mail when it leaves; with a `cid` it is shown where the text names that. */
export type Enclosure = {
  filename: string;
  contentType: string;
  content: Buffer;
  cid?: string;
  /** It is no file that somebody was sent. */
  contentDisposition?: "inline";
};

/** A mail that is about to leave. */
export type LeavingMail = Pick<
  typeof mailOutbox.$inferSelect,
  "template" | "language" | "recipient" | "subject" | "text_body" | "html_body" | "created_at"
>;

/** What goes with a mail, and what it says where that has changed since it was written. */
export type Leaving = {
  enclosures: Enclosure[];
  anew?: Pick<LeavingMail, "subject" | "text_body" | "html_body">;
};

/**
 * Looks once more at the row that a mail is about: what goes with it, what it has to say now, or that it is not
 * true any more and must not leave. So the outbox holds no picture, and nobody is told what has changed since.
 */
export type Enclose = (aboutId: string, mail: LeavingMail) => Promise<Leaving | "untrue">;

declare module "../core/app.ts" {
  interface App {
    /** What is put into the mails of the notions, by template. */
    enclosures: Readonly<Record<string, Enclose>>;
  }
}

/** What goes with a mail. */
export async function enclosuresOf(
  mail: LeavingMail & { about_id: string | null },
): Promise<Leaving | "untrue"> {
  const enclose = mail.about_id === null ? undefined : app().enclosures?.[mail.template];
  if (!enclose || mail.about_id === null) return { enclosures: [] };
  return enclose(mail.about_id, mail);
}
