import { eq } from "drizzle-orm";
import type { Currency } from "../i18n/format.ts";
import { siteSettings } from "../settings/settings.table.server.ts";
import { type Quote, quote, type Rates, ratesSchema } from "./conversion.ts";
import type { WriteDb } from "./fulfilment.ts";
import type { Order } from "./orders.table.server.ts";
import { type PaymentProvider, providers } from "./provider.ts";

type Price = Pick<Order, "price_amount" | "price_currency">;

export type Offer = { provider: PaymentProvider; quote: Quote };

/** Who takes the payment of an order, and for what amount; undefined when nobody can. */
export async function offerFor(db: WriteDb, order: Price): Promise<Offer | undefined> {
  const direct = firstOffer(order, []);
  return direct ?? (providers().length > 0 ? firstOffer(order, await readRates(db)) : undefined);
}

function firstOffer(order: Price, rates: Rates): Offer | undefined {
  for (const provider of providers()) {
    const amount = quote(order, provider.currencies, rates);
    if (amount) return { provider, quote: amount };
  }
  return undefined;
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
  { amount, currency }: { amount: number; currency: Currency },
): Promise<boolean> =>
  (await offerFor(db, { price_amount: amount, price_currency: currency })) !== undefined;
