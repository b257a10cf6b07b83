import { eq } from "drizzle-orm";
import { siteSettings } from "../settings/settings.table.server.ts";
import { type Quote, quote, type Rates, ratesSchema } from "./conversion.ts";
import type { WriteDb } from "./fulfilment.ts";
import type { Order } from "./orders.table.server.ts";
import type { PriceCurrency } from "./orders.ts";
import { type PaymentProvider, providers, siteMode } from "./provider.ts";

export type Offer = { provider: PaymentProvider; quote: Quote };

/** A price, of an order that is real or a test; of one that is opened now, when that is not said. */
type Price = Pick<Order, "price_amount" | "price_currency"> & Partial<Pick<Order, "mode">>;

/** Everybody who can take the payment of an order, and for what amount: the price is the same by each. */
export async function offersFor(db: WriteDb, order: Price): Promise<Offer[]> {
  // An order of before the site took real money is not paid with any.
  const { mode = siteMode() } = order;
  const able = providers().filter((provider) => provider.mode === mode);
  const needsRates = able.some(({ currencies }) => !currencies.includes(order.price_currency));
  const rates = needsRates ? await readRates(db) : [];
  return able.flatMap((provider) => {
    const amount = quote(order, provider.currencies, rates);
    return amount ? [{ provider, quote: amount }] : [];
  });
}

/** One of them: whoever was chosen, else the first; undefined when nobody can. */
export async function offerFor(
  db: WriteDb,
  order: Price,
  providerId?: string,
): Promise<Offer | undefined> {
  const offers = await offersFor(db, order);
  return providerId === undefined
    ? offers[0]
    : offers.find(({ provider }) => provider.id === providerId);
}

/** The setting `exchange_rates`; invalid ones are ignored. */
export async function readRates(db: WriteDb): Promise<Rates> {
  const [setting] = await db
    .select({ value: siteSettings.setting_value })
    .from(siteSettings)
    .where(eq(siteSettings.setting_key, "exchange_rates"));
  return ratesSchema.safeParse(setting?.value).data ?? [];
}

/** Whether a price is paid online; else it is paid at the federation, by hand. */
export const isPaidOnline = async (
  db: WriteDb,
  { amount, currency }: { amount: number; currency: PriceCurrency },
): Promise<boolean> =>
  (await offerFor(db, { price_amount: amount, price_currency: currency })) !== undefined;
