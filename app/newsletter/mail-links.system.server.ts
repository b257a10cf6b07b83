import { and, eq, inArray, or, sql } from "drizzle-orm";
import * as z from "zod";
import { asSystem, type SystemDb } from "../core/database/doors/doors.server.ts";
import { currentTime } from "../core/process/clock.ts";
import { seal, unseal } from "../core/secrets/keys.server.ts";
import type { Language } from "../i18n/languages.ts";
import { bin } from "../records/bin/bin.table.server.ts";
import {
  ERASED_ADDRESS,
  maskEmail,
  RETURN_LINK_MS,
  type SubscriptionStatus,
} from "./newsletter.record.ts";
import { newsletterSubscriptions } from "./newsletter.table.server.ts";
import { addressHash, addressHashes, parseUnsubscribeToken } from "./unsubscribe-token.server.ts";

/**
 * What a link shows of the subscription: not the whole address, since mails are forwarded. An ended subscription has no
 * address any more.
 */
export type Subscription = { maskedEmail: string | null; status: SubscriptionStatus };

type Stored = { email: string | null; status: SubscriptionStatus };

/** The subscription of a link; undefined for an invalid link. */
export async function readSubscription(token: string): Promise<Subscription | undefined> {
  const id = parseUnsubscribeToken(token);
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
  return { maskedEmail: email && maskEmail(email), status };
}

/** Ends a subscription. Returns whether there was one. */
export async function endSubscription(token: string): Promise<boolean> {
  const id = parseUnsubscribeToken(token);
  if (!id) return false;
  return asSystem("newsletter.change", async (db) => {
    const rows = await db
      .update(newsletterSubscriptions)
      .set({ status: "unsubscribed" })
      .where(eq(newsletterSubscriptions.id, id))
      .returning({ id: newsletterSubscriptions.id });
    if (rows.length > 0) return true;
    const left = { status: "unsubscribed", email: null, whatsapp: null, return_sent_at: null };
    return updateBinned(db, isBinned(id), left, ERASED_ADDRESS);
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
 * Reactivates a subscription for whoever has its link and types its address, which is compared by its hash. Returns
 * whether it matched.
 */
export async function reactivateSubscription(
  token: string,
  address: Address,
  consent: Consent,
  now = currentTime(),
): Promise<boolean> {
  const id = parseUnsubscribeToken(token);
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
    return updateBinned(db, and(isBinned(id), inArray(hash, hashes)), binned, email);
  });
}

/** A subscription in the bin: staff may restore it, so its link still works. */
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

async function updateBinned(
  db: SystemDb,
  which: ReturnType<typeof and>,
  values: Record<string, string | null>,
  label: string,
): Promise<boolean> {
  // The generated columns hold the address too.
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
 * The content of a return link: an ended subscription with its address, which is no longer stored, and the number that
 * was typed.
 */
type ReturnRequest = { id: string; email: string; whatsapp: string; sentAt: Date };

/** The token of a return link, which is only sent to the address itself. */
export const returnToken = ({ id, email, whatsapp, sentAt }: ReturnRequest): string =>
  seal(PURPOSE, [id, email, whatsapp, sentAt.toISOString()]);

const tokenSchema = z.tuple([z.uuid(), z.string(), z.string(), z.iso.datetime()]);

function parseReturnToken(token: string, now: Date): ReturnRequest | undefined {
  const parsed = tokenSchema.safeParse(unseal(PURPOSE, token));
  if (!parsed.success) return undefined;
  const [id, email, whatsapp, sentAtText] = parsed.data;
  const sentAt = new Date(sentAtText);
  return now.getTime() - sentAt.getTime() < RETURN_LINK_MS
    ? { id, email, whatsapp, sentAt }
    : undefined;
}

/** The ended subscription, unless it changed since the link was sent. */
const isOpen = ({ id, sentAt }: ReturnRequest) =>
  and(
    eq(newsletterSubscriptions.id, id),
    eq(newsletterSubscriptions.status, "unsubscribed"),
    eq(newsletterSubscriptions.return_sent_at, sentAt),
  );

/** The data of the link's page; undefined for a used, expired or invalid link. */
export async function readReturn(
  token: string,
  now = currentTime(),
): Promise<{ maskedEmail: string; whatsapp: string } | undefined> {
  const request = parseReturnToken(token, now);
  if (!request) return undefined;
  const [row] = await asSystem("newsletter.read", (db) =>
    db
      .select({ id: newsletterSubscriptions.id })
      .from(newsletterSubscriptions)
      .where(isOpen(request)),
  );
  return row && { maskedEmail: maskEmail(request.email), whatsapp: request.whatsapp };
}

/** Reactivates a subscription with a new consent. False for a used, expired or invalid link. */
export async function resubscribe(
  token: string,
  consent: Consent,
  now = currentTime(),
): Promise<boolean> {
  const request = parseReturnToken(token, now);
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
