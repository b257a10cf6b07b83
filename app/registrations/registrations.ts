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

// The rules of places at events, without database and schemas, so that screens can use them.

export const PLATFORMS = ["pc", "ps5", "xbox", "mobile"] as const;
export type Platform = (typeof PLATFORMS)[number];

export const REGISTRATION_STATUSES = [
  /** The place is held for its payment, until the hold of its order ends. */
  "held",
  "confirmed",
  /** Not paid, taken or proven in time. */
  "expired",
  "cancelled",
  /** On the waiting list, without a place. */
  "waiting",
  /** A free place, reserved for somebody of the waiting list until they answer. */
  "offered",
  /** A place reserved until the address is proven by the secrets of our mail. */
  "unproven",
] as const;
export type RegistrationStatus = (typeof REGISTRATION_STATUSES)[number];

/** These count in `current_participants`. The database counts them: see `holds_place()`. */
export const PLACED_STATUSES = ["held", "confirmed", "offered", "unproven"] as const;
/** A person (an e-mail address, a first name and a birth date) has at most one of these for an event. */
export const LIVE_STATUSES = [...PLACED_STATUSES, "waiting"] as const;

/** The statuses before the cancellation of an event whose places are offered again if it takes place after all. */
export const RETURNING_STATUSES = ["held", "confirmed", "offered"] as const;

/** Whether a registration in this status takes a place. */
export function holdsPlace(status: RegistrationStatus): boolean {
  return (PLACED_STATUSES as readonly RegistrationStatus[]).includes(status);
}

/** The class of the badge that says the status of a ticket. */
export const TICKET_BADGES: Readonly<Record<RegistrationStatus, string>> = {
  held: "badge-plain",
  confirmed: "",
  expired: "badge-red",
  cancelled: "badge-red",
  waiting: "badge-plain",
  offered: "",
  unproven: "badge-plain",
};

/** Whether a registration takes a place or waits for one. */
export function isLive(status: RegistrationStatus): boolean {
  return (LIVE_STATUSES as readonly RegistrationStatus[]).includes(status);
}

/** Whether a ticket is valid at the entrance. */
export const isValidTicket = ({
  status,
  event,
}: {
  status: RegistrationStatus;
  event: { status: string };
}): boolean => status === "confirmed" && event.status !== "cancelled";

type NewRegistration = {
  /** The free places of the event. */
  free: number;
  /** The price of the package. */
  amount: number;
  /** The address must be proven first. */
  limited: boolean;
  /** A mail is sent to it, by which it can be proven. */
  reached: boolean;
};

/** The status of a new registration, and whether it must be proven. */
export function initialStatus({ free, amount, limited, reached }: NewRegistration): {
  status: RegistrationStatus;
  proof_needed: boolean;
} {
  const proof_needed = limited;
  if (free <= 0 || (limited && !reached)) return { status: "waiting", proof_needed };
  if (limited) return { status: "unproven", proof_needed };
  return { status: amount === 0 ? "confirmed" : "held", proof_needed };
}

/** How long a place is held for an online payment. */
export const HOLD_MS = 20 * MINUTE;
/** The longest hold while a payment is under way. */
export const HOLD_CAP_MS = HOUR;
/** How long an offered place is reserved, from when the mail server took the message or staff told its holder. */
export const OFFER_HOURS = 24;

/** The same for the former places of a cancelled event that takes place after all. */
export const OFFER_AGAIN_HOURS = 3 * OFFER_HOURS;

/**
 * After so many live registrations of an event from one network (an IPv4 address, an IPv6 /64), and from the wider one
 * (/24, /48), the next must prove their address. A family, a club or a cybercafé stays below the first; the customers of
 * an operator, thousands behind one address, below the second.
 */
export const NETWORK_PLACES = 5;
export const WIDER_NETWORK_PLACES = 50;
/** The time for a proof, from when the mail server took the message. */
export const PROOF_MS = 2 * HOUR;
export const CODE_DIGITS = 6;
/** After so many wrong codes, only the link of the mail works. */
export const CODE_TRIES = 5;
/** How often a form that is sent again causes another mail. */
export const MAIL_AGAIN_MS = 10 * MINUTE;
export const MAILS_A_DAY = 4;
/** Networks are deleted after this, and once the event has begun. */
export const NETWORK_RETENTION_MS = 7 * DAY;

/** What identifies a ticket at a door: its address or its reference. */
export type DoorSearch = { token: string } | { reference: string };

/**
 * Parses what was typed or scanned at the door: the address in a QR code, or a reference with or without prefix, dashes
 * and capitals.
 */
export function doorSearch(text: string, prefix: string): DoorSearch {
  const token = /\/tickets\/([\w-]+)/.exec(text)?.[1];
  if (token) return { token };
  const letters = text.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
  const code = letters.slice(-REFERENCE_LENGTH);
  const before = letters.slice(0, -REFERENCE_LENGTH) || prefix.toUpperCase();
  return { reference: `${before}-${code.slice(0, 4)}-${code.slice(4)}` };
}

/** What an event requires of its participants. */
export type PersonRules = Pick<FederationEvent, "date" | "asks_gamertag" | "min_age" | "max_age">;

/** What its form asks them to accept: nothing, where the page shows no rules. */
export type FormRules = PersonRules &
  Pick<FederationEvent, "asks_licence"> & { has_rules: boolean };

/** The rules of an event as its page shows them. */
export function rulesOf(
  event: Pick<FederationEvent, "rules" | "rules_en">,
  language: Language,
): LocalText {
  const rules = localized(event, "rules", language);
  return { ...rules, text: rules.text.trim() };
}

/** The age limits, under the names that the messages use. */
export const limitsOf = ({ min_age: min, max_age: max }: AgeLimits) => ({ min, max });

/** The message for an age outside the limits of an event. */
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

/** The errors of a person by the present rules of an event, by field. */
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
