import { DAY } from "../core/values/durations.ts";
import { formatTime } from "../i18n/format.ts";
import type { Language } from "../i18n/languages.ts";

/** When the desk is open: Conakry time, which is UTC all year. */

/** From one hour to another, HH:MM. */
type Span = { from: string; to: string };

/** Monday first, as people here write a week. */
export const WEEKDAYS = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const;

export type WeeklyHours = Record<(typeof WEEKDAYS)[number], Span[]>;

/** Days on which it stays closed, yyyy-mm-dd, both included. */
type Closure = { from: string; to: string };

export type Opening = { hours: WeeklyHours; closures: Closure[] };

const TIME = String.raw`(\d{1,2})\s*(?:(?::|\.|heures?|h)\s*(\d{2})?)?\s*h?`;
const SPAN = new RegExp(`^(?:de\\s+)?${TIME}\\s*(?:[-‐‑–—−]|à|to)\\s*${TIME}$`, "i");

/** '9h-12h30, 14:00-17:00' or '9 h – 17 h' as hours of one day; undefined when it cannot be read, [] when it is blank. */
export function parseSpans(text: string): Span[] | undefined {
  const parts = text.split(/[,;]|\bet\b/).map((part) => part.trim());
  const spans = parts.filter(Boolean).map(parseSpan);
  if (!spans.every((span) => span !== undefined)) return undefined;
  const times = spans.flatMap(({ from, to }) => [from, to]);
  const isInOrder = times.every((time, place) => place === 0 || (times[place - 1] ?? "") < time);
  return isInOrder ? spans : undefined;
}

function parseSpan(text: string): Span | undefined {
  const [, fromHour, fromMinute = "00", toHour, toMinute = "00"] = SPAN.exec(text) ?? [];
  const from = `${fromHour?.padStart(2, "0")}:${fromMinute}`;
  const to = `${toHour?.padStart(2, "0")}:${toMinute}`;
  return isTime(from) && isTime(to) ? { from, to } : undefined;
}

const isTime = (time: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(time) || time === "24:00";

/** The hours of one day as a field of a form shows them. */
export const formatSpans = (spans: readonly Span[]): string =>
  spans.map(({ from, to }) => `${from}-${to}`).join(", ");

/** Beyond this nothing is looked for: a desk that is closed for a year has no next opening. */
const HORIZON_DAYS = 400;

/** The openings of the desk from the day of a moment on, the first one first. */
function* openingsFrom(at: Date, { hours, closures }: Opening) {
  for (let days = 0; days < HORIZON_DAYS; days++) {
    const moment = new Date(at.getTime() + days * DAY);
    const day = moment.toISOString().slice(0, 10);
    if (closures.some(({ from, to }) => from <= day && day <= to)) continue;
    const weekday = WEEKDAYS[(moment.getUTCDay() + 6) % 7] ?? "monday";
    for (const { from, to } of hours[weekday]) {
      yield { start: new Date(`${day}T${from}:00Z`), end: new Date(`${day}T${to}:00Z`) };
    }
  }
}

/** The end of the opening that runs at a moment, or else of the next one; undefined when there is none. */
export function endOfOpening(at: Date, opening: Opening): Date | undefined {
  for (const { end } of openingsFrom(at, opening)) if (end >= at) return end;
  return undefined;
}

/** The end of the first opening that begins after a moment; undefined when there is none. */
export function endOfNextOpening(at: Date, opening: Opening): Date | undefined {
  for (const { start, end } of openingsFrom(at, opening)) if (start > at) return end;
  return undefined;
}

/** Days that follow each other with the same hours, as one line each: what people read at a door. */
function hoursByDays({ hours }: Pick<Opening, "hours">) {
  const lines: { first: number; last: number; spans: Span[] }[] = [];
  for (const [place, day] of WEEKDAYS.entries()) {
    const spans = hours[day];
    const before = lines.at(-1);
    const same = before?.last === place - 1 && formatSpans(before.spans) === formatSpans(spans);
    if (spans.length === 0) continue;
    if (before && same) before.last = place;
    else lines.push({ first: place, last: place, spans });
  }
  return lines;
}

/** The days of closing that are not over, the next one first. */
export const closuresFrom = ({ closures }: Pick<Opening, "closures">, today: string): Closure[] =>
  closures.filter(({ to }) => to >= today).sort((a, b) => a.from.localeCompare(b.from));

const DAYS = {
  fr: ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"],
  en: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
} as const satisfies Record<Language, readonly string[]>;

/** The week of the desk, a line for days with the same hours: 'lundi à jeudi : 9 h – 12 h 30'. */
export function formatHours(language: Language, opening: Pick<Opening, "hours">): string[] {
  const [to, colon] = language === "fr" ? [" à ", "\u202f: "] : [" to ", ": "];
  return hoursByDays(opening).map(({ first, last, spans }) => {
    const days = [DAYS[language][first], DAYS[language][last]];
    const hours = spans.map(
      (span) => `${formatTime(language, span.from)}\u00a0–\u00a0${formatTime(language, span.to)}`,
    );
    return `${first === last ? days[0] : days.join(to)}${colon}${hours.join(", ")}`;
  });
}
