/** The rules of places at events, without a database. */

export const PLATFORMS = ["pc", "ps5", "xbox", "mobile"] as const;
export type Platform = (typeof PLATFORMS)[number];

export const REGISTRATION_STATUSES = [
  "held",
  "confirmed",
  "expired",
  "cancelled",
  "waiting",
  "offered",
] as const;
export type RegistrationStatus = (typeof REGISTRATION_STATUSES)[number];

/** These count in `current_participants`: an offer keeps its place until it is answered or over. */
export const PLACED_STATUSES = ["held", "confirmed", "offered"] as const;
/** A person has at most one of these for an event. */
export const LIVE_STATUSES = [...PLACED_STATUSES, "waiting"] as const;

export const holdsPlace = (status: RegistrationStatus): boolean =>
  (PLACED_STATUSES as readonly RegistrationStatus[]).includes(status);

export const REGISTRATION_EVENTS = ["paid", "expired", "cancelled", "offered", "accepted"] as const;
export type RegistrationEvent = (typeof REGISTRATION_EVENTS)[number];

const TRANSITIONS: Record<
  RegistrationStatus,
  Partial<Record<RegistrationEvent, RegistrationStatus>>
> = {
  held: { paid: "confirmed", expired: "expired", cancelled: "cancelled" },
  // A confirmed place is given up by a person, never by a clock.
  confirmed: { cancelled: "cancelled" },
  waiting: { offered: "offered", cancelled: "cancelled" },
  // A free place is confirmed as soon as it is accepted: that counts as paid.
  offered: { accepted: "held", paid: "confirmed", expired: "expired", cancelled: "cancelled" },
  // Money that comes late is honoured when there is still a place.
  expired: { paid: "confirmed" },
  cancelled: { paid: "confirmed" },
};

/** The state after an event; what does not apply changes nothing. */
export function nextState(state: RegistrationStatus, event: RegistrationEvent): RegistrationStatus {
  return TRANSITIONS[state][event] ?? state;
}

/** How long somebody of the waiting list has to take the place that became free. */
export const OFFER_MS = 24 * 60 * 60_000;

/** Letters and digits that nobody mistakes for one another, read aloud or from a phone. */
export const REFERENCE_LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
export const REFERENCE_PREFIX = "FGE";

/** A reference such as FGE-7K4M-2Q9D, from random bytes (at least eight are needed). */
export function referenceFrom(random: Uint8Array): string {
  const letters = [...random.subarray(0, 8)]
    .map((byte) => REFERENCE_LETTERS.charAt(byte % REFERENCE_LETTERS.length))
    .join("");
  return `${REFERENCE_PREFIX}-${letters.slice(0, 4)}-${letters.slice(4)}`;
}

/** What a visitor fills in, checked; `price_id` is one of the event's packages. */
export type RegistrationInput = {
  event_id: string;
  first_name: string;
  last_name: string;
  /** Lower case. */
  email: string;
  /** E.164 */
  phone: string;
  /** yyyy-mm-dd */
  birth_date: string;
  gamertag: string;
  platform: Platform;
  price_id: string;
  language: "fr" | "en";
};

/** How a registration ended up, for the page that answers the form. */
export type Registered =
  | { outcome: "payment"; ticketToken: string; orderToken: string; holdExpiresAt: Date }
  | { outcome: "confirmed"; ticketToken: string; reference: string }
  | { outcome: "waiting"; ticketToken: string; reference: string; position: number }
  | { outcome: "offered"; ticketToken: string; reference: string; offerExpiresAt: Date }
  /**
   * The address has a live registration under another phone or birth date. Who typed it may be
   * somebody else, so nothing of it is told here: its link went to the address itself.
   */
  | { outcome: "known" };

/** The places of an event, in numbers; `free` and `capacity` are null without a limit. */
export type Availability = {
  capacity: number | null;
  /** Everyone who counts in `current_participants`, also those who never came through the site. */
  taken: number;
  confirmed: number;
  held: number;
  /** When the first of the held places is free again, if it is not paid. */
  heldUntil: Date | null;
  offered: number;
  waiting: number;
  free: number | null;
};
