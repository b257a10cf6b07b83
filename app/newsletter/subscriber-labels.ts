import type { SubscriptionStatus } from "./newsletter-schema.ts";

/** What the back office calls the states of a subscription. */
export const STATUS_CHOICES = [
  { value: "active", label: "Abonné", tone: "good" },
  { value: "unsubscribed", label: "Désabonné", tone: "plain" },
] as const satisfies readonly { value: SubscriptionStatus; label: string; tone: string }[];

export const LANGUAGE_CHOICES = [
  { value: "fr", label: "Français" },
  { value: "en", label: "Anglais" },
] as const;

/** What stands in the place of an address that left. */
export const ERASED_ADDRESS = "Adresse effacée";

/** Enough of an address for whoever it belongs to. */
export function mask(email: string): string {
  const [name = "", domain = ""] = email.split("@");
  return `${name.slice(0, 1)}…@${domain}`;
}
