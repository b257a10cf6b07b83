import {
  type Currency,
  currencyLabel,
  exponentOf,
  formatNumber,
  PRICE_CURRENCIES,
  type PriceCurrency,
} from "../../i18n/format.ts";
import type { Language } from "../../i18n/languages.ts";
import type { ExchangeRate } from "../../settings/settings.ts";

/** Fixed since 1999. */
export const XOF_PER_EUR = "655.957";

/** What is charged for a price, and at which rate: shown before the payment, stored with the attempt. */
export type Quote = {
  charge_amount: number;
  charge_currency: Currency;
  fx_rate: string;
  fx_source: string | null;
  fx_at: Date | null;
};

type Price = { price_amount: number; price_currency: Currency };

/** Undefined when a provider of these currencies cannot charge the price. */
export function quote(
  price: Price,
  currencies: readonly Currency[],
  rate: ExchangeRate,
): Quote | undefined {
  const { price_amount, price_currency: from } = price;
  const to = currencies.includes(from)
    ? from
    : currencies.find((currency) => perEuro(currency, rate) && perEuro(from, rate));
  if (!to) return undefined;
  if (to === from) {
    return {
      charge_amount: price_amount,
      charge_currency: from,
      fx_rate: "1",
      fx_source: null,
      fx_at: null,
    };
  }
  const isFixed = from !== "GNF" && to !== "GNF";
  const [numerator, denominator] = rateFraction(from, to, rate);
  return {
    charge_amount: Math.max(1, proportion(price_amount, numerator, denominator)),
    charge_currency: to,
    fx_rate: decimalRate(from, to, rate),
    fx_source: isFixed ? "BCEAO" : (rate.source ?? null),
    fx_at: isFixed ? null : new Date(`${rate.date}T00:00:00Z`),
  };
}

/** Undefined without a rate. */
function perEuro(currency: Currency, { gnf }: ExchangeRate): string | undefined {
  return { EUR: "1", XOF: XOF_PER_EUR, GNF: gnf }[currency];
}

/** The rate between the smallest units, as a fraction: no floats. */
function rateFraction(from: Currency, to: Currency, rate: ExchangeRate): [bigint, bigint] {
  const [above, aboveTens] = scaled(perEuro(to, rate) ?? "", exponentOf(to));
  const [below, belowTens] = scaled(perEuro(from, rate) ?? "", exponentOf(from));
  return [above * 10n ** BigInt(belowTens), below * 10n ** BigInt(aboveTens)];
}

/** A decimal as a whole number of units, and how many of its digits are decimals. */
function scaled(decimal: string, exponent: number): [bigint, number] {
  const [whole = "", decimals = ""] = decimal.split(".");
  return [BigInt(whole + decimals) * 10n ** BigInt(exponent), decimals.length];
}

/** Rounded to the nearest unit, half up, in integers. */
export function proportion(
  amount: number,
  numerator: number | bigint,
  denominator: number | bigint,
): number {
  const twice = 2n * BigInt(amount) * BigInt(numerator) + BigInt(denominator);
  return Number(twice / (2n * BigInt(denominator)));
}

const RATE_DECIMALS = 12;

/** For the books: the charge is computed with the fraction. */
function decimalRate(from: Currency, to: Currency, rate: ExchangeRate): string {
  const [numerator, denominator] = rateFraction(from, to, rate);
  const exponents = 10n ** BigInt(exponentOf(from));
  const unit = 10n ** BigInt(RATE_DECIMALS);
  const below = denominator * 10n ** BigInt(exponentOf(to));
  const digits = String((2n * numerator * exponents * unit + below) / (2n * below));
  const padded = digits.padStart(RATE_DECIMALS + 1, "0");
  const whole = padded.slice(0, -RATE_DECIMALS);
  const decimals = padded.slice(-RATE_DECIMALS).replace(/0+$/, "");
  return decimals ? `${whole}.${decimals}` : whole;
}

/** As many as the rate that staff enter can have. */
const MOST_DECIMALS = 6;

type Converted = Pick<Quote, "charge_currency" | "fx_rate">;

/** The francs per euro behind a rate, with as few decimals as lead to it again. */
function gnfBehind(from: Currency, { charge_currency: to, fx_rate }: Converted): string {
  const rate = Number(fx_rate);
  const perXof = to === "GNF" ? rate : 1 / rate;
  const gnf = from === "EUR" || to === "EUR" ? perXof : perXof * Number(XOF_PER_EUR);
  for (let decimals = 0; decimals < MOST_DECIMALS; decimals++) {
    const shown = gnf.toFixed(decimals);
    if (decimalRate(from, to, { gnf: shown }) === fx_rate) return shown;
  }
  return gnf.toFixed(MOST_DECIMALS);
}

/**
 * What one euro is worth in the currencies of a conversion. Rates are set per euro, so these numbers are exact, and lead
 * from the price to the charge; a rate between two francs would be rounded.
 */
export function formatRate(
  language: Language,
  from: Currency,
  converted: Converted,
): { amount: string; unit: string } {
  const worth = (currency: Currency) => {
    const number = currency === "GNF" ? gnfBehind(from, converted) : XOF_PER_EUR;
    const label = currencyLabel(currency);
    return `${formatNumber(language, Number(number), MOST_DECIMALS)}\u202f${label}`;
  };
  const francs = (["GNF", "XOF"] as const).filter(
    (currency) => currency === from || currency === converted.charge_currency,
  );
  return {
    amount: francs.map(worth).join(language === "fr" ? " ou " : " or "),
    unit: language === "en" ? "€1" : "1\u202f€",
  };
}

/** What a cashier needs in order to take money in another currency than that of the price. */
export type DeskRates = {
  price_amount: number;
  price_currency: PriceCurrency;
  /** The rounding of the rate that is forgiven, in percent of what is due. */
  tolerance: number;
  /** The whole price in another currency, and the rate in words. */
  others: { currency: PriceCurrency; whole: number; rate: string }[];
};

/** Without a rate, money of another currency is not taken. */
export function deskRates(
  price: { price_amount: number; price_currency: PriceCurrency },
  exchange: ExchangeRate,
  tolerance: number,
): DeskRates {
  const { price_amount, price_currency } = price;
  const others = PRICE_CURRENCIES.filter((currency) => currency !== price_currency);
  return {
    price_amount,
    price_currency,
    tolerance,
    others: others.flatMap((currency) => {
      const converted = quote(price, [currency], exchange);
      if (!converted) return [];
      const { amount, unit } = formatRate("fr", price_currency, converted);
      return [{ currency, whole: converted.charge_amount, rate: `${unit} = ${amount}` }];
    }),
  };
}

/** What is due, in the currency in which somebody pays at the desk. */
export function dueIn(due: number, currency: PriceCurrency, rates: DeskRates): number | undefined {
  if (currency === rates.price_currency) return due;
  const other = rates.others.find((one) => one.currency === currency);
  return other && proportion(due, other.whole, rates.price_amount);
}

/**
 * What money counts for, in the currency of the price. The rounding of a rate is nobody's debt: within the tolerance,
 * money of another currency counts for exactly what is due.
 */
export function countedFor(
  { amount, currency, due }: { amount: number; currency: PriceCurrency; due: number },
  rates: DeskRates,
): number | undefined {
  if (currency === rates.price_currency) return amount;
  const other = rates.others.find((one) => one.currency === currency);
  if (!other) return undefined;
  const counted = proportion(amount, rates.price_amount, other.whole);
  return Math.abs(counted - due) * 100 <= due * rates.tolerance ? due : counted;
}

/** What the pay button sends, so that the charge is the one that was shown. */
export const quoteKey = ({ charge_amount, charge_currency }: Quote): string =>
  `${charge_amount} ${charge_currency}`;
