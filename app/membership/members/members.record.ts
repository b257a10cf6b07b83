import { GUARDIAN_COLUMN_LABELS, RELATION_CHOICES } from "../../guardians/guardian-labels.ts";
import type { ListSpec } from "../../records/list/list-query.ts";
import { choicesOf, type RecordDefinition } from "../../records/record.ts";
import { valuesOf } from "../../records/record-fields.ts";
import type { EXPERIENCE_LEVELS } from "../apply/application-schema.ts";

/** The kinds of members. */
export const TYPE_CHOICES = [
  { value: "player", label: "Joueur" },
  { value: "club", label: "Club" },
  { value: "partner", label: "Partenaire" },
] as const;
export const MEMBER_TYPES = valuesOf(TYPE_CHOICES);
export type MemberType = (typeof MEMBER_TYPES)[number];

export const STATUS_CHOICES = [
  { value: "pending", label: "En attente", tone: "wait" },
  { value: "active", label: "Actif", tone: "good" },
  { value: "suspended", label: "Suspendu", tone: "bad" },
  { value: "expired", label: "Expiré", tone: "plain" },
] as const;
export const MEMBER_STATUSES = valuesOf(STATUS_CHOICES);
export type MemberStatus = (typeof MEMBER_STATUSES)[number];

/** Memberships whose end is near, before it or after. */
export const ENDING_CHOICES = [
  { value: "soon", label: "Fin sous 30 jours" },
  { value: "lapsed", label: "Finie depuis peu" },
] as const;

/** The most characters of a first or last name. */
export const MAX_NAME = 100;

/** Whether a membership belongs to an organisation; otherwise to a person. */
export const isOrganisation = (type: MemberType): boolean => type !== "player";

type Named = { organisation?: string | null; first_name: string; last_name: string };

/** The person of a membership: the member, or who answers for the organisation. */
export const personName = ({ first_name, last_name }: Named): string =>
  `${first_name} ${last_name}`;

/** What a member is called: an organisation by its name, where it is known. */
export const memberLabel = (member: Named): string => member.organisation || personName(member);

/** The filters and orders of the list of members and of its export. */
export const MEMBER_LIST: ListSpec = {
  filters: { type: MEMBER_TYPES, status: MEMBER_STATUSES, ending: valuesOf(ENDING_CHOICES) },
  sorts: ["created_at", "name"],
  descending: true,
};

/** The level that applicants gave. */
export const EXPERIENCE_WORDS: Record<(typeof EXPERIENCE_LEVELS)[number], string> = {
  beginner: "Débutant",
  intermediate: "Intermédiaire",
  advanced: "Avancé",
  professional: "Professionnel",
};

export const memberRecord: RecordDefinition = {
  table: "members",
  words: { one: "Membre", many: "Membres" },
  actions: {
    remind: "Rappel envoyé",
    reminders: "Rappels",
    suspendLicence: "Licence suspendue",
    resumeLicence: "Suspension de licence levée",
    replaceCard: "Carte de licence remplacée",
    sendCard: "Carte de licence envoyée",
  },
  fields: {
    address: "Adresse",
    organisation: "Organisation",
    city: "Ville",
    email: "E-mail",
    ...GUARDIAN_COLUMN_LABELS,
    terms_since: "Conditions acceptées du",
    experience: "Expérience",
    games: "Jeux",
    is_duplicate: "Doublon possible",
    is_test: "Essai",
    language: "Langue des e-mails",
    member_type: "Type",
    lapsed_on: "Terminée le",
    licence_serial: "Licence",
    issue: "Exemplaire de la carte",
    suspended_from: "Suspendue du",
    suspended_until: "Suspendue jusqu’au",
    suspension_reason: "Motif de la suspension",
    membership_end: "Fin d’adhésion",
    membership_start: "Début d’adhésion",
    membership_type_id: "Type d’adhésion",
    motivation: "Motivation",
    order_id: "Commande",
    reminders_off: "Rappels arrêtés",
  },
  values: {
    experience: choicesOf(EXPERIENCE_WORDS),
    guardian_relation: RELATION_CHOICES,
    member_type: TYPE_CHOICES,
    status: STATUS_CHOICES,
    // The filter of the list, which the log entry of an export names.
    type: TYPE_CHOICES,
  },
  references: { membership_type_id: "membership_types", order_id: "orders" },
  called: {
    columns: ["organisation", "first_name", "last_name"],
    label: (row) => memberLabel(row as Named),
  },
  files: "none",
  samples: { keptBy: [{ table: "orders", column: "subject_id" }] },
  undo: ["update", "delete", "undo", "reminders"],
  counterActs: {
    status: "Changez le statut dans la liste des membres : ses paiements en dépendent.",
    create: "Supprimez la fiche dans la liste des membres.",
    restore: "Supprimez la fiche dans la liste des membres.",
    remind: "Le message est parti.",
    suspendLicence: "Levez la suspension dans la licence du membre.",
    resumeLicence: "Suspendez de nouveau la licence du membre.",
    replaceCard: "Les cartes d’avant restent remplacées.",
    sendCard: "Le message est parti.",
  },
};
