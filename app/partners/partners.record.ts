import { UNDO_TEXTS } from "../records/record.ts";
import {
  choice,
  day,
  defineRecord,
  file,
  type StoredRecord,
  text,
  valuesOf,
  written,
} from "../records/record-fields.ts";

export const TYPE_CHOICES = [
  { value: "sponsor", label: "Sponsor" },
  { value: "technical", label: "Technique" },
  { value: "media", label: "Média" },
  { value: "institutional", label: "Institutionnel" },
] as const;
export const PARTNERSHIP_TYPES = valuesOf(TYPE_CHOICES);
export type PartnershipType = (typeof PARTNERSHIP_TYPES)[number];

export const STATUS_CHOICES = [
  { value: "active", label: "Actif", tone: "good" },
  { value: "inactive", label: "Inactif", tone: "plain" },
] as const;
export const PARTNER_STATUSES = valuesOf(STATUS_CHOICES);
export type PartnerStatus = (typeof PARTNER_STATUSES)[number];

export const partnerRecord = defineRecord({
  table: "partners",
  words: { one: "Partenaire", many: "Partenaires" },
  called: "name",
  fields: {
    name: text("Nom", { required: "Le nom est requis" }),
    description: text("Description", {
      required: "La description est requise",
      max: 2_000,
      english: "Description",
    }),
    logo_url: file("Logo"),
    website: written<string | null>("Site web"),
    partnership_type: choice("Type de partenariat", TYPE_CHOICES, {
      message: "Le type est requis",
    }),
    status: choice("Statut", STATUS_CHOICES, { message: "Le statut est requis", state: true }),
    contact_name: text("Nom du contact", { personal: true }),
    contact_email: written<string | null>("E-mail du contact", { personal: true }),
    contact_phone: written<string | null>("Téléphone du contact", { personal: true }),
    partnership_start: day("Début du partenariat", { message: "Date invalide" }),
    partnership_end: day("Fin du partenariat", { message: "Date invalide" }),
  },
  search: ["name", "description"],
  list: {
    columns: [
      "id",
      "name",
      "description",
      "logo_url",
      "website",
      "partnership_type",
      "contact_name",
      "contact_email",
      "contact_phone",
      "partnership_start",
      "partnership_end",
      "status",
    ],
    filters: { type: "partnership_type", status: "status" },
    sorts: ["created_at", "name"],
    descending: true,
  },
  undo: [...UNDO_TEXTS, "status"],
  samples: {},
});

type Stored = StoredRecord<typeof partnerRecord> & { id: string };

/** What the public sees: contact persons and periods are for staff. */
export const PUBLIC_COLUMNS = [
  "id",
  "name",
  "description",
  "description_en",
  "logo_url",
  "website",
  "partnership_type",
  "status",
] as const;
export type Partner = Pick<Stored, (typeof PUBLIC_COLUMNS)[number]>;

/** What only staff see of a partner. */
export type PartnerContact = Omit<Stored, keyof Partner>;

/** The three groups of the public page, in order. Media partners stand with the technical ones. */
export const PARTNER_GROUPS = [
  { key: "institutional", types: ["institutional"] },
  { key: "technical", types: ["technical", "media"] },
  { key: "sponsors", types: ["sponsor"] },
] as const satisfies readonly { key: string; types: readonly PartnershipType[] }[];
