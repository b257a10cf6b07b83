import { app, startApp } from "../../core/app.ts";
import { Fault } from "../../core/values/errors.ts";
import type { Currency } from "../../i18n/format.ts";
import type { Language } from "../../i18n/languages.ts";
import type { Mode } from "../orders/orders.ts";

/** The provider's own names for one attempt, by what they name: `{ order, capture }`, `{ transaction }`. */
export type ProviderIds = Readonly<Record<string, string>>;

/** What a provider is told about one try to pay an order; it never sees more of the payer than this. */
export type ProviderRequest = {
  /** Our reference, at most 30 characters: also what the keys of calls are made of. */
  merchantRef: string;
  /** Empty until the provider has answered. */
  ids: ProviderIds;
  /** In minor units of `currency`: whole francs, cents of a euro. It may be converted from the price. */
  amount: number;
  currency: Currency;
  /** What is bought, in the payer's language. */
  label: string;
  language: Language;
  payer: { name: string; email: string; phone: string | null };
  /** The wallet that pays, as the payer typed it: +224… Only where the provider asks for it. */
  payerNumber: string | null;
  /** Where the payer comes back to, and where the provider's notices (its webhooks) go. */
  returnUrl: string;
  noticeUrl: string;
  /** Until when it should be payable. */
  expiresAt: Date;
};

export type Creation =
  /** A later `expiresAt` than was asked for is of no use to us. */
  | { kind: "redirect"; url: string; ids: ProviderIds; expiresAt?: Date }
  /** Refused for good, as a wrong amount would be. */
  | { kind: "rejected"; code: string }
  /** No answer, or one that says nothing: it may exist or not. */
  | { kind: "unknown" };

/** Money of a charge that the provider has returned; `key`: what whoever asked for it called it. */
export type ReturnedMoney = { id: string; amount: number; currency: string; key?: string };

/** Money that the provider took, in one transaction of its own. */
export type Charge = {
  txnId: string;
  /** What the payer paid, in minor units of `currency`. */
  amount: number;
  /** As the provider says it: it may have taken another than was asked. */
  currency: string;
  /** What reaches us of it, and what the provider keeps, where it tells. */
  received?: number;
  fee?: number;
  /** Whose account paid, as the provider names it: where a refund by hand goes. */
  payerAccount?: string;
  /** The whole charge was taken back from us, as after a dispute. */
  reversed?: boolean;
  /** What has gone back of it, also what was returned at the provider's own desk, where it tells. */
  returned?: readonly ReturnedMoney[];
};

type AttemptState =
  /** Every transaction that took money, since an attempt can be charged twice. */
  | { state: "paid"; charges: [Charge, ...Charge[]] }
  /** Waits for the payer, who may pay at `url`. `declined`: what they tried to pay with was refused. */
  | { state: "pending"; url?: string; declined?: boolean }
  /** The payer agreed and no money was taken: `capture` takes it. */
  | { state: "approved" }
  /** The provider is at work on it. */
  | { state: "processing" }
  | { state: "failed" | "cancelled" | "expired"; reason?: string }
  /** It knows no such attempt. */
  | { state: "not_found" }
  /** No answer that could be used: it is asked again. */
  | { state: "unknown" };

/**
 * What people have to look at. `unreadable`: it came, and what it says of the money cannot be read or believed.
 * `returned`: it was paid, and the provider says that it gave the money back, not how much.
 */
type AnswerDoubt = "unreadable" | "returned";

/**
 * `ids`: what the provider calls it besides, as far as it says; `operator` is the number that the payer's operator
 * gave it. `unread`: the names of the fields that could not be read, never what they held.
 */
export type QueryAnswer = AttemptState & {
  ids?: ProviderIds;
  doubt?: AnswerDoubt;
  unread?: readonly string[];
};

/** No answer. */
export const UNKNOWN = { state: "unknown" } as const satisfies QueryAnswer;
/** It came, and says nothing that can be believed. */
export const UNREADABLE = { state: "unknown", doubt: "unreadable" } as const satisfies QueryAnswer;

/**
 * What is kept of the reason that a provider gives: its code. A sentence, or a number as long as a
 * phone's, may be about the payer.
 */
export const reasonCode = (reason: string): string =>
  /^(?!.*\d{6})[\w.:-]{1,60}$/.test(reason) ? reason : "other";

export type RefundRequest = {
  /** Our id of the refund; asked twice with the same key, the money is returned once. */
  key: string;
  merchantRef: string;
  txnId: string;
  amount: number;
  currency: string;
};

/** Only `done` and `failed` are final. With an `id` it is asked after from then on, and not sent again. */
export type RefundAnswer = {
  state: "done" | "pending" | "failed" | "unknown";
  id?: string;
  /** Why it failed, by the provider's word for it. */
  reason?: string;
};

/** How a provider returns money by itself. */
export type RefundCalls = {
  /** How long it knows a key again: after that, the same request could return the money twice. */
  readonly keyLifeMs: number;
  send(refund: RefundRequest, signal: AbortSignal): Promise<RefundAnswer>;
  /** What became of a refund that it gave an id. */
  find(refund: RefundRequest & { id: string }, signal: AbortSignal): Promise<RefundAnswer>;
};

/** Whether an attempt that waits for its payer can be ended from here, so that it is never paid. */
export const canStop = ({ cancel, isTakenByCaptureAlone }: PaymentProvider): boolean =>
  cancel !== undefined || isTakenByCaptureAlone === true;

/** What a notice is about, as far as it says: one of these that we know is enough. */
export type NoticeSubject = { merchantRef?: string; ids?: ProviderIds; refund?: string };

/** What a notice says once its sender is known. One `eventKey` counts once. */
export type Notice =
  | { ok: true; eventKey: string; about: NoticeSubject }
  /** `again`: who sent it could not be checked now, so it should be sent once more. */
  | { ok: false; again?: boolean };

/** One charge of a provider's own list. */
export type ListedCharge = { merchantRef?: string; ids: ProviderIds; charge: Charge };

/** A charge in a provider's own list that no entry of the ledger is of. */
export type UnbookedCharge = { provider: string; txnId: string; amount: number; currency: string };

/**
 * A provider of payments. Its calls go over the network, outside of any database transaction. The calls
 * of one request share one `signal`, that of their time: what it ends may throw or never come back, which
 * counts as no answer.
 */
export interface PaymentProvider {
  readonly id: string;
  /** What payers know it as. */
  readonly name: string;
  /** Money that is not real is `test`: it never meets the other. */
  readonly mode: Mode;
  readonly currencies: readonly Currency[];
  /** It wants to know which wallet pays, so the form of the payment asks for its number. */
  readonly asksPayerNumber: boolean;
  /** Called once for each attempt at most. */
  create(attempt: ProviderRequest, signal: AbortSignal): Promise<Creation>;
  /** The truth about an attempt, by any of its names. A notice is only a hint to ask. */
  query(attempt: ProviderRequest, signal: AbortSignal): Promise<QueryAnswer>;
  /** Takes the money of an `approved` attempt. Asked twice with the same key, it is taken once. */
  capture?(attempt: ProviderRequest, key: string, signal: AbortSignal): Promise<QueryAnswer>;
  /** Nothing is taken but by `capture`: an attempt that we leave alone costs its payer nothing. */
  readonly isTakenByCaptureAlone?: true;
  /**
   * Checks who sent a notice, in constant time, and says what it is about. `network` is the sender's, for a
   * provider that fetches something to check it.
   */
  verifyNotice(
    headers: Headers,
    body: Uint8Array,
    signal: AbortSignal,
    network?: string,
  ): Promise<Notice>;
  /** Makes an unpaid attempt impossible to pay, where the provider can. `query` tells whether it did. */
  cancel?(attempt: ProviderRequest, signal: AbortSignal): Promise<void>;
  /** Without, refunds are made by hand and recorded. */
  readonly refunds?: RefundCalls;
  /** Every charge of a period, for whoever compares the books. */
  list?(from: Date, to: Date, signal: AbortSignal): AsyncIterable<ListedCharge>;
}

declare module "../../core/app.ts" {
  interface App {
    providers: readonly PaymentProvider[];
  }
}

/**
 * Says who takes payments. With an empty list everything is paid at the federation. A site has providers of
 * real money or of tests, never both.
 */
export function offerProviders(providers: readonly PaymentProvider[]): void {
  if (new Set(providers.map(({ mode }) => mode)).size > 1) {
    throw new Fault("providers of real money and of tests cannot stand side by side");
  }
  startApp({ providers });
}

/** What an order is that is opened now. Without any provider people pay by hand, and that is real money. */
export const siteMode = (): Mode => providers()[0]?.mode ?? "live";

export const providers = (): readonly PaymentProvider[] => app().providers ?? [];

/** Whose notices these are. */
export const providerById = (id: string): PaymentProvider | undefined =>
  providers().find((provider) => provider.id === id);

/**
 * Who is asked about a payment or a refund, and takes or returns it: a test never meets a provider of real
 * money, nor real money one of tests, whatever keys were changed since.
 */
export const providerOf = (one: { provider: string; mode: Mode }): PaymentProvider | undefined =>
  providers().find(({ id, mode }) => id === one.provider && mode === one.mode);
