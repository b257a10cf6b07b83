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
 * What Djomy answers, in our words. Status, amount, currency and names have the form of its documents, or people
 * look at it; what stands beside them is left out when it has not.
 */

const text = boundedText(300);

/** Every answer of success is wrapped so. */
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
/** Of all else each field is read for itself. */
const payment = z.intersection(names, z.record(z.string(), z.unknown()));
export type DjomyPayment = z.infer<typeof payment>;

export const statusAnswer = envelope(payment);
const listAnswer = envelope(z.object({ content: z.array(z.unknown()), last: z.boolean() }));
const reference = z.object({ merchantPaymentReference: z.string() });

/** One line of a list: whose payment it is, and what it says where that can be read. */
export type ListedPayment = { merchantRef?: string; payment?: DjomyPayment };

/** A page of a list; undefined when it is none. One line that cannot be read hides no other. */
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
  // It was paid, and given back at Djomy's own desk; how much, it does not say.
  REFUNDED: { state: "failed", reason: "refunded", doubt: "returned" },
};

export const isPaid = ({ status }: DjomyPayment): boolean =>
  status === "SUCCESS" || status === "SUCCESSFUL";

const isUnknownStatus = (one: DjomyPayment): boolean =>
  !isPaid(one) && !Object.hasOwn(STATES, one.status);

/** The money of a successful payment; undefined when it does not say how much. `unread`: what was left out. */
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

/** A payment of another reference is not ours, whatever its number. */
export const isOf = (one: DjomyPayment, attempt: Pick<ProviderRequest, "merchantRef">): boolean =>
  (one.merchantPaymentReference ?? attempt.merchantRef) === attempt.merchantRef;

/** What one payment at Djomy says of an attempt. An unknown status keeps it waiting, and people look. */
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
