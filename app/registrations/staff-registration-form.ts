import * as z from "zod";
import { email } from "../core/email.ts";
import { pastDay, phone } from "../core/fields.ts";
import { isId } from "../core/id.ts";
import { validation } from "../i18n/fr/forms.ts";
import { LANGUAGES } from "../i18n/languages.ts";
import { oneOf, required } from "../kit/schema.ts";
import { optionalReceipt } from "../payments/cash-schema.ts";
import { PLATFORMS } from "./registrations.ts";

const words = validation.registration;
const requiredName = (message: string) => required(message).min(2, message);

/** An event and one of its packages, in the one choice of the form. */
export const packageValue = (event: string, price: string) => `${event}/${price}`;
const EVENT_LENGTH = 36;

/** What staff ask somebody who registers at the desk. The rules hang on the wall. */
export const staffRegistrationSchema = z
  .object({
    firstName: requiredName(words.firstName),
    lastName: requiredName(words.lastName),
    email: email(words.email),
    phone: phone(words.phone),
    birthDate: pastDay(words.birthDate),
    gamertag: requiredName(words.gamertag),
    platform: oneOf(PLATFORMS, words.platform),
    language: oneOf(LANGUAGES, "La langue est requise"),
    package: z
      .string({ error: words.priceId })
      .refine((value) => isId(value.slice(0, EVENT_LENGTH)), words.priceId),
    receipt: optionalReceipt,
    /** Of this showing of the form: sent twice, money counts once. */
    key: z.uuid({ error: "Rechargez la page" }),
  })
  .transform(({ package: value, ...rest }) => ({
    ...rest,
    event_id: value.slice(0, EVENT_LENGTH),
    price_id: value.slice(EVENT_LENGTH + 1),
  }));

export type StaffRegistrationForm = z.output<typeof staffRegistrationSchema>;
