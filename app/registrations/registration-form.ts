import * as z from "zod";
import { email, line, pastDay, phone, ticked } from "../platform/fields.ts";
import { PLATFORMS } from "./registrations.ts";

/** What the registration form asks for, under the names of its fields. */
export const registrationSchema = z.object({
  firstName: line(2, "validation.registration.firstName"),
  lastName: line(2, "validation.registration.lastName"),
  email: email("validation.registration.email"),
  phone: phone("validation.registration.phone"),
  birthDate: pastDay("validation.registration.birthDate"),
  gamertag: line(2, "validation.registration.gamertag", 60),
  platform: z.enum(PLATFORMS, { error: "validation.registration.platform" }),
  priceId: line(1, "validation.registration.priceId"),
  acceptRules: ticked("validation.registration.acceptRules"),
});
export type RegistrationRequest = z.infer<typeof registrationSchema>;
