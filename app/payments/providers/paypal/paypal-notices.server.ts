import { verify, X509Certificate } from "node:crypto";
import { crc32 } from "node:zlib";
import { Buckets, type Limit } from "../../../core/http/rate-limit.server.ts";
import { limitTallies } from "../../../core/log/tallies.server.ts";
import { currentMs } from "../../../core/process/clock.ts";
import { DAY, MINUTE } from "../../../core/values/durations.ts";
import { Fault } from "../../../core/values/errors.ts";
import { parseJson } from "../../../core/values/json.ts";
import type { Notice } from "../provider.ts";
import { PAYPAL_CERTIFICATE_PATH, PAYPAL_NOTICE_DAYS } from "../provider-assumptions.ts";
import { isLoopbackAddress, readText } from "../provider-http.server.ts";
import { noticeOf } from "./paypal-answers.ts";

const CERTIFICATE_HOSTS = [
  "api.paypal.com",
  "api-m.paypal.com",
  "api.sandbox.paypal.com",
  "api-m.sandbox.paypal.com",
];
const MOST_CERTIFICATES = 8;
/** Anybody can invent addresses of certificates, and each costs a request of ours. */
const FETCHES_FOR_ONE: Limit = { count: 6, perMs: 10 * MINUTE };
const FETCHES_FOR_ALL: Limit = { count: 60, perMs: 10 * MINUTE };
const AHEAD_MS = 10 * MINUTE;

/** What PayPal signs. The webhook id comes from our settings, never from the request. */
export const signedText = (
  transmissionId: string,
  transmissionTime: string,
  webhookId: string,
  raw: Uint8Array,
): string => `${transmissionId}|${transmissionTime}|${webhookId}|${crc32(raw)}`;

/** From PayPal's hosts by https, or from a simulator on this machine. */
export function isCertificateAddress(address: string, host: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (!url.pathname.startsWith(PAYPAL_CERTIFICATE_PATH) || url.search || url.username) return false;
  if (isLoopbackAddress(host)) return url.origin === new URL(host).origin;
  return url.protocol === "https:" && url.port === "" && CERTIFICATE_HOSTS.includes(url.hostname);
}

/**
 * Verifies notices. A certificate that verified one stays cached: invented addresses neither displace it nor cause
 * more than a few requests.
 */
export class PayPalNotices {
  readonly #proven = new Map<string, X509Certificate>();
  /** Certificates that have not verified a notice yet. */
  readonly #candidates = new Map<string, Promise<X509Certificate>>();
  readonly #fetches = new Buckets();
  readonly #host: string;
  readonly #webhookId: string;

  constructor(host: string, webhookId: string) {
    this.#host = host;
    this.#webhookId = webhookId;
  }

  /** @param network The sender's: each may cause a few fetches only. */
  async check(
    headers: Headers,
    raw: Uint8Array,
    signal: AbortSignal,
    network?: string,
  ): Promise<Notice> {
    const read = (name: string) => headers.get(`paypal-${name}`) ?? "";
    const address = read("cert-url");
    const time = read("transmission-time");
    if (read("auth-algo") !== "SHA256withRSA" || !isRecent(time)) return { ok: false };
    if (!isCertificateAddress(address, this.#host)) return { ok: false };
    let certificate: X509Certificate;
    try {
      certificate = await this.#certificate(address, signal, network);
    } catch {
      return { ok: false, again: true };
    }
    if (!isValidNow(certificate)) return { ok: false };
    const text = signedText(read("transmission-id"), time, this.#webhookId, raw);
    const signature = Buffer.from(read("transmission-sig"), "base64");
    // PKCS #1 v1.5, Node's default, as PayPal signs.
    if (!verify("RSA-SHA256", Buffer.from(text), certificate.publicKey, signature)) {
      return { ok: false };
    }
    this.#keep(address, certificate);
    return noticeOf(parseJson(raw));
  }

  async #certificate(
    address: string,
    signal: AbortSignal,
    network: string | undefined,
  ): Promise<X509Certificate> {
    const cached = this.#proven.get(address) ?? this.#candidates.get(address);
    if (cached) return cached;
    if (!this.#mayFetch(network)) throw new Fault("too many certificates were asked for");
    const coming = fetchCertificate(address, signal);
    removeOldest(this.#candidates);
    this.#candidates.set(address, coming);
    coming.catch(() => this.#candidates.delete(address));
    return coming;
  }

  #mayFetch(network: string | undefined): boolean {
    const isAllowed =
      (network === undefined || this.#fetches.take("network", network, FETCHES_FOR_ONE)) &&
      this.#fetches.take("everybody", "everybody", FETCHES_FOR_ALL);
    if (!isAllowed) limitTallies.add("paypal-certificate");
    return isAllowed;
  }

  #keep(address: string, certificate: X509Certificate): void {
    this.#candidates.delete(address);
    if (this.#proven.has(address)) return;
    removeOldest(this.#proven);
    this.#proven.set(address, certificate);
  }
}

function removeOldest(certificates: Map<string, unknown>): void {
  const [oldest] = certificates.keys();
  if (oldest !== undefined && certificates.size >= MOST_CERTIFICATES) certificates.delete(oldest);
}

async function fetchCertificate(address: string, signal: AbortSignal): Promise<X509Certificate> {
  const response = await fetch(address, { signal, redirect: "error" });
  const text = await readText(response);
  if (!response.ok) throw new Fault("a certificate did not come");
  return new X509Certificate(text);
}

function isRecent(time: string): boolean {
  const age = currentMs() - Date.parse(time);
  return age > -AHEAD_MS && age < PAYPAL_NOTICE_DAYS * DAY;
}

function isValidNow({ validFrom, validTo }: X509Certificate): boolean {
  const now = currentMs();
  return Date.parse(validFrom) <= now && now <= Date.parse(validTo);
}
