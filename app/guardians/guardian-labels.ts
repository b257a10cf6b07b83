import { formatMoment } from "../i18n/format.ts";
import { guardian } from "../i18n/fr/guardian.ts";
import { choicesOf } from "../records/record.ts";
import type { StoredGuardian } from "./guardian.ts";

/** The labels of the form of staff. */
export const GUARDIAN_LABELS = {
  guardianName: "Nom du responsable légal",
  guardianPhone: "Téléphone du responsable",
  guardianRelation: "Lien avec le mineur",
  guardianPaper: "Accord écrit sur papier",
};

export const RELATION_CHOICES = choicesOf(guardian.relations);

/** The labels of the columns in the log. */
export const GUARDIAN_COLUMN_LABELS = {
  guardian_name: "Responsable légal",
  guardian_phone: "Téléphone du responsable",
  guardian_relation: "Lien du responsable",
  guardian_consent: "Accord du responsable",
  guardian_consent_at: "Accord donné le",
};

type Contact = Pick<StoredGuardian, "guardian_name" | "guardian_relation">;

/** 'Fatou Bah (mère)'; undefined when there is none. */
export const formatGuardian = ({
  guardian_name,
  guardian_relation,
}: Contact): string | undefined =>
  guardian_name && guardian_relation
    ? `${guardian_name} (${guardian.relations[guardian_relation].toLowerCase()})`
    : undefined;

/** What was agreed to, and when. */
export type Consent = { text: string; at: string };

export const consentOf = (row: StoredGuardian): Consent | undefined =>
  row.guardian_consent && row.guardian_consent_at
    ? { text: row.guardian_consent, at: formatMoment("fr", row.guardian_consent_at) }
    : undefined;

/** The values of the fields of the form of staff. */
export const guardianDefaults = (row: StoredGuardian) => ({
  guardianName: row.guardian_name ?? "",
  guardianPhone: row.guardian_phone ?? "",
  guardianRelation: row.guardian_relation ?? "",
});
