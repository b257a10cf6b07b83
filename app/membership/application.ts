import * as z from "zod";
import { email, line, longText, pastDay, phone, ticked } from "../platform/fields.ts";

export const EXPERIENCE_LEVELS = ["beginner", "intermediate", "advanced", "professional"] as const;
export type ExperienceLevel = (typeof EXPERIENCE_LEVELS)[number];

/** What the membership form asks for, under the names of its fields. */
export const applicationSchema = z.object({
  type: z.uuid("validation.membership.type"),
  firstName: line(2, "validation.membership.firstName"),
  lastName: line(2, "validation.membership.lastName"),
  email: email("validation.membership.email"),
  phone: phone("validation.membership.phone"),
  birthDate: pastDay("validation.membership.birthDate"),
  address: line(10, "validation.membership.address"),
  city: line(2, "validation.membership.city"),
  experience: z.enum(EXPERIENCE_LEVELS, { error: "validation.membership.experience" }),
  games: line(1, "validation.membership.games"),
  motivation: longText(50, "validation.membership.motivation"),
  acceptTerms: ticked("validation.membership.acceptTerms"),
});
export type Application = z.infer<typeof applicationSchema>;

/** A membership lasts this long from the day it is confirmed. */
export const MEMBERSHIP_DAYS = 365;
