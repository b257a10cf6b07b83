import { REFERENCE_LENGTH } from "../core/secrets/id.ts";
import {
  type AgeLimits,
  ageOn,
  isDay,
  isOutside,
  isYoungerThan,
  limitsKey,
} from "../core/values/age.ts";
import type { FieldErrors } from "../core/values/check-fields.ts";
import { DAY, HOUR, MINUTE } from "../core/values/durations.ts";
import type { FederationEvent } from "../events/events.ts";
import type { Language } from "../i18n/languages.ts";
import { type LocalText, localized } from "../i18n/localized.ts";

// The rules of places at events, without a database and, for the screens, without schemas.

export const PLATFORMS = ["pc", "ps5", "xbox", "mobile"] as const;
export type Platform = (typeof PLATFORMS)[number];

export const REGISTRATION_STATUSES = [
  /** The place is kept while its payment runs; its order says until when. */
  "held",
  "confirmed",
  /** Not paid, or not taken, in time. */
  "expired",
  "cancelled",
  /** In line, without a place. */
  "waiting",
  /** A place that became free, kept for somebody of the waiting list until they answer. */
  "offered",
  /** A place kept until somebody shows, with what our mail says, that the address is theirs. */
  "unproven",
] as const;
export type RegistrationStatus = (typeof REGISTRATION_STATUSES)[number];

/** These count in `current_participants`. The database counts them: see `holds_place()`. */
export const PLACED_STATUSES = ["held", "confirmed", "offered", "unproven"] as const;
/** A person (an e-mail address, a first name and a birth date) has at most one of these for an event. */
export const LIVE_STATUSES = [...PLACED_STATUSES, "waiting"] as const;

/** Who had a place at an event that was cancelled, and is offered one again. */
export const HELD_FOR = ["held", "confirmed", "offered"] as const;

/** Whether a registration in this status keeps a place from others. */
export function holdsPlace(status: RegistrationStatus): boolean {
  return (PLACED_STATUSES as readonly RegistrationStatus[]).includes(status);
}

/** Whether a registration still counts: it keeps a place, or waits for one. */
export function isLive(status: RegistrationStatus): boolean {
  return (LIVE_STATUSES as readonly RegistrationStatus[]).includes(status);
}

/** Whether a ticket opens the door. */
export const isGood = ({
  status,
  event,
}: {
  status: RegistrationStatus;
  event: { status: string };
}): boolean => status === "confirmed" && event.status !== "cancelled";

type TicketHolder = {
  /** Places that nobody has. */
  free: number;
  /** What its package costs. */
  amount: number;
  /** Its address must be proven first. */
  limited: boolean;
  /** A mail to its address leaves, with which it can be. */
  reached: boolean;
};

/** What somebody gets who registers now, and whether it waits for a proof. */
export function firstPlace({ free, amount, limited, reached }: TicketHolder): {
  status: RegistrationStatus;
  proof_needed: boolean;
} {
  const proof_needed = limited;
  if (free <= 0 || (limited && !reached)) return { status: "waiting", proof_needed };
  if (limited) return { status: "unproven", proof_needed };
  return { status: amount === 0 ? "confirmed" : "held", proof_needed };
}

/** A place is kept this long for whoever is paying, from the moment it is asked for. */
export const HOLD_MS = 20 * MINUTE;
/** A payment that is under way may keep it longer, but not beyond this. */
export const HOLD_CAP_MS = HOUR;
/** How long somebody of the waiting list has to take the place that became free. */
export const OFFER_MS = DAY;

/** How long whoever lost a place to a cancelled event has to take it again when it takes place after all. */
export const OFFER_AGAIN_MS = 3 * OFFER_MS;

/**
 * As many live registrations of an event come from one network (an IPv4 address, an IPv6 /64), and from
 * the one around it (/24, /48), before the next ones must prove their address. A family, a club or a
 * cybercafé stays below the first; an operator, who puts thousands behind one, below the second.
 */
export const NETWORK_PLACES = 5;
export const WIDER_NETWORK_PLACES = 50;
/** How long a place waits for its proof, from when the mail server took the message. */
export const PROOF_MS = 2 * HOUR;
/** A code is so many digits. */
export const CODE_DIGITS = 6;
/** The code of a message is typed wrong this often, then only its link is left. */
export const CODE_TRIES = 5;
/** How often one registration is written about because its form was sent again. */
export const MAIL_AGAIN_MS = 10 * MINUTE;
export const MAILS_A_DAY = 4;
/** Networks are forgotten after this, and once the event has begun. */
export const NETWORK_KEPT_MS = 7 * DAY;

/** What says at a door whose ticket it is: its address, or its reference. */
export type DoorSearch = { token: string } | { reference: string };

/**
 * What was typed or scanned at the door: the address in a ticket's QR code, or a reference, with or
 * without its prefix, its dashes and its capitals.
 */
export function doorSearch(text: string, prefix: string): DoorSearch {
  const token = /\/tickets\/([\w-]+)/.exec(text)?.[1];
  if (token) return { token };
  const letters = text.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
  const code = letters.slice(-REFERENCE_LENGTH);
  const before = letters.slice(0, -REFERENCE_LENGTH) || prefix.toUpperCase();
  return { reference: `${before}-${code.slice(0, 4)}-${code.slice(4)}` };
}

/** What an event asks of the people who come. */
export type PersonRules = Pick<FederationEvent, "date" | "asks_gamertag" | "min_age" | "max_age">;

/** What its form asks them to accept: nothing, where the page shows no rules. */
export type FormRules = PersonRules & { has_rules: boolean };

/** The rules of an event as its page shows them. */
export function rulesOf(
  event: Pick<FederationEvent, "rules" | "rules_en">,
  language: Language,
): LocalText {
  const rules = localized(event, "rules", language);
  return { ...rules, text: rules.text.trim() };
}

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
