import type { SampleSection } from "./home-page.samples.ts";

/** A page that shows every type of section. */
export const SAMPLE_LEAGUE_SECTIONS: SampleSection[] = [
  {
    section_key: "ouverture",
    section_type: "hero",
    title: "La Ligue nationale",
    title_en: "The National League",
    content:
      "Huit régions, trois disciplines et un titre : la saison régulière des clubs guinéens.",
    content_en:
      "Eight regions, three disciplines and one title: the regular season for Guinean clubs.",
    image_url: "/pictures/arena-night.jpg",
    settings: {
      button_label: "Voir le calendrier",
      button_label_en: "See the calendar",
      button_link: "/events",
    },
  },
  {
    section_key: "formule",
    section_type: "text",
    title: "Une saison en deux temps",
    title_en: "A season in two stages",
    content: [
      "La Ligue nationale réunit les clubs affiliés autour de trois disciplines : le football virtuel, les jeux de combat et les jeux par équipes sur mobile. Chaque rencontre se joue en cinq manches et chaque manche compte.",
      "La première phase se dispute par région, en matchs aller et retour. Elle se joue en ligne les soirs de semaine et en salle un samedi sur deux, afin de limiter les déplacements et de respecter le temps scolaire.",
      "Les champions de région et les meilleurs deuxièmes se retrouvent ensuite dans un tableau final, conclu par une journée de gala dans une ville différente chaque saison.",
    ].join("\n"),
    content_en: [
      "The National League brings affiliated clubs together in three disciplines: virtual football, fighting games and mobile team games. Every tie is played over five matches, and every match counts.",
      "The first stage is played within each region, home and away. Matches take place online on weekday evenings and in person every other Saturday, to limit travel and respect school hours.",
      "Regional champions and the best runners-up then meet in a final bracket, which ends with a gala day in a different town each season.",
    ].join("\n"),
    image_url: null,
    settings: {},
  },
  {
    section_key: "scene",
    section_type: "image",
    title: "Le soir de la finale",
    title_en: "The night of the final",
    content: "Le trophée de la Ligue récompense une saison entière de travail collectif.",
    content_en: "The League trophy rewards a whole season of teamwork.",
    image_url: "/pictures/trophy-confetti.jpg",
    settings: {
      alt: "Un trophée sous une pluie de confettis aux couleurs nationales",
      alt_en: "A trophy under a shower of confetti in the national colours",
    },
  },
  {
    section_key: "chiffres",
    section_type: "stats",
    title: "La Ligue en chiffres",
    title_en: "The League in figures",
    content: null,
    content_en: null,
    image_url: null,
    settings: {
      items: [
        { value: "8", title: "régions engagées", title_en: "regions taking part" },
        { value: "17", title: "clubs affiliés", title_en: "affiliated clubs" },
        { value: "136", title: "rencontres par saison", title_en: "ties per season" },
        { value: "58", title: "arbitres nationaux", title_en: "national referees" },
      ],
    },
  },
  {
    section_key: "principes",
    section_type: "features",
    title: "Ce que la Ligue apporte aux clubs",
    title_en: "What the League brings to clubs",
    content: null,
    content_en: null,
    image_url: null,
    settings: {
      items: [
        {
          title: "Des rencontres équitables",
          title_en: "Fair matches",
          text: "Salles contrôlées, matériel vérifié et arbitres neutres à chaque journée.",
          text_en: "Checked venues, verified equipment and neutral referees on every match day.",
        },
        {
          title: "Des frais maîtrisés",
          title_en: "Costs under control",
          text: "Une aide au transport est versée aux clubs qui parcourent plus de 150 km.",
          text_en: "A travel grant is paid to clubs that cover more than 150 km.",
        },
        {
          title: "Une vitrine nationale",
          title_en: "A national showcase",
          text: "Les affiches de la semaine sont retransmises et commentées en français.",
          text_en: "The matches of the week are broadcast with French commentary.",
        },
        {
          title: "Un tremplin",
          title_en: "A springboard",
          text: "Les sélectionneurs de l’équipe nationale suivent toutes les journées.",
          text_en: "National team selectors follow every match day.",
        },
      ],
    },
  },
  {
    section_key: "galerie",
    section_type: "gallery",
    title: "La saison en images",
    title_en: "The season in pictures",
    content: null,
    content_en: null,
    image_url: null,
    settings: {
      images: [
        {
          url: "/pictures/national-team.jpg",
          alt: "Les joueurs de l’équipe nationale réunis",
          alt_en: "The national team players together",
        },
        {
          url: "/pictures/women-cup.jpg",
          alt: "Des joueuses pendant la Coupe féminine",
          alt_en: "Players during the Women’s Cup",
        },
        {
          url: "/pictures/campus-clubs.jpg",
          alt: "Un club universitaire à l’entraînement",
          alt_en: "A university club at practice",
        },
        {
          url: "/pictures/event-fighting.jpg",
          alt: "Un duel de jeux de combat sur scène",
          alt_en: "A fighting game duel on stage",
        },
        {
          url: "/pictures/event-football.jpg",
          alt: "Une rencontre de football virtuel",
          alt_en: "A virtual football match",
        },
        {
          url: "/pictures/coast-conakry.jpg",
          alt: "La côte de Conakry et ses immeubles",
          alt_en: "The coast and buildings of Conakry",
        },
      ],
    },
  },
  {
    section_key: "paroles",
    section_type: "testimonials",
    title: "Ils font la Ligue",
    title_en: "The people behind the League",
    content: null,
    content_en: null,
    image_url: null,
    settings: {
      items: [
        {
          text: "Nos joueurs s’entraînent trois soirs par semaine parce qu’il y a un match le samedi. Avant la Ligue, ils jouaient. Maintenant, ils préparent.",
          text_en:
            "Our players train three evenings a week because there is a match on Saturday. Before the League, they played. Now they prepare.",
          name: "Moriba Kourouma",
          role: "Entraîneur, Baobab Gaming Kankan",
          role_en: "Coach, Baobab Gaming Kankan",
        },
        {
          text: "Ma mère est venue voir une rencontre par curiosité. Elle connaît désormais le classement mieux que moi.",
          text_en:
            "My mother came to see a match out of curiosity. She now knows the standings better than I do.",
          name: "Fatoumata Camara",
          role: "Joueuse, Syli Esport Labé",
          role_en: "Player, Syli Esport Labé",
        },
        {
          text: "Arbitrer m’a appris à décider vite et à m’expliquer calmement. Cela me sert chaque jour dans ma classe.",
          text_en:
            "Refereeing taught me to decide quickly and explain calmly. It helps me every day in my classroom.",
          name: "Mariama Touré",
          role: "Arbitre nationale, Coyah",
          role_en: "National referee, Coyah",
        },
      ],
    },
  },
  {
    section_key: "engagement",
    section_type: "cta",
    title: "Engagez votre club",
    title_en: "Enter your club",
    content: "L’affiliation ouvre l’accès à la Ligue et comprend jusqu’à dix licences de joueur.",
    content_en: "Affiliation opens the door to the League and includes up to ten player licences.",
    image_url: null,
    settings: {
      button_label: "Affilier un club",
      button_label_en: "Affiliate a club",
      button_link: "/membership",
    },
  },
];
