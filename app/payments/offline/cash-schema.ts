import * as z from "zod";
import { PRICE_CURRENCIES } from "../../i18n/format.ts";
import { blankIsNull, day, oneOf, optional, whole } from "../../kit/form/schema.ts";
import { PAYMENT_METHODS } from "../providers/payment-methods.ts";

/** The number of a receipt or of a transfer. */
export const optionalReceipt = optional(60);

const AMOUNT = "Le montant doit être un nombre entier positif";

const SEEN_DUE = "Le formulaire ne dit pas le reste dû\u202f: fermez-le et rouvrez-le";

export const COUNTED = "Ce qui est compté est un nombre entier, ou zéro";

export const amountFields = {
  amount: whole(AMOUNT, 1),
  currency: oneOf(PRICE_CURRENCIES, "La devise est requise"),
};

/** Blank is today. */
export const receivedOn = blankIsNull(day("Le jour de réception est une date")).transform(
  (value) => value ?? undefined,
);

/** The float of the till that a payment in cash opens. */
export const openingFields = {
  float_GNF: whole(COUNTED, 0).optional(),
  float_XOF: whole(COUNTED, 0).optional(),
  /** The form saw an open till, and so asked for no float. */
  seen_till: z.literal("on").optional(),
};

/** Where a transfer came from; blank is not known. */
export const sender = optional(40).transform((value) => value ?? undefined);

/** The box that says that more than what is due was really received. */
export const surplus = z
  .literal("on")
  .optional()
  .transform((value) => value === "on");

/** A payment that staff received. */
export const cashFields = {
  key: z.uuid(),
  receipt: optionalReceipt,
  means: oneOf(PAYMENT_METHODS, "Le moyen est requis").optional(),
  amount: amountFields.amount.optional(),
  currency: amountFields.currency.optional(),
  received_on: receivedOn,
  sender,
  /** The amount due when the form was shown: somebody else may have booked a part since. */
  seen_due: whole(SEEN_DUE, 0),
  /** What the form said that it counts for. */
  seen_counted: whole(AMOUNT, 0).optional(),
  surplus,
  ...openingFields,
};
