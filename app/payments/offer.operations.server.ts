import { eq } from "drizzle-orm";
import { siteSettings } from "../settings/settings.table.server.ts";
import { type Quote, quote, type Rates, ratesSchema } from "./conversion.ts";
import type { WriteDb } from "./fulfilment.ts";
import type { Order } from "./orders.table.server.ts";
import { type PaymentProvider, providers } from "./provider.ts";

export type Offer = { provider: PaymentProvider; quote: Quote };

/** Everybody who can take the payment of an order, and for what amount: the price is the same by each. */
export async function offersFor(db: WriteDb, order: Order): Promise<Offer[]> {
  // An order of before the site took real money is not paid with any.
  const able = providers().filter(({ mode }) => mode === order.mode);
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
  order: Order,
  providerId?: string,
): Promise<Offer | undefined> {
  const offers = await offersFor(db, order);
  return providerId === undefined
    ? offers[0]
    : offers.find(({ provider }) => provider.id === providerId);
}

/** The setting `exchange_rates`; invalid ones are ignored. */
async function readRates(db: WriteDb): Promise<Rates> {
  const [setting] = await db
    .select({ value: siteSettings.setting_value })
    .from(siteSettings)
    .where(eq(siteSettings.setting_key, "exchange_rates"));
  return ratesSchema.safeParse(setting?.value).data ?? [];
}
