import * as z from "zod";
import { PRICE_CURRENCIES } from "../../i18n/format.ts";
import { blankIsNull, day, oneOf, optional, whole } from "../../kit/form/schema.ts";
import { PAYMENT_METHODS } from "../providers/payment-methods.ts";

/** The number of the receipt that staff gave, or of the transfer that they checked. */
export const optionalReceipt = optional(60);

const AMOUNT = "Le montant doit être un nombre entier positif";

export const COUNTED = "Ce qui est compté est un nombre entier, ou zéro";

/** How much came, in what. */
export const amountFields = {
  amount: whole(AMOUNT, 1),
  currency: oneOf(PRICE_CURRENCIES, "La devise est requise"),
};

/** When it came: blank is today. */
export const receivedOn = blankIsNull(day("Le jour de réception est une date")).transform(
  (value) => value ?? undefined,
);

/** What lies in the till that cash opens, when there is none. */
export const openingFields = {
  float_GNF: whole(COUNTED, 0).optional(),
  float_XOF: whole(COUNTED, 0).optional(),
};

/** What staff write of money that they received. */
export const cashFields = {
  key: z.uuid(),
  receipt: optionalReceipt,
  means: oneOf(PAYMENT_METHODS, "Le moyen est requis").optional(),
  amount: amountFields.amount.optional(),
  currency: amountFields.currency.optional(),
  received_on: receivedOn,
  /** What was due as the form was shown: somebody else may have booked a part since. */
  seen_due: whole(AMOUNT, 0).optional(),
  ...openingFields,
};
