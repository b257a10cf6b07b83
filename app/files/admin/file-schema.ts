import * as z from "zod";
import { box, oneOf, optional, required, whole } from "../../kit/form/schema.ts";
import { CATEGORY_ICONS, HIGHEST_MAX_MB } from "../files.ts";

/** Tags as they are typed, split on commas and trimmed. */
export const fileTags = z
  .string()
  .default("")
  .transform((text) =>
    text
      .split(",")
      .map((tag) => tag.trim().toLowerCase())
      .filter((tag) => tag !== ""),
  )
  .pipe(
    z
      .array(z.string().max(40, "Chaque étiquette a 40 caractères au plus"))
      .max(20, "Au plus 20 étiquettes"),
  );

/** What staff say of a file. */
export const fileFormSchema = z.object({
  title: required("Le titre est requis"),
  title_en: optional(),
  category_id: z.uuid({ error: "Veuillez sélectionner une catégorie" }),
  alt_text: optional(500),
  description: optional(2_000),
  description_en: optional(2_000),
  tags: fileTags,
  is_public: box,
  is_featured: box,
});
export type FileForm = z.output<typeof fileFormSchema>;

/** What is said once for all the files of an upload. */
export const uploadSchema = z.object({
  category_id: z.uuid({ error: "Veuillez sélectionner une catégorie" }),
  title: optional(),
  alt_text: optional(500),
  description: optional(2_000),
  tags: fileTags,
  is_public: box,
  is_featured: box,
  filename: z.string().trim().min(1).max(255),
});
export type UploadForm = z.output<typeof uploadSchema>;

const MEGABYTES = `Un nombre entier de mégaoctets, de 1 à ${HIGHEST_MAX_MB}`;

/** How large an upload may be. */
export const uploadLimitSchema = z.object({
  max_upload_mb: whole(MEGABYTES, 1, HIGHEST_MAX_MB, MEGABYTES),
});

export const categoryFormSchema = z.object({
  name: required("Le nom est requis", 80),
  icon: oneOf(CATEGORY_ICONS, "L’icône est requise"),
  color: z
    .string({ error: "Couleur invalide" })
    .trim()
    .regex(/^#[0-9a-fA-F]{6}$/, "Couleur invalide"),
  is_section: box,
});
export type CategoryForm = z.output<typeof categoryFormSchema>;
