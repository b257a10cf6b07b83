import type { Task } from "../kit/notion.ts";
import { NOTIONS } from "./notions.ts";

/** Mail that nobody got: the office's own task. Diagnostic says with each what the mail server answered. */
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

/** What waits for staff, in the order of the sidebar. */
export const TASKS: readonly Omit<Task, "rows">[] = [
  ...NOTIONS.flatMap(({ tasks = [] }) => tasks),
  OLD_RATE,
  FAILED_MAIL,
];

/** How many of each there are, by key. */
export type TaskCounts = Readonly<Record<string, number>>;

/** Beyond so many, only that there are more is said. */
export const TASKS_COUNTED = 99;
export const taskCount = (count: number) =>
  count > TASKS_COUNTED ? `${TASKS_COUNTED}+` : String(count);

/** How much waits under a line of the sidebar. */
export function waitingAt(address: string, counts: TaskCounts): number {
  const own = TASKS.filter(({ to }) => to.split("?", 1)[0] === address);
  return own.reduce((sum, { key }) => sum + (counts[key] ?? 0), 0);
}
