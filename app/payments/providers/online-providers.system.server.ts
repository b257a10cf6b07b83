import { env } from "../../core/process/env.server.ts";
import type { Mode } from "../orders/orders.ts";
import { findTestPlaces, type TestPlaces } from "../orders/test-places.ts";
import { djomy } from "./djomy/djomy.server.ts";
import { payPal } from "./paypal/paypal.server.ts";
import { offerProviders, type PaymentProvider, providers } from "./provider.ts";
import { type AllKeys, type Keys, readKeys, resealKeys } from "./provider-keys.system.server.ts";

let builtIn: readonly PaymentProvider[] = [];
let closedBy: readonly TestPlaces[] = [];

/** The places of tests beside which no real money is taken online, though there are keys for it. */
export const closedByTests = (): readonly TestPlaces[] => closedBy;

/**
 * Says which providers there are whatever keys staff enter. The simulated one gives things away, so that
 * a real site says that it wants it.
 */
export function offerBuiltInProviders(providers: readonly PaymentProvider[]): void {
  builtIn = providers;
  offerProviders(builtIn);
}

/** The provider of some keys, kept as long as they are the same: with its token and its certificates. */
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
 * Offers what there are keys for: at the start, after they were changed, and now and then. Beside one that
 * takes real money none is offered that does not. A site that does not take real money yet begins when no test
 * holds a place any more; with keys of the environment it does not even start before.
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

/** Whether real money is taken online at this moment. */
export const takesRealMoney = (): boolean => providers().some(({ mode }) => mode === "live");

/** Whether keys for real money come from there. */
export const hasLiveKeysIn = (keys: AllKeys, source: Keys<unknown>["from"]): boolean =>
  [keys.djomy, keys.paypal].some(({ from, values }) => from === source && values?.mode === "live");

/** What the money of the site would be with these keys. */
export function modeWith({ djomy, paypal }: AllKeys): Mode {
  const modes = [djomy.values?.mode, paypal.values?.mode, ...builtIn.map(({ mode }) => mode)];
  return modes.includes("test") && !modes.includes("live") ? "test" : "live";
}

/** What a start does: seals the keys under the secret of now, and offers what there are keys for. */
export async function openOnlinePayments(): Promise<void> {
  await resealKeys();
  await loadProviders();
}
