import * as z from "zod";
import { DAY } from "../core/values/durations.ts";
import { email } from "../core/values/email.ts";
import { phone, ticked } from "../core/values/fields.ts";

/** What the newsletter form asks for. */
export const newsletterSchema = z.object({
  email: email("validation.newsletter.email"),
  whatsapp: phone("validation.newsletter.whatsapp", "validation.newsletter.whatsappFormat"),
  consent: ticked("validation.newsletter.consent"),
});
export type NewsletterRequest = z.infer<typeof newsletterSchema>;

/** What the page of a mail's link offers: to leave, or to come back, which is joining anew. */
export const choiceSchema = z.discriminatedUnion("status", [
  z.object({ status: z.literal("unsubscribed") }),
  newsletterSchema.extend({ status: z.literal("active") }),
]);

/** The link back is sent to an address that left once a day at most, and is good for a week. */
export const RETURN_AGAIN_MS = DAY;
export const RETURN_MS = 7 * DAY;
