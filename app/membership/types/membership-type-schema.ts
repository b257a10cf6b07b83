import * as z from "zod";
import { lines, oneOf, optional, required, whole } from "../../kit/form/schema.ts";
import { MEMBER_TYPES } from "../members/members.ts";

const MAX_DESCRIPTION = 2_000;
const FEATURES = "Les avantages sont requis";

/** What staff write of a kind of membership. */
export const membershipTypeFormSchema = z.object({
  name: required("Le nom est requis"),
  name_en: optional(),
  description: required("La description est requise", MAX_DESCRIPTION),
  description_en: optional(MAX_DESCRIPTION),
  price: whole("Le prix doit être positif", 0),
  period: required("La période est requise", 80),
  period_en: optional(80),
  features: lines.refine((entries) => entries.length > 0, FEATURES),
  features_en: lines.transform((entries) => (entries.length > 0 ? entries : null)),
  member_type: oneOf(MEMBER_TYPES, "Le type de membre est requis"),
  is_active: z
    .enum(["active", "inactive"])
    .default("active")
    .transform((value) => value === "active"),
});

export type MembershipTypeForm = z.output<typeof membershipTypeFormSchema>;
