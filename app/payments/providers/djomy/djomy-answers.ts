import * as z from "zod";
import { transactionNumber } from "../payment-methods.ts";
import {
  type Charge,
  type Notice,
  type ProviderRequest,
  type QueryAnswer,
  UNREADABLE,
} from "../provider.ts";
import { DJOMY_CURRENCY_WORDS } from "../provider-assumptions.ts";
import {
  boundedText,
  chargedAmount,
  externalName,
  optionalAmount,
  readOptional,
} from "../provider-http.server.ts";

/**
 * Djomy's answers in our terms. A status, amount, currency or id of another form than documented is a discrepancy;
 * other fields of another form are ignored.
 */

const text = boundedText(300);

/** Around every successful answer. */
const envelope = <T extends z.ZodType>(data: T) => z.object({ success: z.literal(true), data });

export const tokenAnswer = envelope(
  z.object({ accessToken: text.min(1), expiresIn: z.number().positive() }),
);

export const createdAnswer = envelope(
  z.object({
    transactionId: z.uuid(),
    redirectUrl: boundedText(2000),
    merchantPaymentReference: text.nullish(),
  }),
);

const names = z.object({
  transactionId: z.uuid(),
  status: boundedText(40),
  merchantPaymentReference: text.nullish(),
});
/** The other fields are read one by one. */
const payment = z.intersection(names, z.record(z.string(), z.unknown()));
export type DjomyPayment = z.infer<typeof payment>;

export const statusAnswer = envelope(payment);
const listAnswer = envelope(z.object({ content: z.array(z.unknown()), last: z.boolean() }));
const reference = z.object({ merchantPaymentReference: z.string() });

/** A line of a list, as far as it can be read. */
export type ListedPayment = { merchantRef?: string; payment?: DjomyPayment };

/** Undefined when it is no page of a list. An unreadable line does not hide the others. */
export function listPageOf(json: unknown): { rows: ListedPayment[]; isLast: boolean } | undefined {
  const list = listAnswer.safeParse(json);
  if (!list.success) return undefined;
  const { content, last: isLast } = list.data.data;
  const rows = content.map((row) => ({
    merchantRef: reference.safeParse(row).data?.merchantPaymentReference,
    payment: payment.safeParse(row).data,
  }));
  return { rows, isLast };
}

/** The status alone, since the message may repeat what was sent. */
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
  // Paid, and refunded on Djomy's screens; it does not say how much.
  REFUNDED: { state: "failed", reason: "refunded", doubt: "returned" },
};

export const isPaid = ({ status }: DjomyPayment): boolean =>
  status === "SUCCESS" || status === "SUCCESSFUL";

const isUnknownStatus = (one: DjomyPayment): boolean =>
  !isPaid(one) && !Object.hasOwn(STATES, one.status);

/** Undefined when a payment took no money or does not say how much. `unread` collects the unreadable fields. */
export function chargeOf(one: DjomyPayment, unread: string[] = []): Charge | undefined {
  if (!isPaid(one)) return undefined;
  const amount = chargedAmount.safeParse(one.paidAmount);
  const currency = boundedText(40).min(1).safeParse(one.currency);
  if (!amount.success) unread.push("paidAmount");
  if (!currency.success) unread.push("currency");
  if (!amount.success || !currency.success) return undefined;
  const received = readOptional("receivedAmount", one.receivedAmount, optionalAmount, unread);
  const fee = readOptional("fees", one.fees, optionalAmount, unread);
  const payerAccount = readOptional("payerIdentifier", one.payerIdentifier, externalName, unread);
  return {
    txnId: one.transactionId,
    amount: amount.data,
    currency: DJOMY_CURRENCY_WORDS[currency.data] ?? currency.data,
    ...(received !== undefined && { received }),
    ...(fee !== undefined && { fee }),
    ...(payerAccount && { payerAccount }),
  };
}

/** A payment with another reference is not ours. */
export const isOf = (one: DjomyPayment, attempt: Pick<ProviderRequest, "merchantRef">): boolean =>
  (one.merchantPaymentReference ?? attempt.merchantRef) === attempt.merchantRef;

/** An unknown status keeps the attempt pending, with a discrepancy. */
export function answerOf(one: DjomyPayment): QueryAnswer {
  const unread: string[] = [];
  const charge = chargeOf(one, unread);
  const operator = readOptional("providerReference", one.providerReference, externalName, unread);
  const ids = {
    transaction: one.transactionId,
    ...(operator && { operator: transactionNumber(operator) }),
  };
  const rest = { ids, ...(unread.length > 0 && { unread }) };
  if (charge) return { state: "paid", charges: [charge], ...rest };
  if (isPaid(one)) return { ...UNREADABLE, ...rest };
  if (isUnknownStatus(one)) {
    return { state: "pending", doubt: "unreadable", ...rest, unread: ["status"] };
  }
  return { ...(STATES[one.status] ?? { state: "pending" }), ...rest };
}

const named = z.object({
  transactionId: z.string().max(300).nullish(),
  merchantPaymentReference: z.string().max(300).nullish(),
});
const noticeBody = z.object({
  eventId: z.string().min(1).max(200),
  // In version 1 `data` is the payment, in version 2 it holds `payment`.
  data: named.extend({ payment: named.nullish() }).nullish(),
});

/** After its signature was verified. */
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

/** Undefined when it is no number of Guinea. */
export const djomyNumber = (number: string | null): string | undefined =>
  number && /^\+224\d{9}$/.test(number) ? `00${number.slice(1)}` : undefined;
