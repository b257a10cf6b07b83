import {
  type AgeLimits,
  ageOn,
  isDay,
  isOutside,
  isYoungerThan,
  limitsKey,
} from "../../core/values/age.ts";
import type { FieldErrors } from "../../core/values/check-fields.ts";
import type { FederationEvent } from "../../events/events.ts";

/** What an event asks of the people who come. */
export type PersonRules = Pick<FederationEvent, "date" | "asks_gamertag" | "min_age" | "max_age">;

/** The ages for which an event is open, as its messages name them. */
export const limitsOf = ({ min_age: min, max_age: max }: AgeLimits) => ({ min, max });

/** The message when an age is not one of those for whom an event is open; undefined when it is. */
export function agesRefusal(birthDate: string | undefined, event: PersonRules) {
  const limits = limitsKey(event);
  if (!birthDate || !isDay(birthDate) || !limits) return undefined;
  const outside = isOutside(ageOn(birthDate, event.date), event);
  return outside ? (`validation.ages.${limits}` as const) : undefined;
}

type Person = {
  birthDate: string;
  gamertag: string | null;
  platform: string | null;
  hasGuardian: boolean;
};

/** What is wrong with somebody who comes, field by field, by the event as it is at this moment. */
export function refusalsOf(person: Person, event: PersonRules, minorAge: number): FieldErrors {
  const ages = agesRefusal(person.birthDate, event);
  if (ages) return { birthDate: ages };
  const isMinor = isYoungerThan(minorAge, person.birthDate, event.date);
  return {
    ...(event.asks_gamertag &&
      !person.gamertag && { gamertag: "validation.registration.gamertag" }),
    ...(event.asks_gamertag &&
      !person.platform && { platform: "validation.registration.platform" }),
    ...(isMinor && !person.hasGuardian && { guardianName: "validation.guardian.guardianName" }),
  };
}
