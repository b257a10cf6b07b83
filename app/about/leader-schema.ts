import * as z from "zod";
import { box, optional, required, webAddress } from "../kit/form/schema.ts";

/** What staff write of a leader. */
export const leaderFormSchema = z.object({
  name: required("Le nom est requis", 120),
  position: required("Le poste est requis", 160),
  position_en: optional(160),
  bio: required("La biographie est requise", 2_000),
  bio_en: optional(2_000),
  image_url: required("L’image est requise", 2_000).pipe(webAddress("URL invalide")),
  is_active: box,
});
export type LeaderForm = z.output<typeof leaderFormSchema>;
