import {
  createLegalText,
  deleteLegalTexts,
  legalFormSchema,
  updateLegalText,
} from "../../../app/legal/legal.staff.server.ts";
import type { Managed } from "../../admin/records/managed.ts";

const version = legalFormSchema.parse({
  document: "terms",
  starts_on: "2990-03-01",
  content: "Les règles.\n\n{refunds}",
  content_en: "The rules.\n\n{refunds}",
});

/** What staff do with them, each operation with what the log says of it. */
export default [
  {
    table: "legal_texts",
    form: version,
    create: createLegalText,
    update: updateLegalText,
    remove: deleteLegalTexts,
  },
] satisfies Managed[];
