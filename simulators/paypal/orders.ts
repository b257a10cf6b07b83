import { randomBytes } from "node:crypto";
import { HOUR, isoTime } from "../clock.ts";
import { isRecord, isSafeAddress } from "../http.ts";
import { Refused } from "./failures.ts";
import { type Money, readMoney, showMoney } from "./money.ts";

export type OrderStatus =
  | "CREATED"
  | "SAVED"
  | "APPROVED"
  | "VOIDED"
  | "COMPLETED"
  | "PAYER_ACTION_REQUIRED";
export type CaptureStatus =
  | "COMPLETED"
  | "DECLINED"
  | "PARTIALLY_REFUNDED"
  | "PENDING"
  | "REFUNDED"
  | "FAILED";
export type RefundStatus = "CANCELLED" | "FAILED" | "PENDING" | "COMPLETED";

export type Refund = {
  id: string;
  captureId: string;
  money: Money;
  status: RefundStatus;
  customId: string | null;
  invoiceId: string | null;
  createdAt: number;
};

export type Capture = {
  id: string;
  money: Money;
  fee: number;
  status: CaptureStatus;
  reason: string | null;
  createdAt: number;
  refunds: Refund[];
  /** Its money was taken back after a dispute. */
  reversed: boolean;
};

/** How the next capture ends, as its payer chose. */
export const OUTCOMES = [
  "COMPLETED",
  "PENDING",
  "DECLINED",
  "INSTRUMENT_DECLINED",
  "TRANSACTION_REFUSED",
  "OTHER_AMOUNT",
  "OTHER_CURRENCY",
] as const;
export type Outcome = (typeof OUTCOMES)[number];
export const isOutcome = (value: string): value is Outcome =>
  OUTCOMES.some((outcome) => outcome === value);

export type PayPalOrder = {
  id: string;
  status: OrderStatus;
  money: Money;
  referenceId: string;
  customId: string | null;
  invoiceId: string | null;
  description: string | null;
  returnUrl: string | null;
  cancelUrl: string | null;
  /** It was created with a source of payment, so that its status and its link have other names. */
  hasSource: boolean;
  outcome: Outcome;
  createdAt: number;
  approvedAt: number | null;
  captureTries: number;
  captures: Capture[];
};

const newId = () => randomBytes(9).toString("hex").slice(0, 17).toUpperCase();

const APPROVAL_MS = 6 * HOUR;

/** Six hours to approve, then six more to capture. */
export const isExpired = (order: PayPalOrder, now: number): boolean =>
  order.status !== "COMPLETED" && now > (order.approvedAt ?? order.createdAt) + APPROVAL_MS;

function text(value: unknown, longest: number, field: string): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== "string") throw new Refused(400, "INVALID_PARAMETER_SYNTAX", field);
  if (value.length > longest) throw new Refused(400, "INVALID_STRING_MAX_LENGTH", field);
  return value;
}

function addressOf(context: Record<string, unknown>, field: string): string | null {
  const address = context[field];
  if (address === undefined) return null;
  if (!isSafeAddress(address)) throw new Refused(422, "INVALID_PARAMETER_VALUE", field);
  return String(address);
}

/** Amounts that are wrong in form are refused with 400, those that are wrong in substance with 422. */
export function moneyOf(amount: unknown): Money {
  const money = readMoney(amount);
  if (typeof money !== "string") return money;
  const isForm = /^(MISSING|INVALID_PARAMETER)/.test(money);
  throw new Refused(isForm ? 400 : 422, money, "amount");
}

/** Reads the body of POST /v2/checkout/orders. */
export function openOrder(body: unknown, now: number): PayPalOrder {
  if (!isRecord(body)) throw new Refused(400, "MALFORMED_REQUEST_JSON");
  if (body.intent !== "CAPTURE") throw new Refused(400, "INVALID_PARAMETER_VALUE", "intent");
  const units = body.purchase_units;
  if (!Array.isArray(units) || units.length < 1 || units.length > 10) {
    throw new Refused(400, "INVALID_ARRAY_LENGTH", "purchase_units");
  }
  const [unit] = units;
  if (!isRecord(unit)) throw new Refused(400, "MISSING_REQUIRED_PARAMETER", "purchase_units");
  const source = isRecord(body.payment_source) ? body.payment_source.paypal : undefined;
  const own = isRecord(source) ? source.experience_context : body.application_context;
  const context = isRecord(own) ? own : {};
  text(unit.soft_descriptor, 22, "soft_descriptor");
  return {
    id: newId(),
    status: source ? "PAYER_ACTION_REQUIRED" : "CREATED",
    money: moneyOf(unit.amount),
    referenceId: text(unit.reference_id, 256, "reference_id") ?? "default",
    customId: text(unit.custom_id, 127, "custom_id"),
    invoiceId: text(unit.invoice_id, 127, "invoice_id"),
    description: text(unit.description, 127, "description"),
    returnUrl: addressOf(context, "return_url"),
    cancelUrl: addressOf(context, "cancel_url"),
    hasSource: source !== undefined,
    outcome: "COMPLETED",
    createdAt: now,
    approvedAt: null,
    captureTries: 0,
    captures: [],
  };
}

export function newCapture(
  money: Money,
  fee: number,
  status: CaptureStatus,
  reason: string | null,
  createdAt: number,
): Capture {
  return { id: newId(), money, fee, status, reason, createdAt, refunds: [], reversed: false };
}

export const newRefund = (fields: Omit<Refund, "id">): Refund => ({ ...fields, id: newId() });

export function showCapture(order: PayPalOrder, capture: Capture): Record<string, unknown> {
  const { id, status, money, fee, reason } = capture;
  const net = { ...money, units: money.units - fee };
  return {
    id,
    status,
    ...(reason && { status_details: { reason } }),
    amount: showMoney(money),
    final_capture: true,
    custom_id: order.customId,
    invoice_id: order.invoiceId,
    ...(status !== "PENDING" &&
      status !== "DECLINED" && {
        seller_receivable_breakdown: {
          gross_amount: showMoney(money),
          paypal_fee: showMoney({ ...money, units: fee }),
          net_amount: showMoney(net),
        },
      }),
    create_time: isoTime(capture.createdAt),
    update_time: isoTime(capture.createdAt),
    supplementary_data: { related_ids: { order_id: order.id } },
    links: [],
  };
}

export function showRefund({ id, status, money, customId, invoiceId, createdAt }: Refund) {
  return {
    id,
    status,
    amount: showMoney(money),
    custom_id: customId,
    invoice_id: invoiceId,
    create_time: isoTime(createdAt),
    update_time: isoTime(createdAt),
    links: [],
  };
}

/** An order in words of the API; `minimal` leaves out all but its state and where to go. */
export function showOrder(order: PayPalOrder, base: string, minimal: boolean) {
  const self = `${base}/v2/checkout/orders/${order.id}`;
  const waits = order.status === "CREATED" || order.status === "PAYER_ACTION_REQUIRED";
  const links = [
    { href: self, rel: "self", method: "GET" },
    ...(waits
      ? [
          {
            href: `${base}/checkoutnow/${order.id}`,
            rel: order.hasSource ? "payer-action" : "approve",
            method: "GET",
          },
        ]
      : []),
    { href: `${self}/capture`, rel: "capture", method: "POST" },
  ];
  const { id, status } = order;
  if (minimal) return { id, status, links };
  const refunds = order.captures.flatMap((capture) => capture.refunds);
  const unit = {
    reference_id: order.referenceId,
    amount: showMoney(order.money),
    custom_id: order.customId,
    invoice_id: order.invoiceId,
    description: order.description,
    ...(order.captures.length > 0 && {
      payments: {
        captures: order.captures.map((capture) => showCapture(order, capture)),
        ...(refunds.length > 0 && { refunds: refunds.map(showRefund) }),
      },
    }),
  };
  const create_time = isoTime(order.createdAt);
  return { id, status, intent: "CAPTURE", purchase_units: [unit], create_time, links };
}
