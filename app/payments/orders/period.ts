import { isDay } from "../../core/values/age.ts";

/** From one day to another, yyyy-mm-dd, both included; open where one is absent. */
export type Period = { from?: string; to?: string };

/** The period of an address. What is no day is ignored. */
export function parsePeriod(search: URLSearchParams): Period {
  const [from, to] = [search.get("from") ?? "", search.get("to") ?? ""];
  return { ...(isDay(from) && { from }), ...(isDay(to) && { to }) };
}

/** The twelve months that end with this day's. */
export function lastYear(today: string): Required<Period> {
  const [year = 0, month = 1] = today.split("-").map(Number);
  const first = new Date(Date.UTC(year, month - 12, 1));
  return { from: first.toISOString().slice(0, 10), to: today };
}
