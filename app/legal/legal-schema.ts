import * as z from "zod";
import { day, oneOf } from "../kit/form/schema.ts";
import { MARKDOWN, requiredText, sentText } from "../texts/text-fields.ts";
import { LEGAL_DOCUMENTS } from "./legal-documents.ts";

const fields = z.object({
  document: oneOf(LEGAL_DOCUMENTS, "Choisissez le texte"),
  starts_on: day("Choisissez le jour à partir duquel cette version s’applique"),
  content: requiredText("Le texte est requis"),
  content_en: sentText,
  published: z
    .enum(["draft", "published"])
    .default("draft")
    .transform((value) => value === "published"),
});

/** What staff write of a version. */
export const legalFormSchema = fields.transform((version) => ({ ...version, ...MARKDOWN }));

export type LegalForm = z.output<typeof legalFormSchema>;
