import { randomBytes } from "node:crypto";
import { MINUTE, SECOND, SimulatorClock } from "../clock.ts";
import { answerControl, CONTROL } from "../control.ts";
import { FaultPlan } from "../faults.ts";
import {
  type Call,
  formOf,
  html,
  isRecord,
  json,
  jsonOf,
  listen,
  type Reply,
  type RunningSimulator,
  seeOther,
} from "../http.ts";
import { failure, Refused } from "./failures.ts";
import { KEY_LIFE, RequestKeys } from "./keys.ts";
import { type Booking, PayPalMerchant } from "./merchant.ts";
import { showCapture, showOrder, showRefund } from "./orders.ts";
import { operatorPage, payerPage } from "./pages.ts";
import { addressAfter, playOrder } from "./people.ts";
import { PAYPAL_CALLS_A_MINUTE } from "./unconfirmed.ts";
import { Webhooks } from "./webhooks.ts";

export type PayPalOptions = {
  clientId: string;
  clientSecret: string;
  webhookId: string;
  clock?: SimulatorClock;
  callsAMinute?: number;
};

const TOKEN_SECONDS = 31_668;
const CERTIFICATE = "/v1/notifications/certs/CERT-simulator";

/** PayPal as its documents describe it, on this machine. */
export class PayPalSimulator {
  readonly clock: SimulatorClock;
  readonly faults = new FaultPlan();
  readonly merchant: PayPalMerchant;
  readonly webhooks: Webhooks;
  readonly #options: PayPalOptions;
  readonly #keys: RequestKeys;
  readonly #tokens = new Map<string, number>();
  #calls: number[] = [];
  #url = "";

  constructor(options: PayPalOptions) {
    this.#options = options;
    this.clock = options.clock ?? new SimulatorClock();
    this.#keys = new RequestKeys(this.clock);
    this.webhooks = new Webhooks(this.clock, options.webhookId);
    this.merchant = new PayPalMerchant(this.clock, (event) => this.webhooks.tell(event, this.#url));
  }

  get notices() {
    return this.webhooks.box;
  }

  books = (): Booking[] => [...this.merchant.bookings];

  async start(port = 0): Promise<RunningSimulator> {
    const answer = (call: Call) => this.#answer(call);
    const simulator = { answer, operationOf, rateLimit: failure(429, "RATE_LIMIT_REACHED") };
    const running = await listen(simulator, this.faults, port);
    this.#url = running.url;
    this.webhooks.certUrl = `${running.url}${CERTIFICATE}`;
    return running;
  }

  forgetTokens(): void {
    this.#tokens.clear();
  }

  play = (id: string, action: string, choice = ""): boolean => {
    const { orders } = this.merchant;
    const order =
      orders.get(id) ?? [...orders.values()].findLast(({ invoiceId }) => invoiceId === id);
    return order !== undefined && playOrder(this.merchant, order, action, choice);
  };

  async #answer(call: Call): Promise<Reply> {
    if (call.path.startsWith(CONTROL)) return answerControl(call, this);
    if (/^\/(?:checkoutnow|operator)\b/.test(call.path)) return this.#answerPeople(call);
    if (call.path === CERTIFICATE) {
      const headers = { "content-type": "text/plain" };
      return { status: 200, headers, body: this.webhooks.signer.certificate };
    }
    if (this.#isTooOften()) return failure(429, "RATE_LIMIT_REACHED");
    try {
      if (call.path === "/v1/oauth2/token") return await this.#giveToken(call);
      return this.#refuseCaller(call) ?? (await this.#answerMerchant(call));
    } catch (error) {
      if (error instanceof Refused) return error.reply;
      throw error;
    }
  }

  #isTooOften(): boolean {
    const now = this.clock.now();
    this.#calls = [...this.#calls.filter((at) => at > now - MINUTE), now];
    return this.#calls.length > (this.#options.callsAMinute ?? PAYPAL_CALLS_A_MINUTE);
  }

  async #giveToken(call: Call): Promise<Reply> {
    await call.work();
    const { clientId, clientSecret } = this.#options;
    const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
    if (call.headers.authorization !== basic) {
      return json(401, {
        error: "invalid_client",
        error_description: "Client Authentication failed",
      });
    }
    const isForm = call.headers["content-type"]?.startsWith("application/x-www-form-urlencoded");
    if (!isForm || formOf(call).get("grant_type") !== "client_credentials") {
      return json(400, {
        error: "unsupported_grant_type",
        error_description: "Grant Type is NULL",
      });
    }
    const token = randomBytes(24).toString("base64url");
    this.#tokens.set(token, this.clock.now() + TOKEN_SECONDS * SECOND);
    return json(200, {
      scope: "https://uri.paypal.com/services/payments/payment",
      access_token: token,
      token_type: "Bearer",
      app_id: "APP-SIMULATOR",
      expires_in: TOKEN_SECONDS,
      nonce: randomBytes(8).toString("hex"),
    });
  }

  #refuseCaller({ headers, method }: Call): Reply | undefined {
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? "")?.[1] ?? "";
    const expiresAt = this.#tokens.get(token);
    if (expiresAt === undefined || expiresAt <= this.clock.now())
      return failure(401, "INVALID_TOKEN");
    const isJson = headers["content-type"]?.startsWith("application/json");
    if (method !== "GET" && !isJson) return failure(400, "UNSUPPORTED_MEDIA_TYPE");
    return undefined;
  }

  /** The sandbox fails on demand. */
  #mockOf(call: Call): string | undefined {
    const header = call.headers["paypal-mock-response"];
    if (typeof header !== "string") return undefined;
    const mock: unknown = JSON.parse(header);
    return isRecord(mock) ? String(mock.mock_application_codes) : undefined;
  }

  async #answerMerchant(call: Call): Promise<Reply> {
    const mock = this.#mockOf(call);
    if (mock) return failure(422, mock);
    const [, , group = "", kind = "", id = "", verb = ""] = call.path.split("/");
    const minimal = call.headers.prefer !== "return=representation";
    switch (`${call.method} ${group}/${kind}${id && "/id"}${verb && `/${verb}`}`) {
      case "POST checkout/orders":
        return this.#create(call, minimal);
      case "GET checkout/orders/id":
        await call.work();
        return json(200, showOrder(this.merchant.order(id), this.#url, false));
      case "PATCH checkout/orders/id":
        this.merchant.patch(id, jsonOf(call));
        return { status: 204, body: "" };
      case "POST checkout/orders/id/capture":
        return this.#capture(call, id, minimal);
      case "GET payments/captures/id": {
        const { order, capture } = this.merchant.captureBy(id);
        return json(200, showCapture(order, capture));
      }
      case "POST payments/captures/id/refund":
        return this.#refund(call, id);
      case "GET payments/refunds/id":
        await call.work();
        return json(200, showRefund(this.merchant.refundBy(id)));
      case "POST notifications/verify-webhook-signature": {
        const status = this.webhooks.verify(jsonOf(call));
        return status
          ? json(200, { verification_status: status })
          : failure(400, "MISSING_REQUIRED_PARAMETER");
      }
      case "GET notifications/webhooks-events":
        return this.#listEvents(call);
      case "POST notifications/webhooks-events/id/resend": {
        const event = this.webhooks.resend(id);
        return event ? json(202, event) : failure(404, "INVALID_RESOURCE_ID");
      }
      default:
        return failure(404, "INVALID_RESOURCE_ID");
    }
  }

  #listEvents({ query }: Call): Reply {
    const events = this.webhooks.between(query.get("start_time"), query.get("end_time"));
    return json(200, { events, count: events.length, links: [] });
  }

  #keyOf({ headers }: Call): string | undefined {
    const key = headers["paypal-request-id"];
    return typeof key === "string" ? key : undefined;
  }

  #create(call: Call, minimal: boolean): Promise<Reply> {
    return this.#keys.once("create", this.#keyOf(call), KEY_LIFE.orders, async () => {
      await call.work();
      const order = this.merchant.create(jsonOf(call));
      const latest = () => json(201, showOrder(order, this.#url, minimal));
      return { reply: latest(), latest };
    });
  }

  #capture(call: Call, id: string, minimal: boolean): Promise<Reply> {
    return this.#keys.once(`capture ${id}`, this.#keyOf(call), KEY_LIFE.orders, async () => {
      await call.work();
      const { order } = this.merchant.capture(id);
      const latest = () => json(201, showOrder(order, this.#url, minimal));
      return { reply: latest(), latest };
    });
  }

  #refund(call: Call, id: string): Promise<Reply> {
    return this.#keys.once(`refund ${id}`, this.#keyOf(call), KEY_LIFE.payments, async () => {
      await call.work();
      const refund = this.merchant.refund(id, jsonOf(call));
      const latest = () => json(201, showRefund(refund));
      return { reply: latest(), latest };
    });
  }

  #answerPeople(call: Call): Reply {
    const [, page, id = ""] = call.path.split("/");
    if (page === "operator" && call.method === "GET") {
      return html(200, operatorPage([...this.merchant.orders.values()]));
    }
    const order = this.merchant.orders.get(id);
    if (!order) return html(404, "404");
    if (call.method === "GET") return html(200, payerPage(order));
    const form = formOf(call);
    const action = form.get("action") ?? "";
    const done = this.play(id, action, form.get("choice") ?? "");
    void this.notices.deliverDue();
    if (page === "operator") return seeOther("/operator");
    return done ? seeOther(addressAfter(order, action)) : seeOther(`/checkoutnow/${id}`);
  }
}

function operationOf({ method, path }: Pick<Call, "method" | "path">): string | undefined {
  if (path === "/v1/oauth2/token") return "auth";
  if (path === CERTIFICATE) return "certificate";
  if (path.endsWith("/capture")) return "capture";
  if (path.endsWith("/refund")) return "refund";
  if (path.startsWith("/v2/payments/refunds/")) return "find-refund";
  if (path === "/v2/checkout/orders") return "create";
  if (path.startsWith("/v2/checkout/orders/") && method === "GET") return "query";
  if (path.startsWith("/v1/notifications/webhooks-events")) return "list";
  return undefined;
}
