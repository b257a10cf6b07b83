import { randomUUID } from "node:crypto";
import { isoTime, MINUTE } from "../clock.ts";
import {
  DJOMY_CHARGED_COUNTRIES,
  DJOMY_FEE_PER_THOUSAND,
  DJOMY_SESSION_MINUTES,
  DJOMY_SUCCEEDS_AFTER_TIMEOUT,
} from "./unconfirmed.ts";

export const METHODS = ["OM", "MOMO", "SOUTRA_MONEY", "PAYCARD", "CARD"] as const;
export type Method = (typeof METHODS)[number];

export type Status =
  | "CREATED"
  | "REDIRECTED"
  | "PENDING"
  | "SUCCESS"
  | "FAILED"
  | "CANCELLED"
  | "TIMEOUT"
  | "REFUNDED";

/** One payment as Djomy keeps it. */
export type DjomyPayment = {
  transactionId: string;
  /** As the API names it, which may be a word that nobody has documented. */
  status: string;
  amount: number;
  countryCode: string;
  payerNumber: string;
  allowedPaymentMethods: readonly Method[];
  description: string | null;
  merchantPaymentReference: string | null;
  returnUrl: string | null;
  cancelUrl: string | null;
  metadata: Record<string, unknown> | null;
  createdAt: number;
  paidAmount: number | null;
  receivedAmount: number | null;
  fees: number | null;
  paymentMethod: Method | null;
  payerIdentifier: string | null;
  currency: string;
  providerReference: string | null;
};

export type NewPayment = Pick<
  DjomyPayment,
  | "amount"
  | "countryCode"
  | "payerNumber"
  | "allowedPaymentMethods"
  | "description"
  | "merchantPaymentReference"
  | "returnUrl"
  | "cancelUrl"
  | "metadata"
>;

export function openPayment(fields: NewPayment, now: number): DjomyPayment {
  return {
    ...fields,
    transactionId: randomUUID(),
    status: "CREATED",
    createdAt: now,
    paidAmount: null,
    receivedAmount: null,
    fees: null,
    paymentMethod: null,
    payerIdentifier: null,
    currency: DJOMY_CHARGED_COUNTRIES[fields.countryCode] ?? "GNF",
    providerReference: null,
  };
}

const OPEN: readonly string[] = ["CREATED", "REDIRECTED", "PENDING"] satisfies Status[];
export const isOpen = ({ status }: DjomyPayment): boolean => OPEN.includes(status);

/** Its own people look into it, and end it one way or the other, whenever they like. */
const isUnderReview = ({ status }: DjomyPayment): boolean => status === "UNDER_REVIEW";
const ENDS_A_REVIEW: readonly string[] = ["approve", "refuse", "cancel", "timeout"];

/** Whether somebody can still end it. */
export const isUndecided = (payment: DjomyPayment): boolean =>
  isOpen(payment) || isUnderReview(payment);

/** A payer who stays too long is sent away. */
export const isStatementTimeout = (payment: DjomyPayment, now: number): boolean =>
  isOpen(payment) && now > payment.createdAt + DJOMY_SESSION_MINUTES * MINUTE;

/** What people can do, with the words of the pages. */
export const ACTIONS = {
  open: "Ouvrir",
  wait: "Attendre le code PIN",
  approve: "Payer",
  "wrong-pin": "Mauvais code PIN",
  refuse: "Refuser",
  cancel: "Annuler",
  timeout: "Laisser expirer",
  "approve-late": "Payer trop tard",
  "approve-other-amount": "Payer un autre montant",
  "approve-other-currency": "Payer dans une autre monnaie",
  "unknown-status": "Statut inconnu",
  refund: "Rembourser à la main",
} as const;
export type Action = keyof typeof ACTIONS;
export const isAction = (action: string): action is Action => Object.hasOwn(ACTIONS, action);

const methodOf = (payment: DjomyPayment, choice: string): Method | undefined =>
  payment.allowedPaymentMethods.find((method) => method === choice) ??
  payment.allowedPaymentMethods[0];

/** A wallet of its own pays: it need not be the number that the merchant gave. */
function pay(payment: DjomyPayment, choice: string, paidAmount = payment.amount): void {
  const fees = Math.floor((paidAmount * DJOMY_FEE_PER_THOUSAND) / 1000);
  payment.status = "SUCCESS";
  payment.paidAmount = paidAmount;
  payment.fees = fees;
  payment.receivedAmount = paidAmount - fees;
  payment.paymentMethod = methodOf(payment, choice) ?? null;
  payment.payerIdentifier = payment.paymentMethod === "CARD" ? null : payment.payerNumber;
  payment.providerReference = `OP${payment.transactionId.slice(0, 8).toUpperCase()}`;
}

/** Changes a payment as somebody did; false when that is not possible any more. */
export function applyAction(payment: DjomyPayment, action: Action, choice: string): boolean {
  const late =
    DJOMY_SUCCEEDS_AFTER_TIMEOUT && ["TIMEOUT", "CANCELLED", "FAILED"].includes(payment.status);
  if (action === "refund") {
    if (payment.status !== "SUCCESS") return false;
    payment.status = "REFUNDED";
    return true;
  }
  if (action === "approve-late") {
    if (!late) return false;
    pay(payment, choice);
    return true;
  }
  const endsReview = isUnderReview(payment) && ENDS_A_REVIEW.includes(action);
  if (!isOpen(payment) && !endsReview) return false;
  switch (action) {
    case "open":
      payment.status = "REDIRECTED";
      break;
    case "wait":
      payment.status = "PENDING";
      payment.paymentMethod = methodOf(payment, choice) ?? null;
      break;
    case "approve":
      pay(payment, choice);
      break;
    case "approve-other-amount":
      pay(payment, choice, Math.max(1, payment.amount - 500));
      break;
    case "approve-other-currency":
      pay(payment, choice);
      payment.currency = "FCFA";
      break;
    case "wrong-pin":
    case "refuse":
      payment.status = "FAILED";
      break;
    case "cancel":
      payment.status = "CANCELLED";
      break;
    case "timeout":
      payment.status = "TIMEOUT";
      break;
    case "unknown-status":
      payment.status = "UNDER_REVIEW";
      break;
  }
  return true;
}

/** What is told of a payment when its status is asked. */
export function statusOf(payment: DjomyPayment): Record<string, unknown> {
  const { returnUrl, cancelUrl, amount, countryCode, payerNumber, description, ...told } = payment;
  return { ...told, createdAt: isoTime(payment.createdAt) };
}
