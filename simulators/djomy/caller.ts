import { SimulatorClock } from "../clock.ts";
import { DjomySimulator } from "./djomy.ts";
import { apiKeyOf } from "./signing.ts";

// What the tests of the simulator do as its merchant, knowing nothing of our own adapter.

export const KEYS = { clientId: "djomy-merchant-001", clientSecret: "topsecret" };
export const DOMAIN = "federation.example";
export const API_KEY = { "x-api-key": apiKeyOf(KEYS.clientId, KEYS.clientSecret) };
export const JSON_TYPE = { "content-type": "application/json" };

type Body = { success: boolean; data: Record<string, unknown>; message: string; error: unknown };

export const PAYMENT = {
  amount: 25_000,
  countryCode: "GN",
  payerNumber: "00224622123456",
  merchantPaymentReference: "P-1",
  returnUrl: "https://federation.example/payments/1",
};

type Options = { mode?: "live" | "test"; noticeVersion?: 1 | 2; callsAMinute?: number };

/** Starts a simulator with its merchant. */
export async function startDjomy(options: Options = {}) {
  const clock = new SimulatorClock();
  clock.set(Date.parse("2027-03-10T10:00:00Z"));
  const simulator = new DjomySimulator({ ...KEYS, partnerDomain: DOMAIN, clock, ...options });
  const running = await simulator.start();

  async function call(path: string, init: RequestInit) {
    const response = await fetch(running.url + path, init);
    return { status: response.status, body: (await response.json()) as Body };
  }
  async function tokenOf(headers: Record<string, string> = {}): Promise<string> {
    const all = { ...API_KEY, ...JSON_TYPE, ...headers };
    const { body } = await call("/v1/auth", { method: "POST", headers: all, body: "{}" });
    return String(body.data.accessToken);
  }
  async function create(change: Record<string, unknown> = {}, headers?: Record<string, string>) {
    const own = headers ?? { ...API_KEY, authorization: `Bearer ${await tokenOf()}` };
    return call("/v1/payments/gateway", {
      method: "POST",
      headers: { ...JSON_TYPE, ...own },
      body: JSON.stringify({ ...PAYMENT, ...change }),
    });
  }
  async function get(path: string) {
    return call(path, { headers: { ...API_KEY, authorization: `Bearer ${await tokenOf()}` } });
  }
  /** Posts a form as a browser without JavaScript does. */
  const post = (path: string, fields: Record<string, string>) => {
    const body = new URLSearchParams(fields);
    return fetch(running.url + path, { method: "POST", body, redirect: "manual" });
  };
  return { clock, simulator, running, call, tokenOf, create, get, post };
}
export type Merchant = Awaited<ReturnType<typeof startDjomy>>;
