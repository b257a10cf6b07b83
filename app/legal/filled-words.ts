import type { LegalDocument } from "./legal-documents.ts";

/** What the site puts in the place of a word in curly brackets, as the back office explains it. */
export const FILLED_IN = {
  federation: "le nom de la fédération",
  shortName: "le sigle",
  email: "l’adresse e-mail",
  phone: "le téléphone",
  address: "l’adresse",
  ownData: "le lien vers « Vos données »",
  minorAge: "l’âge de la majorité, un paramètre",
} as const;
export type FilledIn = keyof typeof FILLED_IN;

/** What the site itself keeps to, line by line: its document says it once, where the word stands alone. */
export const PROMISED: Record<LegalDocument, { word: Promised; says: string }> = {
  privacy: {
    word: "retention",
    says: "les durées de conservation, telles que le site les applique",
  },
  terms: { word: "refunds", says: "la règle de remboursement, telle que le site l’applique" },
};
export type Promised = "retention" | "refunds";
