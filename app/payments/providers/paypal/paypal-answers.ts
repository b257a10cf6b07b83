import * as z from "zod";
import { exponentOf } from "../../../i18n/format.ts";
import {
  type Charge,
  type Notice,
  type ProviderIds,
  type QueryAnswer,
  type RefundAnswer,
  type ReturnedMoney,
  UNREADABLE,
} from "../provider.ts";
import { PAYPAL_ORDER_LISTS_REFUNDS } from "../provider-assumptions.ts";
import {
  boundedText,
  chargedAmount,
  optionalAmount,
  readOptional,
} from "../provider-http.server.ts";

/**
 * PayPal's answers in our terms. A status, amount or id of another form than documented is a discrepancy; other fields
 * of another form are ignored.
 */

const id = boundedText(100).min(1);
const money = z.object({ currency_code: boundedText(3).length(3), value: z.string().max(32) });
type Money = z.infer<typeof money>;
const link = z.object({ rel: z.string(), href: z.string().max(2000) });

export const tokenAnswer = z.object({
  access_token: z.string().min(1).max(3000),
  expires_in: z.number().positive(),
});

export const createdAnswer = z.object({ id, links: z.array(link) });

const capture = z.object({
  id,
  status: z.string(),
  amount: money,
  custom_id: z.string().nullish(),
  seller_receivable_breakdown: z.unknown().optional(),
});
const breakdown = z.object({
  paypal_fee: z.unknown().optional(),
  net_amount: z.unknown().optional(),
});
type Capture = z.infer<typeof capture>;

const refund = z.object({
  id,
  status: z.string(),
  amount: money.nullish(),
  custom_id: boundedText(127).nullish(),
  links: z.array(link).nullish(),
  status_details: z.unknown().optional(),
});
type Returned = z.infer<typeof refund>;
const purchaseUnit = z.object({
  custom_id: z.string().nullish(),
  payments: z
    .object({ captures: z.array(capture).nullish(), refunds: z.array(refund).nullish() })
    .nullish(),
});

export const orderAnswer = z.object({
  id,
  status: z.string(),
  purchase_units: z.array(purchaseUnit).min(1),
  links: z.array(link).nullish(),
});
type PayPalOrder = z.infer<typeof orderAnswer>;

const errorAnswer = z.object({
  name: z.string(),
  details: z.array(z.object({ issue: z.string() })).nullish(),
});

export function issueOf(json: unknown): string | undefined {
  const error = errorAnswer.safeParse(json);
  return error.success ? (error.data.details?.[0]?.issue ?? error.data.name) : undefined;
}

const sideMoney = money.transform(unitsOf).pipe(optionalAmount);

/** Undefined for a text that is no amount of this currency. */
function unitsOf({ currency_code, value }: Money): number | undefined {
  const exponent = exponentOf(currency_code);
  const [, whole = "", decimals = ""] = /^(\d{1,12})(?:\.(\d{1,3}))?$/.exec(value) ?? [];
  if (whole === "" || decimals.length > exponent) return undefined;
  return Number(whole + decimals.padEnd(exponent, "0"));
}

const TOOK_MONEY = ["COMPLETED", "PARTIALLY_REFUNDED", "REFUNDED"];

/** Undefined where a capture took no money or says no amount. `unread` collects the unreadable fields. */
export function chargeOf(
  one: Capture,
  refunded: number,
  unread: string[] = [],
): Charge | undefined {
  if (!TOOK_MONEY.includes(one.status)) return undefined;
  const { data: amount } = chargedAmount.safeParse(unitsOf(one.amount));
  if (amount === undefined) {
    unread.push("amount");
    return undefined;
  }
  const name = "seller_receivable_breakdown";
  const parts = readOptional(name, one.seller_receivable_breakdown, breakdown, unread);
  const fee = readOptional("paypal_fee", parts?.paypal_fee, sideMoney, unread);
  const received = readOptional("net_amount", parts?.net_amount, sideMoney, unread);
  return {
    txnId: one.id,
    amount,
    currency: one.amount.currency_code,
    ...(received !== undefined && { received }),
    ...(fee !== undefined && { fee }),
    // Returned without a refund that says so: a chargeback.
    ...(PAYPAL_ORDER_LISTS_REFUNDS &&
      one.status === "REFUNDED" &&
      refunded < amount && { reversed: true }),
  };
}

/** The link has one of two names. */
export const payerLink = (links: readonly z.infer<typeof link>[] | null | undefined) =>
  links?.find(({ rel }) => rel === "payer-action" || rel === "approve")?.href;

/** Judged on the captures: an order is COMPLETED while its money is pending or was declined. */
export function answerOf(order: PayPalOrder): QueryAnswer {
  const captures = order.purchase_units.flatMap(({ payments }) => payments?.captures ?? []);
  const [last] = captures.slice(-1);
  const ids: ProviderIds = { order: order.id, ...(last && { capture: last.id }) };
  if (last) return { ...answerOfCaptures(order, captures), ids };
  switch (order.status) {
    case "CREATED":
    case "SAVED":
    case "PAYER_ACTION_REQUIRED": {
      const url = payerLink(order.links);
      return { state: "pending", ...(url && { url }), ids };
    }
    case "APPROVED":
      return { state: "approved", ids };
    case "VOIDED":
      return { state: "expired", ids };
    default:
      return { ...UNREADABLE, unread: ["status"], ids };
  }
}

function answerOfCaptures(order: PayPalOrder, captures: readonly Capture[]): QueryAnswer {
  const refunds = order.purchase_units.flatMap(({ payments }) => payments?.refunds ?? []);
  const refunded = refunds
    .filter(({ status }) => status === "COMPLETED")
    .reduce((total, { amount }) => total + ((amount && unitsOf(amount)) ?? 0), 0);
  const took = captures.filter(({ status }) => TOOK_MONEY.includes(status));
  const unread: string[] = [];
  const charges = took.map((one) => {
    const charge = chargeOf(one, refunded, unread);
    const ofCapture = refunds.filter((refund) => (captureOf(refund) ?? took[0]?.id) === one.id);
    const isClear = took.length === 1 || ofCapture.every(captureOf);
    const returned = isClear ? ofCapture.flatMap(returnedOf) : [];
    return charge && returned.length > 0 ? { ...charge, returned } : charge;
  });
  const [charge, ...others] = charges.filter((one): one is Charge => one !== undefined);
  const left = unread.length > 0 && { unread };
  if (took.length > 0 && (!charge || charges.includes(undefined))) {
    return { ...UNREADABLE, ...left };
  }
  if (charge) return { state: "paid", charges: [charge, ...others], ...left };
  if (captures.every(({ status }) => status === "DECLINED" || status === "FAILED")) {
    return { state: "failed", reason: "declined" };
  }
  return captures.some(({ status }) => status === "PENDING")
    ? { state: "processing" }
    : { ...UNREADABLE, unread: ["status"] };
}

/** The capture of a refund, where it says. */
function captureOf({ links }: Pick<Returned, "links">): string | undefined {
  const up = links?.find(({ rel }) => rel === "up")?.href;
  return up ? /\/captures\/([\w-]{1,100})$/.exec(up)?.[1] : undefined;
}

/** Completed refunds only. */
function returnedOf({ id, status, amount, custom_id }: Returned): ReturnedMoney[] {
  const units = amount ? unitsOf(amount) : undefined;
  if (status !== "COMPLETED" || !amount || !units) return [];
  return [
    { id, amount: units, currency: amount.currency_code, ...(custom_id && { key: custom_id }) },
  ];
}

/** An order with another reference is not ours. */
export const isOf = (order: PayPalOrder, merchantRef: string): boolean =>
  order.purchase_units.every(({ custom_id }) => (custom_id ?? merchantRef) === merchantRef);

const details = z.object({ reason: z.string() });

export function refundOf(json: unknown): RefundAnswer {
  const one = refund.safeParse(json);
  if (!one.success) return { state: "unknown" };
  switch (one.data.status) {
    case "COMPLETED":
      return { state: "done", id: one.data.id };
    case "PENDING":
      return { state: "pending", id: one.data.id };
    case "FAILED":
    case "CANCELLED": {
      const { id, status, status_details } = one.data;
      const reason = details.safeParse(status_details).data?.reason ?? status;
      return { state: "failed", id, reason };
    }
    default:
      return { state: "unknown", id: one.data.id };
  }
}

const name = z.string().min(1).max(100);
const noticeBody = z.object({
  id: z.string().min(1).max(200),
  event_type: z.string().max(100),
  resource: z.object({
    id: name.nullish(),
    custom_id: z.string().max(127).nullish(),
    purchase_units: z.array(z.object({ custom_id: z.string().max(127).nullish() })).nullish(),
    supplementary_data: z
      .object({ related_ids: z.object({ order_id: name.nullish() }).nullish() })
      .nullish(),
    links: z.array(link).nullish(),
  }),
});

/** After its signature was verified. A refund's reference is not that of its charge. */
export function noticeOf(body: unknown): Notice {
  const notice = noticeBody.safeParse(body);
  if (!notice.success) return { ok: false };
  const { id: eventKey, event_type, resource } = notice.data;
  const resourceId = resource.id ?? undefined;
  if (event_type === "PAYMENT.CAPTURE.REFUNDED" || event_type.startsWith("PAYMENT.REFUND.")) {
    const of = captureOf(resource);
    const about = {
      ...(of && { ids: { capture: of } }),
      ...(resourceId && { refund: resourceId }),
    };
    return { ok: true, eventKey, about };
  }
  const isOrder = event_type.startsWith("CHECKOUT.");
  const order = isOrder
    ? resourceId
    : (resource.supplementary_data?.related_ids?.order_id ?? undefined);
  const of = !isOrder && event_type.startsWith("PAYMENT.CAPTURE.") ? resourceId : undefined;
  const merchantRef = resource.custom_id ?? resource.purchase_units?.[0]?.custom_id;
  return {
    ok: true,
    eventKey,
    about: {
      ...(merchantRef && { merchantRef }),
      ids: { ...(order && { order }), ...(of && { capture: of }) },
    },
  };
}

const listedEvent = z.object({
  event_type: z.literal("PAYMENT.CAPTURE.COMPLETED"),
  resource: capture.extend({
    supplementary_data: z
      .object({ related_ids: z.object({ order_id: id.nullish() }).nullish() })
      .nullish(),
  }),
});
export const eventsAnswer = z.object({
  events: z.array(z.unknown()),
  links: z.array(link).nullish(),
});
export const listedCapture = (event: unknown) => listedEvent.safeParse(event).data?.resource;
