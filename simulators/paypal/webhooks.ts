import { createSign, randomUUID } from "node:crypto";
import { crc32 } from "node:zlib";
import { createSigner, type Signer, strangersKey } from "../certificate.ts";
import { DAY, isoTime, type SimulatorClock } from "../clock.ts";
import { isRecord } from "../http.ts";
import { evenlyOverThreeDays, NoticeBox, type SignedNotice } from "../notices.ts";
import type { Told } from "./merchant.ts";
import { showCapture, showOrder, showRefund } from "./orders.ts";
import { PAYPAL_CERTIFICATE_DAYS } from "./unconfirmed.ts";

const RETRIES = 25;
const ALGORITHM = "SHA256withRSA";

export type WebhookEvent = { id: string; create_time: string; event_type: string } & Record<
  string,
  unknown
>;

/** The notices of PayPal: signed by a key whose certificate stands at an address of its own. */
export class Webhooks {
  readonly box: NoticeBox;
  readonly events: WebhookEvent[] = [];
  readonly signer: Signer;
  /** The address of the certificate, as each notice names it. */
  certUrl = "";
  readonly #clock: SimulatorClock;
  readonly #webhookId: string;
  readonly #transmissions = new Map<string, { signature: string; body: string }>();

  constructor(clock: SimulatorClock, webhookId: string) {
    this.#clock = clock;
    this.#webhookId = webhookId;
    const now = clock.now();
    this.signer = createSigner(
      "messageverificationcerts.simulator",
      now - DAY,
      now + PAYPAL_CERTIFICATE_DAYS * DAY,
    );
    const sign = (body: string, forged: boolean) => this.sign(body, forged);
    this.box = new NoticeBox(clock, sign, evenlyOverThreeDays(RETRIES));
  }

  tell({ type, about, order, capture, refund }: Told, base: string): void {
    const resource =
      about === "refund" && refund
        ? showRefund(refund)
        : about === "capture" && capture
          ? showCapture(order, capture)
          : showOrder(order, base, false);
    const now = isoTime(this.#clock.now());
    const event = {
      id: `WH-${randomUUID().toUpperCase()}`,
      event_version: "1.0",
      create_time: now,
      resource_type: about === "order" ? "checkout-order" : about,
      resource_version: "2.0",
      event_type: type,
      summary: type,
      resource:
        refund && capture
          ? {
              ...resource,
              links: [
                { rel: "up", href: `${base}/v2/payments/captures/${capture.id}`, method: "GET" },
              ],
            }
          : resource,
      links: [],
    };
    this.events.push(event);
    this.box.add(event);
  }

  sign(body: string, forged = false, webhookId = this.#webhookId): SignedNotice {
    const id = randomUUID();
    const time = isoTime(this.#clock.now());
    const message = `${id}|${time}|${webhookId}|${crc32(Buffer.from(body))}`;
    const key = forged ? strangersKey() : this.signer.privateKey;
    const signature = createSign("RSA-SHA256").update(message).sign(key, "base64");
    if (!forged) this.#transmissions.set(id, { signature, body });
    return {
      headers: {
        "content-type": "application/json",
        "paypal-transmission-id": id,
        "paypal-transmission-time": time,
        "paypal-transmission-sig": signature,
        "paypal-cert-url": this.certUrl,
        "paypal-auth-algo": ALGORITHM,
      },
      body,
    };
  }

  /** The answer to a merchant who asks PayPal itself whether a notice is true. */
  verify(body: unknown): "SUCCESS" | "FAILURE" | undefined {
    if (!isRecord(body)) return undefined;
    const fields = ["auth_algo", "cert_url", "transmission_id", "transmission_sig"];
    const wanted = [...fields, "transmission_time", "webhook_id"];
    if (wanted.some((field) => typeof body[field] !== "string") || !isRecord(body.webhook_event)) {
      return undefined;
    }
    const sent = this.#transmissions.get(String(body.transmission_id));
    const isSame =
      sent !== undefined &&
      sent.signature === body.transmission_sig &&
      sent.body === JSON.stringify(body.webhook_event) &&
      body.webhook_id === this.#webhookId &&
      body.auth_algo === ALGORITHM;
    return isSame ? "SUCCESS" : "FAILURE";
  }

  between(start: string | null, end: string | null): WebhookEvent[] {
    return this.events.filter(
      ({ create_time }) => (start ?? "") <= create_time && create_time <= (end ?? "9999"),
    );
  }

  resend(id: string): WebhookEvent | undefined {
    const event = this.events.find((one) => one.id === id);
    if (event) this.box.add(event, "once");
    return event;
  }
}
