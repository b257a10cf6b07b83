import * as z from "zod";
import { currentTime } from "../../core/process/clock.ts";
import { email } from "../../core/values/email.ts";
import { line, longText, nameLine, pastDay, phone, ticked } from "../../core/values/fields.ts";
import type { GuardianForm } from "../../guardians/guardian.ts";
import { guardianPart } from "../../guardians/guardian-schema.ts";
import { isoDay } from "../../i18n/format.ts";
import { MAX_NAME } from "../members/members.ts";

export const EXPERIENCE_LEVELS = ["beginner", "intermediate", "advanced", "professional"] as const;
type Experience = (typeof EXPERIENCE_LEVELS)[number];

const contact = {
  firstName: nameLine(2, "validation.membership.firstName", MAX_NAME),
  lastName: nameLine(2, "validation.membership.lastName", MAX_NAME),
  email: email("validation.membership.email"),
  phone: phone("validation.membership.phone"),
};
const type = z.uuid("validation.membership.type");
const city = nameLine(2, "validation.membership.city");
const address = line(10, "validation.membership.address");
const agreement = {
  motivation: longText(50, "validation.membership.motivation"),
  acceptTerms: ticked("validation.membership.acceptTerms"),
};

// In each of them the parts stand, and so do their errors, as in the form.
const player = z.object({
  type,
  ...contact,
  birthDate: pastDay("validation.membership.birthDate"),
  city,
});
const playing = z.object({
  address,
  experience: z.enum(EXPERIENCE_LEVELS, { error: "validation.membership.experience" }),
  games: line(1, "validation.membership.games"),
  ...agreement,
  listed: z
    .literal("on")
    .optional()
    .catch(undefined)
    .transform((value) => value === "on"),
});

/** A club or partner is asked for its name, and for somebody who answers for it. */
const organisationFields = z.object({
  type,
  organisation: nameLine(2, "validation.membership.organisation", MAX_NAME),
  city,
  ...contact,
  address,
  ...agreement,
});

/** An application; what is asked of players alone, or of organisations alone, is null in the others. */
export type Application = Omit<z.infer<typeof organisationFields>, "organisation"> & {
  organisation?: string | null;
  birthDate: string | null;
  experience: Experience | null;
  games: string | null;
  guardian: GuardianForm | null;
  /** They agree to stand in the public register; a minor never does. */
  listed?: boolean;
};

const OF_NO_PLAYER = {
  birthDate: null,
  experience: null,
  games: null,
  guardian: null,
};

const organisationSchema = organisationFields.transform(
  (fields): Application => ({ ...fields, ...OF_NO_PLAYER }),
);

/** The form of a player; a minor on that day needs a guardian. */
const playerSchema = (minorAge: number, today: string) =>
  player
    .and(guardianPart(today, minorAge))
    .and(playing)
    .transform(
      (fields): Application => ({
        ...fields,
        organisation: null,
        listed: fields.listed && !fields.guardian,
      }),
    );

/** The membership form, by the type that is chosen in it. `organisationTypes`: those of clubs and partners. */
export function applicationSchema(
  minorAge: number,
  today = isoDay(currentTime()),
  organisationTypes: readonly string[] = [],
): z.ZodType<Application> {
  const ofPlayer = playerSchema(minorAge, today);
  return z
    .looseObject({ type: z.string().optional().catch(undefined) })
    .transform((form, context) => {
      const isOrganisation = organisationTypes.some((type) => type === form.type);
      const { data, error } = (isOrganisation ? organisationSchema : ofPlayer).safeParse(form);
      for (const { path, message } of error?.issues ?? []) {
        context.addIssue({ code: "custom", path: [...path], message });
      }
      return data ?? z.NEVER;
    });
}
