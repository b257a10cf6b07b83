import type { PriceCurrency } from "../../i18n/format.ts";
import type { RefundRules } from "../../settings/settings.ts";

/** How much somebody may give back by their own decision alone, in the currency of the price. */
export type RefundLimits = Pick<RefundRules, "limit_GNF" | "limit_XOF">;

/** The lowest limits that were in force since a moment: what was raised since counts as it was before. */
export function lowestSince({ former = [], ...limits }: RefundRules, since: Date): RefundLimits {
  const recent = former.filter(({ until }) => new Date(until) > since);
  return {
    limit_GNF: Math.min(limits.limit_GNF, ...recent.map(({ limit_GNF }) => limit_GNF)),
    limit_XOF: Math.min(limits.limit_XOF, ...recent.map(({ limit_XOF }) => limit_XOF)),
  };
}

export type Worth = { amount: number; currency: PriceCurrency };

/** Whether what goes back adds up to more than a limit, in any of its currencies. */
export function isAbove(limits: RefundLimits, worths: readonly Worth[]): boolean {
  const sums: Record<PriceCurrency, number> = { GNF: 0, XOF: 0 };
  for (const { amount, currency } of worths) sums[currency] += amount;
  return sums.GNF > limits.limit_GNF || sums.XOF > limits.limit_XOF;
}

type Part = {
  amount: number;
  currency: string;
  price_currency: PriceCurrency;
  /** Of the charge that it is a part of. */
  charged: number;
  charged_price: number;
};

/** What a refund counts in the currency of its order's price. Money that counted for nothing has no limit. */
export function worthOf({ amount, currency, price_currency, charged, charged_price }: Part): Worth {
  if (currency === price_currency) return { amount, currency: price_currency };
  const worth = charged_price > 0 ? Math.round((charged_price * amount) / charged) : Infinity;
  return { amount: worth, currency: price_currency };
}
