import { UNDO_SHOWN, UNDO_TEXTS } from "../records/record.ts";
import {
  box,
  defineRecord,
  type FormValues,
  file,
  type StoredRecord,
  text,
} from "../records/record-fields.ts";

/** A leader shown on the About page. */
export const leaderRecord = defineRecord({
  table: "leadership_team",
  words: { one: "Direction", many: "Direction", feminine: true },
  called: "name",
  fields: {
    name: text("Nom", { required: "Le nom est requis", max: 120 }),
    position: text("Poste", { required: "Le poste est requis", max: 160, english: "Position" }),
    bio: text("Biographie", {
      required: "La biographie est requise",
      max: 2_000,
      english: "Biography",
    }),
    image_url: file("Image", { required: "L’image est requise" }),
    is_active: box("Actif", "Actif", "Inactif"),
  },
  search: ["name", "position"],
  list: {
    columns: ["id", "name", "position", "bio", "image_url", "order", "is_active"],
    filters: { status: ["active", "inactive"] },
    sorts: ["order"],
    descending: false,
  },
  undo: [...UNDO_TEXTS, ...UNDO_SHOWN, "move"],
  samples: {},
});

export type LeaderForm = FormValues<typeof leaderRecord.form>;

export type Leader = Omit<StoredRecord<typeof leaderRecord>, "image_url"> & {
  id: string;
  image_url: string | null;
  order: number;
};
