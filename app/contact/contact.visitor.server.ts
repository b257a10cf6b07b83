import type { VisitorDb } from "../core/database/doors.server.ts";
import type { Language } from "../i18n/languages.ts";
import { queueMail } from "../mail/outbox.visitor.server.ts";
import { contactAcknowledgementMail } from "./contact-acknowledgement.mail.ts";
import { contactMessages } from "./contact-messages.table.server.ts";
import { contactNoticeMail } from "./contact-notice.mail.ts";
import type { ContactMessage } from "./contact-schema.ts";

/**
 * Keeps a message, unread, with the mails that tell staff and the sender of it. Beyond what one network
 * may make us write it stands in the back office alone.
 */
export async function storeMessage(
  db: VisitorDb,
  message: ContactMessage,
  language: Language,
  mayWrite = true,
): Promise<void> {
  await db.insert(contactMessages).values({ ...message, status: "unread" });
  if (!mayWrite) return;
  await queueMail(db, contactNoticeMail(message));
  await queueMail(
    db,
    contactAcknowledgementMail({ ...message, language, recipient: message.email }),
  );
}
