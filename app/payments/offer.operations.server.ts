import { eq } from "drizzle-orm";
import { siteSettings } from "../settings/settings.table.server.ts";
import { type Quote, quote, type Rates, ratesSchema } from "./conversion.ts";
import type { WriteDb } from "./fulfilment.ts";
import type { Order } from "./orders.table.server.ts";
import { type PaymentProvider, providers } from "./provider.ts";

export type Offer = { provider: PaymentProvider; quote: Quote };

/** Who takes the payment of an order, and for what amount; undefined when nobody can. */
export async function offerFor(db: WriteDb, order: Order): Promise<Offer | undefined> {
  const direct = firstOffer(order, []);
  return direct ?? (providers().length > 0 ? firstOffer(order, await readRates(db)) : undefined);
}

function firstOffer(order: Order, rates: Rates): Offer | undefined {
  for (const provider of providers()) {
    // An order of before the site took real money is not paid with any.
    if (provider.mode !== order.mode) continue;
    const amount = quote(order, provider.currencies, rates);
    if (amount) return { provider, quote: amount };
  }
  return undefined;
}

/** The setting `exchange_rates`; invalid ones are ignored. */
async function readRates(db: WriteDb): Promise<Rates> {
  const [setting] = await db
    .select({ value: siteSettings.setting_value })
    .from(siteSettings)
    .where(eq(siteSettings.setting_key, "exchange_rates"));
  return ratesSchema.safeParse(setting?.value).data ?? [];
}
