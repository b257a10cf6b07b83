import { and, eq, inArray, or, sql } from "drizzle-orm";
import * as z from "zod";
import { asSystem, type SystemDb } from "../core/database/doors/doors.server.ts";
import { currentTime } from "../core/process/clock.ts";
import { seal, unseal } from "../core/secrets/keys.server.ts";
import type { Language } from "../i18n/languages.ts";
import { bin } from "../records/bin/bin.table.server.ts";
import { newsletterSubscriptions } from "./newsletter.table.server.ts";
import { RETURN_MS } from "./newsletter-schema.ts";
import { ERASED_ADDRESS, mask, type SubscriptionStatus } from "./subscribers.ts";
import { addressHash, addressHashes, subscriptionOf } from "./unsubscribe-token.server.ts";

/**
 * What the holder of a link may see of the subscription: not the whole address, mails are forwarded. Of one
 * that ended there is no address any more.
 */
export type Subscription = { maskedEmail: string | null; status: SubscriptionStatus };

type Stored = { email: string | null; status: SubscriptionStatus };

/** The subscription that a link is for, or undefined when the link is not one of ours. */
export async function readSubscription(token: string): Promise<Subscription | undefined> {
  const id = subscriptionOf(token);
  if (!id) return undefined;
  const subscription = await asSystem(
    "newsletter.read",
    async (db): Promise<Stored | undefined> => {
      const [row] = await db
        .select({ email: newsletterSubscriptions.email, status: newsletterSubscriptions.status })
        .from(newsletterSubscriptions)
        .where(eq(newsletterSubscriptions.id, id));
      return row ?? (await findBinned(db, id));
    },
  );
  if (!subscription) return undefined;
  const { email, status } = subscription;
  return { maskedEmail: email && mask(email), status };
}

/** Ends a subscription. Tells whether there was one. */
export async function endSubscription(token: string): Promise<boolean> {
  const id = subscriptionOf(token);
  if (!id) return false;
  return asSystem("newsletter.change", async (db) => {
    const rows = await db
      .update(newsletterSubscriptions)
      .set({ status: "unsubscribed" })
      .where(eq(newsletterSubscriptions.id, id))
      .returning({ id: newsletterSubscriptions.id });
    if (rows.length > 0) return true;
    const left = { status: "unsubscribed", email: null, whatsapp: null, return_sent_at: null };
    return changeBinned(db, isBinned(id), left, ERASED_ADDRESS);
  });
}

type Address = { email: string; whatsapp: string };
type Consent = { text: string; channel: string; language: Language };

/** What a subscription holds that begins anew: the consent is the one given now. */
const begunAnew = ({ email, whatsapp }: Address, consent: Consent, now: Date) => ({
  status: "active" as const,
  email,
  whatsapp,
  address_hash: addressHash(email),
  language: consent.language,
  consent_text: consent.text,
  consent_channel: consent.channel,
  consented_at: now,
  return_sent_at: null,
});

/**
 * Takes a subscription up again, for whoever has its link and types its address, of which we only have the
 * hash. Tells whether it is that one.
 */
export async function takeUpAgain(
  token: string,
  address: Address,
  consent: Consent,
  now = currentTime(),
): Promise<boolean> {
  const id = subscriptionOf(token);
  if (!id) return false;
  const { email } = address;
  const active = begunAnew(address, consent, now);
  const hashes = addressHashes(email);
  return asSystem("newsletter.change", async (db) => {
    const { address_hash } = newsletterSubscriptions;
    const isTheirs = or(inArray(address_hash, hashes), eq(newsletterSubscriptions.email, email));
    const rows = await db
      .update(newsletterSubscriptions)
      .set(active)
      .where(and(eq(newsletterSubscriptions.id, id), isTheirs))
      .returning({ id: newsletterSubscriptions.id });
    if (rows.length > 0) return true;
    const hash = sql`${bin.rows} -> 0 -> 'row' ->> 'address_hash'`;
    const binned = { ...active, consented_at: now.toISOString() };
    return changeBinned(db, and(isBinned(id), inArray(hash, hashes)), binned, email);
  });
}

/** A subscription that staff deleted: they may bring it back, so its holder still has a say. */
const isBinned = (id: string) =>
  and(eq(bin.entity, "newsletter_subscriptions"), eq(bin.entity_id, id));

async function findBinned(db: SystemDb, id: string): Promise<Stored | undefined> {
  const [entry] = await db.select({ rows: bin.rows }).from(bin).where(isBinned(id));
  const row = entry?.rows[0]?.row;
  return (
    row && {
      email: typeof row.email === "string" ? row.email : null,
      status: row.status as SubscriptionStatus,
    }
  );
}

async function changeBinned(
  db: SystemDb,
  which: ReturnType<typeof and>,
  values: Record<string, string | null>,
  label: string,
): Promise<boolean> {
  // What the database makes of the address by itself holds it too.
  const row = sql`(${bin.rows} -> 0 -> 'row' || ${JSON.stringify(values)}::jsonb)
    - 'search_text' - 'sort_email'`;
  const rows = await db
    .update(bin)
    .set({ rows: sql`jsonb_set(${bin.rows}, '{0,row}', ${row})`, label })
    .where(which)
    .returning({ id: bin.id });
  return rows.length > 0;
}

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
      .set(begunAnew(request, consent, now))
      .where(isOpen(request))
      .returning({ id: newsletterSubscriptions.id }),
  );
  return rows.length > 0;
}
