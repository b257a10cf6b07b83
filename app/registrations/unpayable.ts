import {
  eventStart,
  type FederationEvent,
  type PriceOption,
  priceOptions,
} from "../events/events.ts";
import type { Order } from "../payments/orders.table.server.ts";
import type { RegistrationStatus } from "./registrations.ts";

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

type Situation = {
  event: Pick<FederationEvent, "status" | "date" | "time" | "prices" | "price" | "currency">;
  registration: { status: RegistrationStatus; price_id: string; cancelled_by: string | null };
  order: Pick<Order, "price_amount" | "price_currency">;
};

/** What keeps a registration from being paid online, if anything does. */
export function obstacleOnline(situation: Situation, now: Date): Obstacle | undefined {
  const { registration, event, order } = situation;
  const ended = obstacleAtDesk(situation);
  if (ended) return ended;
  if (registration.status !== "held") return "notWaiting";
  const closed = obstacleToOffer(event, registration.price_id, now);
  if (closed) return closed;
  const today = packageOf(event, registration.price_id);
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
  packageId: string,
  now: Date,
): Obstacle | undefined {
  if (event.status === "cancelled") return "eventCancelled";
  if (event.status === "completed") return "eventOver";
  if (event.status === "ongoing" || now >= eventStart(event)) return "eventBegun";
  return packageOf(event, packageId) ? undefined : "packageGone";
}

/** A package as it is on offer today. */
export const packageOf = (
  event: Pick<FederationEvent, "prices" | "price">,
  packageId: string,
): PriceOption | undefined => priceOptions(event).find(({ id }) => id === packageId);
