import type { Language } from "../i18n/languages.ts";

/** Who answers for a minor: asked of everybody who is one on the day that counts. */

export const GUARDIAN_RELATIONS = ["mother", "father", "legal", "other"] as const;
export type GuardianRelation = (typeof GUARDIAN_RELATIONS)[number];

/** What a guardian agrees to: a membership, or a place at an event. */
export type ConsentPurpose = "membership" | "event";

/**
 * WHAT A GUARDIAN AGREES TO. A record keeps the text itself, which its form names by its version: one that
 * was opened before a change keeps what was read. A version is never edited; a new one is added at the end.
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

/** What is kept when the agreement was handed over on paper. */
export const CONSENT_ON_PAPER =
  "Autorisation écrite de ce responsable, remise sur papier à la fédération et vérifiée par son équipe.";

/** A guardian as a row keeps them: everything, or nothing. */
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

/** The same columns as a row is read back: PostgreSQL sees to it that they come together. */
export type StoredGuardian = {
  guardian_name: string | null;
  guardian_phone: string | null;
  guardian_relation: GuardianRelation | null;
  guardian_consent: string | null;
  guardian_consent_at: Date | null;
};

/** What the form of a minor says of their guardian. */
export type GuardianForm = {
  name: string;
  phone: string;
  relation: GuardianRelation;
  /** The version of the text that was ticked. */
  consent: string;
};

/** What was agreed to on the site, as a row keeps it. */
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
