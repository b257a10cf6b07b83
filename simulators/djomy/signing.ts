import { createHmac, randomUUID } from "node:crypto";
import { isoTime } from "../clock.ts";
import type { SignedNotice } from "../notices.ts";
import { type DjomyPayment, statusOf } from "./payments.ts";

const hmac = (key: string, message: string) =>
  createHmac("sha256", key).update(message).digest("hex");

/** What `X-API-KEY` must say. */
export const apiKeyOf = (clientId: string, clientSecret: string): string =>
  `${clientId}:${hmac(clientSecret, clientId)}`;

export const signNotice = (clientSecret: string, body: string): SignedNotice => ({
  headers: {
    "content-type": "application/json",
    "x-webhook-signature": `v1:${hmac(clientSecret, body)}`,
  },
  body,
});

const EVENT_OF: Readonly<Record<string, string>> = {
  CREATED: "payment.created",
  REDIRECTED: "payment.redirected",
  PENDING: "payment.pending",
  CANCELLED: "payment.cancelled",
  TIMEOUT: "payment.timeout",
  SUCCESS: "payment.success",
  FAILED: "payment.failed",
  REFUNDED: "payment.refunded",
};

/** Tells of a payment as it is now: V1 lays its fields open, V2 puts them below `payment`. */
export function noticeOf(payment: DjomyPayment, version: 1 | 2, now: number): unknown {
  const told = statusOf(payment);
  return {
    message: "Statut du paiement",
    eventType: EVENT_OF[payment.status] ?? "payment.pending",
    eventId: randomUUID(),
    data: version === 1 ? told : { payment: told },
    paymentLinkReference: null,
    metadata: payment.metadata,
    timestamp: isoTime(now),
  };
}
