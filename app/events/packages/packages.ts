import { type FederationEvent, isFull, type PriceOption, priceOptions } from "../events.ts";

/** Which packages of an event can be chosen, without a database. */

type Limits = Pick<PriceOption, "quota" | "taken" | "ends_at">;

/** Whether the time of a package is over. */
export const isPackageOver = ({ ends_at }: Pick<Limits, "ends_at">, now: Date): boolean =>
  ends_at !== null && ends_at <= now;

/** How many places a package has left; without a quota, infinitely many. */
export const packageRoom = ({ quota, taken }: Pick<Limits, "quota" | "taken">): number =>
  quota === null ? Number.POSITIVE_INFINITY : quota - taken;

/** A package as visitors find it at some moment. */
export type Offer = PriceOption & {
  state: "open" | "ended" | "soldOut";
  /** How many places it has left, where it has a quota. */
  left: number | null;
};

type Sold = Pick<FederationEvent, "prices" | "price" | "max_participants" | "current_participants">;

/** The packages of an event, each with whether it can be chosen. */
export function offersOf(event: Sold, now: Date): Offer[] {
  const { max_participants: max, current_participants: current } = event;
  const places = max === null ? Number.POSITIVE_INFINITY : max - current;
  return priceOptions(event).map((option) => {
    const room = packageRoom(option);
    const left = Number.isFinite(room) ? Math.max(0, Math.min(room, places)) : null;
    const available = room > 0 ? "open" : "soldOut";
    return { ...option, left, state: isPackageOver(option, now) ? "ended" : available };
  });
}

/**
 * Whether whoever comes now waits: the event is full, or each of its packages is. A package that is sold
 * out can then be waited for; one whose time is over cannot.
 */
export const mustWait = (event: Sold, offers: readonly Offer[]): boolean =>
  isFull(event) || offers.every(({ state }) => state !== "open");

/** Whether somebody can choose a package: now, or to wait for it. */
export const isChoosable = ({ state }: Pick<Offer, "state">, waits: boolean): boolean =>
  state === "open" || (waits && state === "soldOut");
