import type { StaffDb } from "../core/database/doors/doors.server.ts";
import { FieldRefused } from "../core/values/errors.ts";
import { findSetting } from "../settings/settings.staff.server.ts";
import { withDefaults } from "../settings/settings.ts";
import {
  CONSENT_ON_PAPER,
  type GuardianRow,
  NO_GUARDIAN,
  type StoredGuardian,
} from "./guardian.ts";
import type { StaffGuardian } from "./guardian-schema.ts";

/** The same name, however its capitals, accents, dashes and order are typed. */
const isSameName = (one: string | null | undefined, other: string): boolean =>
  wordsOf(one ?? "") === wordsOf(other);

const wordsOf = (name: string): string =>
  name
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .sort()
    .join(" ");

type Situation = {
  /** Whether the person is a minor on the day that counts. */
  minor: boolean;
  /** The stored guardian: a consent stands for as long as its guardian does. */
  before?: StoredGuardian;
  /** The record was accepted without a guardian, and nothing that decides the age has changed. */
  isExcused?: boolean;
  now: Date;
};

/**
 * The columns of the guardian that staff entered. For somebody who is of age on that day none is stored.
 * @throws FieldRefused
 */
export function guardianRowFromStaff(
  form: StaffGuardian | null,
  { minor, before, isExcused = false, now }: Situation,
): GuardianRow {
  if (!minor) return NO_GUARDIAN;
  if (!form) {
    if (isExcused) return NO_GUARDIAN;
    const message = "Cette personne est mineure : indiquez son responsable légal et son accord";
    throw new FieldRefused("guardianName", message);
  }
  const isAnother = Boolean(before?.guardian_name) && !isSameName(before?.guardian_name, form.name);
  if (isAnother && !form.isOnPaper) {
    const message = `L’accord enregistré est celui de ${before?.guardian_name} : il faut l’accord écrit de ce nouveau responsable`;
    throw new FieldRefused("guardianPaper", message);
  }
  const consent = form.isOnPaper
    ? { text: CONSENT_ON_PAPER, at: now }
    : { text: before?.guardian_consent, at: before?.guardian_consent_at };
  if (!consent.text || !consent.at) {
    const message =
      "Sans l’accord écrit de son responsable, une personne mineure ne peut pas être inscrite";
    throw new FieldRefused("guardianPaper", message);
  }
  return {
    guardian_name: form.name,
    guardian_phone: form.phone,
    guardian_relation: form.relation,
    guardian_consent: consent.text,
    guardian_consent_at: consent.at,
  };
}

/** The age below which somebody is a minor, read in this transaction. */
export async function findMinorAge(db: StaffDb): Promise<number> {
  const row = await findSetting(db, "minors");
  return withDefaults({ minors: row?.setting_value }).minors.age;
}
