import { asVisitor, type VisitorDb } from "../core/database/doors/doors.server.ts";
import { idOfDay } from "../core/secrets/id.server.ts";
import { keyedHash } from "../core/secrets/keys.server.ts";
import { brokenConstraint } from "../core/values/errors.ts";
import type { Language } from "../i18n/languages.ts";
import { queueMail } from "../mail/outbox.visitor.server.ts";
import { contactAcknowledgementMail, contactNoticeMail } from "./contact.mail.ts";
import { contactMessages } from "./contact-messages.table.server.ts";

import type { ContactMessage } from "./contact-schema.ts";

/**
 * Takes a message, once: the same one again on the same day is a second click, or sent once more since nobody
 * could tell whether it had arrived.
 */
export async function takeMessage(
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
