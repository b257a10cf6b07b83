import { DAY } from "../core/values/durations.ts";
import type { ListSpec } from "../records/list/list-query.ts";
import type { RecordDefinition } from "../records/record.ts";
import { valuesOf } from "../records/record-fields.ts";

export const STATUS_CHOICES = [
  { value: "active", label: "Inscrit", tone: "good" },
  { value: "unsubscribed", label: "Désinscrit", tone: "plain" },
] as const;
export const SUBSCRIPTION_STATUSES = valuesOf(STATUS_CHOICES);
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

export const LANGUAGE_CHOICES = [
  { value: "fr", label: "Français" },
  { value: "en", label: "Anglais" },
] as const;

/** Shown instead of the address of somebody who unsubscribed. */
export const ERASED_ADDRESS = "Adresse effacée";

/** The first letter and the domain: its owner recognises the address, nobody else reads it. */
export function maskEmail(email: string): string {
  const [name = "", domain = ""] = email.split("@");
  return `${name.slice(0, 1)}…@${domain}`;
}

/** The filters and orders of the list of subscribers and of its export. */
export const SUBSCRIBER_LIST: ListSpec = {
  filters: { status: SUBSCRIPTION_STATUSES },
  sorts: ["created_at", "email"],
  descending: true,
};

/** An address that left gets the link to come back once a day at most; the link works for a week. */
export const RETURN_MAIL_EVERY_MS = DAY;
export const RETURN_LINK_MS = 7 * DAY;

export const subscriberRecord: RecordDefinition = {
  table: "newsletter_subscriptions",
  words: { one: "Inscrit à la newsletter", many: "Inscrits à la newsletter" },
  actions: { unsubscribe: "Désinscription" },
  fields: {
    address_hash: "Empreinte de l’adresse",
    consent_channel: "Moyen du consentement",
    consent_text: "Texte du consentement",
    consented_at: "Consentement",
    return_sent_at: "Lien de retour envoyé",
    whatsapp: "WhatsApp",
  },
  values: { status: STATUS_CHOICES },
  called: {
    columns: ["email"],
    label: ({ email }) => email ?? ERASED_ADDRESS,
    to: ({ email }) => `/admin/newsletter?${new URLSearchParams({ q: email ?? "" })}`,
  },
  files: "none",
  undo: "Une personne désinscrite ne peut revenir que par le lien de son message.",
};
