import { log } from "../../../core/log/log.server.ts";
import { currentTime } from "../../../core/process/clock.ts";
import { DAY } from "../../../core/values/durations.ts";
import { parseJson } from "../../../core/values/json.ts";
import type { DjomyCredentials } from "../credentials.ts";
import {
  type Creation,
  type ListedCharge,
  type PaymentProvider,
  type ProviderRequest,
  type QueryAnswer,
  UNKNOWN,
  UNREADABLE,
} from "../provider.ts";
import { DJOMY_COUNTRY, DJOMY_PAGES_A_DAY } from "../provider-assumptions.ts";
import {
  type ApiClient,
  apiClient,
  hmac,
  hostOf,
  isPayableAt,
  isPermissionDenied,
  isSignedBy,
} from "../provider-http.server.ts";
import {
  ALL_STATUSES,
  answerOf,
  chargeOf,
  createdAnswer,
  djomyNumber,
  isOf,
  type ListedPayment,
  listPageOf,
  noticeOf,
  refusalCode,
  statusAnswer,
  tokenAnswer,
} from "./djomy-answers.ts";

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
    cancelUrl: attempt.returnUrl,
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
