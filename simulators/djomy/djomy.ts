import { randomBytes } from "node:crypto";
import { isoTime, MINUTE, SECOND, SimulatorClock } from "../clock.ts";
import { answerControl, CONTROL } from "../control.ts";
import { FaultPlan } from "../faults.ts";
import {
  type Call,
  formOf,
  html,
  json,
  jsonOf,
  listen,
  type Reply,
  type RunningSimulator,
  seeOther,
} from "../http.ts";
import { NoticeBox } from "../notices.ts";
import { readNewPayment } from "./create.ts";
import { listPage } from "./list.ts";
import { operatorPage, payerPage } from "./pages.ts";
import {
  applyAction,
  type DjomyPayment,
  isAction,
  isStatementTimeout,
  openPayment,
  statusOf,
} from "./payments.ts";
import { apiKeyOf, noticeOf, signNotice } from "./signing.ts";
import {
  DJOMY_CALLS_A_MINUTE,
  DJOMY_NOTICE_RETRY_SECONDS,
  DJOMY_REFERENCE_IS_UNIQUE,
} from "./unconfirmed.ts";

export type DjomyOptions = {
  clientId: string;
  clientSecret: string;
  partnerDomain: string;
  /** Live asks for the domain of the partner. */
  mode?: "live" | "test";
  noticeVersion?: 1 | 2;
  clock?: SimulatorClock;
  callsAMinute?: number;
};

/** One line of what the simulator itself took or gave back, to compare our ledger with. */
export type Booking = {
  kind: "charge" | "refund";
  transactionId: string;
  merchantReference: string | null;
  amount: number;
  fees: number;
  currency: string;
};

const TOKEN_SECONDS = 3600;

/** Djomy as its documents describe it, on this machine. */
export class DjomySimulator {
  readonly clock: SimulatorClock;
  readonly faults = new FaultPlan();
  readonly notices: NoticeBox;
  readonly payments = new Map<string, DjomyPayment>();
  readonly #options: DjomyOptions;
  readonly #tokens = new Map<string, number>();
  readonly #bookings: Booking[] = [];
  #calls: number[] = [];
  #url = "";

  constructor(options: DjomyOptions) {
    this.#options = options;
    this.clock = options.clock ?? new SimulatorClock();
    this.notices = new NoticeBox(
      this.clock,
      (body, forged) => signNotice(forged ? "somebody else's secret" : options.clientSecret, body),
      DJOMY_NOTICE_RETRY_SECONDS.map((seconds) => seconds * SECOND),
    );
  }

  books = (): Booking[] => [...this.#bookings];

  async start(port = 0): Promise<RunningSimulator> {
    const rateLimit = this.#failure(429, "Trop de requêtes.");
    const simulator = { answer: (call: Call) => this.#answer(call), operationOf, rateLimit };
    const running = await listen(simulator, this.faults, port);
    this.#url = running.url;
    return running;
  }

  /** Keeps the address for notices, once it answered a GET with 200. */
  async registerNotices(address: string): Promise<boolean> {
    const response = await fetch(address, { redirect: "manual" });
    await response.body?.cancel();
    if (response.status === 200) this.notices.address = address;
    return response.status === 200;
  }

  /** Tokens given so far open nothing any more. */
  forgetTokens(): void {
    this.#tokens.clear();
  }

  play = (id: string, action: string, choice = ""): boolean => {
    const payment =
      this.payments.get(id) ??
      [...this.payments.values()].findLast((one) => one.merchantPaymentReference === id);
    if (!payment || !isAction(action)) return false;
    this.#timeOut(payment);
    if (!applyAction(payment, action, choice)) return false;
    if (action === "refund") this.#book("refund", payment);
    else if (payment.status === "SUCCESS") this.#book("charge", payment);
    this.notices.add(noticeOf(payment, this.#options.noticeVersion ?? 2, this.clock.now()));
    return true;
  };

  #book(kind: Booking["kind"], payment: DjomyPayment): void {
    this.#bookings.push({
      kind,
      transactionId: payment.transactionId,
      merchantReference: payment.merchantPaymentReference,
      amount: payment.paidAmount ?? 0,
      fees: kind === "charge" ? (payment.fees ?? 0) : 0,
      currency: payment.currency,
    });
  }

  #timeOut(payment: DjomyPayment): void {
    if (isStatementTimeout(payment, this.clock.now())) payment.status = "TIMEOUT";
  }

  async #answer(call: Call): Promise<Reply> {
    if (call.path.startsWith(CONTROL)) return answerControl(call, this);
    if (/^\/(?:gateway|operator)\b/.test(call.path)) return this.#answerPeople(call);
    await call.work();
    if (this.#isTooOften()) return this.#failure(429, "Trop de requêtes.");
    return this.#refuseCaller(call) ?? this.#answerMerchant(call);
  }

  #isTooOften(): boolean {
    const now = this.clock.now();
    this.#calls = [...this.#calls.filter((at) => at > now - MINUTE), now];
    return this.#calls.length > (this.#options.callsAMinute ?? DJOMY_CALLS_A_MINUTE);
  }

  /** Both the signed key and, but for a token, the token are wanted; and in live the domain. */
  #refuseCaller({ headers, path }: Call): Reply | undefined {
    const { clientId, clientSecret, partnerDomain, mode } = this.#options;
    if (headers["x-api-key"] !== apiKeyOf(clientId, clientSecret)) {
      return this.#failure(401, "Clé d’API absente ou incorrecte.");
    }
    if (mode === "live" && headers["x-partner-domain"] !== partnerDomain) {
      return this.#failure(403, "Domaine du partenaire absent ou incorrect.");
    }
    if (path === "/v1/auth") return undefined;
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? "")?.[1] ?? "";
    const expiresAt = this.#tokens.get(token);
    if (expiresAt === undefined || expiresAt <= this.clock.now()) {
      return this.#failure(401, "Jeton absent ou expiré.");
    }
    return undefined;
  }

  #answerMerchant(call: Call): Reply {
    const status = /^\/v1\/payments\/([0-9a-f-]{36})\/status$/.exec(call.path)?.[1];
    const isJson = call.headers["content-type"]?.startsWith("application/json");
    if (call.method === "POST" && !isJson) return this.#failure(400, "Le corps doit être en JSON.");
    switch (`${call.method} ${status ? "status" : call.path}`) {
      case "POST /v1/auth":
        return this.#giveToken();
      case "POST /v1/payments/gateway":
        return this.#create(call);
      case "GET /v1/payments":
        return this.#list(call);
      case "GET status":
        return this.#tell(status ?? "");
      default:
        return this.#failure(404, "Ressource introuvable.");
    }
  }

  #giveToken(): Reply {
    const accessToken = randomBytes(24).toString("base64url");
    this.#tokens.set(accessToken, this.clock.now() + TOKEN_SECONDS * SECOND);
    return this.#success(200, { accessToken, expiresIn: TOKEN_SECONDS });
  }

  #create(call: Call): Reply {
    const fields = readNewPayment(jsonOf(call));
    if ("fieldsErrors" in fields) {
      return this.#failure(fields.status, fields.message, fields.fieldsErrors);
    }
    const sameReference = [...this.payments.values()].some(
      ({ merchantPaymentReference: reference }) =>
        reference !== null && reference === fields.merchantPaymentReference,
    );
    if (DJOMY_REFERENCE_IS_UNIQUE && sameReference) {
      return this.#failure(422, "Cette référence existe déjà.");
    }
    const payment = openPayment(fields, this.clock.now());
    this.payments.set(payment.transactionId, payment);
    const { transactionId, status, merchantPaymentReference, allowedPaymentMethods } = payment;
    return this.#success(201, {
      transactionId,
      status,
      merchantPaymentReference,
      allowedPaymentMethods,
      redirectUrl: `${this.#url}/gateway/${transactionId}`,
      createdAt: isoTime(payment.createdAt),
      metadata: payment.metadata,
    });
  }

  #list(call: Call): Reply {
    for (const payment of this.payments.values()) this.#timeOut(payment);
    const page = listPage([...this.payments.values()], call.query, this.clock.now());
    return page ? this.#success(200, page) : this.#failure(400, "Les deux dates, ou aucune.");
  }

  #tell(id: string): Reply {
    const payment = this.payments.get(id);
    if (!payment) return this.#failure(404, "Transaction introuvable.");
    this.#timeOut(payment);
    return this.#success(200, statusOf(payment));
  }

  #answerPeople(call: Call): Reply {
    const [, page, id = ""] = call.path.split("/");
    if (page === "operator" && call.method === "GET") {
      return html(200, operatorPage([...this.payments.values()]));
    }
    const payment = this.payments.get(id);
    if (!payment) return html(404, "404");
    this.#timeOut(payment);
    if (call.method === "GET") {
      if (payment.status === "CREATED") this.play(id, "open");
      return html(200, payerPage(payment));
    }
    const form = formOf(call);
    this.play(id, form.get("action") ?? "", form.get("choice") ?? "");
    void this.notices.deliverDue();
    return page === "operator" ? seeOther("/operator") : this.#sendBack(payment);
  }

  /** Back to the merchant, with a status in the address that proves nothing. */
  #sendBack(payment: DjomyPayment): Reply {
    const { status, returnUrl, cancelUrl, transactionId } = payment;
    const address = status === "CANCELLED" ? cancelUrl : returnUrl;
    if (!address || ["CREATED", "REDIRECTED", "PENDING"].includes(status)) {
      return seeOther(`/gateway/${transactionId}`);
    }
    const url = new URL(address);
    url.searchParams.set("transactionId", transactionId);
    url.searchParams.set("status", status);
    return seeOther(url.href);
  }

  #success(status: number, data: unknown): Reply {
    const timestamp = isoTime(this.clock.now());
    return json(status, { success: true, message: "OK", data, error: null, timestamp, status });
  }

  #failure(status: number, message: string, fieldsErrors: string[] = []): Reply {
    const error = { code: status, message, details: null, fieldsErrors };
    const timestamp = isoTime(this.clock.now());
    return json(status, { success: false, message, data: null, error, timestamp, status });
  }
}

function operationOf({ method, path }: Pick<Call, "method" | "path">): string | undefined {
  if (path === "/v1/auth") return "auth";
  if (path === "/v1/payments/gateway") return "create";
  if (path === "/v1/payments" && method === "GET") return "list";
  return path.endsWith("/status") ? "query" : undefined;
}
