import * as z from "zod";
import { email } from "../core/values/email.ts";
import {
  blankIsNull,
  day,
  oneOf,
  optional,
  optionalAddress,
  required,
} from "../kit/form/schema.ts";
import { PARTNER_STATUSES, PARTNERSHIP_TYPES } from "./partners.ts";

const MAX_DESCRIPTION = 2_000;

/** What staff write of a partner. */
export const partnerFormSchema = z
  .object({
    name: required("Le nom est requis"),
    description: required("La description est requise", MAX_DESCRIPTION),
    description_en: optional(MAX_DESCRIPTION),
    logo_url: optionalAddress(),
    website: optionalAddress().refine(
      (address) => address === null || /^https?:/.test(address),
      "URL invalide",
    ),
    partnership_type: oneOf(PARTNERSHIP_TYPES, "Le type est requis"),
    status: oneOf(PARTNER_STATUSES, "Le statut est requis"),
    contact_name: optional(),
    contact_email: blankIsNull(email("Email invalide")),
    contact_phone: blankIsNull(
      z
        .string()
        .trim()
        .min(8, "Numéro de téléphone invalide")
        .max(40, "Numéro de téléphone invalide"),
    ),
    partnership_start: blankIsNull(day("Date invalide")),
    partnership_end: blankIsNull(day("Date invalide")),
  })
  .refine(({ partnership_start: from, partnership_end: to }) => !from || !to || from <= to, {
    error: "La fin précède le début",
    path: ["partnership_end"],
  });

export type PartnerForm = z.output<typeof partnerFormSchema>;
