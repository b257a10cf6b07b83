import * as z from "zod";
import { email } from "../core/values/email.ts";
import { phone, ticked } from "../core/values/fields.ts";

/** What the newsletter form asks for. */
export const newsletterSchema = z.object({
  email: email("validation.newsletter.email"),
  whatsapp: phone("validation.newsletter.whatsapp", "validation.newsletter.whatsappFormat"),
  consent: ticked("validation.newsletter.consent"),
});
export type NewsletterRequest = z.infer<typeof newsletterSchema>;

/** To come back by the link of a mail: we have the address no more, and ask for it. */
export const comeBackSchema = newsletterSchema.pick({ email: true, whatsapp: true });

/** What the page of a mail's link offers: to leave, or to come back. */
export const choiceSchema = z.discriminatedUnion("status", [
  z.object({ status: z.literal("unsubscribed") }),
  comeBackSchema.extend({ status: z.literal("active") }),
]);
