import { app } from "../core/app.ts";
import { log, reasonOf } from "../core/log/log.server.ts";
import { escapeXml } from "../core/values/xml.ts";
import { cachedSettings } from "../settings/settings.visitor.server.ts";
import { LOGO_PLACE } from "./layout.ts";
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

/** A mail is read on a telephone's data, and each has it. */
const MOST_BYTES = 10_240;
const SIDE = 48;
const CID = "federation-logo";

declare module "../core/app.ts" {
  interface App {
    /** Reads the federation's logo as a small picture. */
    readMailLogo: () => Promise<Buffer | undefined>;
  }
}

/**
 * Puts the federation's logo into a mail that leaves, as a part of it: no program has to fetch anything, and
 * nobody learns that it is read. A logo that cannot be read keeps no mail waiting.
 */
export async function withLogo(html: string): Promise<{ html: string; attachments: Attachment[] }> {
  const content = await app()
    .readMailLogo?.()
    .catch((error: unknown) => {
      log.warn({ reason: reasonOf(error) }, "mail without its logo");
      return undefined;
    });
  if (!content || content.length > MOST_BYTES || !html.includes(LOGO_PLACE)) {
    return { html: html.replace(LOGO_PLACE, ""), attachments: [] };
  }
  const alt = escapeXml(cachedSettings().site_logo.alt_text);
  const picture = `<p style="margin:0 0 14px"><img src="cid:${CID}" alt="${alt}" width="${SIDE}" height="${SIDE}" style="display:block;border:0;border-radius:8px;color:#ffffff"></p>`;
  return {
    // A function, since a text that replaces has signs of its own.
    html: html.replace(LOGO_PLACE, () => picture),
    attachments: [
      {
        filename: "logo.png",
        contentType: "image/png",
        content,
        cid: CID,
        contentDisposition: "inline",
      },
    ],
  };
}
