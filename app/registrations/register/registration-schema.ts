import * as z from "zod";
import { email } from "../../core/values/email.ts";
import { digitCode, line, pastDay, phone, ticked } from "../../core/values/fields.ts";
import type { GuardianForm, GuardianRow } from "../../guardians/guardian.ts";
import { guardianPart } from "../../guardians/guardian-schema.ts";
import {
  agesRefusal,
  CODE_DIGITS,
  type PersonRules,
  PLATFORMS,
  type Platform,
} from "../registrations.ts";

const PLAYER = {
  gamertag: line(2, "validation.registration.gamertag"),
  platform: z.enum(PLATFORMS, { error: "validation.registration.platform" }),
};
const nothing = z
  .unknown()
  .optional()
  .transform(() => null);

const fieldsWith = <Player extends z.ZodRawShape>(player: Player) =>
  z.object({
    firstName: line(2, "validation.registration.firstName"),
    lastName: line(2, "validation.registration.lastName"),
    email: email("validation.registration.email"),
    phone: phone("validation.registration.phone"),
    birthDate: pastDay("validation.registration.birthDate"),
    ...player,
    priceId: line(1, "validation.registration.priceId"),
    acceptRules: ticked("validation.registration.acceptRules"),
    acceptTerms: ticked("validation.registration.acceptTerms"),
  });

const playerFields = fieldsWith(PLAYER);
/** Where the event does not ask for them, they are not stored. */
const plainFields = fieldsWith({ gamertag: nothing, platform: nothing });

const agesPart = (event: PersonRules) =>
  z
    .object({ birthDate: z.string().optional().catch(undefined) })
    .transform(({ birthDate }, context) => {
      const message = agesRefusal(birthDate, event);
      if (message) context.addIssue({ code: "custom", path: ["birthDate"], message });
      return {};
    });

/** The schema of the registration form of an event. */
export function registrationSchema(event: PersonRules, minorAge: number) {
  const fields: z.ZodType<FormFields> = event.asks_gamertag ? playerFields : plainFields;
  const isRefused = (birthDate: string | undefined) => agesRefusal(birthDate, event) !== undefined;
  return fields.and(agesPart(event)).and(guardianPart(event.date, minorAge, isRefused));
}

type FormFields = Omit<z.infer<typeof playerFields>, "gamertag" | "platform"> & Player;
/** Null where the event does not ask. */
type Player = { gamertag: string | null; platform: Platform | null };
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
