import { and, eq } from "drizzle-orm";
import type { Language } from "../i18n/languages.ts";
import { newsletterWelcomeMail } from "../mails/newsletter-welcome.mail.ts";
import { queueMail } from "../mails/outbox.visitor.server.ts";
import { asSystem, asVisitor, type VisitorDb } from "../platform/database/doors.server.ts";
import { isUniqueViolation } from "../platform/database/violations.server.ts";
import { newId } from "../platform/id.server.ts";
import { newsletterSubscriptions } from "./newsletter.table.server.ts";
import type { NewsletterRequest } from "./newsletter.ts";

export type Consent = {
  /** The sentence that was agreed to. */
  text: string;
  /** The address of the form. */
  channel: string;
  language: Language;
};

/**
 * Subscribes an address. 'duplicate' when it is subscribed already; one that had left comes back with
 * its new consent.
 */
export async function subscribe(
  request: NewsletterRequest,
  consent: Consent,
): Promise<"subscribed" | "duplicate"> {
  const row = {
    id: newId(),
    email: request.email,
    whatsapp: request.whatsapp,
    status: "active" as const,
    language: consent.language,
    consent_text: consent.text,
    consent_channel: consent.channel,
    consented_at: new Date(),
  };
  try {
    await asVisitor((db) => insertSubscription(db, row));
    return "subscribed";
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return comeBack(row);
  }
}

type Row = typeof newsletterSubscriptions.$inferInsert & { id: string; language: Language };

async function insertSubscription(db: VisitorDb, row: Row): Promise<void> {
  await db.insert(newsletterSubscriptions).values(row);
  await queueMail(db, welcome(row));
}

function comeBack(row: Row): Promise<"subscribed" | "duplicate"> {
  return asSystem("newsletter.come-back", async (db) => {
    // The row keeps its id: the links of earlier mails go on working.
    const { id: _new, ...change } = row;
    const [back] = await db
      .update(newsletterSubscriptions)
      .set(change)
      .where(
        and(
          eq(newsletterSubscriptions.email, row.email),
          eq(newsletterSubscriptions.status, "unsubscribed"),
        ),
      )
      .returning({ id: newsletterSubscriptions.id });
    if (!back) return "duplicate";
    await queueMail(db, welcome({ ...row, id: back.id }));
    return "subscribed";
  });
}

const welcome = ({ id, email, language }: Row) =>
  newsletterWelcomeMail({ subscriptionId: id, recipient: email, language });
