import {
  eventStart,
  type FederationEvent,
  type PriceOption,
  priceOptions,
} from "../../events/events.ts";
import type { Order } from "../../payments/payments.table.server.ts";
import type { RegistrationStatus } from "../registrations.ts";

/** Why a registration cannot be paid now. */
export type Obstacle =
  | "cancelledByStaff"
  | "cancelled"
  | "notWaiting"
  | "eventCancelled"
  | "eventOver"
  | "eventBegun"
  | "packageGone"
  | "priceChanged";

/** The package of a registration: its row, or the word of an event's one price. */
export type Chosen = { package_id: string | null; price_id: string };

type Situation = {
  event: Pick<FederationEvent, "status" | "date" | "time" | "prices" | "price" | "currency">;
  registration: Chosen & { status: RegistrationStatus; cancelled_by: string | null };
  order: Pick<Order, "price_amount" | "price_currency">;
};

/** What keeps a registration from being paid online, if anything does. */
export function obstacleOnline(situation: Situation, now: Date): Obstacle | undefined {
  const { registration, event, order } = situation;
  const ended = obstacleAtDesk(situation);
  if (ended) return ended;
  if (registration.status !== "held") return "notWaiting";
  const closed = obstacleToOffer(event, registration, now);
  if (closed) return closed;
  const today = packageOf(event, registration);
  const same = today?.amount === order.price_amount && event.currency === order.price_currency;
  return same ? undefined : "priceChanged";
}

/**
 * What keeps staff from taking the money themselves. They see the price that was promised, and whom they
 * let in at the door: only what was ended stops them.
 */
export function obstacleAtDesk({ event, registration }: Situation): Obstacle | undefined {
  const { status, cancelled_by } = registration;
  if (status === "cancelled" && cancelled_by) return "cancelledByStaff";
  if (event.status === "cancelled") return "eventCancelled";
  return status === "cancelled" ? "cancelled" : undefined;
}

/** What keeps a package of an event from being taken on the site, whatever it costs. */
export function obstacleToOffer(
  event: Situation["event"],
  registration: Chosen,
  now: Date,
): Obstacle | undefined {
  if (event.status === "cancelled") return "eventCancelled";
  if (event.status === "completed") return "eventOver";
  if (event.status === "ongoing" || now >= eventStart(event)) return "eventBegun";
  return packageOf(event, registration) ? undefined : "packageGone";
}

/**
 * The package of a registration as its event has it today. Its end and its quota do not count: whoever has
 * it keeps it, as long as their place is.
 */
export const packageOf = (
  event: Pick<FederationEvent, "prices" | "price">,
  { package_id, price_id }: Chosen,
): PriceOption | undefined =>
  priceOptions(event).find(
    (option) => option.package_id === package_id && (package_id !== null || option.id === price_id),
  );

/** A package of an event by the word that a form sends. */
export const packageNamed = (
  event: Pick<FederationEvent, "prices" | "price">,
  word: string,
): PriceOption | undefined => priceOptions(event).find(({ id }) => id === word);
