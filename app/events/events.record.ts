import type { ListSpec } from "../records/list/list-query.ts";
import {
  calledBy,
  positions,
  type RecordDefinition,
  TEXT_CHOICES,
  UNDO_TEXTS,
} from "../records/record.ts";
import { valuesOf } from "../records/record-fields.ts";

/** The types of events, as the back office calls them. */
export const TYPE_CHOICES = [
  { value: "online", label: "En ligne" },
  { value: "in-person", label: "Présentiel" },
  { value: "hybrid", label: "Hybride" },
] as const;

export const STATUS_CHOICES = [
  { value: "upcoming", label: "À venir", tone: "news" },
  { value: "ongoing", label: "En cours", tone: "good" },
  { value: "completed", label: "Terminé", tone: "plain" },
  { value: "cancelled", label: "Annulé", tone: "bad" },
] as const;

/** The filters and orders of the list of events. */
export const EVENT_LIST: ListSpec = {
  filters: { status: valuesOf(STATUS_CHOICES), type: valuesOf(TYPE_CHOICES) },
  sorts: ["date", "title"],
  descending: false,
};

export const eventRecord: RecordDefinition = {
  table: "events",
  words: { one: "Événement", many: "Événements" },
  actions: {
    "update-registered": "Événement changé, des personnes étant inscrites",
    "approve-returns": "Remboursements de l’annulation approuvés",
    "wait-returns": "Remboursements de l’annulation en attente d’un jour",
    "hold-returns": "Remboursements de l’annulation retenus",
    "door-add": "Personne placée à l’entrée",
    "door-remove": "Personne retirée de l’entrée",
  },
  fields: {
    account_id: "Personne",
    asks_club: "Licence d’un club affilié demandée",
    asks_gamertag: "Gamertag et plateforme",
    asks_licence: "Licence de la fédération demandée",
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
    asks_club: positions("Oui", "Non"),
    asks_gamertag: positions("Demandés", "Non demandés"),
    asks_licence: positions("Oui", "Non"),
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
  versioned: {
    columns: [
      "title",
      "title_en",
      "description",
      "description_en",
      "format",
      "rules",
      "rules_en",
      "location",
      "location_en",
      "image_url",
      "category",
      "type",
      "date",
      "time",
      "end_date",
      "end_time",
      "registration_opens_at",
      "registration_closes_at",
      "max_participants",
      "price",
      "currency",
      "by_invitation",
      "asks_gamertag",
      "asks_licence",
      "asks_club",
      "min_age",
      "max_age",
    ],
  },
  translated: true,
  longTexts: ["description", "description_en"],
  undo: [...UNDO_TEXTS, "status"],
  counterActs: {
    "update-registered":
      "Des personnes sont inscrites : modifiez l’événement lui-même, et elles seront prévenues de ce qui les concerne.",
    cancel:
      "Les personnes inscrites ont été prévenues. Pour que l’événement ait lieu quand même, ouvrez-le et choisissez un autre statut : elles en seront prévenues.",
    "door-add":
      "La personne en a été prévenue : retirez-la dans « Qui tient l’entrée », sur l’écran de l’événement.",
    "door-remove":
      "La personne en a été prévenue : placez-la de nouveau dans « Qui tient l’entrée », sur l’écran de l’événement.",
  },
};

export const packageRecord: RecordDefinition = {
  table: "event_packages",
  words: { one: "Formule", many: "Formules", feminine: true },
  fields: {
    ends_at: "Proposée jusqu’au",
    event_id: "Événement",
    features: "Avantages",
    features_en: "Avantages (anglais)",
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
  translated: true,
  undo: "Une formule se modifie avec son événement.",
};
