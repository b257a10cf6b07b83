import * as z from "zod";
import { MOST_BOUGHT } from "./clubs.ts";

/** What one licence costs a club, and until when each of them runs that it buys now. */
export type LicenceOffer = { price: number; currency: "GNF" | "XOF"; until: string };

/** The price that a form showed: nothing is ordered at another one. */
export const offerKey = ({ price, currency }: Pick<LicenceOffer, "price" | "currency">): string =>
  `${price} ${currency}`;

/** How many licences a club buys, as it is typed. */
export const boughtCount = z
  .string("validation.me.licences")
  .trim()
  .regex(/^\d{1,3}$/, "validation.me.licences")
  .transform(Number)
  .refine((count) => count >= 1 && count <= MOST_BOUGHT, "validation.me.licences");

/** What an order of licences is called. */
export function purchaseLabels(count: number, club: string | null) {
  const licences = `${count} licence${count > 1 ? "s" : ""}`;
  const label = club === null ? licences : `${licences}, ${club}`;
  return { label_fr: label, label_en: label };
}
