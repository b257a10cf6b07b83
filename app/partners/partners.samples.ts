import type { Partner, PartnerContact } from "./partners.record.ts";

/** Nine partners, three in each group of the public page. Companies and contacts are invented. */
export const SAMPLE_PARTNERS: (Partner & PartnerContact)[] = [
  {
    id: "01930000-0000-7000-8000-000000004001",
    name: "Ministère de la Jeunesse et des Sports",
    description:
      "Tutelle de la fédération, il inscrit l’esport dans la politique sportive nationale et soutient les équipes de Guinée.",
    description_en:
      "The federation’s supervising ministry, it gives esports a place in national sports policy and supports Guinea’s teams.",
    logo_url: "/pictures/partner-1.jpg",
    website: null,
    partnership_type: "institutional",
    status: "active",
    contact_name: "Direction nationale des sports",
    contact_email: "sports@ministere.example",
    contact_phone: "+224622000401",
    partnership_start: "2017-06-01",
    partnership_end: null,
  },
  {
    id: "01930000-0000-7000-8000-000000004002",
    name: "Comité National Sportif",
    description:
      "Il réunit les disciplines sportives du pays et ouvre aux joueurs ses programmes de préparation physique et de suivi médical.",
    description_en:
      "It brings the country’s sports together and opens its physical training and medical programmes to players.",
    logo_url: "/pictures/partner-2.jpg",
    website: "https://comite-national-sportif.example",
    partnership_type: "institutional",
    status: "active",
    contact_name: "Mohamed Sylla",
    contact_email: "secretariat@comite-national-sportif.example",
    contact_phone: "+224622000402",
    partnership_start: "2018-01-15",
    partnership_end: null,
  },
  {
    id: "01930000-0000-7000-8000-000000004003",
    name: "Université de Conakry Numérique",
    description:
      "Elle accueille les formations d’arbitres et accompagne la création de clubs étudiants sur les campus du pays.",
    description_en:
      "It hosts referee training and helps student clubs to start up on campuses across the country.",
    logo_url: "/pictures/partner-3.jpg",
    website: "https://conakry-numerique.example",
    partnership_type: "institutional",
    status: "active",
    contact_name: "Mariama Diallo",
    contact_email: "partenariats@conakry-numerique.example",
    contact_phone: "+224622000403",
    partnership_start: "2023-10-01",
    partnership_end: "2027-09-30",
  },
  {
    id: "01930000-0000-7000-8000-000000004004",
    name: "Nimba Télécom",
    description:
      "Opérateur officiel des compétitions, il raccorde les salles des clubs à la fibre et sécurise la connexion des finales.",
    description_en:
      "Official operator of the competitions, it connects club rooms to fibre and secures the network for finals.",
    logo_url: "/pictures/partner-4.jpg",
    website: "https://nimba-telecom.example",
    partnership_type: "technical",
    status: "active",
    contact_name: "Alsény Yansané",
    contact_email: "esport@nimba-telecom.example",
    contact_phone: "+224622000404",
    partnership_start: "2024-03-01",
    partnership_end: "2027-02-28",
  },
  {
    id: "01930000-0000-7000-8000-000000004005",
    name: "Kaloum Cloud",
    description:
      "Hébergeur établi à Conakry, il fournit les serveurs de jeu du championnat et les outils de gestion des licences.",
    description_en:
      "A hosting company based in Conakry, it provides the championship’s game servers and the licence management tools.",
    logo_url: "/pictures/partner-5.jpg",
    website: "https://kaloum-cloud.example",
    partnership_type: "technical",
    status: "active",
    contact_name: "Hadja Touré",
    contact_email: "contact@kaloum-cloud.example",
    contact_phone: "+224622000405",
    partnership_start: "2024-09-01",
    partnership_end: "2026-12-31",
  },
  {
    id: "01930000-0000-7000-8000-000000004006",
    name: "Studio Djoliba",
    description:
      "Société de production audiovisuelle, elle réalise la retransmission des finales et forme de jeunes commentateurs.",
    description_en:
      "An audiovisual production company, it broadcasts the finals and trains young commentators.",
    logo_url: "/pictures/partner-6.jpg",
    website: "https://studio-djoliba.example",
    partnership_type: "media",
    status: "active",
    contact_name: "Bakary Diabaté",
    contact_email: "antenne@studio-djoliba.example",
    contact_phone: "+224622000406",
    partnership_start: "2025-01-01",
    partnership_end: "2026-12-31",
  },
  {
    id: "01930000-0000-7000-8000-000000004007",
    name: "Banque du Fouta",
    description:
      "Partenaire du championnat interclubs, elle finance les dotations et les déplacements des équipes de l’intérieur.",
    description_en:
      "Sponsor of the interclub championship, it funds the prize money and travel for teams from outside the capital.",
    logo_url: "/pictures/partner-7.jpg",
    website: "https://banque-du-fouta.example",
    partnership_type: "sponsor",
    status: "active",
    contact_name: "Yéro Bah",
    contact_email: "mecenat@banque-du-fouta.example",
    contact_phone: "+224622000407",
    partnership_start: "2024-01-01",
    partnership_end: "2026-12-31",
  },
  {
    id: "01930000-0000-7000-8000-000000004008",
    name: "Soumbouya Énergie",
    description:
      "Spécialiste du solaire, elle équipe les salles régionales en alimentation de secours et limite l’empreinte des événements.",
    description_en:
      "A solar power specialist, it fits regional rooms with backup supplies and reduces the footprint of events.",
    logo_url: "/pictures/partner-8.jpg",
    website: "https://soumbouya-energie.example",
    partnership_type: "sponsor",
    status: "active",
    contact_name: "Ansoumane Soumah",
    contact_email: "projets@soumbouya-energie.example",
    contact_phone: "+224622000408",
    partnership_start: "2025-02-01",
    partnership_end: "2027-01-31",
  },
  {
    id: "01930000-0000-7000-8000-000000004009",
    name: "Boissons Tinkisso",
    description:
      "Producteur de jus de fruits guinéens, il accompagne la Coupe féminine et le ravitaillement des tournois de jeunes.",
    description_en:
      "A producer of Guinean fruit juices, it supports the Women’s Cup and provides refreshments at youth tournaments.",
    logo_url: "/pictures/partner-9.jpg",
    website: null,
    partnership_type: "sponsor",
    status: "active",
    contact_name: "Saran Kaba",
    contact_email: "marketing@tinkisso.example",
    contact_phone: "+224622000409",
    partnership_start: "2025-04-01",
    partnership_end: "2027-03-31",
  },
];
