import * as z from "zod";
import type { Currency } from "../i18n/format.ts";
import { CURRENCIES } from "./orders.ts";

/** A price in one currency, charged in another because a provider lacks the first. */

const currency = z.enum(CURRENCIES);

/** Rates that staff set: the price of one unit of `from` in `to`, its source and its date. */
export const ratesSchema = z.array(
  z.object({
    from: currency,
    to: currency,
    rate: z.string().regex(/^\d{1,9}(\.\d{1,9})?$/),
    source: z.string().min(1),
    at: z.iso.datetime(),
  }),
);
export type Rates = z.infer<typeof ratesSchema>;

/** What will be charged for a price, and at which rate. Shown before the payment, stored with the attempt. */
export type Quote = {
  charge_amount: number;
  charge_currency: Currency;
  fx_rate: string;
  fx_source: string | null;
  fx_at: Date | null;
};

type Price = { price_amount: number; price_currency: Currency };

/** What a provider of these currencies charges for a price; undefined when it cannot. */
export function quote(
  price: Price,
  currencies: readonly Currency[],
  rates: Rates,
): Quote | undefined {
  const { price_amount, price_currency } = price;
  if (currencies.includes(price_currency)) {
    return {
      charge_amount: price_amount,
      charge_currency: price_currency,
      fx_rate: "1",
      fx_source: null,
      fx_at: null,
    };
  }
  const rate = rates.find(({ from, to }) => from === price_currency && currencies.includes(to));
  if (!rate) return undefined;
  return {
    // Neither currency has cents: round to the nearest franc, at least one.
    charge_amount: Math.max(1, Math.round(price_amount * Number(rate.rate))),
    charge_currency: rate.to,
    fx_rate: rate.rate,
    fx_source: rate.source,
    fx_at: new Date(rate.at),
  };
}

/** A charge as the pay button names it, so that what is charged is what was shown. */
export const quoteKey = ({ charge_amount, charge_currency }: Quote): string =>
  `${charge_amount} ${charge_currency}`;
