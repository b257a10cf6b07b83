import { ClipboardList } from "lucide-react";
import { GUARDIAN_COLUMN_LABELS, RELATION_CHOICES } from "../guardians/guardian-labels.ts";
import type { Notion } from "../kit/notion.ts";
import { calledBy, choicesOf } from "../records/record.ts";
import { STATUS_CHOICES } from "./admin/registration-status-labels.ts";

export const registrations: Notion = {
  address: "/admin/registrations",
  icon: ClipboardList,
  // Cash at the desk goes into a till: see `findOrOpenTill`.
  group: "community",
  shortcut: "i",
  records: [
    {
      table: "event_registrations",
      words: { one: "Inscription", many: "Inscriptions", feminine: true },
      actions: {
        "check-in": "Présence enregistrée",
        "check-out": "Présence retirée",
        confirm: "Place confirmée",
        move: "Inscription déplacée",
        send: "Message renvoyé",
        "show-link": "Lien du billet donné",
        offer: "Place proposée",
      },
      fields: {
        arrival: "Rang d’arrivée",
        cancelled_by: "Annulée par",
        cancelled_from: "État avant l’annulation de l’événement",
        checked_in_at: "Présence",
        confirmed_at: "Confirmée le",
        event: "Événement",
        event_id: "Événement",
        gamertag: "Gamertag",
        ...GUARDIAN_COLUMN_LABELS,
        terms_since: "Conditions acceptées du",
        is_duplicate: "Doublon possible",
        is_test: "Essai",
        language: "Langue des messages",
        offer_expires_at: "Offre valable jusqu’au",
        order_id: "Commande",
        package_id: "Formule choisie",
        platform: "Plateforme",
        presence: "Présence",
        price_id: "Code de la formule",
        price_name: "Formule",
        proof_due_at: "Adresse à confirmer avant le",
        proof_needed: "Adresse à confirmer",
        reference: "Référence",
      },
      values: {
        guardian_relation: RELATION_CHOICES,
        platform: choicesOf({ pc: "PC", ps5: "PlayStation 5", xbox: "Xbox", mobile: "Mobile" }),
        presence: [
          { value: "in", label: "Présents" },
          { value: "out", label: "Attendus" },
        ],
        status: STATUS_CHOICES,
        cancelled_from: STATUS_CHOICES,
      },
      references: {
        cancelled_by: "profiles",
        event: "events",
        event_id: "events",
        order_id: "orders",
        package_id: "event_packages",
      },
      called: calledBy("reference", "first_name", "last_name"),
      files: "none",
      undo: "La personne en a été prévenue : changez sa fiche d’inscription.",
    },
  ],
  jobs: {
    "events.changes": "Suites d’un événement annulé, rétabli ou déplacé",
    "registrations.forget": "Effacement de la provenance des inscriptions",
    "registrations.reminders": "Rappels la veille des événements",
    "registrations.offers": "Places à confirmer ou offertes à la liste d’attente",
  },
  mails: {
    "event-cancelled": "Événement annulé",
    "event-moved": "Événement déplacé",
    "event-reminder": "Rappel la veille d’un événement, avec le billet",
    "event-reopened": "Événement maintenu après tout",
    "place-held": "Place gardée, à payer",
    "place-offered": "Place proposée à la liste d’attente",
    "place-released": "Place libérée",
    "registration-changed": "Inscription modifiée ou déplacée",
    "registration-confirmed": "Inscription confirmée",
    "registration-link": "Lien vers une inscription",
    "registration-proof": "Inscription à confirmer",
    "registration-readdressed": "Adresse d’une inscription changée",
    "waiting-list-joined": "Liste d’attente rejointe",
  },
};
