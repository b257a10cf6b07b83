import { HOUR } from "../../core/values/durations.ts";
import { type Currency, formatAmount, formatDays, formatMoment } from "../../i18n/format.ts";
import type { Language } from "../../i18n/languages.ts";
import { localized } from "../../i18n/localized.ts";
import {
  closuresFrom,
  endOfNextOpening,
  endOfOpening,
  type Opening,
} from "../../settings/opening-hours.ts";
import type { SiteSettings } from "../../settings/settings.ts";
import { formatUsualHours, openingOf } from "../../settings/usual-hours.ts";
import { OPERATORS, type Operator } from "../providers/payment-methods.ts";

/** The facts for a payment at the federation, the same on pages and in mails. */
export type Fact = readonly [label: string, value: string];

/** The amounts of an order, and its deadline. */
export type AmountOwed = {
  reference: string;
  price_amount: number;
  price_currency: Currency;
  received: number;
  due: number;
  /** Null: no deadline. */
  until: Date | null;
};

const LABELS = {
  fr: {
    reference: "Votre référence",
    price: "Montant",
    received: "Déjà reçu",
    due: "Reste à payer",
    until: "À payer avant le",
    conakry: ", heure de Conakry",
    where: "Où",
    open: "Ouvert",
    closed: "Fermé",
    account: "Au nom de",
  },
  en: {
    reference: "Your reference",
    price: "Amount",
    received: "Already received",
    due: "Left to pay",
    until: "To be paid before",
    conakry: ", Conakry time",
    where: "Where",
    open: "Open",
    closed: "Closed",
    account: "In the name of",
  },
} satisfies Record<Language, Record<string, string>>;

/** The reference, unless it is shown elsewhere, the amounts and the deadline. */
export function amountFacts(
  language: Language,
  owed: Omit<AmountOwed, "reference"> & Partial<AmountOwed>,
): Fact[] {
  const labels = LABELS[language];
  const amount = (value: number) => formatAmount(language, value, owed.price_currency);
  const parts: Fact[] = [
    [labels.received, amount(owed.received)],
    [labels.due, amount(owed.due)],
  ];
  return [
    ...(owed.reference ? ([[labels.reference, owed.reference]] satisfies Fact[]) : []),
    [labels.price, amount(owed.price_amount)],
    ...(owed.received > 0 ? parts : []),
    ...(owed.until
      ? ([[labels.until, formatMoment(language, owed.until) + labels.conakry]] satisfies Fact[])
      : []),
  ];
}

/** The operators of whom the federation has published a number to which money can be sent. */
export const transferOperators = (desk: SiteSettings["desk"]): Operator[] =>
  OPERATORS.filter((operator) => desk[operator]);

export const takesTransfers = (desk: SiteSettings["desk"]): boolean =>
  transferOperators(desk).length > 0;

/** Address and opening hours of the desk, and the numbers for transfers. */
export function deskFacts(
  language: Language,
  { desk, contact_info: contact }: Pick<SiteSettings, "desk" | "contact_info">,
  today: string,
): Fact[] {
  const labels = LABELS[language];
  const { text: address } = localized(
    desk.address ? { ...desk, address: desk.address } : contact,
    "address",
    language,
  );
  const hours = formatUsualHours(language, desk);
  const closed = closuresFrom(desk, today).map(({ from, to }) => formatDays(language, from, to));
  const facts: [string, string | undefined][] = [
    [labels.where, address],
    [labels.open, hours.join(language === "fr" ? "\u202f; " : "; ")],
    [labels.closed, closed.join(", ")],
    ["Orange Money", desk.orange_money],
    ["MTN MoMo", desk.mtn_momo],
    [labels.account, desk.orange_money || desk.mtn_momo ? desk.account_name : undefined],
  ];
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]));
}

/** A payer is reminded so long before the hold ends. */
export const REMINDER_MS = 24 * HOUR;

type Desk = Opening & { hold_hours: number };

/** When registration closes and what is bought begins; absent if there is none, or it is past. */
type Ends = { closes?: Date; begins?: Date };

/**
 * The end of a hold for a payment at the desk: after so many hours, or at the close of registration if that comes first,
 * extended to the end of the current or next opening of the desk, but never beyond the beginning of what is bought.
 */
export function deskDeadline(from: Date, { closes, begins }: Ends, desk: Desk): Date {
  const usual = new Date(from.getTime() + desk.hold_hours * HOUR);
  const due = earliest(usual, closes, begins);
  return earliest(endOfOpening(due, openingOf(desk)) ?? due, begins);
}

const earliest = (one: Date, ...others: (Date | undefined)[]): Date =>
  others.reduce<Date>((first, other) => (other && other < first ? other : first), one);

/** The extension for an announced transfer while the desk has no opening to come. */
const CHECK_MS = 24 * HOUR;

/**
 * The end of a hold after a transfer was announced: the desk checks it in its next opening. Never beyond the beginning of
 * what is bought, and never earlier than before.
 */
export function transferDeadline(
  from: Date,
  { before, begins, desk }: { before: Date; begins: Date | undefined; desk: Opening },
): Date {
  const checkedBy = endOfNextOpening(from, openingOf(desk))?.getTime() ?? from.getTime() + CHECK_MS;
  const end = Math.min(checkedBy, begins?.getTime() ?? checkedBy);
  return new Date(Math.max(end, before.getTime()));
}
