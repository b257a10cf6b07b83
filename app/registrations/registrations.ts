/** The rules of places at events, without a database and, for the screens, without schemas. */

export const PLATFORMS = ["pc", "ps5", "xbox", "mobile"] as const;

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
] as const;
export type RegistrationStatus = (typeof REGISTRATION_STATUSES)[number];

/** These count in `current_participants`. The database counts them: see `holds_place()`. */
export const PLACED_STATUSES = ["held", "confirmed", "offered"] as const;
/** A person has at most one of these for an event. */
export const LIVE_STATUSES = [...PLACED_STATUSES, "waiting"] as const;

/** Whether a registration in this status keeps a place from others. */
export function holdsPlace(status: RegistrationStatus): boolean {
  return (PLACED_STATUSES as readonly RegistrationStatus[]).includes(status);
}

/** Whether a registration still counts: it keeps a place, or waits for one. */
export function isLive(status: RegistrationStatus): boolean {
  return (LIVE_STATUSES as readonly RegistrationStatus[]).includes(status);
}

/** A place is kept this long for whoever is paying, from the moment it is asked for. */
export const HOLD_MS = 20 * 60_000;
/** A payment that is under way may keep it longer, but not beyond this. */
export const HOLD_CAP_MS = 60 * 60_000;
/** How long somebody of the waiting list has to take the place that became free. */
export const OFFER_MS = 24 * 60 * 60_000;

/** Letters and digits that nobody mistakes for one another, read aloud or from a phone. */
const REFERENCE_LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const REFERENCE_LENGTH = 6;

/** A reference such as FGE-7K3M-2Q, from random bytes (at least six are needed). */
export function referenceFrom(prefix: string, random: Uint8Array): string {
  const letters = [...random.subarray(0, REFERENCE_LENGTH)]
    .map((byte) => REFERENCE_LETTERS.charAt(byte % REFERENCE_LETTERS.length))
    .join("");
  return `${prefix.toUpperCase()}-${letters.slice(0, 4)}-${letters.slice(4)}`;
}

/**
 * What was typed or scanned at the door: the address in a ticket's QR code, or a reference, with or
 * without its prefix, its dashes and its capitals.
 */
export function soughtAtDoor(
  typed: string,
  prefix: string,
): { token: string } | { reference: string } {
  const token = /\/tickets\/([\w-]+)/.exec(typed)?.[1];
  if (token) return { token };
  const letters = typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
  const code = letters.slice(-REFERENCE_LENGTH);
  const before = letters.slice(0, -REFERENCE_LENGTH) || prefix.toUpperCase();
  return { reference: `${before}-${code.slice(0, 4)}-${code.slice(4)}` };
}
