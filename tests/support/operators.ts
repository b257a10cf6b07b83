import { setClock } from "../../app/core/process/clock.ts";
import { djomy } from "../../app/payments/providers/djomy/djomy.server.ts";
import { payPal } from "../../app/payments/providers/paypal/paypal.server.ts";
import type { ProviderRequest } from "../../app/payments/providers/provider.ts";
import { SimulatorClock } from "../../simulators/clock.ts";
import { DjomySimulator } from "../../simulators/djomy/djomy.ts";
import { PayPalSimulator } from "../../simulators/paypal/paypal.ts";

/** When the clocks of these tests begin: ours and the simulators' show the same. */
export const START = Date.parse("2027-03-10T10:00:00Z");

export const DJOMY_KEYS = {
  clientId: "djomy-merchant-001",
  clientSecret: "topsecret",
  partnerDomain: "federation.example",
  mode: "live" as const,
};
export const PAYPAL_KEYS = {
  clientId: "client",
  clientSecret: "secret",
  webhookId: "WH-OURS",
  mode: "test" as const,
};

/** An attempt at either of them, as the engine makes it. */
export const ATTEMPT: ProviderRequest = {
  merchantRef: "P-0000000000000000000000000A",
  ids: {},
  amount: 25_000,
  currency: "GNF",
  label: "Licence 2027",
  language: "fr",
  payer: { name: "Aïssatou Diallo", email: "aissatou@example.com", phone: null },
  payerNumber: "+224622123456",
  returnUrl: "https://federation.example/payments/1?back=1",
  cancelUrl: "https://federation.example/payments/1",
  noticeUrl: "https://federation.example/payments/notices/djomy",
  expiresAt: new Date(START + 20 * 60_000),
};
export const EURO_ATTEMPT: ProviderRequest = {
  ...ATTEMPT,
  amount: 1250,
  currency: "EUR",
  payerNumber: null,
};

export const soon = (): AbortSignal => AbortSignal.timeout(3000);
export const shortly = (): AbortSignal => AbortSignal.timeout(300);

function startClock(): SimulatorClock {
  const clock = new SimulatorClock();
  clock.set(START);
  setClock(() => clock.now());
  return clock;
}

/** Our adapter, and the Djomy that it talks to. */
export async function startDjomyAdapter() {
  const clock = startClock();
  const simulator = new DjomySimulator({ ...DJOMY_KEYS, clock, callsAMinute: 1e6 });
  const running = await simulator.start();
  const provider = djomy(DJOMY_KEYS, running.url);
  const stop = async () => {
    setClock();
    await running.close();
  };
  return { clock, simulator, url: running.url, provider, stop };
}

/** Our adapter, and the PayPal that it talks to. */
export async function startPayPalAdapter() {
  const clock = startClock();
  const simulator = new PayPalSimulator({ ...PAYPAL_KEYS, clock, callsAMinute: 1e6 });
  const running = await simulator.start();
  const provider = payPal(PAYPAL_KEYS, running.url);
  const stop = async () => {
    setClock();
    await running.close();
  };
  return { clock, simulator, url: running.url, provider, stop };
}
