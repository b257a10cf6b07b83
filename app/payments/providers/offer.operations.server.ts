import { eq } from "drizzle-orm";
import { PRICE_CURRENCIES, type PriceCurrency } from "../../i18n/format.ts";
import { siteSettings } from "../../settings/settings.table.server.ts";
import { type ExchangeRate, withDefaults } from "../../settings/settings.ts";
import { type Quote, quote } from "../ledger/conversion.ts";
import type { WriteDb } from "../orders/fulfilment.ts";
import type { Order } from "../orders/orders.table.server.ts";
import { type PaymentProvider, providers, siteMode } from "./provider.ts";

export type Offer = { provider: PaymentProvider; quote: Quote };

/** A price, of an order that is real or a test; of one that is opened now, when that is not said. */
type Price = Pick<Order, "price_amount" | "price_currency"> & Partial<Pick<Order, "mode">>;

/** Everybody who can take the payment of an order, and for what amount: the price is the same by each. */
export async function offersFor(db: WriteDb, order: Price): Promise<Offer[]> {
  // An order of before the site took real money is not paid with any.
  const { mode = siteMode() } = order;
  const able = providers().filter((provider) => provider.mode === mode);
  const needsRate = able.some(({ currencies }) => !currencies.includes(order.price_currency));
  const rate = needsRate ? await readRate(db) : {};
  return able.flatMap((provider) => {
    const amount = quote(order, provider.currencies, rate);
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

/** The rate that staff set, as it stands now: what the site remembers of it may be a moment old. */
export async function readRate(db: WriteDb): Promise<ExchangeRate> {
  const [setting] = await db
    .select({ value: siteSettings.setting_value })
    .from(siteSettings)
    .where(eq(siteSettings.setting_key, "exchange_rate"));
  return withDefaults({ exchange_rate: setting?.value }).exchange_rate;
}

/** The currencies of prices that some means of paying online takes at the rate alone that staff set. */
export const currenciesThatNeedRate = (): PriceCurrency[] =>
  PRICE_CURRENCIES.filter((price_currency) =>
    providers().some(
      ({ currencies }) => !quote({ price_amount: 1, price_currency }, currencies, {}),
    ),
  );

/** Whether a price is paid online; else it is paid at the federation, by hand. */
export const isPaidOnline = async (
  db: WriteDb,
  { amount, currency }: { amount: number; currency: PriceCurrency },
): Promise<boolean> =>
  (await offerFor(db, { price_amount: amount, price_currency: currency })) !== undefined;
