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
        offer: "Place proposée",
      },
      fields: { checked_in_at: "présence" },
      files: "none",
    },
  ],
  jobs: {
    "registrations.forget": "Oubli de la provenance des inscriptions",
    "registrations.offers": "Places à confirmer ou offertes à la liste d’attente",
  },
  mails: {
    "place-held": "Place gardée, à payer",
    "place-offered": "Place proposée à la liste d’attente",
    "place-released": "Place libérée",
    "registration-confirmed": "Inscription confirmée",
    "registration-link": "Lien vers une inscription",
    "registration-proof": "Inscription à confirmer",
    "waiting-list-joined": "Liste d’attente rejointe",
  },
};
