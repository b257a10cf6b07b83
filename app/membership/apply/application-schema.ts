import * as z from "zod";
import { currentTime } from "../../core/process/clock.ts";
import { email } from "../../core/values/email.ts";
import { line, longText, pastDay, phone, ticked } from "../../core/values/fields.ts";
import { guardianPart } from "../../guardians/guardian-schema.ts";
import { isoDay } from "../../i18n/format.ts";
import { MAX_NAME } from "../members/members.record.ts";

export const EXPERIENCE_LEVELS = ["beginner", "intermediate", "advanced", "professional"] as const;

const fields = z.object({
  type: z.uuid("validation.membership.type"),
  firstName: line(2, "validation.membership.firstName", MAX_NAME),
  lastName: line(2, "validation.membership.lastName", MAX_NAME),
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

/** The membership form; a minor on that day needs a guardian. */
export const applicationSchema = (minorAge: number, today = isoDay(currentTime())) =>
  fields.and(guardianPart(today, minorAge));

export type Application = z.infer<ReturnType<typeof applicationSchema>>;
