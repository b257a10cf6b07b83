import * as z from "zod";
import { email } from "../../core/values/email.ts";
import { pastDay, phone } from "../../core/values/fields.ts";
import { staffGuardianPart } from "../../guardians/guardian-schema.ts";
import { LANGUAGES } from "../../i18n/languages.ts";
import { blankIsNull, day, oneOf, optional, required } from "../../kit/form/schema.ts";
import { MAX_NAME, MEMBER_STATUSES, MEMBER_TYPES } from "./members.ts";

/** What staff write of a member. */
export const memberFormSchema = z
  .object({
    first_name: required("Le prénom est requis", MAX_NAME),
    last_name: required("Le nom est requis", MAX_NAME),
    email: email("Email invalide"),
    phone: blankIsNull(phone("Numéro de téléphone invalide")),
    birth_date: blankIsNull(pastDay("Date de naissance invalide")),
    address: optional(),
    city: optional(120),
    member_type: oneOf(MEMBER_TYPES, "Le type est requis"),
    status: oneOf(MEMBER_STATUSES, "Le statut est requis"),
    membership_type_id: blankIsNull(z.uuid("Type d’adhésion invalide")),
    membership_start: blankIsNull(day("Date invalide")),
    membership_end: blankIsNull(day("Date invalide")),
    language: oneOf(LANGUAGES, "La langue est requise"),
  })
  .refine(({ membership_start: from, membership_end: to }) => !from || !to || from <= to, {
    error: "La fin précède le début",
    path: ["membership_end"],
  })
  .and(staffGuardianPart);

type Output = z.output<typeof memberFormSchema>;
/** Of most there is no guardian to speak of. */
export type MemberForm = Omit<Output, "guardian"> & Partial<Pick<Output, "guardian">>;
