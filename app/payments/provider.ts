import type { Language } from "../i18n/languages.ts";
import type { Currency } from "./payments.ts";

/** What a provider is told about one attempt; it never sees more of the buyer than this. */
export type Attempt = {
  id: string;
  /** Our name for it, at most 30 characters. */
  merchantRef: string;
  /** The provider's own name for it, once there is one. */
  providerRef: string | null;
  /** Minor units of a currency that has none: whole francs. */
  amount: number;
  currency: Currency;
  /** What is bought, in the buyer's words. */
  description: string;
  language: Language;
  payer: { name: string; email: string };
  /** Public page of the order, where the buyer comes back to. */
  orderToken: string;
  expiresAt: Date;
};

export type Creation =
  | { kind: "redirect"; url: string; providerRef?: string; expiresAt?: Date }
  /** Refused for good, as a wrong amount would be. */
  | { kind: "rejected"; code: string }
  /** No answer, or one that says nothing: it may exist or not. */
  | { kind: "unknown" };

/** Money that the provider took, in one transaction of its own. */
export type Charge = { txnId: string; amount: number; currency: string; merchantRef: string };

export const QUERY_STATES = [
  "pending",
  "processing",
  "succeeded",
  "failed",
  "cancelled",
  "expired",
  "not_found",
  "unknown",
] as const;

export type QueryAnswer = {
  state: (typeof QUERY_STATES)[number];
  /** Every transaction that took money, since an attempt can be charged twice. */
  charges: Charge[];
  /** Where to pay, when the provider tells. */
  url?: string;
  /** A short code for staff; never the provider's raw text. */
  reason?: string;
};

export type Notice = { ok: false } | { ok: true; eventKey: string; merchantRef: string };

/**
 * A provider of payments. `create` and `query` are called outside of any door, and may throw: that
 * counts as no answer.
 */
export interface PaymentProvider {
  readonly id: string;
  readonly currencies: readonly Currency[];
  readonly capabilities: { refund: "api" | "manual"; list: boolean; expiresAt: boolean };
  /** Why it cannot be used now, for the log; undefined when it can. */
  refusal(): string | undefined;
  create(attempt: Attempt): Promise<Creation>;
  query(attempt: Attempt): Promise<QueryAnswer>;
  /** Checks who sent a notice, in constant time, and says which attempt it is about. */
  verifyNotice(headers: Headers, raw: Uint8Array): Notice;
}
