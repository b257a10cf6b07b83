import { env } from "../core/env.server.ts";
import { djomy } from "./djomy.server.ts";
import type { Mode } from "./orders.ts";
import { payPal } from "./paypal.server.ts";
import { type PaymentProvider, setProviders } from "./provider.ts";
import { type AllKeys, type Keys, readKeys, resealKeys } from "./provider-keys.system.server.ts";

let always: readonly PaymentProvider[] = [];

/**
 * Says which providers there are whatever keys staff enter. The simulated one gives things away, so that
 * a real site says that it wants it.
 */
export function offerAlways(providers: readonly PaymentProvider[]): void {
  always = providers;
  setProviders(always);
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
 * takes real money none is offered that does not.
 */
export async function loadProviders(): Promise<void> {
  const keys = await readKeys();
  const all = [...djomyOf(keys.djomy), ...payPalOf(keys.paypal), ...always];
  const live = all.filter(({ mode }) => mode === "live");
  setProviders(live.length > 0 ? live : all);
}

/** What the money of the site would be with these keys. */
export function modeWith({ djomy, paypal }: AllKeys): Mode {
  const modes = [djomy.values?.mode, paypal.values?.mode, ...always.map(({ mode }) => mode)];
  return modes.includes("test") && !modes.includes("live") ? "test" : "live";
}

/** What a start does: seals the keys under the secret of now, and offers what there are keys for. */
export async function openOnlinePayments(): Promise<void> {
  await resealKeys();
  await loadProviders();
}
