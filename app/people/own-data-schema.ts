import * as z from "zod";
import { email } from "../core/values/email.ts";
import { pastDay } from "../core/values/fields.ts";

/** Who asks for their data: an address. */
export const ownDataSchema = z.object({ email: email("validation.ownData.email") });

const BIRTH_DATE = "validation.ownData.birthDate";

/**
 * Who the holder of the link is: the first name only where two were born on the same day, and nothing for an
 * address that names nobody.
 */
export const ownPersonSchema = z.object({
  birthDate: z.union([z.literal(""), pastDay(BIRTH_DATE)], { error: BIRTH_DATE }).default(""),
  firstName: z.string().trim().max(100).default(""),
});
export type OwnPerson = z.infer<typeof ownPersonSchema>;
