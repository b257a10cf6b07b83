import { CalendarDays } from "lucide-react";
import { calledBy, type Notion, positions, TEXT_CHOICES } from "../kit/notion.ts";
import { STATUS_CHOICES, TYPE_CHOICES } from "./event-labels.ts";

export const events: Notion = {
  address: "/admin/events",
  icon: CalendarDays,
  group: "content",
  shortcut: "e",
  dashboard: { counter: 2, creation: 2 },
  records: [
    {
      table: "events",
      words: { one: "Événement", many: "Événements" },
      actions: {
        "approve-returns": "Remboursements de l’annulation approuvés",
        "wait-returns": "Remboursements de l’annulation en attente d’un jour",
        "hold-returns": "Remboursements de l’annulation retenus",
        "door-add": "Personne placée à l’entrée",
        "door-remove": "Personne retirée de l’entrée",
      },
      fields: {
        account_id: "Personne",
        asks_gamertag: "Gamertag et plateforme",
        by_invitation: "Sur invitation",
        cancellation_reason: "Motif de l’annulation",
        current_participants: "Participants",
        end_date: "Date de fin",
        end_time: "Heure de fin",
        ends_at: "Proposée jusqu’au",
        features: "Avantages",
        max_age: "Âge maximum",
        max_participants: "Nombre maximum de participants",
        min_age: "Âge minimum",
        registration_closes_at: "Clôture des inscriptions",
        registration_opens_at: "Ouverture des inscriptions",
        sequence: "",
        status_chosen_at: "",
        prices: "Formules",
        quota: "Quota de places",
        rules: "Règlement",
      },
      values: {
        asks_gamertag: positions("Demandés", "Non demandés"),
        by_invitation: positions("Oui", "Non"),
        format: TEXT_CHOICES,
        status: STATUS_CHOICES,
        type: TYPE_CHOICES,
      },
      references: { account_id: "profiles" },
      files: calledBy("title"),
      samples: {
        keptBy: [
          { table: "event_registrations", column: "event_id" },
          { table: "event_changes", column: "event_id", words: "changements annoncés" },
          { table: "event_packages", column: "event_id" },
          { table: "event_door", column: "event_id", words: "personnes à l’entrée" },
        ],
      },
    },
    {
      table: "event_packages",
      words: { one: "Formule", many: "Formules", feminine: true },
      fields: {
        ends_at: "Proposée jusqu’au",
        event_id: "Événement",
        features: "Avantages",
        features_en: "Benefits (English)",
        key: "Code",
        position: "Ordre",
        quota: "Quota de places",
        taken: "Places prises",
        withdrawn_at: "Retirée le",
      },
      references: { event_id: "events" },
      called: calledBy("name"),
      files: "none",
      samples: {
        goWith: { table: "events", column: "event_id" },
        keptBy: [{ table: "event_registrations", column: "package_id" }],
      },
    },
  ],
  mails: {
    "event-door": "Place à l’entrée d’un événement",
    "event-returns": "Remboursements d’un événement annulé à approuver",
  },
  jobs: { "events.clock": "Début et fin des événements" },
};
