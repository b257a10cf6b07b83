import { words } from "../core/database/doors/personal-table.server.ts";

/** What a record holds of a minor's guardian, as whoever asks for their data reads it. */
export const GUARDIAN_DATA = {
  guardian_name: words("Responsable légal", "Guardian"),
  guardian_phone: words("Téléphone du responsable", "Guardian’s phone"),
  guardian_relation: words("Lien avec le responsable", "Relation to the guardian"),
  guardian_consent: words("Accord du responsable", "Guardian’s consent"),
  guardian_consent_at: words("Accord donné le", "Consent given on"),
};

export const GUARDIAN_RELATION_WORDS = {
  mother: words("Mère", "Mother"),
  father: words("Père", "Father"),
  legal: words("Tuteur ou tutrice", "Legal guardian"),
  other: words("Autre responsable", "Other guardian"),
};
