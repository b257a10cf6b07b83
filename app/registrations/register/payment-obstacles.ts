import {
  eventStart,
  type FederationEvent,
  type PriceOption,
  priceOptions,
} from "../../events/events.ts";
import { isValidLicence, type ShownState } from "../../licences/licence-state.ts";
import type { Order } from "../../payments/payments.table.server.ts";
import type { RegistrationStatus } from "../registrations.ts";

/** Why a registration cannot be paid now. */
export type Obstacle =
  | "cancelledByStaff"
  | "placeConfirmed"
  | "cancelled"
  | "licence"
  | "club"
  | "notWaiting"
  | "eventCancelled"
  | "eventOver"
  | "eventBegun"
  | "packageGone"
  | "priceChanged";

/** The package of a registration: its row, or the id of an event’s single price. */
export type Chosen = { package_id: string | null; price_id: string };

type Situation = {
  event: Pick<FederationEvent, "status" | "date" | "time" | "prices" | "price" | "currency">;
  registration: Chosen & { status: RegistrationStatus; cancelled_by: string | null };
  /** The same person has a confirmed place by another registration, so this one would be paid for nothing. */
  hasOtherPlace: boolean;
  /** Its state on the day of the event, where the event asks for one and the registration has it. */
  licence: ShownState | undefined;
  order: Pick<Order, "price_amount" | "price_currency">;
};

/** Why a registration cannot be paid online, if so. */
export function obstacleOnline(situation: Situation, now: Date): Obstacle | undefined {
  const { registration, event, order } = situation;
  const ended = obstacleAtDesk(situation);
  if (ended) return ended;
  if (registration.status !== "held") return "notWaiting";
  const closed = obstacleToOffer(event, registration, now);
  if (closed) return closed;
  const offered = packageOf(event, registration);
  const isSame = offered?.amount === order.price_amount && event.currency === order.price_currency;
  return isSame ? undefined : "priceChanged";
}

/**
 * Why staff may not take the money at the desk: a cancelled registration or event, a second place of one person, or a
 * licence that is no longer valid. The promised price holds, and the event may have begun.
 */
export function obstacleAtDesk({
  event,
  registration,
  hasOtherPlace,
  licence,
}: Situation): Obstacle | undefined {
  const { status, cancelled_by } = registration;
  if (status === "cancelled" && cancelled_by) return "cancelledByStaff";
  if (event.status === "cancelled") return "eventCancelled";
  if (hasOtherPlace) return "placeConfirmed";
  if (status === "cancelled") return "cancelled";
  return obstacleOfLicence(licence);
}

/** Nobody pays for a place, nor takes one, that they cannot use. */
export function obstacleOfLicence(licence: ShownState | undefined): Obstacle | undefined {
  if (!licence || isValidLicence(licence)) return undefined;
  return licence === "clubless" ? "club" : "licence";
}

/** Why a package of an event cannot be taken on the site, if so. */
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
 * The package of a registration as its event offers it today; its end and quota do not matter to those who have it.
 */
export const packageOf = (
  event: Pick<FederationEvent, "prices" | "price">,
  { package_id, price_id }: Chosen,
): PriceOption | undefined =>
  priceOptions(event).find(
    (option) => option.package_id === package_id && (package_id !== null || option.id === price_id),
  );

/** The package of an event by the id that a form sends. */
export const packageNamed = (
  event: Pick<FederationEvent, "prices" | "price">,
  id: string,
): PriceOption | undefined => priceOptions(event).find((option) => option.id === id);
