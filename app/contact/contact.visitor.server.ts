import type { Language } from "../i18n/languages.ts";
import type { VisitorDb } from "../platform/database/doors.server.ts";
import type { ContactMessage } from "./contact.ts";
import { contactMessages } from "./contact-messages.table.server.ts";

/** Keeps a message, unread. Visitors may not read it back. */
export async function storeMessage(
  db: VisitorDb,
  message: ContactMessage,
  _language: Language,
): Promise<void> {
  await db.insert(contactMessages).values({ ...message, status: "unread" });
}
