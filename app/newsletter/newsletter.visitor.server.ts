import { eq, inArray, or } from "drizzle-orm";
import * as z from "zod";
import { asSystem, asVisitor, type VisitorDb } from "../core/database/doors/doors.server.ts";
import { currentTime } from "../core/process/clock.ts";
import { newId } from "../core/secrets/id.server.ts";
import { email } from "../core/values/email.ts";
import { isUniqueViolation } from "../core/values/errors.ts";
import { accountNumber, ticked } from "../core/values/fields.ts";
import type { Language } from "../i18n/languages.ts";
import { isMailConfigured } from "../mail/mail.server.ts";
import { queueMail, withKey } from "../mail/outbox.visitor.server.ts";
import { returnToken } from "./mail-links.system.server.ts";
import { newsletterReturnMail, newsletterWelcomeMail } from "./newsletter.mail.ts";
import { RETURN_MAIL_EVERY_MS } from "./newsletter.record.ts";
import { newsletterSubscriptions } from "./newsletter.table.server.ts";
import { addressHash, addressHashes } from "./unsubscribe-token.server.ts";

/** The newsletter form. */
export const newsletterSchema = z.object({
  email: email("validation.newsletter.email"),
  whatsapp: accountNumber("validation.newsletter.whatsapp", "validation.newsletter.whatsappFormat"),
  consent: ticked("validation.newsletter.consent"),
});
type NewsletterRequest = z.infer<typeof newsletterSchema>;

/** What the page of a mail's link offers: to leave, or to come back, which is joining anew. */
export const choiceSchema = z.discriminatedUnion("status", [
  z.object({ status: z.literal("unsubscribed") }),
  newsletterSchema.extend({ status: z.literal("active") }),
]);

type Consent = {
  /** The sentence that was agreed to. */
  text: string;
  /** The address of the form. */
  channel: string;
  language: Language;
};

/** The result of a subscription. Where mail is sent, it does not reveal whether an address had unsubscribed. */
type Subscribed =
  | "subscribed"
  | "duplicate"
  /** It had unsubscribed, and no mail is sent from this site: the page says whom to ask. */
  | "ask-us";

/**
 * Subscribes an address. One that had unsubscribed gets a mail with a return link, since anybody can submit the form.
 * `mayWrite` is false when the network has used up its mails.
 */
export async function subscribe(
  request: NewsletterRequest,
  consent: Consent,
  mayWrite = true,
): Promise<Subscribed> {
  // The unique column has one hash: rows under retired secrets are searched first.
  const retired = addressHashes(request.email).slice(1);
  if (retired.length > 0 && (await isHashed(retired))) {
    return sendReturnLink(request, consent.language, mayWrite);
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
    return sendReturnLink(request, consent.language, mayWrite);
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

function sendReturnLink(
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
    if (!mayWrite || now.getTime() - sentAt < RETURN_MAIL_EVERY_MS) return "subscribed";
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
