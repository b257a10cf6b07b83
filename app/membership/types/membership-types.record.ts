import { UNDO_TEXTS } from "../../records/record.ts";
import {
  choice,
  defineRecord,
  type FormValues,
  lines,
  position,
  type StoredRecord,
  text,
  whole,
} from "../../records/record-fields.ts";
import { TYPE_CHOICES } from "../members/members.ts";

export const STATUS_CHOICES = [
  { value: "active", label: "Actif" },
  { value: "inactive", label: "Inactif" },
] as const;

/** A kind of membership on offer. All prices are in GNF; 0 is a partner's price, agreed with the federation. */
export const membershipTypeRecord = defineRecord({
  table: "membership_types",
  words: { one: "Type d’adhésion", many: "Types d’adhésion" },
  called: "name",
  fields: {
    name: text("Nom", { required: "Le nom est requis", english: "Name" }),
    description: text("Description", {
      required: "La description est requise",
      max: 2_000,
      english: "Description",
    }),
    price: whole("Prix", { min: 0, required: "Le prix doit être positif" }),
    // A label such as 'par an'.
    period: text("Période", { required: "La période est requise", max: 80, english: "Period" }),
    features: lines("Avantages", { required: "Les avantages sont requis", english: "Benefits" }),
    // The type of member that an applicant becomes.
    member_type: choice("Type de membre", TYPE_CHOICES, {
      message: "Le type de membre est requis",
    }),
    included_licences: whole("Licences incluses", {
      min: 0,
      max: 1_000,
      message: "Un nombre entier de 0 à 1000",
    }),
    is_active: position("Statut", STATUS_CHOICES),
  },
  search: ["name", "name_en", "description"],
  list: {
    columns: ["id", "name", "description", "price", "currency", "period", "features", "is_active"],
    filters: { status: "is_active" },
    sorts: ["created_at", "name", "price"],
    descending: true,
  },
  undo: [...UNDO_TEXTS, "activate", "deactivate"],
  samples: { keptBy: [{ table: "members", column: "membership_type_id" }] },
});

export type MembershipTypeForm = FormValues<typeof membershipTypeRecord.form>;

export type MembershipType = StoredRecord<typeof membershipTypeRecord> & {
  id: string;
  currency: "GNF";
};
