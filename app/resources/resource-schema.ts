import * as z from "zod";
import { box, optional, required, webAddress } from "../kit/form/schema.ts";

/** The file types that the form offers. */
export const RESOURCE_TYPES = [
  { label: "PDF", value: "application/pdf" },
  {
    label: "Word",
    value: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  },
  { label: "Excel", value: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" },
  {
    label: "PowerPoint",
    value: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  },
  { label: "ZIP", value: "application/zip" },
  { label: "Texte", value: "text/plain" },
  { label: "Image JPEG", value: "image/jpeg" },
  { label: "Image PNG", value: "image/png" },
] as const;

/** The form of a downloadable document. */
export const resourceFormSchema = z.object({
  title: required("Le titre est requis"),
  title_en: optional(),
  description: required("La description est requise", 2_000),
  description_en: optional(2_000),
  file_url: z
    .string({ error: "L’URL du fichier est requise" })
    .trim()
    .min(1, "L’URL du fichier est requise")
    .pipe(webAddress("URL invalide")),
  // An uploaded file may be of a type that the form does not offer, and keeps it.
  file_type: required("Le type est requis", 120).regex(
    /^[\w.+-]+\/[\w.+-]+$/,
    "Le type est requis",
  ),
  category: required("La catégorie est requise", 80),
  branding: box,
  is_public: box,
  is_protected: box,
});
export type ResourceForm = z.output<typeof resourceFormSchema>;
