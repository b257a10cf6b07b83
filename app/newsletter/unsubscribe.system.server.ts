import { and, eq, sql } from "drizzle-orm";
import { asSystem, type SystemDb } from "../core/database/doors.server.ts";
import { bin } from "../records/bin.table.server.ts";
import { newsletterSubscriptions } from "./newsletter.table.server.ts";
import type { SubscriptionStatus } from "./newsletter-schema.ts";
import { subscriptionOf } from "./unsubscribe-token.server.ts";

/** What the holder of a link may see of the subscription: not the whole address, mails are forwarded. */
export type Subscription = { maskedEmail: string; status: SubscriptionStatus };

/** The subscription that a link is for, or undefined when the link is not one of ours. */
export async function readSubscription(token: string): Promise<Subscription | undefined> {
  const id = subscriptionOf(token);
  if (!id) return undefined;
  const subscription = await asSystem("newsletter.read", async (db) => {
    const [row] = await db
      .select({ email: newsletterSubscriptions.email, status: newsletterSubscriptions.status })
      .from(newsletterSubscriptions)
      .where(eq(newsletterSubscriptions.id, id));
    return row ?? (await findBinned(db, id));
  });
  return subscription && { maskedEmail: mask(subscription.email), status: subscription.status };
}

/** Ends a subscription, or takes it up again. Tells whether there was one. */
export async function setSubscription(token: string, status: SubscriptionStatus): Promise<boolean> {
  const id = subscriptionOf(token);
  if (!id) return false;
  return asSystem("newsletter.change", async (db) => {
    const rows = await db
      .update(newsletterSubscriptions)
      .set({ status })
      .where(eq(newsletterSubscriptions.id, id))
      .returning({ id: newsletterSubscriptions.id });
    return rows.length > 0 || setBinned(db, id, status);
  });
}

/** A subscription that staff deleted: they may bring it back, so its holder still has a say. */
const isBinned = (id: string) =>
  and(eq(bin.entity, "newsletter_subscriptions"), eq(bin.entity_id, id));

async function findBinned(
  db: SystemDb,
  id: string,
): Promise<{ email: string; status: SubscriptionStatus } | undefined> {
  const [entry] = await db.select({ rows: bin.rows }).from(bin).where(isBinned(id));
  const row = entry?.rows[0]?.row;
  return row && { email: String(row.email), status: row.status as SubscriptionStatus };
}

async function setBinned(db: SystemDb, id: string, status: SubscriptionStatus): Promise<boolean> {
  const rows = await db
    .update(bin)
    .set({ rows: sql`jsonb_set(${bin.rows}, '{0,row,status}', to_jsonb(${status}::text))` })
    .where(isBinned(id))
    .returning({ id: bin.id });
  return rows.length > 0;
}

/** Enough of an address for whoever it belongs to. */
export function mask(email: string): string {
  const [name = "", domain = ""] = email.split("@");
  return `${name.slice(0, 1)}…@${domain}`;
}
