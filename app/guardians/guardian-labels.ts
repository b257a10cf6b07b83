import { formatMoment } from "../i18n/format.ts";
import { guardian } from "../i18n/fr/guardian.ts";
import { choicesOf } from "../records/record.ts";
import type { StoredGuardian } from "./guardian.ts";

/** What the back office calls what it asks of a guardian. */
export const GUARDIAN_LABELS = {
  guardianName: "Nom du responsable légal",
  guardianPhone: "Téléphone du responsable",
  guardianRelation: "Lien avec le mineur",
  guardianPaper: "Accord écrit sur papier",
};

export const RELATION_CHOICES = choicesOf(guardian.relations);

/** How the log calls the columns, in every notion that has them. */
export const GUARDIAN_FIELDS = {
  guardian_name: "Responsable légal",
  guardian_phone: "Téléphone du responsable",
  guardian_relation: "Lien du responsable",
  guardian_consent: "Accord du responsable",
  guardian_consent_at: "Accord donné le",
};

type Contact = Pick<StoredGuardian, "guardian_name" | "guardian_relation">;

/** 'Fatou Bah (mère)'; undefined when there is none. */
export const guardianWords = ({ guardian_name, guardian_relation }: Contact): string | undefined =>
  guardian_name && guardian_relation
    ? `${guardian_name} (${guardian.relations[guardian_relation].toLowerCase()})`
    : undefined;

/** What was agreed to, and when. */
export const consentWords = (row: StoredGuardian): string | undefined =>
  row.guardian_consent && row.guardian_consent_at
    ? `« ${row.guardian_consent} » (${formatMoment("fr", row.guardian_consent_at)})`
    : undefined;

/** A guardian as the fields of a form of staff show them. */
export const guardianDefaults = (row: StoredGuardian) => ({
  guardianName: row.guardian_name ?? "",
  guardianPhone: row.guardian_phone ?? "",
  guardianRelation: row.guardian_relation ?? "",
});
