import { DAY, type SimulatorClock } from "../clock.ts";
import { isRecord } from "../http.ts";
import { Refused } from "./failures.ts";
import {
  type Capture,
  isExpired,
  moneyOf,
  newCapture,
  newRefund,
  type Outcome,
  openOrder,
  type PayPalOrder,
  type Refund,
} from "./orders.ts";
import {
  PAYPAL_CAPTURE_TRIES,
  PAYPAL_EXPIRED_ORDER_STATUS,
  PAYPAL_FEE,
  PAYPAL_FOREIGN_CURRENCY_REASON,
  PAYPAL_REFUND_DAYS,
  PAYPAL_REVERSED_CAPTURE_STATUS,
} from "./unconfirmed.ts";

/** One line of what the simulator itself took or gave back, to compare our ledger with. */
export type Booking = {
  kind: "charge" | "refund" | "reversal";
  captureId: string;
  merchantReference: string | null;
  /** In the smallest unit. */
  amount: number;
  currency: string;
  fees: number;
};

export type Told = {
  type: string;
  about: "order" | "capture" | "refund";
  order: PayPalOrder;
  capture?: Capture;
  refund?: Refund;
};

/** The account of one merchant at PayPal: its orders, and what happens to them. */
export class PayPalMerchant {
  readonly orders = new Map<string, PayPalOrder>();
  readonly bookings: Booking[] = [];
  /** Refunds of now on end so. */
  refundStatus: Refund["status"] = "COMPLETED";
  /** Whether an invoice number may be paid once only, as accounts are set up by default. */
  uniqueInvoices = true;
  heldCurrencies: readonly string[] = ["EUR"];
  readonly #clock: SimulatorClock;
  readonly #tell: (event: Told) => void;

  constructor(clock: SimulatorClock, tell: (event: Told) => void) {
    this.#clock = clock;
    this.#tell = tell;
  }

  create(body: unknown): PayPalOrder {
    const order = openOrder(body, this.#clock.now());
    this.orders.set(order.id, order);
    return order;
  }

  order(id: string): PayPalOrder {
    const order = this.orders.get(id);
    if (!order || isExpired(order, this.#clock.now())) {
      throw new Refused(order ? PAYPAL_EXPIRED_ORDER_STATUS : 404, "INVALID_RESOURCE_ID");
    }
    return order;
  }

  captureBy(id: string): { order: PayPalOrder; capture: Capture } {
    for (const order of this.orders.values()) {
      const capture = order.captures.find((one) => one.id === id);
      if (capture) return { order, capture };
    }
    throw new Refused(404, "INVALID_RESOURCE_ID");
  }

  refundBy(id: string): Refund {
    for (const { captures } of this.orders.values()) {
      const refund = captures.flatMap(({ refunds }) => refunds).find((one) => one.id === id);
      if (refund) return refund;
    }
    throw new Refused(404, "INVALID_RESOURCE_ID");
  }

  /** Replaces the amount, the only change that is spoken here. */
  patch(id: string, body: unknown): void {
    const order = this.order(id);
    if (order.status !== "CREATED" && order.status !== "APPROVED") {
      throw new Refused(422, "ORDER_ALREADY_COMPLETED");
    }
    const [change] = Array.isArray(body) ? body : [];
    if (!isRecord(change) || change.op !== "replace")
      throw new Refused(400, "INVALID_PATCH_OPERATION");
    order.money = moneyOf(change.value);
  }

  approve(order: PayPalOrder, outcome: Outcome): boolean {
    if (order.status !== "CREATED" && order.status !== "PAYER_ACTION_REQUIRED") return false;
    order.status = "APPROVED";
    order.approvedAt = this.#clock.now();
    order.outcome = outcome;
    this.#tell({ type: "CHECKOUT.ORDER.APPROVED", about: "order", order });
    return true;
  }

  takeApprovalBack(order: PayPalOrder): boolean {
    if (order.status !== "APPROVED") return false;
    order.status = "PAYER_ACTION_REQUIRED";
    order.hasSource = true;
    this.#tell({ type: "CHECKOUT.PAYMENT-APPROVAL.REVERSED", about: "order", order });
    return true;
  }

  capture(id: string): { order: PayPalOrder; capture: Capture } {
    const order = this.order(id);
    if (order.status === "COMPLETED") throw new Refused(422, "ORDER_ALREADY_CAPTURED");
    if (order.status !== "APPROVED") throw new Refused(422, "ORDER_NOT_APPROVED");
    if (order.captureTries >= PAYPAL_CAPTURE_TRIES) {
      throw new Refused(422, "MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED");
    }
    order.captureTries += 1;
    this.#refuseSecondInvoice(order);
    if (order.outcome === "INSTRUMENT_DECLINED") {
      // The payer chooses another card on the same order.
      order.status = "PAYER_ACTION_REQUIRED";
      order.hasSource = true;
      throw new Refused(422, "INSTRUMENT_DECLINED");
    }
    if (order.outcome === "TRANSACTION_REFUSED") throw new Refused(422, "TRANSACTION_REFUSED");
    const capture = this.#take(order, order.outcome);
    order.status = "COMPLETED";
    order.captures.push(capture);
    this.#report(order, capture);
    return { order, capture };
  }

  #refuseSecondInvoice(order: PayPalOrder): void {
    const isSecond = [...this.orders.values()].some(
      (other) =>
        other !== order &&
        other.invoiceId !== null &&
        other.invoiceId === order.invoiceId &&
        other.captures.some(({ status }) => status !== "DECLINED" && status !== "FAILED"),
    );
    if (this.uniqueInvoices && isSecond) throw new Refused(422, "DUPLICATE_INVOICE_ID");
  }

  #take(order: PayPalOrder, outcome: Outcome): Capture {
    const money = { ...order.money };
    if (outcome === "OTHER_AMOUNT") money.units = Math.max(1, money.units - 100);
    if (outcome === "OTHER_CURRENCY") money.currency = "USD";
    const fee = Math.min(
      money.units,
      Math.ceil((money.units * PAYPAL_FEE.perThousand) / 1000) + PAYPAL_FEE.fixed,
    );
    const isHeld = this.heldCurrencies.includes(money.currency) || outcome === "OTHER_CURRENCY";
    const now = this.#clock.now();
    if (outcome === "DECLINED") return newCapture(money, fee, "DECLINED", null, now);
    if (outcome === "PENDING") return newCapture(money, fee, "PENDING", "PENDING_REVIEW", now);
    if (!isHeld) return newCapture(money, fee, "PENDING", PAYPAL_FOREIGN_CURRENCY_REASON, now);
    return newCapture(money, fee, "COMPLETED", null, now);
  }

  #report(order: PayPalOrder, capture: Capture): void {
    if (capture.status === "COMPLETED") this.#book("charge", order, capture, capture.money.units);
    this.#tell({ type: `PAYMENT.CAPTURE.${capture.status}`, about: "capture", order, capture });
  }

  #book(kind: Booking["kind"], order: PayPalOrder, capture: Capture, amount: number): void {
    this.bookings.push({
      kind,
      captureId: capture.id,
      merchantReference: order.invoiceId,
      amount,
      currency: capture.money.currency,
      fees: kind === "charge" ? capture.fee : 0,
    });
  }

  /** A capture that waited is accepted or not. */
  resolve(order: PayPalOrder, status: "COMPLETED" | "DECLINED"): boolean {
    const capture = order.captures.find((one) => one.status === "PENDING");
    if (!capture) return false;
    capture.status = status;
    capture.reason = null;
    this.#report(order, capture);
    return true;
  }

  refund(captureId: string, body: unknown): Refund {
    const { order, capture } = this.captureBy(captureId);
    const fields = isRecord(body) ? body : {};
    if (capture.status === "PENDING") throw new Refused(422, "PENDING_CAPTURE");
    if (capture.status === "REFUNDED") throw new Refused(422, "CAPTURE_FULLY_REFUNDED");
    const now = this.#clock.now();
    if (now > capture.createdAt + PAYPAL_REFUND_DAYS * DAY) {
      throw new Refused(422, "REFUND_TIME_LIMIT_EXCEEDED");
    }
    if (capture.status !== "COMPLETED" && capture.status !== "PARTIALLY_REFUNDED") {
      throw new Refused(422, "REFUND_NOT_ALLOWED");
    }
    const left = capture.money.units - promised(capture);
    const money =
      fields.amount === undefined ? { ...capture.money, units: left } : moneyOf(fields.amount);
    if (money.currency !== capture.money.currency) {
      throw new Refused(422, "REFUND_CAPTURE_CURRENCY_MISMATCH");
    }
    if (money.units > left || left <= 0) throw new Refused(422, "REFUND_AMOUNT_EXCEEDED");
    const refund = newRefund({
      captureId,
      money,
      status: this.refundStatus,
      customId: typeof fields.custom_id === "string" ? fields.custom_id : null,
      invoiceId: typeof fields.invoice_id === "string" ? fields.invoice_id : null,
      createdAt: now,
    });
    capture.refunds.push(refund);
    this.#follow(order, capture, refund);
    return refund;
  }

  /** A refund that waited ends. */
  resolveRefund(order: PayPalOrder, status: Refund["status"]): boolean {
    for (const capture of order.captures) {
      const refund = capture.refunds.find((one) => one.status === "PENDING");
      if (!refund) continue;
      refund.status = status;
      this.#follow(order, capture, refund);
      return true;
    }
    return false;
  }

  #follow(order: PayPalOrder, capture: Capture, refund: Refund): void {
    if (refund.status === "COMPLETED") {
      this.#book("refund", order, capture, refund.money.units);
      const done = capture.refunds.filter(({ status }) => status === "COMPLETED");
      const units = done.reduce((total, { money }) => total + money.units, 0);
      capture.status = units >= capture.money.units ? "REFUNDED" : "PARTIALLY_REFUNDED";
      this.#tell({ type: "PAYMENT.CAPTURE.REFUNDED", about: "refund", order, capture, refund });
    } else {
      this.#tell({
        type: `PAYMENT.REFUND.${refund.status}`,
        about: "refund",
        order,
        capture,
        refund,
      });
    }
  }

  /** The payer's bank takes everything back. */
  reverse(order: PayPalOrder): boolean {
    const capture = order.captures.find(({ status }) => status === "COMPLETED");
    if (!capture) return false;
    capture.status = PAYPAL_REVERSED_CAPTURE_STATUS;
    capture.reversed = true;
    this.#book("reversal", order, capture, capture.money.units);
    this.#tell({ type: "PAYMENT.CAPTURE.REVERSED", about: "capture", order, capture });
    return true;
  }
}

const promised = ({ refunds }: Capture): number =>
  refunds
    .filter(({ status }) => status === "COMPLETED" || status === "PENDING")
    .reduce((total, { money }) => total + money.units, 0);
