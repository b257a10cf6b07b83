import * as z from "zod";
import { staffGuardianPart } from "../../guardians/guardian-schema.ts";
import { validation } from "../../i18n/fr/forms.ts";
import { required } from "../../kit/form/schema.ts";
import {
  chosenPackage,
  packageField,
  personFields,
  playerFields,
} from "./staff-registration-form.ts";

/** What staff can correct of a registration: who comes, and the package of the same event. */
export const correctionSchema = z
  .object({ ...personFields, price_id: required(validation.registration.priceId) })
  .and(staffGuardianPart);

export type Correction = z.output<typeof correctionSchema>;

/** Where a registration goes on: another event and one of its packages, with what it asks and we lack. */
export const moveSchema = z
  .object({ package: packageField, ...playerFields })
  .and(staffGuardianPart)
  .transform(({ package: value, ...missing }) => ({ ...chosenPackage(value), ...missing }));

type Move = z.output<typeof moveSchema>;
export type Destination = Pick<Move, "event_id" | "price_id"> & Partial<Move>;
