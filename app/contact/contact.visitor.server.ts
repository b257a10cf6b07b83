import * as z from "zod";
import { asVisitor, type VisitorDb } from "../core/database/doors/doors.server.ts";
import { brokenConstraint } from "../core/database/doors/violations.server.ts";
import { idOfDay } from "../core/secrets/id.server.ts";
import { keyedHash } from "../core/secrets/keys.server.ts";
import { email } from "../core/values/email.ts";
import { line, longText } from "../core/values/fields.ts";
import type { Language } from "../i18n/languages.ts";
import { queueMail } from "../mail/outbox.visitor.server.ts";
import { contactAcknowledgementMail, contactNoticeMail } from "./contact.mail.ts";
import { contactMessages } from "./contact-messages.table.server.ts";

/** What the contact form asks for. */
export const contactSchema = z.object({
  name: line(2, "validation.contact.name"),
  email: email("validation.contact.email"),
  subject: line(3, "validation.contact.subject"),
  message: longText(10, "validation.contact.message"),
});
type ContactMessage = z.infer<typeof contactSchema>;

/**
 * Takes a message, once: the same one again on the same day is a second click, or sent once more since nobody
 * could tell whether it had arrived.
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
 * Keeps a message, unread, with the mails that tell staff and the sender of it. Beyond what one network
 * may make us write it stands in the back office alone.
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
