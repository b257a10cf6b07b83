import { and, eq } from "drizzle-orm";
import type { Language } from "../i18n/languages.ts";
import { asSystem, asVisitor, type VisitorDb } from "../platform/database/doors.server.ts";
import { isUniqueViolation } from "../platform/database/violations.server.ts";
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

type Row = typeof newsletterSubscriptions.$inferInsert;

async function insertSubscription(db: VisitorDb, row: Row): Promise<void> {
  await db.insert(newsletterSubscriptions).values(row);
}

function comeBack(row: Row): Promise<"subscribed" | "duplicate"> {
  return asSystem("newsletter.come-back", async (db) => {
    const [back] = await db
      .update(newsletterSubscriptions)
      .set(row)
      .where(
        and(
          eq(newsletterSubscriptions.email, row.email),
          eq(newsletterSubscriptions.status, "unsubscribed"),
        ),
      )
      .returning({ id: newsletterSubscriptions.id });
    return back ? "subscribed" : "duplicate";
  });
}
