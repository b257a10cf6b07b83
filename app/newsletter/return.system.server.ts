import { and, eq } from "drizzle-orm";
import * as z from "zod";
import { asSystem } from "../core/database/doors/doors.server.ts";
import { currentTime } from "../core/process/clock.ts";
import { seal, unseal } from "../core/secrets/keys.server.ts";
import type { Language } from "../i18n/languages.ts";
import { addressHash } from "./address-hash.server.ts";
import { newsletterSubscriptions } from "./newsletter.table.server.ts";
import { RETURN_MS } from "./newsletter-schema.ts";
import { mask } from "./subscriber-labels.ts";

const PURPOSE = "newsletter return";

/**
 * What the link back stands for: a subscription that ended, with the address, which we do not have any more,
 * and the number that was typed with it now.
 */
type Return = { id: string; email: string; whatsapp: string; sentAt: Date };

/** The right to take one subscription up again, for the mail to its address alone. */
export const returnToken = ({ id, email, whatsapp, sentAt }: Return): string =>
  seal(PURPOSE, [id, email, whatsapp, sentAt.toISOString()]);

const tokenSchema = z.tuple([z.uuid(), z.string(), z.string(), z.iso.datetime()]);

function returnOf(token: string, now: Date): Return | undefined {
  const parsed = tokenSchema.safeParse(unseal(PURPOSE, token));
  if (!parsed.success) return undefined;
  const [id, email, whatsapp, sentAtText] = parsed.data;
  const sentAt = new Date(sentAtText);
  return now.getTime() - sentAt.getTime() < RETURN_MS ? { id, email, whatsapp, sentAt } : undefined;
}

/** The subscription as it was left, unless something happened to it since the link was sent. */
const isOpen = ({ id, sentAt }: Return) =>
  and(
    eq(newsletterSubscriptions.id, id),
    eq(newsletterSubscriptions.status, "unsubscribed"),
    eq(newsletterSubscriptions.return_sent_at, sentAt),
  );

/** What the page of the link shows; undefined when it was used, is too old or is not ours. */
export async function readReturn(
  token: string,
  now = currentTime(),
): Promise<{ maskedEmail: string; whatsapp: string } | undefined> {
  const request = returnOf(token, now);
  if (!request) return undefined;
  const [row] = await asSystem("newsletter.read", (db) =>
    db
      .select({ id: newsletterSubscriptions.id })
      .from(newsletterSubscriptions)
      .where(isOpen(request)),
  );
  return row && { maskedEmail: mask(request.email), whatsapp: request.whatsapp };
}

type Consent = { text: string; channel: string; language: Language };

/** Takes a subscription up again, with the consent that was given to it. False when the link is over. */
export async function resubscribe(
  token: string,
  consent: Consent,
  now = currentTime(),
): Promise<boolean> {
  const request = returnOf(token, now);
  if (!request) return false;
  const rows = await asSystem("newsletter.return", (db) =>
    db
      .update(newsletterSubscriptions)
      .set({
        status: "active",
        email: request.email,
        address_hash: addressHash(request.email),
        whatsapp: request.whatsapp,
        language: consent.language,
        consent_text: consent.text,
        consent_channel: consent.channel,
        consented_at: now,
        return_sent_at: null,
      })
      .where(isOpen(request))
      .returning({ id: newsletterSubscriptions.id }),
  );
  return rows.length > 0;
}
