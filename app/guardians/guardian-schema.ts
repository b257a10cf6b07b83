import * as z from "zod";
import { currentMs } from "../core/process/clock.ts";
import { type AgeLimits, isDay, latestBirth } from "../core/values/age.ts";
import { line, phone } from "../core/values/fields.ts";
import { tooLong } from "../i18n/too-long.ts";
import {
  CONSENTS,
  GUARDIAN_RELATIONS,
  type GuardianForm,
  type GuardianRelation,
} from "./guardian.ts";

const MAX_NAME = 200;
const words = (field: string) => `validation.guardian.${field}`;

// A value that is not a string is reported by the other schemas of the form.
const field = z.string().optional().catch(undefined);
const values = z.object({
  birthDate: field,
  guardianName: field,
  guardianPhone: field,
  guardianRelation: field,
  guardianConsent: field,
  guardianPaper: field,
});
const FIELD_NAMES = ["guardianName", "guardianPhone", "guardianRelation"] as const;

const guardianFields = z.object({
  guardianName: line(2, words("guardianName"), MAX_NAME),
  guardianPhone: phone(words("guardianPhone")),
  guardianRelation: z.enum(GUARDIAN_RELATIONS, { error: words("guardianRelation") }),
  guardianConsent: z
    .string({ error: words("guardianConsent") })
    .refine((version) => Object.hasOwn(CONSENTS, version), words("guardianConsent")),
});

/** The parsed fields; undefined when something is invalid, with the issues added to the context. */
function check<T>(schema: z.ZodType<T>, form: unknown, context: z.core.$RefinementCtx) {
  const { data, error } = schema.safeParse(form);
  for (const { path, message } of error?.issues ?? []) {
    context.addIssue({ code: "custom", path: [...path], message });
  }
  return data;
}

type Fields = { guardianName: string; guardianPhone: string; guardianRelation: GuardianRelation };

const guardianOf = ({ guardianName, guardianPhone, guardianRelation }: Fields) => ({
  name: guardianName,
  phone: guardianPhone,
  relation: guardianRelation,
});

const EVERY_AGE: AgeLimits = { min_age: null, max_age: null };

/** Whoever was born after the one day and not after the other is a minor who may register, on `day`. */
export function birthsOfMinors(day: string, minorAge: number, ages = EVERY_AGE) {
  const { min_age: min, max_age: max } = ages;
  return {
    after: latestBirth(max === null ? minorAge : Math.min(minorAge, max + 1), day),
    until: latestBirth(min ?? 0, day),
  };
}

/** False for an invalid birth date, one in the future, and of whoever may not register at all. */
export function needsGuardian(
  birthDate: string | undefined,
  day: string,
  minorAge: number,
  ages?: AgeLimits,
): boolean {
  if (birthDate === undefined || !isDay(birthDate) || Date.parse(birthDate) > currentMs()) {
    return false;
  }
  const { after, until } = birthsOfMinors(day, minorAge, ages);
  return birthDate > after && birthDate <= until;
}

/**
 * The guardian's fields of a form. Validated beside the other fields, so that all errors are shown at once.
 * @param day The day on which the age counts.
 */
export const guardianPart = (day: string, minorAge: number, ages?: AgeLimits) =>
  values.transform((form, context): { guardian: GuardianForm | null } => {
    if (!needsGuardian(form.birthDate, day, minorAge, ages)) return { guardian: null };
    const checked = check(guardianFields, form, context);
    if (!checked) return z.NEVER;
    return { guardian: { ...guardianOf(checked), consent: checked.guardianConsent } };
  });

/** A guardian as the form of staff holds them. */
export type StaffGuardian = {
  name: string;
  phone: string;
  relation: GuardianRelation;
  /** The consent was given on paper. */
  isOnPaper: boolean;
};

const TEXTS = {
  guardianName: "Le nom du responsable est requis",
  guardianPhone: "Le téléphone du responsable est requis, avec au moins 8 chiffres",
  guardianRelation: "Le lien du responsable est requis",
};

const staffFields = z.object({
  guardianName: line(2, TEXTS.guardianName, MAX_NAME, tooLong),
  guardianPhone: phone(TEXTS.guardianPhone),
  guardianRelation: z.enum(GUARDIAN_RELATIONS, { error: TEXTS.guardianRelation }),
});

/** The same fields in the forms of staff: all or none. Whether they are required depends on more than the form. */
export const staffGuardianPart = values.transform(
  (form, context): { guardian: StaffGuardian | null } => {
    const isOnPaper = form.guardianPaper === "on";
    const isEmpty = FIELD_NAMES.every((name) => !form[name]?.trim());
    if (isEmpty && !isOnPaper) return { guardian: null };
    const checked = check(staffFields, form, context);
    if (!checked) return z.NEVER;
    return { guardian: { ...guardianOf(checked), isOnPaper } };
  },
);
