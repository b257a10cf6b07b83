import { ClipboardList } from "lucide-react";
import type { Notion } from "../kit/notion.ts";

export const registrations: Notion = {
  address: "/admin/registrations",
  icon: ClipboardList,
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
        offer: "Place proposée",
      },
      fields: {
        birth_date: "date de naissance",
        checked_in_at: "présence",
        event: "événement",
        first_name: "prénom",
        gamertag: "gamertag",
        language: "langue",
        last_name: "nom de famille",
        phone: "téléphone",
        platform: "plateforme",
        price_id: "code de la formule",
        price_name: "formule",
      },
      files: "none",
    },
  ],
  jobs: {
    "registrations.forget": "Oubli de la provenance des inscriptions",
    "registrations.offers": "Places à confirmer ou offertes à la liste d’attente",
  },
};
