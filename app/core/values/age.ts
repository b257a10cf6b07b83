/** Days are yyyy-mm-dd, in Conakry, and compare as texts. */

/** The age on a day. The birthday of somebody born on 29 February is 1 March in other years. */
export function ageOn(birthDate: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return day.slice(4) < birthDate.slice(4) ? years - 1 : years;
}

/** Whoever was born after this day is younger than `age` on `day`. */
export const latestBirth = (age: number, day: string): string =>
  String(Number(day.slice(0, 4)) - age).padStart(4, "0") + day.slice(4);

/** Whether somebody is younger than `age` on a day. */
export const isYoungerThan = (age: number, birthDate: string, day: string): boolean =>
  birthDate > latestBirth(age, day);

/** The lowest and highest age, both included; null when there is no limit. */
export type AgeLimits = { min_age: number | null; max_age: number | null };

/** Whether an age is outside of the limits. */
export const isOutside = (age: number, { min_age, max_age }: AgeLimits): boolean =>
  (min_age !== null && age < min_age) || (max_age !== null && age > max_age);

/** The word for limits of ages; undefined when there are none. */
export function limitsKey({ min_age, max_age }: AgeLimits) {
  if (min_age !== null && max_age !== null) return "between";
  if (min_age !== null) return "from";
  return max_age === null ? undefined : "upTo";
}

/** Whether a text is a day of the calendar, yyyy-mm-dd, that PostgreSQL knows too: never the 30th of February. */
export function isDay(text: string): boolean {
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(text)) return false;
  const moment = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);
}
