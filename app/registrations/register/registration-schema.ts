import * as z from "zod";
import { email } from "../../core/values/email.ts";
import { digitCode, line, nameLine, pastDay, phone, ticked } from "../../core/values/fields.ts";
import type { GuardianForm, GuardianRow } from "../../guardians/guardian.ts";
import { guardianPart } from "../../guardians/guardian-schema.ts";
import { parseLicence } from "../../membership/members/licence-number.ts";
import {
  agesRefusal,
  CODE_DIGITS,
  type FormRules,
  type PersonRules,
  PLATFORMS,
  type Platform,
} from "../registrations.ts";

const PLAYER = {
  gamertag: line(2, "validation.registration.gamertag"),
  platform: z.enum(PLATFORMS, { error: "validation.registration.platform" }),
};
const LICENCE = {
  licence: line(1, "validation.registration.licence").transform((text, context) => {
    const serial = parseLicence(text);
    if (serial !== undefined) return serial;
    // As for a number that nobody has.
    context.addIssue({ code: "custom", message: "validation.registration.licenceInvalid" });
    return z.NEVER;
  }),
};
const nothing = z
  .unknown()
  .optional()
  .transform(() => null);

const RULES = { acceptRules: ticked("validation.registration.acceptRules") };
/** Where there are no rules, nothing is asked of them. */
const NO_RULES = { acceptRules: nothing };
/** Where the event does not ask for them, they are not stored. */
const NO_PLAYER = { gamertag: nothing, platform: nothing };
const NO_LICENCE = { licence: nothing };

const person = z.object({
  priceId: line(1, "validation.registration.priceId"),
  firstName: nameLine(2, "validation.registration.firstName"),
  lastName: nameLine(2, "validation.registration.lastName"),
  email: email("validation.registration.email"),
  phone: phone("validation.registration.phone"),
  birthDate: pastDay("validation.registration.birthDate"),
});
const acceptTerms = ticked("validation.registration.acceptTerms");

const agesPart = (event: PersonRules) =>
  z
    .object({ birthDate: z.string().optional().catch(undefined) })
    .transform(({ birthDate }, context) => {
      const message = agesRefusal(birthDate, event);
      if (message) context.addIssue({ code: "custom", path: ["birthDate"], message });
      return {};
    });

/** The schema of the registration form of an event: its parts stand, and so do their errors, as in the form. */
export function registrationSchema(
  event: FormRules,
  minorAge: number,
): z.ZodType<RegistrationRequest> {
  const player: z.ZodType<Player> = z.object(event.asks_gamertag ? PLAYER : NO_PLAYER);
  const licence: z.ZodType<ShownLicence> = z.object(event.asks_licence ? LICENCE : NO_LICENCE);
  const rules: z.ZodType<Rules> = z.object(event.has_rules ? RULES : NO_RULES);
  return person
    .and(agesPart(event))
    .and(licence)
    .and(player)
    .and(guardianPart(event.date, minorAge, event))
    .and(rules)
    .and(z.object({ acceptTerms }));
}

/** Null where the event does not ask. */
type Player = { gamertag: string | null; platform: Platform | null };
type ShownLicence = { licence: number | null };
type Rules = { acceptRules: boolean | null };
type FormFields = z.infer<typeof person> & Player & ShownLicence & Rules & { acceptTerms: boolean };
export type RegistrationRequest = FormFields & { guardian: GuardianForm | null };
/** A person, with the columns of their guardian. */
export type Registrant = Omit<FormFields, "priceId" | "acceptRules" | "acceptTerms"> & {
  guardian: GuardianRow;
};

/** The buttons of a ticket. Giving up needs the address too, since links are forwarded. */
export const ticketSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({
      intent: z.literal("accept"),
      /** When another package must be chosen. */
      priceId: z.string().max(100).optional(),
    }),
    z.object({ intent: z.literal("give-up"), email: email("validation.registration.email") }),
  ],
  { error: "validation.invalid" },
);

/** The page of a receipt takes the code of the mail, also with spaces, or the key of its link. */
export const proofSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({
      intent: z.literal("code"),
      code: digitCode(CODE_DIGITS, "validation.registration.code"),
    }),
    z.object({ intent: z.literal("key"), key: z.string().max(100) }),
  ],
  { error: "validation.invalid" },
);
