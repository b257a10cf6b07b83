import { GUARDIAN_COLUMN_LABELS, RELATION_CHOICES } from "../../guardians/guardian-labels.ts";
import { choicesOf, type RecordDefinition } from "../../records/record.ts";
import type { EXPERIENCE_LEVELS } from "../apply/application-schema.ts";
import {
  LICENCE_CHOICES,
  memberLabel,
  type Named,
  PENDING_CHOICES,
  STATUS_CHOICES,
  TYPE_CHOICES,
} from "./members.ts";

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
    releaseFromClub: "Retiré du club",
  },
  fields: {
    address: "Adresse",
    organisation: "Organisation",
    city: "Ville",
    email: "E-mail",
    ...GUARDIAN_COLUMN_LABELS,
    terms_since: "Conditions acceptées du",
    listed_since: "Dans le registre public depuis le",
    experience: "Expérience",
    games: "Jeux",
    is_duplicate: "Doublon possible",
    is_test: "Essai",
    language: "Langue des e-mails",
    member_type: "Type",
    lapsed_on: "Terminée le",
    licence: "Licence",
    licence_serial: "Licence",
    club: "Club (numéro)",
    issue: "Exemplaire de la carte",
    suspended_from: "Suspendue du",
    suspended_until: "Suspendue jusqu’au",
    suspension_reason: "Motif de la suspension",
    membership_end: "Fin d’adhésion",
    membership_start: "Début d’adhésion",
    membership_type_id: "Type d’adhésion",
    motivation: "Motivation",
    order_id: "Commande",
    pending: "Demande",
    reminders_off: "Rappels arrêtés",
  },
  values: {
    experience: choicesOf(EXPERIENCE_WORDS),
    guardian_relation: RELATION_CHOICES,
    member_type: TYPE_CHOICES,
    status: STATUS_CHOICES,
    // Filters of the list, which the log entry of an export names.
    type: TYPE_CHOICES,
    licence: LICENCE_CHOICES,
    pending: PENDING_CHOICES,
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
    releaseFromClub: "Le club peut inviter le joueur de nouveau.",
  },
};
