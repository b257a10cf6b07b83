import * as z from "zod";
import type { Attempt, Charge, Notice, QueryAnswer } from "./provider.ts";
import { DJOMY_CURRENCY_WORDS } from "./unconfirmed.ts";

/** What Djomy answers, in our words. Whatever has not the form of its documents says nothing. */

const amount = z.number().int().nonnegative();
const text = z.string().max(300);

/** Every answer of success is wrapped so. */
const envelope = <T extends z.ZodType>(data: T) => z.object({ success: z.literal(true), data });

export const tokenAnswer = envelope(
  z.object({ accessToken: text.min(1), expiresIn: z.number().positive() }),
);

export const createdAnswer = envelope(
  z.object({
    transactionId: z.uuid(),
    redirectUrl: z.string().max(2000),
    merchantPaymentReference: text.nullish(),
  }),
);

const payment = z.object({
  transactionId: z.uuid(),
  status: z.string().max(40),
  paidAmount: amount.nullish(),
  receivedAmount: amount.nullish(),
  fees: amount.nullish(),
  currency: text.nullish(),
  payerIdentifier: text.nullish(),
  merchantPaymentReference: text.nullish(),
});
export type DjomyPayment = z.infer<typeof payment>;

export const statusAnswer = envelope(payment);
export const listAnswer = envelope(z.object({ content: z.array(payment), last: z.boolean() }));

/** Its error, as far as it says one: its number alone, since its sentence may repeat what was sent. */
export const refusalCode = (status: number): string => `djomy-${status}`;

export const ALL_STATUSES =
  "CREATED,REDIRECTED,PENDING,SUCCESS,FAILED,CANCELLED,TIMEOUT,REFUNDED,INITIATED,PROCESSING,CAPTURED,SUCCESSFUL,ERROR";

const STATES: Readonly<Record<string, QueryAnswer>> = {
  CREATED: { state: "pending" },
  INITIATED: { state: "pending" },
  REDIRECTED: { state: "pending" },
  // The operator waits for the payer's PIN.
  PENDING: { state: "processing" },
  PROCESSING: { state: "processing" },
  CAPTURED: { state: "processing" },
  FAILED: { state: "failed" },
  ERROR: { state: "failed" },
  CANCELLED: { state: "cancelled" },
  TIMEOUT: { state: "expired" },
  // Money of ours that Djomy gave back is in our books by the refund that somebody recorded.
  REFUNDED: { state: "failed", reason: "refunded" },
};

export const isPaid = ({ status }: DjomyPayment): boolean =>
  status === "SUCCESS" || status === "SUCCESSFUL";

export const isUnknownStatus = (one: DjomyPayment): boolean =>
  !isPaid(one) && !Object.hasOwn(STATES, one.status);

/** The money of a successful payment; undefined when it does not say how much. */
export function chargeOf(one: DjomyPayment): Charge | undefined {
  const { transactionId, paidAmount, currency, receivedAmount, fees, payerIdentifier } = one;
  if (!isPaid(one) || !paidAmount || !currency) return undefined;
  return {
    txnId: transactionId,
    amount: paidAmount,
    currency: DJOMY_CURRENCY_WORDS[currency] ?? currency,
    ...(typeof receivedAmount === "number" && { received: receivedAmount }),
    ...(typeof fees === "number" && { fee: fees }),
    ...(payerIdentifier && { payerAccount: payerIdentifier }),
  };
}

/** A payment of another reference is not ours, whatever its number. */
export const isOf = (one: DjomyPayment, attempt: Pick<Attempt, "merchantRef">): boolean =>
  (one.merchantPaymentReference ?? attempt.merchantRef) === attempt.merchantRef;

/** What one payment at Djomy says of an attempt. An unknown status keeps it waiting. */
export function answerOf(one: DjomyPayment): QueryAnswer {
  const ids = { transaction: one.transactionId };
  if (isPaid(one)) {
    const charge = chargeOf(one);
    return charge ? { state: "paid", charges: [charge], ids } : { state: "unknown" };
  }
  return { ...(STATES[one.status] ?? { state: "pending" }), ids };
}

const named = z.object({ transactionId: text.nullish(), merchantPaymentReference: text.nullish() });
const noticeBody = z.object({
  eventId: z.string().min(1).max(200),
  // Version 1 lays the payment open, version 2 puts it below `payment`; other things have neither.
  data: named.extend({ payment: named.nullish() }).nullish(),
});

/** What a notice is about, once its signature was checked. */
export function noticeOf(body: unknown): Notice {
  const notice = noticeBody.safeParse(body);
  if (!notice.success) return { ok: false };
  const { eventId, data } = notice.data;
  const { transactionId, merchantPaymentReference } = data?.payment ?? data ?? {};
  return {
    ok: true,
    eventKey: eventId,
    about: {
      ...(merchantPaymentReference && { merchantRef: merchantPaymentReference }),
      ...(transactionId && { ids: { transaction: transactionId } }),
    },
  };
}

/** A number of Guinea as Djomy wants it; undefined when it is no such number. */
export const djomyNumber = (number: string | null): string | undefined =>
  number && /^\+224\d{9}$/.test(number) ? `00${number.slice(1)}` : undefined;
