import * as z from "zod";
import { isId } from "../../core/secrets/id.ts";
import { email } from "../../core/values/email.ts";
import { pastDay, phone } from "../../core/values/fields.ts";
import { staffGuardianPart } from "../../guardians/guardian-schema.ts";
import { shownName } from "../../i18n/elision.ts";
import { validation } from "../../i18n/fr/forms.ts";
import { LANGUAGES } from "../../i18n/languages.ts";
import { blankIsNull, box, oneOf, required } from "../../kit/form/schema.ts";
import { parseLicence } from "../../membership/members/licence-number.ts";
import { openingFields, optionalReceipt } from "../../payments/offline/cash-schema.ts";
import { PAYMENT_METHODS } from "../../payments/providers/payment-methods.ts";
import { PLATFORMS } from "../registrations.ts";

const words = validation.registration;
const requiredName = (message: string) => required(message).min(2, message);

/** The value of one option: an event, one of its packages, and the price that was shown where money is taken. */
export const packageValue = (event: string, price: string, amount?: number) =>
  [event, price, ...(amount === undefined ? [] : [amount])].join("/");
const EVENT_LENGTH = 36;

/** Required where the event asks for them. */
const playerFields = {
  gamertag: blankIsNull(requiredName(words.gamertag)),
  platform: blankIsNull(oneOf(PLATFORMS, words.platform)),
};

/** Left out where somebody has none, whatever the event asks: they pay, and the door says so. */
const licence = blankIsNull(
  z.string().transform((text, context) => {
    const serial = parseLicence(text);
    if (serial !== undefined) return serial;
    context.addIssue({ code: "custom", message: "Numéro de licence invalide" });
    return z.NEVER;
  }),
);

const personFields = {
  firstName: requiredName(words.firstName).overwrite(shownName),
  lastName: requiredName(words.lastName).overwrite(shownName),
  email: email(words.email),
  phone: phone(words.phone),
  birthDate: pastDay(words.birthDate, validation.birthDate),
  licence,
  ...playerFields,
  language: oneOf(LANGUAGES, "La langue est requise"),
};

const packageField = z
  .string({ error: words.priceId })
  .refine((value) => isId(value.slice(0, EVENT_LENGTH)), words.priceId);

/** The inverse of `packageValue`. */
function chosenPackage(value: string) {
  const [price_id = "", amount] = value.slice(EVENT_LENGTH + 1).split("/");
  const seen_due = amount && /^\d{1,12}$/.test(amount) ? Number(amount) : undefined;
  return { event_id: value.slice(0, EVENT_LENGTH), price_id, seen_due };
}

/** The form of a registration at the desk. The rules are not ticked there: they are on display. */
export const staffRegistrationSchema = z
  .object({
    ...personFields,
    package: packageField,
    /** Where the event is full, join the waiting list instead of being refused. */
    waiting: box,
    /** How a package with a price is paid. */
    means: oneOf(PAYMENT_METHODS, "Le moyen est requis").default("cash"),
    receipt: optionalReceipt,
    ...openingFields,
    /** The id of this rendering of the form, so that a payment is booked once. */
    key: z.uuid({ error: "Rechargez la page" }),
  })
  .and(staffGuardianPart)
  .transform(({ package: value, ...rest }) => ({ ...rest, ...chosenPackage(value) }));

export type StaffRegistrationForm = z.output<typeof staffRegistrationSchema>;

/** What staff can correct: the person, and the package of the same event. */
export const correctionSchema = z
  .object({ ...personFields, price_id: required(validation.registration.priceId) })
  .and(staffGuardianPart);

export type Correction = z.output<typeof correctionSchema>;

/** The destination of a move, with the fields that the other event requires and the registration lacks. */
export const moveSchema = z
  .object({ package: packageField, ...playerFields })
  .and(staffGuardianPart)
  .transform(({ package: value, ...missing }) => ({ ...chosenPackage(value), ...missing }));

type Move = z.output<typeof moveSchema>;
export type Destination = Pick<Move, "event_id" | "price_id"> & Partial<Move>;
