import { UNDO_SHOWN, UNDO_TEXTS } from "../records/record.ts";
import {
  choice,
  defineRecord,
  type FormValues,
  file,
  lines,
  position,
  type StoredRecord,
  text,
  whole,
} from "../records/record-fields.ts";

export const KIND_CHOICES = [
  { value: "player", label: "Joueur" },
  { value: "club", label: "Club" },
  { value: "partner", label: "Partenaire" },
] as const;
export type HighlightKind = (typeof KIND_CHOICES)[number]["value"];

/** Whether the public sees one. */
export const STATUS_CHOICES = [
  { value: "shown", label: "Affichée" },
  { value: "hidden", label: "Masquée" },
] as const;

/** A card of the Community page. What its kind does not show is empty: the form does not offer it. */
export const highlightRecord = defineRecord({
  table: "highlights",
  words: { one: "Mise en avant", many: "Mises en avant", feminine: true },
  called: "name",
  fields: {
    kind: choice("Type", KIND_CHOICES, { message: "Le type est requis" }),
    name: text("Nom", { required: "Le nom est requis" }),
    image_url: file("Image"),
    // Players: the name they play under, and their level, such as 'Professionnel'.
    gamertag: text("Gamertag", { max: 80 }),
    level: text("Niveau", { max: 80, english: "Level" }),
    // Clubs.
    members_count: whole("Nombre de membres", {
      min: 0,
      message: "Le nombre de membres doit être un nombre entier positif",
    }),
    // Players and clubs: what they have won.
    achievements: lines("Palmarès", { english: "Achievements" }),
    // Partners: their field, and what they bring.
    category: text("Domaine", { max: 120, english: "Field" }),
    contribution: text("Contribution", { max: 1_000, english: "Contribution" }),
    is_active: position("Statut", STATUS_CHOICES),
  },
  search: ["name", "gamertag"],
  list: {
    columns: ["id", "kind", "name", "gamertag", "image_url", "order", "is_active"],
    filters: { kind: "kind", status: "is_active" },
    sorts: ["place", "name", "created_at"],
    descending: false,
  },
  undo: [...UNDO_TEXTS, ...UNDO_SHOWN, "move"],
  samples: {},
});

export type HighlightForm = FormValues<typeof highlightRecord.form>;

/** A card, written by staff: no membership record is ever published by itself. */
export type Highlight = StoredRecord<typeof highlightRecord> & { id: string; order: number };
