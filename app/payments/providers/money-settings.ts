import { formatAmount } from "../../i18n/format.ts";
import type { MoneySetting } from "../../settings/settings.record.ts";
import type { RefundRules, SiteSettings } from "../../settings/settings.ts";

/** What a part of a setting of money is called, and how it is written. */
type Part = { label: string; words: (value: unknown) => string };

const text = (value: unknown) => (value ? String(value) : "rien");

const amountIn = (currency: "GNF" | "XOF") => (value: unknown) =>
  formatAmount("fr", Number(value), currency);

/** The parts that say where money goes, at which rate, or how much one person gives back. */
const PARTS: Readonly<Record<MoneySetting, Readonly<Record<string, Part>>>> = {
  exchange_rate: { gnf: { label: "Francs guinéens pour 1 euro", words: text } },
  refunds: {
    limit_GNF: { label: "Plafond en GNF", words: amountIn("GNF") },
    limit_XOF: { label: "Plafond en FCFA", words: amountIn("XOF") },
  },
  desk: {
    orange_money: { label: "Numéro Orange Money", words: text },
    mtn_momo: { label: "Numéro MTN MoMo", words: text },
    account_name: { label: "Nom du compte", words: text },
  },
};

export type MoneyChange = { label: string; before: string; after: string };

/** What a setting says differently of money; nothing when only its other parts change. */
export function differencesOfMoney<Key extends MoneySetting>(
  key: Key,
  before: SiteSettings[Key],
  after: SiteSettings[Key],
): MoneyChange[] {
  const partOf = (setting: SiteSettings[Key], name: string) =>
    (setting as Record<string, unknown>)[name] ?? "";
  return Object.entries(PARTS[key]).flatMap(([name, { label, words }]) => {
    const [was, is] = [partOf(before, name), partOf(after, name)];
    return was === is ? [] : { label, before: words(was), after: words(is) };
  });
}

/** Whether one of the limits is higher than before. */
export const isRaised = (before: RefundRules, after: RefundRules): boolean =>
  after.limit_GNF > before.limit_GNF || after.limit_XOF > before.limit_XOF;
