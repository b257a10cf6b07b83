import { expect } from "vitest";
import { SimulatorClock } from "../clock.ts";
import { PayPalSimulator } from "./paypal.ts";

// What the tests of the simulator do as its merchant, knowing nothing of our own adapter.

const KEYS = { clientId: "client", clientSecret: "secret", webhookId: "WH-OURS" };
export const BASIC = `Basic ${Buffer.from("client:secret").toString("base64")}`;
export const FORM = { "content-type": "application/x-www-form-urlencoded" };

// biome-ignore lint/suspicious/noExplicitAny: what came over the network is looked into as it is
export type Json = any;

/** Asks for the whole of what was made. */
export const WHOLE = { prefer: "return=representation" };
export const withKey = (value: string) => ({ "paypal-request-id": value, ...WHOLE });

export const orderBody = (
  unit: Record<string, unknown> = {},
  context: Record<string, unknown> = {},
) => ({
  intent: "CAPTURE",
  purchase_units: [
    {
      custom_id: "P-1",
      invoice_id: "P-1",
      description: "Licence",
      amount: { currency_code: "EUR", value: "12.50" },
      ...unit,
    },
  ],
  payment_source: {
    paypal: { experience_context: { return_url: "https://federation.example/1", ...context } },
  },
});
export const capturePath = (id: string) => `/v2/checkout/orders/${id}/capture`;
export const issueOf = ({ body }: { body: Json }) => body.details?.[0]?.issue;

/** Starts a simulator, with a merchant who has a token. */
export async function startPayPal(callsAMinute = 600) {
  const clock = new SimulatorClock();
  clock.set(Date.parse("2027-03-10T10:00:00Z"));
  const simulator = new PayPalSimulator({ ...KEYS, clock, callsAMinute });
  const running = await simulator.start();
  let token = "";

  async function authenticate(): Promise<{ status: number; body: Json }> {
    const response = await fetch(`${running.url}/v1/oauth2/token`, {
      method: "POST",
      headers: { authorization: BASIC, ...FORM },
      body: "grant_type=client_credentials",
    });
    const body = (await response.json()) as Json;
    token = body.access_token;
    return { status: response.status, body };
  }
  async function call(method: string, path: string, body?: unknown, headers = {}) {
    const response = await fetch(running.url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: (text ? JSON.parse(text) : undefined) as Json };
  }
  const create = (unit?: Record<string, unknown>, headers = {}, context = {}) =>
    call("POST", "/v2/checkout/orders", orderBody(unit, context), headers);
  async function approved(
    outcome = "COMPLETED",
    unit: Record<string, unknown> = {},
  ): Promise<string> {
    const { body } = await create(unit);
    expect(simulator.play(body.id, "approve", outcome)).toBe(true);
    return body.id;
  }
  /** The id of a capture of 12.50 EUR. */
  async function captured(unit: Record<string, unknown> = {}): Promise<string> {
    const { body } = await call("POST", capturePath(await approved("COMPLETED", unit)), {}, WHOLE);
    return body.purchase_units[0].payments.captures[0].id;
  }
  /** Posts a form as a browser without JavaScript does. */
  const post = (path: string, fields: Record<string, string>) => {
    const body = new URLSearchParams(fields);
    return fetch(running.url + path, { method: "POST", body, redirect: "manual" });
  };
  await authenticate();
  return { clock, simulator, running, authenticate, call, create, approved, captured, post };
}
export type Merchant = Awaited<ReturnType<typeof startPayPal>>;
