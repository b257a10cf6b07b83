import { HOUR } from "../../core/values/durations.ts";
import { type Currency, formatAmount, formatDays, formatMoment } from "../../i18n/format.ts";
import type { Language } from "../../i18n/languages.ts";
import { localized } from "../../i18n/localized.ts";
import {
  closuresFrom,
  endOfNextOpening,
  endOfOpening,
  formatHours,
  type Opening,
} from "../../settings/opening-hours.ts";
import type { SiteSettings } from "../../settings/settings.ts";

/** What whoever pays by hand must know, in the same words on pages and in mails. */
export type Fact = readonly [label: string, value: string];

/** What is owed, what came of it, and until when the rest is waited for. */
export type AmountOwed = {
  reference: string;
  price_amount: number;
  price_currency: Currency;
  received: number;
  due: number;
  /** Null: for as long as it takes. */
  until: Date | null;
};

const LABELS = {
  fr: {
    reference: "Votre référence",
    price: "Montant",
    received: "Déjà reçu",
    due: "Reste à payer",
    until: "À payer avant",
    conakry: ", heure de Conakry",
    where: "Où",
    open: "Ouvert",
    closed: "Fermé",
    phone: "Horaires par téléphone",
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
    phone: "Opening hours by phone",
    account: "In the name of",
  },
} satisfies Record<Language, Record<string, string>>;

/** The reference, where it does not stand beside them, the amounts and the deadline. */
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

/** Where and when the desk takes money, and the numbers it is sent to. */
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
  const hours = formatHours(language, desk);
  const closed = closuresFrom(desk, today).map(({ from, to }) => formatDays(language, from, to));
  const facts: [string, string | undefined][] = [
    [labels.where, address],
    hours.length > 0
      ? [labels.open, hours.join(language === "fr" ? "\u202f; " : "; ")]
      : [labels.phone, contact.phone],
    [labels.closed, closed.join(", ")],
    ["Orange Money", desk.orange_money],
    ["MTN MoMo", desk.mtn_momo],
    [labels.account, desk.orange_money || desk.mtn_momo ? desk.account_name : undefined],
  ];
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]));
}

/** So long before its end a place that is paid by hand is spoken of once more. */
export const REMINDER_MS = 24 * HOUR;

type Desk = Opening & { hold_hours: number };

/** When registration closes, and when what is bought begins: absent where there is none, or it is over. */
type Ends = { closes?: Date; begins?: Date };

/**
 * Until when a place is kept for whoever pays by hand: so many hours, or the close of registration if that
 * comes first, and then to the end of the opening of the desk that runs or comes next. Never beyond the
 * beginning of what is bought.
 */
export function deskDeadline(from: Date, { closes, begins }: Ends, desk: Desk): Date {
  const usual = new Date(from.getTime() + desk.hold_hours * HOUR);
  const due = earliest(usual, closes, begins);
  return earliest(endOfOpening(due, desk) ?? due, begins);
}

const earliest = (one: Date, ...others: (Date | undefined)[]): Date =>
  others.reduce<Date>((first, other) => (other && other < first ? other : first), one);

/** So long a place is kept for a transfer where nobody knows when the desk opens. */
const LOOKED_MS = 24 * HOUR;

/**
 * Until when a place is kept for whoever announces a transfer: the desk looks for it in its next opening. Never
 * beyond the beginning of what is bought, and never shorter than it was.
 */
export function transferDeadline(
  from: Date,
  { before, begins, desk }: { before: Date; begins: Date | undefined; desk: Opening },
): Date {
  const looked = endOfNextOpening(from, desk)?.getTime() ?? from.getTime() + LOOKED_MS;
  const end = Math.min(looked, begins?.getTime() ?? looked);
  return new Date(Math.max(end, before.getTime()));
}
