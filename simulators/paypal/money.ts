import { isRecord } from "../http.ts";

const CURRENCIES =
  "AUD BRL CAD CNY CZK DKK EUR HKD HUF ILS JPY MYR MXN TWD NZD NOK PHP PLN GBP RUB SGD SEK CHF THB USD".split(
    " ",
  );
const WITHOUT_DECIMALS: readonly string[] = ["HUF", "JPY", "TWD"];
const VALUE = /^((-?[0-9]+)|(-?([0-9]+)?[.][0-9]+))$/;
const LONGEST_VALUE = 32;

/** An amount in the smallest unit of its currency. */
export type Money = { units: number; currency: string };

export const decimalsOf = (currency: string): number =>
  WITHOUT_DECIMALS.includes(currency) ? 0 : 2;

/** Reads `{currency_code, value}`; a text names what is wrong with it. */
export function readMoney(amount: unknown): Money | string {
  if (!isRecord(amount)) return "MISSING_REQUIRED_PARAMETER";
  const { currency_code: currency, value } = amount;
  if (typeof currency !== "string" || !/^[A-Z]{3}$/.test(currency)) return "INVALID_CURRENCY_CODE";
  if (!CURRENCIES.includes(currency)) return "CURRENCY_NOT_SUPPORTED";
  if (typeof value !== "string" || value.length > LONGEST_VALUE || !VALUE.test(value)) {
    return "INVALID_PARAMETER_SYNTAX";
  }
  const [whole = "", decimals = ""] = value.split(".");
  const most = decimalsOf(currency);
  if (decimals.length > most) return most === 0 ? "DECIMALS_NOT_SUPPORTED" : "DECIMAL_PRECISION";
  const units = Number(`${whole || "0"}${decimals.padEnd(most, "0")}`);
  return units > 0 ? { units, currency } : "CANNOT_BE_ZERO_OR_NEGATIVE";
}

export function showMoney({ units, currency }: Money): { currency_code: string; value: string } {
  const most = decimalsOf(currency);
  const digits = String(units).padStart(most + 1, "0");
  const value = most === 0 ? digits : `${digits.slice(0, -most)}.${digits.slice(-most)}`;
  return { currency_code: currency, value };
}
