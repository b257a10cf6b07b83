import * as z from "zod";
import { log } from "../../../core/log/log.server.ts";
import { currentTime } from "../../../core/process/clock.ts";
import { DAY } from "../../../core/values/durations.ts";
import { parseJson } from "../../../core/values/json.ts";
import type { DjomyCredentials } from "../credentials.ts";
import { normaliseTransactionNumber } from "../payment-methods.ts";
import {
  type Charge,
  type Creation,
  type ListedCharge,
  type Notice,
  type PaymentProvider,
  type ProviderRequest,
  type QueryAnswer,
  UNKNOWN,
  UNREADABLE,
} from "../provider.ts";
import { DJOMY_COUNTRY, DJOMY_CURRENCY_WORDS, DJOMY_PAGES_A_DAY } from "../provider-assumptions.ts";
import {
  type ApiClient,
  apiClient,
  boundedText,
  chargedAmount,
  externalName,
  hmac,
  hostOf,
  isPayableAt,
  isPermissionDenied,
  isSignedBy,
  optionalAmount,
  readOptional,
} from "../provider-http.server.ts";

const LONGEST_DESCRIPTION = 255;

/** Orange Money, MTN MoMo and cards in Guinea, paid on Djomy's page. It has no refunds. */
export function djomy(
  credentials: DjomyCredentials,
  host: string = hostOf("djomy", credentials.mode),
): PaymentProvider {
  const client = djomyClient(host, credentials);
  return {
    id: "djomy",
    name: "Orange Money, MTN MoMo (Djomy)",
    mode: credentials.mode,
    currencies: ["GNF"],
    asksPayerNumber: true,
    create: (attempt, signal) => create(client, attempt, signal),
    query: (attempt, signal) => query(client, attempt, signal),
    async verifyNotice(headers, raw) {
      const signature = headers.get("x-webhook-signature");
      return isSignedBy(credentials.clientSecret, signature, raw)
        ? noticeOf(parseJson(raw))
        : { ok: false };
    },
    list: (from, to, signal) => listCharges(client, from, to, signal),
  };
}

async function create(
  client: ApiClient,
  attempt: ProviderRequest,
  signal: AbortSignal,
): Promise<Creation> {
  const payerNumber = djomyNumber(attempt.payerNumber);
  if (!payerNumber) return { kind: "rejected", code: "payer-number" };
  const body = {
    amount: attempt.amount,
    countryCode: DJOMY_COUNTRY,
    payerNumber,
    allowedPaymentMethods: ["OM", "MOMO", "CARD"],
    description: attempt.label.slice(0, LONGEST_DESCRIPTION),
    merchantPaymentReference: attempt.merchantRef,
    returnUrl: attempt.returnUrl,
    cancelUrl: attempt.cancelUrl,
  };
  const answer = await client.post("/v1/payments/gateway", body, signal);
  if (isPermissionDenied(answer.status))
    return { kind: "rejected", code: refusalCode(answer.status) };
  const created = createdAnswer.safeParse(answer.json);
  if (answer.status !== 201 || !created.success) return { kind: "unknown" };
  const { transactionId, redirectUrl, merchantPaymentReference } = created.data.data;
  const isOurs = (merchantPaymentReference ?? attempt.merchantRef) === attempt.merchantRef;
  if (!isOurs || !isPayableAt(redirectUrl, client.host)) return { kind: "unknown" };
  return { kind: "redirect", url: redirectUrl, ids: { transaction: transactionId } };
}

/** The return address proves nothing: only this does. */
async function query(
  client: ApiClient,
  attempt: ProviderRequest,
  signal: AbortSignal,
): Promise<QueryAnswer> {
  const { transaction } = attempt.ids;
  if (!transaction) return search(client, attempt, signal);
  const answer = await client.get(`/v1/payments/${encodeURIComponent(transaction)}/status`, signal);
  if (answer.status === 404) return { state: "not_found" };
  if (answer.status !== 200) return UNKNOWN;
  const status = statusAnswer.safeParse(answer.json);
  if (!status.success) return UNREADABLE;
  const payment = status.data.data;
  if (payment.transactionId !== transaction || !isOf(payment, attempt)) {
    log.error({ what: "djomy" }, "a provider answers with somebody else's payment");
    return UNREADABLE;
  }
  return answerOf(payment);
}

const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

/** A creation without an answer is looked up by our reference in the list of its days, and never sent again. */
async function search(
  client: ApiClient,
  attempt: ProviderRequest,
  signal: AbortSignal,
): Promise<QueryAnswer> {
  const start = attempt.expiresAt.getTime() - DAY;
  const end = Math.min(currentTime().getTime(), attempt.expiresAt.getTime() + DAY);
  const rows: ListedPayment[] = [];
  const days = [dayOf(start), dayOf(Math.max(start, end))] as const;
  for await (const page of pages(client, ...days, ALL_STATUSES, signal)) {
    if (!page) return UNKNOWN;
    rows.push(...page.filter(({ merchantRef }) => merchantRef === attempt.merchantRef));
  }
  if (rows.length === 0) return { state: "not_found" };
  const answers = rows.map(({ payment }) => (payment ? answerOf(payment) : UNREADABLE));
  const doubtful = answers.find(({ state, doubt }) => state === "unknown" && doubt);
  if (doubtful) return doubtful;
  const [paid, ...more] = answers.filter((answer) => answer.state === "paid");
  if (paid) {
    const [first, ...others] = paid.charges;
    return { ...paid, charges: [first, ...others, ...more.flatMap(({ charges }) => charges)] };
  }
  return answers.find(({ state }) => state === "processing") ?? answers[0] ?? UNKNOWN;
}

/** A page at a time; undefined instead of a page that failed, and at the end when there are too many. */
async function* pages(
  client: ApiClient,
  startDate: string,
  endDate: string,
  statuses: string,
  signal: AbortSignal,
): AsyncGenerator<ListedPayment[] | undefined> {
  for (let page = 0; page < DJOMY_PAGES_A_DAY; page++) {
    const question = new URLSearchParams({
      page: String(page),
      size: "100",
      sortBy: "createdAt",
      sortDirection: "desc",
      startDate,
      endDate,
      statuses,
    });
    const answer = await client.get(`/v1/payments?${question}`, signal);
    const list = listPageOf(answer.json);
    if (answer.status !== 200 || !list) return yield undefined;
    yield list.rows;
    if (list.isLast) return;
  }
  yield undefined;
}

async function* listCharges(
  client: ApiClient,
  from: Date,
  to: Date,
  signal: AbortSignal,
): AsyncGenerator<ListedCharge> {
  const days = [dayOf(from.getTime()), dayOf(to.getTime())] as const;
  for await (const page of pages(client, ...days, "SUCCESS,SUCCESSFUL", signal)) {
    if (!page) throw new Error("the list of payments did not come whole");
    for (const { payment, merchantRef } of page) {
      const charge = payment && chargeOf(payment);
      const ids = { transaction: payment?.transactionId ?? "" };
      if (charge) yield { ...(merchantRef && { merchantRef }), ids, charge };
    }
  }
}

export const apiKey = ({
  clientId,
  clientSecret,
}: Pick<DjomyCredentials, "clientId" | "clientSecret">): string =>
  `${clientId}:${hmac(clientSecret, clientId)}`;

/** Every call carries the API key, and all but the first the token. */
export function djomyClient(host: string, credentials: DjomyCredentials): ApiClient {
  const headers = {
    "content-type": "application/json",
    "x-api-key": apiKey(credentials),
    "x-partner-domain": credentials.partnerDomain,
  };
  return apiClient({
    host,
    tokenPath: "/v1/auth",
    tokenCall: { method: "POST", headers, body: "{}" },
    readToken: (json) => {
      const { accessToken, expiresIn } = tokenAnswer.parse(json).data;
      return { value: accessToken, seconds: expiresIn };
    },
    headers,
  });
}

/**
 * Djomy's answers in our terms. A status, amount, currency or id of another form than documented is a discrepancy;
 * other fields of another form are ignored.
 */

const text = boundedText(300);

/** Around every successful answer. */
const envelope = <T extends z.ZodType>(data: T) => z.object({ success: z.literal(true), data });

const tokenAnswer = envelope(
  z.object({ accessToken: text.min(1), expiresIn: z.number().positive() }),
);

const createdAnswer = envelope(
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
type DjomyPayment = z.infer<typeof payment>;

const statusAnswer = envelope(payment);
const listAnswer = envelope(z.object({ content: z.array(z.unknown()), last: z.boolean() }));
const reference = z.object({ merchantPaymentReference: z.string() });

/** A line of a list, as far as it can be read. */
type ListedPayment = { merchantRef?: string; payment?: DjomyPayment };

/** Undefined when it is no page of a list. An unreadable line does not hide the others. */
function listPageOf(json: unknown): { rows: ListedPayment[]; isLast: boolean } | undefined {
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
const refusalCode = (status: number): string => `djomy-${status}`;

const ALL_STATUSES =
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

const isPaid = ({ status }: DjomyPayment): boolean =>
  status === "SUCCESS" || status === "SUCCESSFUL";

const isUnknownStatus = (one: DjomyPayment): boolean =>
  !isPaid(one) && !Object.hasOwn(STATES, one.status);

/** Undefined when a payment took no money or does not say how much. `unread` collects the unreadable fields. */
function chargeOf(one: DjomyPayment, unread: string[] = []): Charge | undefined {
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
const isOf = (one: DjomyPayment, attempt: Pick<ProviderRequest, "merchantRef">): boolean =>
  (one.merchantPaymentReference ?? attempt.merchantRef) === attempt.merchantRef;

/** An unknown status keeps the attempt pending, with a discrepancy. */
function answerOf(one: DjomyPayment): QueryAnswer {
  const unread: string[] = [];
  const charge = chargeOf(one, unread);
  const operator = readOptional("providerReference", one.providerReference, externalName, unread);
  const ids = {
    transaction: one.transactionId,
    ...(operator && { operator: normaliseTransactionNumber(operator) }),
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
