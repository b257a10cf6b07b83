import type { Notion } from "../../kit/notion.ts";
import { memberRecord } from "./members.record.ts";

export const members: Notion = {
  address: "/admin/members",
  dashboard: { counter: 1, creation: 1, tests: "is_test" },
  records: [memberRecord],
  tasks: [
    {
      key: "applications",
      one: "demande d’adhésion à étudier",
      many: "demandes d’adhésion à étudier",
      to: "/admin/members?pending=staff",
      rows: [{ table: "members", status: ["pending"], tests: "is_test", only: "unpriced" }],
    },
    {
      key: "moves",
      one: "changement de club en attente de réponse",
      many: "changements de club en attente de réponse",
      to: "/admin/members?pending=club",
      rows: [
        { table: "members", status: ["active", "suspended"], tests: "is_test", only: "moving" },
      ],
    },
    {
      key: "photos",
      one: "photo de licence à vérifier",
      many: "photos de licence à vérifier",
      to: "/admin/members/photos",
      rows: [{ table: "licence_photos", status: ["pending"], only: "ofMember" }],
    },
  ],
  jobs: {
    "membership.end": "Fin des adhésions et rappels",
    "membership.forget": "Effacement de la provenance des adhésions",
  },
  mails: {
    "application-received": "Demande d’adhésion reçue",
    "licence-card": "Carte de licence",
    "licence-photo-accepted": "Photo de licence acceptée",
    "licence-photo-refused": "Photo de licence refusée, avec le motif",
    "licence-resumed": "Suspension de licence levée",
    "licence-suspended": "Licence suspendue, avec le motif",
    "membership-active": "Adhésion active, avec le reçu",
    "membership-address": "Adresse d’une adhésion corrigée, avec le lien",
    "membership-ending": "Rappel de fin d’adhésion",
    "membership-readdressed": "Adresse d’une adhésion changée",
    "membership-returned": "Adhésion annulée avec son paiement",
    "order-cancelled": "Commande annulée",
    "licences-bought": "Licences achetées par un club, avec le reçu",
    "licences-returned": "Licences d’un club annulées avec leur paiement",
    "licences-cancelled": "Commande de licences d’un club annulée",
  },
};
