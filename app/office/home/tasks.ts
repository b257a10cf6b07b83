import type { Task } from "../../kit/notion.ts";
import { NOTIONS } from "../frame/notions.ts";

/** Mails that failed. Diagnostic shows the answer of the mail server for each. */
export const FAILED_MAIL: Omit<Task, "rows"> = {
  key: "mail",
  one: "e-mail non remis cette semaine",
  many: "e-mails non remis cette semaine",
  to: "/admin/diagnostic",
};

/** The rate at which prices are charged in another currency, once it is older than so many days. */
export const OLD_RATE: Omit<Task, "rows"> & { days: number } = {
  key: "rate",
  one: "taux de change de plus de 30 jours à mettre à jour",
  many: "taux de change de plus de 30 jours à mettre à jour",
  to: "/admin/pages/settings/rate",
  days: 30,
};

/** Prices that an online payment method only takes at an exchange rate, and none is set. */
export const NO_RATE: Omit<Task, "rows"> = {
  key: "no-rate",
  one: "taux de change à régler, sans lequel certains prix ne peuvent pas être payés en ligne",
  many: "taux de change à régler, sans lequel certains prix ne peuvent pas être payés en ligne",
  to: "/admin/pages/settings/rate",
};

/** Events in which tests hold places, while that keeps online payment closed. */
export const BLOCKING_TESTS: Omit<Task, "rows"> = {
  key: "tests",
  one: "événement où des essais ferment le paiement en ligne, à retirer",
  many: "événements où des essais ferment le paiement en ligne, à retirer",
  to: "/admin/payments",
};

/** Accounts that wait for the approval of the person who reads this. */
export const WAITING_ACCOUNTS: Omit<Task, "rows"> = {
  key: "accounts",
  one: "compte à approuver",
  many: "comptes à approuver",
  to: "/admin/staff",
};

/** The tasks of staff, in the order of the sidebar. */
export const TASKS: readonly Omit<Task, "rows">[] = [
  ...NOTIONS.flatMap(({ tasks = [] }) => tasks),
  BLOCKING_TESTS,
  NO_RATE,
  OLD_RATE,
  WAITING_ACCOUNTS,
  FAILED_MAIL,
];

/** How many of each there are, by key; those of which there are none may be missing. */
export type TaskCounts = Readonly<Record<string, number>>;
