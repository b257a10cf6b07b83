import { choicesOf, type RecordDefinition, TEXT_CHOICES } from "../records/record.ts";
import { LEGAL_LABELS, type LegalDocument } from "./legal-documents.ts";

/** What the back office knows of the versions: they are a tab of the screen of pages. */
export const legalRecords: RecordDefinition = {
  table: "legal_texts",
  words: { one: "Texte légal", many: "Textes légaux" },
  fields: {
    content: "Texte",
    content_en: "Texte (anglais)",
    document: "Texte légal",
    published: "Statut",
    starts_on: "Applicable à partir du",
  },
  values: {
    document: choicesOf(LEGAL_LABELS),
    format: TEXT_CHOICES,
    published: [
      { value: "true", label: "Publié" },
      { value: "false", label: "Brouillon" },
    ],
  },
  files: {
    columns: ["document", "starts_on"],
    label: ({ document, starts_on }) =>
      `${LEGAL_LABELS[document as LegalDocument] ?? document} (${starts_on})`,
    to: ({ id }) => `/admin/pages/legal/${id}`,
    where: "Texte légal",
  },
  undo: "Une version en vigueur ne peut pas être modifiée : publiez-en une autre, ou retirez celle qui est à venir.",
};
