import type { Language } from "../i18n/languages.ts";

/** The guardian of a minor: required of everybody who is a minor on the day that counts. */

export const GUARDIAN_RELATIONS = ["mother", "father", "legal", "other"] as const;
export type GuardianRelation = (typeof GUARDIAN_RELATIONS)[number];

/** What a guardian agrees to: a membership, or a place at an event. */
export type ConsentPurpose = "membership" | "event";

/**
 * THE CONSENT TEXTS, by version. A form sends the version, and the row stores its text, so that a form opened before a
 * change stores what was read. A version is never edited; a new one is added at the end.
 */
export const CONSENTS: Record<string, Record<ConsentPurpose, Record<Language, string>>> = {
  "1": {
    membership: {
      fr: "Je suis son parent ou son responsable légal, et j’autorise son adhésion à la fédération et sa participation à ses activités.",
      en: "I am their parent or legal guardian, and I agree to their membership of the federation and to their taking part in its activities.",
    },
    event: {
      fr: "Je suis son parent ou son responsable légal, et j’autorise son inscription et sa participation à l’événement.",
      en: "I am their parent or legal guardian, and I agree to their registration and to their taking part in the event.",
    },
  },
};
export const CONSENT_VERSION = Object.keys(CONSENTS).at(-1) ?? "";

/** Stored when the consent was given on paper. */
export const CONSENT_ON_PAPER =
  "Autorisation écrite de ce responsable, remise sur papier à la fédération et vérifiée par son équipe.";

/** The columns of a guardian: all set or all null. */
export type GuardianRow =
  | {
      guardian_name: string;
      /** E.164 */
      guardian_phone: string;
      guardian_relation: GuardianRelation;
      guardian_consent: string;
      guardian_consent_at: Date;
    }
  | typeof NO_GUARDIAN;

export const NO_GUARDIAN = {
  guardian_name: null,
  guardian_phone: null,
  guardian_relation: null,
  guardian_consent: null,
  guardian_consent_at: null,
};

/** The same columns as they are read back; a CHECK keeps them together. */
export type StoredGuardian = {
  guardian_name: string | null;
  guardian_phone: string | null;
  guardian_relation: GuardianRelation | null;
  guardian_consent: string | null;
  guardian_consent_at: Date | null;
};

/** A guardian as the form of the site holds them. */
export type GuardianForm = {
  name: string;
  phone: string;
  relation: GuardianRelation;
  /** The version of the consent text that was ticked. */
  consent: string;
};

/** The columns of a guardian whose consent was given on the site. */
export function guardianRowFromSite(
  guardian: GuardianForm | null,
  purpose: ConsentPurpose,
  language: Language,
  now: Date,
): GuardianRow {
  const text = guardian && CONSENTS[guardian.consent]?.[purpose][language];
  if (!guardian || !text) return NO_GUARDIAN;
  return {
    guardian_name: guardian.name,
    guardian_phone: guardian.phone,
    guardian_relation: guardian.relation,
    guardian_consent: text,
    guardian_consent_at: now,
  };
}
