import { eq } from "drizzle-orm";
import { asSystem } from "../platform/database/doors.server.ts";
import { newsletterSubscriptions } from "./newsletter.table.server.ts";
import type { SubscriptionStatus } from "./newsletter.ts";
import { subscriptionOf } from "./unsubscribe-token.server.ts";

/** What the holder of a link may see of the subscription: not the whole address, mails are forwarded. */
export type Subscription = { maskedEmail: string; status: SubscriptionStatus };

/** The subscription that a link is for, or undefined when the link is not one of ours. */
export async function readSubscription(token: string): Promise<Subscription | undefined> {
  const id = subscriptionOf(token);
  if (!id) return undefined;
  const [found] = await asSystem("newsletter.read", (db) =>
    db
      .select({ email: newsletterSubscriptions.email, status: newsletterSubscriptions.status })
      .from(newsletterSubscriptions)
      .where(eq(newsletterSubscriptions.id, id)),
  );
  return found && { maskedEmail: mask(found.email), status: found.status };
}

/** Ends a subscription, or takes it up again. Tells whether there was one. */
export async function setSubscription(token: string, status: SubscriptionStatus): Promise<boolean> {
  const id = subscriptionOf(token);
  if (!id) return false;
  const changed = await asSystem("newsletter.change", (db) =>
    db
      .update(newsletterSubscriptions)
      .set({ status })
      .where(eq(newsletterSubscriptions.id, id))
      .returning({ id: newsletterSubscriptions.id }),
  );
  return changed.length > 0;
}

/** Enough of an address for whoever it belongs to. */
export function mask(email: string): string {
  const [name = "", domain = ""] = email.split("@");
  return `${name.slice(0, 1)}…@${domain}`;
}
