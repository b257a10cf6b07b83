import type { HomeSectionKey, PageSection } from "./pages.ts";

/** A section before it is numbered and attached to its page. */
export type SampleSection = Omit<PageSection, "id" | "page_id" | "is_active" | "sort_order">;

/** The home page's sections in their default order. */
export const SAMPLE_HOME_SECTIONS: (SampleSection & { section_key: HomeSectionKey })[] = [
  {
    section_key: "hero",
    section_type: "hero",
    title: "Toute la Guinée joue. Ensemble, elle gagne.",
    title_en: "All of Guinea plays. Together, we win.",
    content:
      "La Fédération Guinéenne d’Esport organise les compétitions, forme les arbitres et accompagne joueurs et clubs dans les huit régions du pays.",
    content_en:
      "The Guinean Esports Federation runs competitions, trains referees and supports players and clubs in all eight regions of the country.",
    image_url: "/pictures/hero-arena.jpg",
    settings: {
      button_label: "Rejoindre la fédération",
      button_label_en: "Join the federation",
      button_link: "/membership",
    },
  },
  {
    section_key: "about",
    section_type: "features",
    title: "Une discipline, des règles, une ambition",
    title_en: "One discipline, one set of rules, one ambition",
    content:
      "Au service des joueurs, des clubs et des familles, la fédération fait de l’esport un sport structuré, formateur et ouvert à tous.",
    content_en:
      "Serving players, clubs and families, the federation makes esports an organised sport that teaches and welcomes everyone.",
    image_url: null,
    settings: {
      items: [
        {
          title: "Excellence",
          title_en: "Excellence",
          text: "Des entraîneurs et des arbitres formés, un classement national et des équipes préparées pour les scènes africaine et mondiale.",
          text_en:
            "Trained coaches and referees, a national ranking and teams ready for the African and world stages.",
        },
        {
          title: "Inclusivité",
          title_en: "Inclusivity",
          text: "Des compétitions dans toutes les régions, une Coupe féminine et des conditions d’accueil pensées pour chacun.",
          text_en:
            "Competitions in every region, a Women’s Cup and arrangements designed with everyone in mind.",
        },
        {
          title: "Innovation",
          title_en: "Innovation",
          text: "Des clubs universitaires, des métiers numériques à découvrir et des outils conçus en Guinée par de jeunes talents.",
          text_en:
            "University clubs, digital careers to discover and tools built in Guinea by young talent.",
        },
      ],
      button_label: "Découvrir la fédération",
      button_label_en: "Discover the federation",
      button_link: "/about",
    },
  },
  {
    section_key: "news",
    section_type: "text",
    title: "Dernières actualités",
    title_en: "Latest news",
    content:
      "Résultats, décisions et portraits : la vie de l’esport guinéen, semaine après semaine.",
    content_en: "Results, decisions and people: Guinean esports, week after week.",
    image_url: null,
    settings: {},
  },
  {
    section_key: "events",
    section_type: "text",
    title: "Prochains événements",
    title_en: "Upcoming events",
    content: "Tournois, formations et rencontres : choisissez votre date et réservez votre place.",
    content_en: "Tournaments, training and conferences: choose your date and book your place.",
    image_url: null,
    settings: {},
  },
  {
    section_key: "stats",
    section_type: "stats",
    title: "Une communauté qui grandit",
    title_en: "A growing community",
    content: "Licenciés, clubs affiliés et partenaires engagés à nos côtés.",
    content_en: "Licensed players, affiliated clubs and partners at our side.",
    image_url: null,
    settings: {},
  },
  {
    section_key: "newsletter",
    section_type: "text",
    title: "Ne manquez aucun rendez-vous",
    title_en: "Never miss a date",
    content:
      "Recevez par e-mail et sur WhatsApp les dates d’inscription, les résultats et les annonces de la fédération.",
    content_en:
      "Get registration dates, results and Federation announcements by e-mail and on WhatsApp.",
    image_url: null,
    settings: {},
  },
  {
    section_key: "cta",
    section_type: "cta",
    title: "Prêt à défendre vos couleurs ?",
    title_en: "Ready to play for your colours?",
    content:
      "Joueur, club ou partenaire : prenez votre place dans l’esport guinéen dès cette saison.",
    content_en: "Player, club or partner: take your place in Guinean esports this season.",
    image_url: null,
    settings: {
      button_label: "Devenir membre",
      button_label_en: "Become a member",
      button_link: "/membership",
    },
  },
];
