import { eq } from "drizzle-orm";
import { PRICE_CURRENCIES, type PriceCurrency } from "../../i18n/format.ts";
import { siteSettings } from "../../settings/settings.table.server.ts";
import type { MoneySetting } from "../../settings/settings.ts";
import { type SiteSettings, withDefaults } from "../../settings/settings.ts";
import { type Quote, quote } from "../ledger/conversion.ts";
import type { WriteDb } from "../orders/fulfilment.ts";
import type { Order } from "../payments.table.server.ts";
import { type PaymentProvider, providers, siteMode } from "./provider.ts";

export type Offer = { provider: PaymentProvider; quote: Quote };

/** Without `mode`: of an order that is opened now. */
type Price = Pick<Order, "price_amount" | "price_currency"> & Partial<Pick<Order, "mode">>;

/** The providers that can take a payment, and what each charges. */
export async function offersFor(db: WriteDb, order: Price): Promise<Offer[]> {
  // A test order is not paid with real money, nor the reverse.
  const { mode = siteMode() } = order;
  const able = providers().filter((provider) => provider.mode === mode);
  const needsRate = able.some(({ currencies }) => !currencies.includes(order.price_currency));
  const rate = needsRate ? await readSetting(db, "exchange_rate") : {};
  const offers = able.flatMap((provider) => {
    const amount = quote(order, provider.currencies, rate);
    return amount ? [{ provider, quote: amount }] : [];
  });
  if (!offers.some(({ provider }) => provider.keepsFixedFee)) return offers;
  const { minimum } = await readSetting(db, "paypal");
  return offers.filter(
    ({ provider, quote: { charge_amount } }) => !provider.keepsFixedFee || charge_amount >= minimum,
  );
}

/** The chosen provider, else the first. */
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

/** Read from the database, since cached settings may be a moment old. */
export async function readSetting<Key extends MoneySetting>(
  db: WriteDb,
  key: Key,
): Promise<SiteSettings[Key]> {
  const [row] = await db
    .select({ value: siteSettings.setting_value })
    .from(siteSettings)
    .where(eq(siteSettings.setting_key, key));
  return withDefaults({ [key]: row?.value })[key];
}

/** The currencies of prices that some provider can only take at the rate that staff set. */
export const currenciesThatNeedRate = (): PriceCurrency[] =>
  PRICE_CURRENCIES.filter((price_currency) =>
    providers().some(
      ({ currencies }) => !quote({ price_amount: 1, price_currency }, currencies, {}),
    ),
  );

/** Otherwise it is paid offline, at the federation. */
export const isPaidOnline = async (
  db: WriteDb,
  { amount, currency }: { amount: number; currency: PriceCurrency },
): Promise<boolean> =>
  (await offerFor(db, { price_amount: amount, price_currency: currency })) !== undefined;
