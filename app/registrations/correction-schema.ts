import * as z from "zod";
import { validation } from "../i18n/fr/forms.ts";
import { required } from "../kit/schema.ts";
import { chosenPackage, packageField, personFields } from "./staff-registration-form.ts";

/** What staff can correct of a registration: who comes, and the package of the same event. */
export const correctionSchema = z.object({
  ...personFields,
  price_id: required(validation.registration.priceId),
});

export type Correction = z.output<typeof correctionSchema>;

/** Where a registration goes on: another event, and one of its packages. */
export const moveSchema = z
  .object({ package: packageField })
  .transform(({ package: value }) => chosenPackage(value));

export type Destination = z.output<typeof moveSchema>;
