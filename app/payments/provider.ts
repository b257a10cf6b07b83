import type { Currency } from "../i18n/format.ts";
import type { Language } from "../i18n/languages.ts";

/** What a provider is told about one try to pay an order; it never sees more of the payer than this. */
export type Attempt = {
  /** Our reference, at most 30 characters. */
  merchantRef: string;
  /** The provider's reference, once there is one. */
  providerRef: string | null;
  /** In whole francs of `currency`. Not always the price of the order: it may be converted. */
  amount: number;
  currency: Currency;
  /** What is bought, in the payer's language. */
  label: string;
  language: Language;
  payer: { name: string; email: string; phone: string | null };
  /** Where the payer comes back to, and where the provider's notices (its webhooks) go. */
  returnUrl: string;
  noticeUrl: string;
  expiresAt: Date;
};

export type Creation =
  | { kind: "redirect"; url: string; providerRef: string; expiresAt?: Date }
  /** Refused for good, as a wrong amount would be. */
  | { kind: "rejected"; code: string }
  /** No answer, or one that says nothing: it may exist or not. */
  | { kind: "unknown" };

/** Money that the provider took, in one transaction of its own. */
export type Charge = {
  txnId: string;
  amount: number;
  /** As the provider says it: it may have taken another than was asked. */
  currency: string;
  /** The whole charge was taken back from us, as after a dispute. */
  reversed?: boolean;
};

export type QueryAnswer =
  /** Every transaction that took money, since an attempt can be charged twice. */
  | { state: "paid"; charges: [Charge, ...Charge[]] }
  /** Waits for the payer, who may pay at `url`. */
  | { state: "pending"; url?: string }
  /** The provider is at work on it. */
  | { state: "processing" }
  | { state: "failed" | "cancelled" | "expired"; reason?: string }
  /** It knows no such attempt. */
  | { state: "not_found" }
  /** No answer that could be used: it is asked again. */
  | { state: "unknown" };

/**
 * What is kept of the reason that a provider gives: its code. A sentence, or a number as long as a
 * phone's, may be about the payer.
 */
export const reasonCode = (reason: string): string =>
  /^(?!.*\d{6})[\w.:-]{1,60}$/.test(reason) ? reason : "other";

export type RefundRequest = {
  /** Our id of the refund; asked twice with the same key, the money is returned once. */
  key: string;
  txnId: string;
  amount: number;
  currency: string;
};

/** Only `done` and `failed` are final: otherwise the same request is sent again, to learn how it ended. */
export type RefundAnswer = {
  state: "done" | "pending" | "failed" | "unknown";
  providerRef?: string;
};

/** What a notice says once its sender is known. One `eventKey` counts once. */
export type Notice = { ok: false } | { ok: true; eventKey: string; merchantRef: string };

/**
 * A provider of payments. All but `verifyNotice` go over the network, so they are called outside of
 * any database transaction; they may throw or never come back, which counts as no answer.
 */
export interface PaymentProvider {
  readonly id: string;
  readonly currencies: readonly Currency[];
  /** Called once for each attempt at most. */
  create(attempt: Attempt): Promise<Creation>;
  /** The truth about an attempt. A notice is only a hint to ask. */
  query(attempt: Attempt): Promise<QueryAnswer>;
  /** Checks who sent a notice, in constant time, and says which attempt it is about. Never throws. */
  verifyNotice(headers: Headers, body: Uint8Array): Notice;
  /** Makes an unpaid attempt impossible to pay, where the provider can. `query` tells whether it did. */
  cancel?(attempt: Attempt): Promise<void>;
  /** Without it, refunds are made by hand and recorded. */
  refund?(refund: RefundRequest): Promise<RefundAnswer>;
}

let available: readonly PaymentProvider[] = [];

/** Says, once at the start, who takes payments. With an empty list everything is paid at the federation. */
export function setProviders(providers: readonly PaymentProvider[]): void {
  available = providers;
}

export const providers = (): readonly PaymentProvider[] => available;

export const providerById = (id: string): PaymentProvider | undefined =>
  available.find((provider) => provider.id === id);
