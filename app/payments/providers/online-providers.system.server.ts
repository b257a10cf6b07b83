import { env } from "../../core/process/env.server.ts";
import type { Mode } from "../orders/orders.ts";
import { findTestPlaces, type TestPlaces } from "../orders/test-places.ts";
import { djomy } from "./djomy/djomy.server.ts";
import { payPal } from "./paypal/paypal.server.ts";
import { offerProviders, type PaymentProvider, providers } from "./provider.ts";
import { type AllKeys, type Keys, readKeys, resealKeys } from "./provider-keys.system.server.ts";

let builtIn: readonly PaymentProvider[] = [];
let closedBy: readonly TestPlaces[] = [];

/** The places held by tests that keep online payments closed, though there are live keys. */
export const closedByTests = (): readonly TestPlaces[] => closedBy;

/** Providers that need no keys: the simulated one, where the environment allows it. */
export function offerBuiltInProviders(providers: readonly PaymentProvider[]): void {
  builtIn = providers;
  offerProviders(builtIn);
}

/** The same provider as long as its keys are the same, with its token and certificates. */
function memoize<T>(make: (values: T) => PaymentProvider) {
  let current: { of: string; provider: PaymentProvider } | undefined;
  return ({ values }: Keys<T>): PaymentProvider[] => {
    if (values === undefined) return [];
    const of = JSON.stringify(values);
    if (current?.of !== of) current = { of, provider: make(values) };
    return [current.provider];
  };
}

const djomyOf = memoize((values: Parameters<typeof djomy>[0]) => djomy(values, env().DJOMY_HOST));
const payPalOf = memoize((values: Parameters<typeof payPal>[0]) =>
  payPal(values, env().PAYPAL_HOST),
);

/**
 * Offers the providers that have keys: live ones alone, if there are any. A site that did not take real money yet
 * begins when no test holds a place any more; with live keys in the environment it does not start before.
 */
export async function loadProviders(): Promise<void> {
  const keys = await readKeys();
  const all = [...djomyOf(keys.djomy), ...payPalOf(keys.paypal), ...builtIn];
  const live = all.filter(({ mode }) => mode === "live");
  const begins = live.length > 0 && !hasLiveKeysIn(keys, "environment") && !takesRealMoney();
  closedBy = begins ? await findTestPlaces() : [];
  const tests = all.filter(({ mode }) => mode === "test");
  offerProviders(live.length > 0 && closedBy.length === 0 ? live : tests);
}

export const takesRealMoney = (): boolean => providers().some(({ mode }) => mode === "live");

export const hasLiveKeysIn = (keys: AllKeys, source: Keys<unknown>["from"]): boolean =>
  [keys.djomy, keys.paypal].some(({ from, values }) => from === source && values?.mode === "live");

export function modeWith({ djomy, paypal }: AllKeys): Mode {
  const modes = [djomy.values?.mode, paypal.values?.mode, ...builtIn.map(({ mode }) => mode)];
  return modes.includes("test") && !modes.includes("live") ? "test" : "live";
}

/** At each start. */
export async function openOnlinePayments(): Promise<void> {
  await resealKeys();
  await loadProviders();
}
