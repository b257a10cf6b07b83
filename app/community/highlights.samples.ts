import { emptyRecord } from "../records/record-fields.ts";
import { type Highlight, highlightRecord } from "./highlights.record.ts";

type Card = Partial<Highlight> & Pick<Highlight, "name">;

const PLAYERS: Card[] = [
  {
    name: "Mamadou Saliou Diallo",
    gamertag: "SaliouFC",
    level: "Professionnel",
    level_en: "Professional",
    achievements: ["Double champion national interclubs", "Finaliste du tournoi national FIFA 25"],
    achievements_en: ["Twice national interclub champion", "FIFA 25 national tournament finalist"],
    image_url: "/pictures/player-1.jpg",
  },
  {
    name: "Aïssatou Sylla",
    gamertag: "AichaStorm",
    level: "Professionnel",
    level_en: "Professional",
    achievements: [
      "Ancienne lauréate de la Coupe féminine",
      "Double championne nationale interclubs",
    ],
    achievements_en: ["Former Women’s Cup winner", "Twice national interclub champion"],
    image_url: "/pictures/player-2.jpg",
  },
  {
    name: "Kabiné Sacko",
    gamertag: "KabsKO",
    level: "Professionnel",
    level_en: "Professional",
    achievements: ["Champion national de jeux de combat", "Vice-champion national interclubs"],
    achievements_en: ["National fighting games champion", "National interclub runner-up"],
    image_url: "/pictures/player-3.jpg",
  },
  {
    name: "Fatoumata Camara",
    gamertag: "Fatou224",
    level: "Avancé",
    level_en: "Advanced",
    achievements: ["Lauréate de la Coupe féminine", "Plus jeune sélectionnée en équipe nationale"],
    achievements_en: ["Women’s Cup winner", "Youngest player selected for the national team"],
    image_url: "/pictures/player-4.jpg",
  },
  {
    name: "Cheick Oumar Touré",
    gamertag: "CheickTactik",
    level: "Professionnel",
    level_en: "Professional",
    achievements: [
      "Capitaine de l’équipe nationale",
      "Premier de poule au tournoi de zone de Dakar",
    ],
    achievements_en: ["National team captain", "Group winner at the Dakar zone tournament"],
    image_url: "/pictures/player-5.jpg",
  },
  {
    name: "Hawa Soumah",
    gamertag: "NimbaQueen",
    level: "Avancé",
    level_en: "Advanced",
    achievements: ["Finaliste de la Coupe féminine", "Lauréate de l’étape régionale de N’Zérékoré"],
    achievements_en: ["Women’s Cup finalist", "Winner of the N’Zérékoré regional round"],
    image_url: "/pictures/player-6.jpg",
  },
];

const CLUBS: Card[] = [
  {
    name: "Lions de Kaloum",
    members_count: 42,
    achievements: ["Champion national interclubs en titre", "Deux titres consécutifs"],
    achievements_en: ["Reigning national interclub champions", "Two titles in a row"],
    image_url: "/pictures/club-1.jpg",
  },
  {
    name: "Baobab Gaming Kankan",
    members_count: 36,
    achievements: ["Vice-champion national interclubs", "Champion de la région de Kankan"],
    achievements_en: ["National interclub runners-up", "Kankan regional champions"],
    image_url: "/pictures/club-2.jpg",
  },
  {
    name: "Éclair de Ratoma",
    members_count: 31,
    achievements: ["Troisième du championnat interclubs", "Meilleure équipe mobile de Conakry"],
    achievements_en: ["Third in the interclub championship", "Best mobile team in Conakry"],
    image_url: "/pictures/club-3.jpg",
  },
  {
    name: "Syli Esport Labé",
    members_count: 28,
    achievements: ["Vainqueur de la Coupe féminine", "Prix de la formation des jeunes"],
    achievements_en: ["Women’s Cup winners", "Youth development award"],
    image_url: "/pictures/club-4.jpg",
  },
  {
    name: "Océan Esport Kamsar",
    members_count: 19,
    achievements: ["Champion de la région de Boké", "Prix du fair-play interclubs"],
    achievements_en: ["Boké regional champions", "Interclub fair play award"],
    image_url: "/pictures/club-5.jpg",
  },
  {
    name: "Éperviers de N’Zérékoré",
    members_count: 24,
    achievements: [
      "Demi-finaliste du championnat interclubs",
      "Organisateur de l’étape forestière",
    ],
    achievements_en: ["Interclub championship semi-finalists", "Hosts of the Forest Region round"],
    image_url: "/pictures/club-6.jpg",
  },
];

const PARTNERS: Card[] = [
  {
    name: "Nimba Télécom",
    category: "Télécommunications",
    category_en: "Telecommunications",
    contribution: "Raccordement des clubs à la fibre et réseau des finales nationales.",
    contribution_en: "Fibre for clubs and the network for national finals.",
    image_url: "/pictures/partner-4.jpg",
  },
  {
    name: "Kaloum Cloud",
    category: "Hébergement et logiciels",
    category_en: "Hosting and software",
    contribution: "Serveurs de jeu du championnat et gestion des licences.",
    contribution_en: "Game servers for the championship and licence management.",
    image_url: "/pictures/partner-5.jpg",
  },
  {
    name: "Banque du Fouta",
    category: "Services financiers",
    category_en: "Financial services",
    contribution: "Dotations du championnat et aide aux déplacements des clubs.",
    contribution_en: "Championship prize money and travel grants for clubs.",
    image_url: "/pictures/partner-7.jpg",
  },
  {
    name: "Soumbouya Énergie",
    category: "Énergie solaire",
    category_en: "Solar energy",
    contribution: "Alimentation de secours des salles régionales.",
    contribution_en: "Backup power for regional gaming rooms.",
    image_url: "/pictures/partner-8.jpg",
  },
];

/** The cards of the Community page: six players, six clubs and four partners, all invented. */
export const SAMPLE_HIGHLIGHTS: Highlight[] = [
  { kind: "player" as const, cards: PLAYERS },
  { kind: "club" as const, cards: CLUBS },
  { kind: "partner" as const, cards: PARTNERS },
]
  .flatMap(({ kind, cards }) => cards.map((card, index) => ({ kind, card, order: index + 1 })))
  .map(({ kind, card, order }, index) => ({
    ...emptyRecord(highlightRecord),
    ...card,
    id: `01930000-0000-7000-8000-000000006${String(index + 1).padStart(3, "0")}`,
    kind,
    order,
  }));
