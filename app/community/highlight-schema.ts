import * as z from "zod";
import {
  blankIsNull,
  lines,
  oneOf,
  optional,
  optionalAddress,
  required,
  whole,
} from "../kit/form/schema.ts";
import { HIGHLIGHT_KINDS } from "./highlights.ts";

/** What staff write of a card. What its kind does not show is empty: the form does not offer it. */
export const highlightFormSchema = z.object({
  kind: oneOf(HIGHLIGHT_KINDS, "Le type est requis"),
  name: required("Le nom est requis"),
  image_url: optionalAddress(),
  gamertag: optional(80),
  level: optional(80),
  level_en: optional(80),
  members_count: blankIsNull(whole("Le nombre de membres doit être un nombre entier positif", 0)),
  achievements: lines,
  achievements_en: lines.transform((entries) => (entries.length > 0 ? entries : null)),
  category: optional(120),
  category_en: optional(120),
  contribution: optional(1_000),
  contribution_en: optional(1_000),
  is_active: z
    .enum(["shown", "hidden"])
    .default("shown")
    .transform((value) => value === "shown"),
});

export type HighlightForm = z.output<typeof highlightFormSchema>;
