import * as z from "zod";
import { email } from "../core/values/email.ts";
import { line, longText } from "../core/values/fields.ts";

/** What the contact form asks for. */
export const contactSchema = z.object({
  name: line(2, "validation.contact.name"),
  email: email("validation.contact.email"),
  subject: line(3, "validation.contact.subject"),
  message: longText(10, "validation.contact.message"),
});
export type ContactMessage = z.infer<typeof contactSchema>;
