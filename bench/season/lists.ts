import { setTimeout as pause } from "node:timers/promises";
import { DAY } from "../../app/core/values/durations.ts";
import { EVENTS } from "./checks.ts";
import type { Product } from "./product.ts";

/** The pages hear of what changed within this. */
const HEARD_MS = 1_000;

/** The lists of events, as the page cache of every process has them, against the dates; gives what is wrong. */
export async function wrongLists(product: Product): Promise<string[]> {
  const limit = Date.now() + HEARD_MS;
  for (;;) {
    const wrong = await compareLists(product);
    if (wrong.length === 0 || Date.now() > limit) return wrong;
    await pause(20);
  }
}

async function compareLists(product: Product): Promise<string[]> {
  const rows = (await product.press("sql", EVENTS)) as EventDates[];
  const standing = new Map(rows.map((row) => [row.id, standingOf(row, product.now)]));
  const inThePast = rows.filter(({ id }) => standing.get(id) === "past");
  const wrong: string[] = [];
  for (const { upcoming, past } of await product.everywhere("events")) {
    const ahead = rows.length - inThePast.length;
    if (upcoming.length !== ahead) wrong.push(`${upcoming.length} events to come, not ${ahead}`);
    const ranks = upcoming.map((id) => ORDER.indexOf(standing.get(id) ?? "past"));
    if (ranks.some((rank, n) => rank < 0 || rank < (ranks[n - 1] ?? 0))) {
      wrong.push("the list of what is to come holds something else, or in another order");
    }
    const latest = inThePast.slice(0, past.length);
    if (latest.some(({ id }, n) => past[n] !== id)) wrong.push("the list of what was is wrong");
  }
  return wrong;
}

/** What is under way is shown first. */
const ORDER: Standing[] = ["under way", "to come"];
type Standing = "to come" | "under way" | "past";

type EventDates = {
  id: string;
  status: string;
  date: string;
  time: string | null;
  end_date: string | null;
  end_time: string | null;
};

/** In which list an event belongs, by what its form says. */
function standingOf(event: EventDates, now: number): Standing {
  if (event.status === "cancelled") return "past";
  const last = event.end_date ?? event.date;
  const end = event.end_time
    ? Date.parse(`${last}T${event.end_time}:00Z`)
    : Date.parse(`${last}T00:00:00Z`) + DAY;
  if (now >= end) return "past";
  return now >= Date.parse(`${event.date}T${event.time ?? "23:59"}:00Z`) ? "under way" : "to come";
}
