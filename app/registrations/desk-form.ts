import * as z from "zod";
import { email } from "../core/email.ts";
import { pastDay, phone } from "../core/fields.ts";
import { isId } from "../core/id.ts";
import { validation } from "../i18n/fr/forms.ts";
import { LANGUAGES } from "../i18n/languages.ts";
import { oneOf, required } from "../kit/schema.ts";
import { optionalReceipt } from "../payments/cash-form.ts";
import { PLATFORMS } from "./registrations.ts";

const words = validation.registration;
const named = (message: string) => required(message).min(2, message);

/** An event and one of its packages, in the one choice of the form. */
export const packageValue = (event: string, price: string) => `${event}/${price}`;
const EVENT_LENGTH = 36;

/** What staff ask somebody who registers at the desk. The rules hang on the wall. */
export const deskFormSchema = z
  .object({
    firstName: named(words.firstName),
    lastName: named(words.lastName),
    email: email(words.email),
    phone: phone(words.phone),
    birthDate: pastDay(words.birthDate),
    gamertag: named(words.gamertag),
    platform: oneOf(PLATFORMS, words.platform),
    language: oneOf(LANGUAGES, "La langue est requise"),
    package: z
      .string({ error: words.priceId })
      .refine((chosen) => isId(chosen.slice(0, EVENT_LENGTH)), words.priceId),
    receipt: optionalReceipt,
    /** Of this showing of the form: sent twice, money counts once. */
    key: z.uuid({ error: "Rechargez la page" }),
  })
  .transform(({ package: chosen, ...rest }) => ({
    ...rest,
    event_id: chosen.slice(0, EVENT_LENGTH),
    price_id: chosen.slice(EVENT_LENGTH + 1),
  }));

export type DeskForm = z.output<typeof deskFormSchema>;
