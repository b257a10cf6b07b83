import { app } from "../core/app.ts";
import { log, reasonOf } from "../core/log/log.server.ts";
import { escapeXml } from "../core/values/xml.ts";
import { cachedSettings } from "../settings/settings.visitor.server.ts";
import { LOGO_PLACE } from "./layout.ts";
import type { mailOutbox } from "./mail.table.server.ts";

/** An attachment, added when the mail is sent; one with a `cid` is shown where the HTML refers to it. */
export type Attachment = {
  filename: string;
  contentType: string;
  content: Buffer;
  cid?: string;
  /** Not listed as an attached file. */
  contentDisposition?: "inline";
};

/** A mail that is about to be sent. */
export type OutgoingMail = Pick<
  typeof mailOutbox.$inferSelect,
  "template" | "language" | "recipient" | "subject" | "text_body" | "html_body" | "created_at"
>;

/** The attachments of a mail, and its content if it changed since the mail was queued. */
export type Outgoing = {
  attachments: Attachment[];
  content?: Pick<OutgoingMail, "subject" | "text_body" | "html_body">;
};

/**
 * Reads the row that a mail is about again at the time of sending: returns its attachments and current content, or that
 * the mail is outdated and must not be sent. So the outbox stores no attachments, and no mail is out of date.
 */
export type MailCheck = (aboutId: string, mail: OutgoingMail) => Promise<Outgoing | "untrue">;

declare module "../core/app.ts" {
  interface App {
    /** The checks of the modules for their mails, by template. */
    mailChecks: Readonly<Record<string, MailCheck>>;
  }
}

/** Runs the check of a mail's template. */
export async function checkMail(
  mail: OutgoingMail & { about_id: string | null },
): Promise<Outgoing | "untrue"> {
  const check = app().mailChecks?.[mail.template];
  return check && mail.about_id !== null ? check(mail.about_id, mail) : { attachments: [] };
}

/** Every mail contains the logo, so it must be small. */
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
 * Embeds the federation's logo in a mail, so that mail programs need not fetch it, which would reveal that the mail is
 * read. A mail is sent without the logo if it cannot be read.
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
    // A function, since `$` has a meaning in a replacement string.
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
