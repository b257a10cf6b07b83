import type { Notion } from "../kit/notion.ts";
import { SOURCE_CHOICES, STATUS_CHOICES } from "./erasures.ts";

export const people: Notion = {
  address: "/admin/people",
  records: [
    {
      table: "erasures",
      words: { one: "Effacement", many: "Effacements" },
      actions: {
        erase: "Données effacées",
        export: "Données exportées",
        refuse: "Effacement refusé",
      },
      fields: {
        address_hash: "Adresse",
        decided_at: "Réponse",
        reason: "Motif",
        record_id: "Fiche",
        record_ids: "Fiches",
        source: "Demandé par",
      },
      values: { source: SOURCE_CHOICES, status: STATUS_CHOICES },
      called: { columns: [], label: () => "Une personne", to: () => "/admin/people" },
      files: "none",
      undo: "Un effacement est définitif.",
    },
  ],
  tasks: [
    {
      key: "erasures",
      one: "demande d’effacement à étudier",
      many: "demandes d’effacement à étudier",
      to: "/admin/people?status=requested",
      rows: [{ table: "erasures", status: ["requested"] }],
    },
  ],
  jobs: {
    "people.erasures": "Effacements, refaits après un retour de sauvegarde",
    "club.places": "Invitations et licences des clubs",
    "people.forget": "Effacement des liens vers les données personnelles",
  },
  mails: {
    "people-merged": "Fiches d’une même personne réunies",
    "people-unmerged": "Fiches de nouveau séparées",
    "data-link": "Lien vers ses données",
    "club-invitation": "Invitation d’un joueur par son club",
    "club-licence": "Licence payée par un club",
    "club-left": "Départ d’un club",
    "club-player-left": "Départ d’un joueur, pour son club",
    "club-move-asked": "Demande de changement de club, pour le club du joueur",
    "club-move-waiting": "Changement de club en attente d’un accord",
    "club-officer": "Accès à un club donné ou retiré",
    "club-officer-named": "Accès donné, pour l’adresse du club",
    "club-move-agreed": "Arrivée d’un joueur, pour son nouveau club",
    "club-move-ended": "Changement de club refusé, retiré ou sans réponse",
    "club-move-free": "Changement de club devenu possible sans accord",
    "club-resumed": "Reprise de l’adhésion d’un club, pour ses joueurs",
    "club-ended": "Fin de l’adhésion d’un club, pour ses joueurs",
    "me-link": "Lien et code pour Mon espace",
    "erasure-decided": "Réponse à une demande d’effacement",
  },
};
