import { app, startApp } from "../../core/app.ts";
import { Fault } from "../../core/values/errors.ts";
import type { Currency } from "../../i18n/format.ts";
import type { Language } from "../../i18n/languages.ts";
import type { Mode } from "../orders/orders.ts";

/** The provider's ids of one attempt, by what they name: `{ order, capture }`, `{ transaction }`. */
export type ProviderIds = Readonly<Record<string, string>>;

/** All that a provider is told about an attempt and its payer. */
export type ProviderRequest = {
  /** At most 30 characters; idempotency keys are made of it. */
  merchantRef: string;
  /** Empty until the provider has answered. */
  ids: ProviderIds;
  /** In minor units of `currency`, converted from the price where needed. */
  amount: number;
  currency: Currency;
  /** In the payer's language. */
  label: string;
  language: Language;
  payer: { name: string; email: string; phone: string | null };
  /** The wallet as the payer typed it (+224…), where the provider needs it. */
  payerNumber: string | null;
  returnUrl: string;
  /** Where somebody comes back who left without paying. */
  cancelUrl: string;
  noticeUrl: string;
  expiresAt: Date;
};

export type Creation =
  /** A later `expiresAt` than was requested is ignored. */
  | { kind: "redirect"; url: string; ids: ProviderIds; expiresAt?: Date }
  /** Refused for good. */
  | { kind: "rejected"; code: string }
  /** No usable answer: it may exist or not. */
  | { kind: "unknown" };

/** A refund of a charge at the provider; `key`: the idempotency key of its request. */
export type ReturnedMoney = { id: string; amount: number; currency: string; key?: string };

/** One transaction of the provider that took money. */
export type Charge = {
  txnId: string;
  amount: number;
  /** The provider may have charged another than was requested. */
  currency: string;
  /** Net of the fee, where the provider tells. */
  received?: number;
  fee?: number;
  /** Where a refund by hand goes. */
  payerAccount?: string;
  /** A chargeback, as after a dispute. */
  reversed?: boolean;
  /** Its refunds, also those made on the provider's screens, where it tells. */
  returned?: readonly ReturnedMoney[];
};

type AttemptState =
  /** An attempt can be charged twice. */
  | { state: "paid"; charges: [Charge, ...Charge[]] }
  /** Waits for the payer. `declined`: their last try was refused. */
  | { state: "pending"; url?: string; declined?: boolean }
  /** The payer agreed; `capture` takes the money. */
  | { state: "approved" }
  | { state: "processing" }
  | { state: "failed" | "cancelled" | "expired"; reason?: string }
  | { state: "not_found" }
  /** No usable answer: it is polled again. */
  | { state: "unknown" };

/**
 * `unreadable`: what the answer says of the money cannot be read or believed. `returned`: it was paid and refunded,
 * and the provider does not say how much.
 */
type AnswerDoubt = "unreadable" | "returned";

/**
 * `ids.operator` is the transaction number of the payer's operator. `unread`: the names of the fields that could not
 * be read, never what they held.
 */
export type QueryAnswer = AttemptState & {
  ids?: ProviderIds;
  doubt?: AnswerDoubt;
  unread?: readonly string[];
};

export const UNKNOWN = { state: "unknown" } as const satisfies QueryAnswer;
export const UNREADABLE = { state: "unknown", doubt: "unreadable" } as const satisfies QueryAnswer;

/** Only codes are stored: a sentence, or a number as long as a phone's, may be about the payer. */
export const reasonCode = (reason: string): string =>
  /^(?!.*\d{6})[\w.:-]{1,60}$/.test(reason) ? reason : "other";

export type RefundRequest = {
  /** The idempotency key: our id of the refund. */
  key: string;
  merchantRef: string;
  txnId: string;
  amount: number;
  currency: string;
};

/** Only `done` and `failed` are final. With an `id` it is polled from then on, and not sent again. */
export type RefundAnswer = {
  state: "done" | "pending" | "failed" | "unknown";
  id?: string;
  reason?: string;
};

type RefundCalls = {
  /** How long the provider remembers a key: after that, the same request could refund twice. */
  readonly keyLifeMs: number;
  send(refund: RefundRequest, signal: AbortSignal): Promise<RefundAnswer>;
  find(refund: RefundRequest & { id: string }, signal: AbortSignal): Promise<RefundAnswer>;
};

/** Whether a pending attempt can be ended by us, so that it is never paid. */
export const canStop = ({ cancel, isTakenByCaptureAlone }: PaymentProvider): boolean =>
  cancel !== undefined || isTakenByCaptureAlone === true;

/** What a notice is about; one known name is enough. */
export type NoticeSubject = { merchantRef?: string; ids?: ProviderIds; refund?: string };

/** A verified notice. One `eventKey` counts once. */
export type Notice =
  | { ok: true; eventKey: string; about: NoticeSubject }
  /** `again`: its sender could not be verified now, so it should be sent again. */
  | { ok: false; again?: boolean };

export type ListedCharge = { merchantRef?: string; ids: ProviderIds; charge: Charge };

/** A charge in a provider's own list that the ledger does not hold. */
export type UnbookedCharge = { provider: string; txnId: string; amount: number; currency: string };

/**
 * A payment provider. Its calls run outside transactions. Those of one request share one `signal`; a call that throws
 * or never returns counts as no answer.
 */
export interface PaymentProvider {
  readonly id: string;
  readonly name: string;
  readonly mode: Mode;
  readonly currencies: readonly Currency[];
  readonly asksPayerNumber: boolean;
  /** Not offered below the amount of the setting `paypal`, most of which its fee would take. */
  readonly keepsFixedFee?: true;
  /** At most once per attempt. */
  create(attempt: ProviderRequest, signal: AbortSignal): Promise<Creation>;
  query(attempt: ProviderRequest, signal: AbortSignal): Promise<QueryAnswer>;
  /** Takes the money of an `approved` attempt, once per key. */
  capture?(attempt: ProviderRequest, key: string, signal: AbortSignal): Promise<QueryAnswer>;
  /** Money is taken by `capture` only. */
  readonly isTakenByCaptureAlone?: true;
  /** Verifies the sender in constant time. `network`: the sender's, limits what is fetched to verify it. */
  verifyNotice(
    headers: Headers,
    body: Uint8Array,
    signal: AbortSignal,
    network?: string,
  ): Promise<Notice>;
  /** Makes an unpaid attempt impossible to pay; `query` tells whether it succeeded. */
  cancel?(attempt: ProviderRequest, signal: AbortSignal): Promise<void>;
  /** Without it, refunds are made by hand. */
  readonly refunds?: RefundCalls;
  /** The charges of a period, for reconciliation. */
  list?(from: Date, to: Date, signal: AbortSignal): AsyncIterable<ListedCharge>;
}

declare module "../../core/app.ts" {
  interface App {
    providers: readonly PaymentProvider[];
  }
}

/**
 * Sets the providers. Without any, everything is paid at the federation. A site has providers of real money or of tests,
 * never both.
 */
export function offerProviders(providers: readonly PaymentProvider[]): void {
  if (new Set(providers.map(({ mode }) => mode)).size > 1) {
    throw new Fault("providers of real money and of tests cannot stand side by side");
  }
  startApp({ providers });
}

/** The mode of new orders. Without a provider, payments are made at the federation, with real money. */
export const siteMode = (): Mode => providers()[0]?.mode ?? "live";

/** A test that is left over on a site that takes real money: nothing is paid for it any more. */
export const isEndedTest = ({ mode }: { mode: Mode }): boolean =>
  mode === "test" && siteMode() === "live";

export const providers = (): readonly PaymentProvider[] => app().providers ?? [];

export const providerById = (id: string): PaymentProvider | undefined =>
  providers().find((provider) => provider.id === id);

/**
 * The provider of a payment or a refund: tests never meet a provider of real money, nor the reverse, whatever keys were
 * changed since.
 */
export const providerOf = (one: { provider: string; mode: Mode }): PaymentProvider | undefined =>
  providers().find(({ id, mode }) => id === one.provider && mode === one.mode);
