import * as z from "zod";
import { asVisitor, type VisitorDb } from "../core/database/doors/doors.server.ts";
import { idOfDay } from "../core/secrets/id.server.ts";
import { keyedHash } from "../core/secrets/keys.server.ts";
import { email } from "../core/values/email.ts";
import { brokenConstraint } from "../core/values/errors.ts";
import { line, longText } from "../core/values/fields.ts";
import type { Language } from "../i18n/languages.ts";
import { queueMail } from "../mail/outbox.visitor.server.ts";
import { contactAcknowledgementMail, contactNoticeMail } from "./contact.mail.ts";
import { contactMessages } from "./contact-messages.table.server.ts";

/** The contact form. */
export const contactSchema = z.object({
  name: line(2, "validation.contact.name"),
  email: email("validation.contact.email"),
  subject: line(3, "validation.contact.subject"),
  message: longText(10, "validation.contact.message"),
});
type ContactMessage = z.infer<typeof contactSchema>;

/**
 * Stores a message, once: the same text on the same day is a second click or a retry.
 */
export async function submitMessage(
  message: ContactMessage,
  language: Language,
  mayWrite: boolean,
): Promise<void> {
  const id = idOfDay(keyedHash("contact message", JSON.stringify(message)));
  try {
    await asVisitor((db) => storeMessage(db, { ...message, id }, language, mayWrite));
  } catch (error) {
    if (brokenConstraint(error) !== "contact_messages_pkey") throw error;
  }
}

/**
 * Stores a message and queues the mails to staff and to the sender; without mails when the network has used up its
 * number.
 */
export async function storeMessage(
  db: VisitorDb,
  message: ContactMessage & { id?: string },
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
