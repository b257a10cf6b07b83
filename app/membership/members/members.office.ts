import { Users } from "lucide-react";
import { GUARDIAN_FIELDS, RELATION_CHOICES } from "../../guardians/guardian-labels.ts";
import { calledBy, choicesOf, type Notion } from "../../kit/notion.ts";
import { EXPERIENCE_WORDS, STATUS_CHOICES, TYPE_CHOICES } from "./member-labels.ts";

export const members: Notion = {
  address: "/admin/members",
  icon: Users,
  group: "community",
  shortcut: "m",
  dashboard: { counter: 1, creation: 1, tests: "is_test" },
  records: [
    {
      table: "members",
      words: { one: "Membre", many: "Membres" },
      actions: { remind: "Rappel envoyé", reminders: "Rappels" },
      fields: {
        address: "Adresse",
        city: "Ville",
        email: "Email",
        ...GUARDIAN_FIELDS,
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
    },
  ],
  tasks: [
    {
      key: "applications",
      one: "demande d’adhésion en attente",
      many: "demandes d’adhésion en attente",
      to: "/admin/members?status=pending",
      rows: [{ table: "members", status: ["pending"], tests: "is_test" }],
    },
  ],
  jobs: {
    "membership.end": "Fin des adhésions et rappels",
    "membership.forget": "Oubli de la provenance des adhésions",
  },
  mails: {
    "application-received": "Demande d’adhésion reçue",
    "membership-active": "Adhésion active, avec le reçu",
    "membership-address": "Adresse d’une adhésion corrigée, avec le lien",
    "membership-ending": "Rappel de fin d’adhésion",
    "membership-readdressed": "Adresse d’une adhésion changée",
    "order-cancelled": "Commande annulée",
  },
};
