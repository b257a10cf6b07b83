import { restorable } from "../kit/form/restoring.server.ts";
import { formDefaults } from "../kit/form/save.server.ts";
import { highlightFormSchema } from "./highlight-schema.ts";
import { findHighlight, updateHighlight } from "./highlights.staff.server.ts";
import { highlights } from "./highlights.table.server.ts";
import type { Highlight } from "./highlights.ts";

/** A card as its form shows it. */
export const highlightFields = (card: Highlight & { updated_at: Date }) =>
  formDefaults({ ...card, is_active: card.is_active ? "shown" : "hidden" });

export const highlightRestoring = restorable({
  table: highlights,
  find: findHighlight,
  fieldsOf: highlightFields,
  schema: highlightFormSchema,
  update: updateHighlight,
});
