import * as z from "zod";
import { email } from "../core/email.ts";
import { line, pastDay, phone, ticked } from "../core/fields.ts";
import { CODE_DIGITS, PLATFORMS } from "./registrations.ts";

/** What the registration form asks for, under the names of its fields. */
export const registrationSchema = z.object({
  firstName: line(2, "validation.registration.firstName"),
  lastName: line(2, "validation.registration.lastName"),
  email: email("validation.registration.email"),
  phone: phone("validation.registration.phone"),
  birthDate: pastDay("validation.registration.birthDate"),
  gamertag: line(2, "validation.registration.gamertag"),
  platform: z.enum(PLATFORMS, { error: "validation.registration.platform" }),
  priceId: line(1, "validation.registration.priceId"),
  acceptRules: ticked("validation.registration.acceptRules"),
  acceptTerms: ticked("validation.registration.acceptTerms"),
});
export type RegistrationRequest = z.infer<typeof registrationSchema>;
/** Who comes. */
export type Registrant = Omit<RegistrationRequest, "priceId" | "acceptRules" | "acceptTerms">;

/** What the buttons of a ticket ask for. Giving up asks for the address too: links are forwarded. */
export const ticketSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.literal("accept") }),
    z.object({ intent: z.literal("give-up"), email: email("validation.registration.email") }),
  ],
  { error: "validation.invalid" },
);

/** What the page of a receipt takes: the digits of the mail as people copy them, or the key of its link. */
export const proofSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({
      intent: z.literal("code"),
      code: z
        .string({ error: "validation.registration.code" })
        .transform((values) => values.replaceAll(/[\s.-]/g, ""))
        .pipe(
          z
            .string()
            .regex(new RegExp(`^\\d{${CODE_DIGITS}}$`), { error: "validation.registration.code" }),
        ),
    }),
    z.object({ intent: z.literal("key"), key: z.string().max(100) }),
  ],
  { error: "validation.invalid" },
);
