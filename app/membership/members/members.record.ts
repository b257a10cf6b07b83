import { GUARDIAN_COLUMN_LABELS, RELATION_CHOICES } from "../../guardians/guardian-labels.ts";
import { calledBy, choicesOf, type RecordDefinition } from "../../records/record.ts";
import { EXPERIENCE_WORDS, STATUS_CHOICES, TYPE_CHOICES } from "./member-labels.ts";

export const memberRecord: RecordDefinition = {
  table: "members",
  words: { one: "Membre", many: "Membres" },
  actions: { remind: "Rappel envoyé", reminders: "Rappels" },
  fields: {
    address: "Adresse",
    city: "Ville",
    email: "Email",
    ...GUARDIAN_COLUMN_LABELS,
    terms_since: "Conditions acceptées du",
    experience: "Expérience",
    games: "Jeux",
    is_duplicate: "Doublon possible",
    is_test: "Essai",
    language: "Langue des e-mails",
    member_type: "Type",
    lapsed_on: "Terminée le",
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
    // The filter of the list, which an export writes down.
    type: TYPE_CHOICES,
  },
  references: { membership_type_id: "membership_types", order_id: "orders" },
  called: calledBy("first_name", "last_name"),
  files: "none",
  samples: { keptBy: [{ table: "orders", column: "subject_id" }] },
  undo: ["update", "delete", "undo", "reminders"],
  counterActs: {
    status: "Changez le statut dans la liste des membres : ses paiements en dépendent.",
    create: "Supprimez la fiche dans la liste des membres.",
    restore: "Supprimez la fiche dans la liste des membres.",
    remind: "Le message est parti.",
  },
};
