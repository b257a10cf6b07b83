import { BRANDING_TAG, type Resource } from "./resources.ts";

const SHARED = { is_public: true, tags: [] as string[] } satisfies Partial<Resource>;
const PDF = {
  ...SHARED,
  file_type: "application/pdf",
  is_protected: false,
} satisfies Partial<Resource>;
const ZIP = {
  ...SHARED,
  file_type: "application/zip",
  is_protected: false,
} satisfies Partial<Resource>;

/** Documents and media kits. */
export const SAMPLE_RESOURCES: Resource[] = [
  {
    ...PDF,
    id: "01930000-0000-7000-8000-000000007001",
    title: "Statuts de la Fédération",
    title_en: "Federation statutes",
    description:
      "Le texte fondateur : objet, organes, droits des membres et règles de vote de la fédération.",
    description_en:
      "The founding text: the federation’s purpose, its bodies, members’ rights and voting rules.",
    file_url: "/files/samples/statuts-de-la-federation.pdf",
    file_size: 26_858,
    category: "Documents Officiels",
    download_count: 412,
    created_at: new Date("2025-01-20T09:00:00Z"),
  },
  {
    ...PDF,
    id: "01930000-0000-7000-8000-000000007002",
    title: "Règlement intérieur",
    title_en: "Internal regulations",
    description:
      "Le fonctionnement quotidien des commissions, des licences et de la procédure disciplinaire.",
    description_en:
      "How the commissions, the licences and the disciplinary procedure work from day to day.",
    file_url: "/files/samples/reglement-interieur.pdf",
    file_size: 19_507,
    category: "Documents Officiels",
    download_count: 287,
    created_at: new Date("2025-01-20T09:30:00Z"),
  },
  {
    ...PDF,
    id: "01930000-0000-7000-8000-000000007003",
    title: "Règlement général des compétitions",
    title_en: "General competition rules",
    description:
      "Les règles communes aux épreuves homologuées : engagement, matériel, arbitrage et réclamations.",
    description_en:
      "The rules shared by all sanctioned events: entry, equipment, refereeing and appeals.",
    file_url: "/files/samples/reglement-general-des-competitions.pdf",
    file_size: 26_129,
    category: "Documents Officiels",
    download_count: 968,
    created_at: new Date("2025-09-08T08:00:00Z"),
  },
  {
    ...PDF,
    id: "01930000-0000-7000-8000-000000007004",
    title: "Procès-verbal de l’assemblée générale",
    title_en: "Minutes of the general assembly",
    description:
      "Le compte rendu des délibérations et des votes. Réservé aux membres : un mot de passe est demandé à l’ouverture.",
    description_en:
      "The record of debates and votes. Reserved for members: you need a password to open it.",
    file_url: "/files/samples/proces-verbal-assemblee-generale.pdf",
    file_size: 36_635,
    category: "Documents Officiels",
    is_protected: true,
    download_count: 63,
    created_at: new Date("2025-12-15T16:00:00Z"),
  },
  {
    ...PDF,
    id: "01930000-0000-7000-8000-000000007005",
    title: "Guide de l’organisateur",
    title_en: "Organiser’s guide",
    description:
      "De la salle à la remise des prix : les étapes, les budgets types et les listes de contrôle d’un tournoi réussi.",
    description_en:
      "From the venue to the prize-giving: the steps, model budgets and checklists for a successful tournament.",
    file_url: "/files/samples/guide-de-l-organisateur.pdf",
    file_size: 27_370,
    category: "Guides Pratiques",
    download_count: 534,
    created_at: new Date("2025-10-02T10:00:00Z"),
  },
  {
    ...PDF,
    id: "01930000-0000-7000-8000-000000007006",
    title: "Guide du jeune joueur",
    title_en: "Young player’s guide",
    description:
      "Jouer mieux, en bonne santé et sans négliger l’école : repères pour les joueurs et conseils aux familles.",
    description_en:
      "Playing better, in good health and without neglecting school: guidance for players and advice for families.",
    file_url: "/files/samples/guide-du-jeune-joueur.pdf",
    file_size: 18_640,
    category: "Guides Pratiques",
    download_count: 721,
    created_at: new Date("2025-11-12T10:00:00Z"),
  },
  {
    ...PDF,
    id: "01930000-0000-7000-8000-000000007007",
    title: "Rapport annuel d’activité",
    title_en: "Annual activity report",
    description:
      "Licences, compétitions, formations et comptes : une année de la fédération, chiffres à l’appui.",
    description_en:
      "Licences, competitions, training and accounts: a year of the federation’s work, with the figures.",
    file_url: "/files/samples/rapport-annuel-d-activite.pdf",
    file_size: 22_317,
    category: "Études et Rapports",
    download_count: 198,
    created_at: new Date("2026-01-26T11:00:00Z"),
  },
  {
    ...PDF,
    id: "01930000-0000-7000-8000-000000007008",
    title: "Formulaire d’affiliation d’un club",
    title_en: "Club affiliation form",
    description:
      "Le dossier à remplir par les clubs : bureau, salle, effectif, référent jeunesse et pièces à joindre.",
    description_en:
      "The file clubs must complete: committee, venue, squad, youth officer and supporting documents.",
    file_url: "/files/samples/formulaire-d-affiliation-club.pdf",
    file_size: 22_705,
    category: "Formulaires",
    download_count: 146,
    created_at: new Date("2025-09-15T09:00:00Z"),
  },
  {
    ...ZIP,
    id: "01930000-0000-7000-8000-000000007009",
    title: "Kit média",
    title_en: "Media kit",
    description:
      "Présentation de la fédération, chiffres clés, biographies et visuels libres de droits pour la presse.",
    description_en:
      "An introduction to the federation, key figures, biographies and royalty-free pictures for the press.",
    file_url: "/files/samples/kit-media.zip",
    file_size: 26_144,
    tags: [],
    media_kit_place: 1,
    category: "Médias",
    download_count: 89,
    created_at: new Date("2025-10-20T14:00:00Z"),
  },
  {
    ...ZIP,
    id: "01930000-0000-7000-8000-000000007010",
    title: "Charte graphique et logos",
    title_en: "Brand guidelines and logos",
    description:
      "Les logos en plusieurs formats, les couleurs et les règles d’emploi pour les clubs et les partenaires.",
    description_en: "Logos in several formats, colours and rules of use for clubs and partners.",
    file_url: "/files/samples/charte-graphique.zip",
    file_size: 92_985,
    tags: [BRANDING_TAG],
    category: "Médias",
    download_count: 117,
    created_at: new Date("2025-10-20T14:30:00Z"),
  },
];

/** Those that the back office shows when it has no others. */
const SHOWN_FIRST = [
  "/files/samples/statuts-de-la-federation.pdf",
  "/files/samples/guide-de-l-organisateur.pdf",
  "/files/samples/guide-du-jeune-joueur.pdf",
  "/files/samples/rapport-annuel-d-activite.pdf",
];

export const DEMONSTRATED_RESOURCES = SAMPLE_RESOURCES.filter(({ file_url }) =>
  SHOWN_FIRST.includes(file_url),
);
