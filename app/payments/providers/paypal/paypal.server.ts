import { log } from "../../../core/log/log.server.ts";
import { DAY } from "../../../core/values/durations.ts";
import { decimalAmount } from "../../../i18n/format.ts";
import type { PayPalCredentials } from "../credentials.ts";
import {
  type Creation,
  type ListedCharge,
  type PaymentProvider,
  type ProviderRequest,
  type QueryAnswer,
  type RefundAnswer,
  type RefundRequest,
  UNKNOWN,
  UNREADABLE,
} from "../provider.ts";
import {
  type Answer,
  type ApiClient,
  apiClient,
  hostOf,
  isPayableAt,
  isPermissionDenied,
} from "../provider-http.server.ts";
import {
  answerOf,
  chargeOf,
  createdAnswer,
  eventsAnswer,
  isOf,
  issueOf,
  listedCapture,
  orderAnswer,
  payerLink,
  refundOf,
  tokenAnswer,
} from "./paypal-answers.ts";
import { PayPalNotices } from "./paypal-notices.server.ts";

const LONGEST_TEXT = 127;
const KEY_LIFE_MS = 45 * DAY;

/** For payers abroad: they approve on PayPal's page, then our call captures the money. */
export function payPal(
  credentials: PayPalCredentials,
  host: string = hostOf("paypal", credentials.mode),
): PaymentProvider {
  const client = payPalClient(host, credentials);
  const notices = new PayPalNotices(host, credentials.webhookId);
  return {
    id: "paypal",
    name: "PayPal",
    mode: credentials.mode,
    currencies: ["EUR"],
    asksPayerNumber: false,
    keepsFixedFee: true,
    create: (attempt, signal) => create(client, attempt, signal),
    query: (attempt, signal) => query(client, attempt, signal),
    isTakenByCaptureAlone: true,
    capture: (attempt, key, signal) => capture(client, attempt, key, signal),
    refunds: {
      keyLifeMs: KEY_LIFE_MS,
      send: (refund, signal) => sendRefund(client, refund, signal),
      find: (refund, signal) => findRefund(client, refund.id, signal),
    },
    verifyNotice: (headers, raw, signal, network) => notices.check(headers, raw, signal, network),
    list: (from, to, signal) => listCharges(client, from, to, signal),
  };
}

const moneyOf = ({ amount, currency }: Pick<RefundRequest, "amount" | "currency">) => ({
  currency_code: currency,
  value: decimalAmount(amount, currency),
});

async function create(
  client: ApiClient,
  attempt: ProviderRequest,
  signal: AbortSignal,
): Promise<Creation> {
  const body = {
    intent: "CAPTURE",
    purchase_units: [
      {
        reference_id: "default",
        custom_id: attempt.merchantRef,
        invoice_id: attempt.merchantRef,
        description: attempt.label.slice(0, LONGEST_TEXT),
        amount: moneyOf(attempt),
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          locale: attempt.language === "fr" ? "fr-FR" : "en-GB",
          shipping_preference: "NO_SHIPPING",
          user_action: "PAY_NOW",
          payment_method_preference: "IMMEDIATE_PAYMENT_REQUIRED",
          return_url: attempt.returnUrl,
          cancel_url: attempt.cancelUrl,
        },
      },
    },
  };
  const key = `create:${attempt.merchantRef}`;
  const answer = await client.post("/v2/checkout/orders", body, signal, idempotent(key));
  if (isPermissionDenied(answer.status)) {
    return { kind: "rejected", code: issueOf(answer.json) ?? `paypal-${answer.status}` };
  }
  const order = createdAnswer.safeParse(answer.json);
  if (!isSuccess(answer) || !order.success) return { kind: "unknown" };
  const url = payerLink(order.data.links);
  if (!url || !isPayableAt(url, client.host)) return { kind: "unknown" };
  return { kind: "redirect", url, ids: { order: order.data.id } };
}

/** 200: the key was known already. */
const isSuccess = ({ status }: Answer): boolean => status === 200 || status === 201;

const orderAt = ({ ids }: ProviderRequest): string =>
  `/v2/checkout/orders/${encodeURIComponent(ids.order ?? "")}`;

async function query(
  client: ApiClient,
  attempt: ProviderRequest,
  signal: AbortSignal,
): Promise<QueryAnswer> {
  // No payer was sent to an order whose id never came, and only our call captures.
  if (!attempt.ids.order) return { state: "not_found" };
  const answer = await client.get(orderAt(attempt), signal);
  if (answer.status === 404) return { state: "not_found" };
  return answer.status === 200 ? answerOfJson(answer.json, attempt, client.host) : UNKNOWN;
}

function answerOfJson(json: unknown, attempt: ProviderRequest, host: string): QueryAnswer {
  const order = orderAnswer.safeParse(json);
  if (!order.success) return UNREADABLE;
  if (order.data.id !== attempt.ids.order || !isOf(order.data, attempt.merchantRef)) {
    log.error({ what: "paypal" }, "a provider answers with somebody else's payment");
    return UNREADABLE;
  }
  const answer = answerOf(order.data);
  if (answer.state !== "pending" || !answer.url || isPayableAt(answer.url, host)) return answer;
  const { url, ...without } = answer;
  return without;
}

/** Refusals after which the payer can choose another card on the same order. */
const ANOTHER_CARD = ["INSTRUMENT_DECLINED", "PAYER_ACTION_REQUIRED"];
/** Refusals after which the order itself tells the state. */
const ASK_THE_ORDER = ["ORDER_ALREADY_CAPTURED", "ORDER_NOT_APPROVED"];

async function capture(
  client: ApiClient,
  attempt: ProviderRequest,
  key: string,
  signal: AbortSignal,
): Promise<QueryAnswer> {
  if (!attempt.ids.order) return { state: "not_found" };
  const answer = await client.post(`${orderAt(attempt)}/capture`, {}, signal, idempotent(key));
  if (isSuccess(answer)) return answerOfJson(answer.json, attempt, client.host);
  if (answer.status === 404) return { state: "not_found" };
  if (answer.status !== 422) return UNKNOWN;
  const issue = issueOf(answer.json);
  if (issue === undefined) return UNKNOWN;
  if (ASK_THE_ORDER.includes(issue)) return query(client, attempt, signal);
  if (!ANOTHER_CARD.includes(issue)) return { state: "failed", reason: issue };
  const order = await query(client, attempt, signal);
  return order.state === "pending" || order.state === "approved"
    ? { ...order, state: "pending", declined: true }
    : order;
}

/** Refusals that end by themselves. */
const LATER = ["PENDING_CAPTURE", "PREVIOUS_REQUEST_IN_PROGRESS"];

async function sendRefund(
  client: ApiClient,
  refund: RefundRequest,
  signal: AbortSignal,
): Promise<RefundAnswer> {
  const path = `/v2/payments/captures/${encodeURIComponent(refund.txnId)}/refund`;
  const body = { amount: moneyOf(refund), custom_id: refund.key };
  const answer = await client.post(path, body, signal, idempotent(`refund:${refund.key}`));
  if (isSuccess(answer)) return refundOf(answer.json);
  const isFinal = answer.status === 404 || answer.status === 422 || answer.status === 400;
  const issue = issueOf(answer.json);
  // Only an error in PayPal's own form is final.
  const isOver = isFinal && issue !== undefined && !LATER.includes(issue);
  return isOver ? { state: "failed", reason: issue } : { state: "unknown" };
}

async function findRefund(
  client: ApiClient,
  id: string,
  signal: AbortSignal,
): Promise<RefundAnswer> {
  const answer = await client.get(`/v2/payments/refunds/${encodeURIComponent(id)}`, signal);
  return answer.status === 200 ? refundOf(answer.json) : { state: "unknown" };
}

async function* listCharges(
  client: ApiClient,
  from: Date,
  to: Date,
  signal: AbortSignal,
): AsyncGenerator<ListedCharge> {
  const period = { start_time: from.toISOString(), end_time: to.toISOString() };
  const question = new URLSearchParams(period);
  const answer = await client.get(`/v1/notifications/webhooks-events?${question}`, signal);
  const list = eventsAnswer.safeParse(answer.json);
  if (
    answer.status !== 200 ||
    !list.success ||
    list.data.links?.some(({ rel }) => rel === "next")
  ) {
    throw new Error("the list of payments did not come whole");
  }
  for (const event of list.data.events) {
    const one = listedCapture(event);
    const charge = one && chargeOf(one, 0);
    if (!one || !charge) continue;
    const order = one.supplementary_data?.related_ids?.order_id;
    const ids = { capture: one.id, ...(order && { order }) };
    yield { ...(one.custom_id && { merchantRef: one.custom_id }), ids, charge };
  }
}

export function payPalClient(
  host: string,
  { clientId, clientSecret }: PayPalCredentials,
): ApiClient {
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
  const tokenHeaders = {
    authorization: `Basic ${basic}`,
    "content-type": "application/x-www-form-urlencoded",
  };
  return apiClient({
    host,
    tokenPath: "/v1/oauth2/token",
    tokenCall: { method: "POST", headers: tokenHeaders, body: "grant_type=client_credentials" },
    readToken: (json) => {
      const { access_token, expires_in } = tokenAnswer.parse(json);
      return { value: access_token, seconds: expires_in };
    },
    headers: { "content-type": "application/json" },
  });
}

/** PayPal answers a second call with the same key by how the first one stands. */
const idempotent = (key: string) => ({
  prefer: "return=representation",
  "paypal-request-id": key,
});
