import * as z from "zod";
import { type Currency, exponentOf } from "../i18n/format.ts";
import { CHARGE_CURRENCIES } from "./orders.ts";

/** A price in one currency, charged in another because a provider lacks the first. */

const currency = z.enum(CHARGE_CURRENCIES);

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
    charge_amount: convert(price_amount, price_currency, rate),
    charge_currency: rate.to,
    fx_rate: rate.rate,
    fx_source: rate.source,
    fx_at: new Date(rate.at),
  };
}

/**
 * An amount in another currency, both in their smallest units: rounded to the nearest one, half of it up, and
 * one at least. With whole numbers only, since a rate is a decimal.
 */
function convert(amount: number, from: string, { to, rate }: Rates[number]): number {
  const [whole = "", decimals = ""] = rate.split(".");
  const numerator = BigInt(amount) * BigInt(whole + decimals) * 10n ** BigInt(exponentOf(to));
  const denominator = 10n ** BigInt(decimals.length + exponentOf(from));
  const rounded = (2n * numerator + denominator) / (2n * denominator);
  return Number(rounded > 1n ? rounded : 1n);
}

/** A charge as the pay button names it, so that what is charged is what was shown. */
export const quoteKey = ({ charge_amount, charge_currency }: Quote): string =>
  `${charge_amount} ${charge_currency}`;
