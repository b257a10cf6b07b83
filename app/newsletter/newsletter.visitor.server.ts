import { eq, inArray, or } from "drizzle-orm";
import { asSystem, asVisitor, type VisitorDb } from "../core/database/doors/doors.server.ts";
import { currentTime } from "../core/process/clock.ts";
import { newId } from "../core/secrets/id.server.ts";
import { isUniqueViolation } from "../core/values/errors.ts";
import type { Language } from "../i18n/languages.ts";
import { isMailConfigured } from "../mail/mail.server.ts";
import { queueMail, withKey } from "../mail/outbox.visitor.server.ts";
import { returnToken } from "./mail-links.system.server.ts";
import { newsletterReturnMail, newsletterWelcomeMail } from "./newsletter.mail.ts";
import { addressHash, addressHashes, newsletterSubscriptions } from "./newsletter.table.server.ts";
import { type NewsletterRequest, RETURN_AGAIN_MS } from "./newsletter-schema.ts";

export type Consent = {
  /** The sentence that was agreed to. */
  text: string;
  /** The address of the form. */
  channel: string;
  language: Language;
};

/** How a subscription ended up. Whether an address had left is told to nobody, where mail leaves. */
export type Subscribed =
  | "subscribed"
  | "duplicate"
  /** It had left, and no mail can ask it: the page says where to. */
  | "ask-us";

/**
 * Subscribes an address. One that had left comes back only by the link in the mail that it gets now: the
 * form is open to everybody. `mayWrite` is false beyond what one network may make us write.
 */
export async function subscribe(
  request: NewsletterRequest,
  consent: Consent,
  mayWrite = true,
): Promise<Subscribed> {
  // Under a retired secret the database cannot know it again: only then is it looked for first.
  const retired = addressHashes(request.email).slice(1);
  if (retired.length > 0 && (await isHashed(retired))) {
    return inviteBack(request, consent.language, mayWrite);
  }
  const row = {
    id: newId(),
    email: request.email,
    address_hash: addressHash(request.email),
    whatsapp: request.whatsapp,
    status: "active" as const,
    language: consent.language,
    consent_text: consent.text,
    consent_channel: consent.channel,
    consented_at: currentTime(),
  };
  try {
    await asVisitor((db) => insertSubscription(db, row, mayWrite));
    return "subscribed";
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return inviteBack(request, consent.language, mayWrite);
  }
}

const isHashed = (hashes: string[]): Promise<boolean> =>
  asSystem("newsletter.read", async (db) => {
    const { id, address_hash } = newsletterSubscriptions;
    const rows = await db
      .select({ id })
      .from(newsletterSubscriptions)
      .where(inArray(address_hash, hashes));
    return rows.length > 0;
  });

type Row = typeof newsletterSubscriptions.$inferInsert & {
  id: string;
  email: string;
  language: Language;
};

async function insertSubscription(db: VisitorDb, row: Row, mayWrite: boolean): Promise<void> {
  await db.insert(newsletterSubscriptions).values(row);
  const { id, email, language } = row;
  if (!mayWrite) return;
  const mail = newsletterWelcomeMail({ subscriptionId: id, recipient: email, language });
  await queueMail(db, withKey(mail, id));
}

function inviteBack(
  { email, whatsapp }: NewsletterRequest,
  language: Language,
  mayWrite: boolean,
): Promise<Subscribed> {
  return asSystem("newsletter.invite", async (db) => {
    const [subscription] = await db
      .select({
        id: newsletterSubscriptions.id,
        status: newsletterSubscriptions.status,
        return_sent_at: newsletterSubscriptions.return_sent_at,
      })
      .from(newsletterSubscriptions)
      .where(
        or(
          eq(newsletterSubscriptions.email, email),
          inArray(newsletterSubscriptions.address_hash, addressHashes(email)),
        ),
      )
      .for("update");
    if (subscription?.status !== "unsubscribed") return "duplicate";
    if (!isMailConfigured()) return "ask-us";
    const now = currentTime();
    const sentAt = subscription.return_sent_at?.getTime() ?? 0;
    if (!mayWrite || now.getTime() - sentAt < RETURN_AGAIN_MS) return "subscribed";
    await db
      .update(newsletterSubscriptions)
      .set({ return_sent_at: now })
      .where(eq(newsletterSubscriptions.id, subscription.id));
    const token = returnToken({ id: subscription.id, email, whatsapp, sentAt: now });
    const mail = newsletterReturnMail({ recipient: email, language, token });
    await queueMail(db, withKey(mail, subscription.id, now));
    return "subscribed";
  });
}
