import type { PriceOption } from "../../events/events.ts";
import type { Registration } from "../places/places.system.server.ts";

type Paid = Pick<Registration, "status" | "amount" | "currency">;

/**
 * Whether the money of a registration allows another package. A confirmed place keeps its price: what was
 * paid stays with its order, and what was free is not owed afterwards.
 */
export const moneyAllows = (
  { status, amount, currency }: Paid,
  price: Pick<PriceOption, "amount"> & { currency: string },
): boolean => status !== "confirmed" || (price.amount === amount && price.currency === currency);

/** What the holder of a place that keeps its price is told. */
export const priceRule = ({ status, amount }: Paid): string | undefined => {
  if (status !== "confirmed") return undefined;
  return amount > 0
    ? "La place est payée : seules les formules au même prix conviennent."
    : "La place est gratuite et confirmée : seules les formules gratuites conviennent.";
};
