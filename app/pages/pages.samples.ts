import type { HomeSectionKey, Page, PageSection } from "./pages.ts";

/** A section before it is numbered and attached to its page. */
type SampleSection = Omit<PageSection, "id" | "page_id" | "is_active" | "sort_order">;

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
    settings: {},
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
    settings: {},
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
      "Get registration dates, results and the federation’s announcements by e-mail and on WhatsApp.",
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
    settings: {},
  },
];

/** A page that shows every type of section. */
const SAMPLE_LEAGUE_SECTIONS: SampleSection[] = [
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
        { value: "17", title: "clubs en Ligue", title_en: "clubs in the League" },
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

const FAIR_PLAY_SECTIONS: SampleSection[] = [
  {
    section_key: "ouverture",
    section_type: "hero",
    title: "Intégrité et fair-play",
    title_en: "Integrity and fair play",
    content: "Gagner n’a de valeur que dans un jeu loyal. Voici les règles que nous nous donnons.",
    content_en: "Winning only matters when the game is fair. These are the rules we set ourselves.",
    image_url: "/pictures/handshake-towers.jpg",
    settings: {},
  },
  {
    section_key: "engagements",
    section_type: "text",
    title: "Nos engagements",
    title_en: "Our commitments",
    content: [
      "Chaque licencié s’engage à respecter ses adversaires, ses partenaires, les arbitres et le public. Ce respect vaut dans la salle comme en ligne, pendant la rencontre comme sur les réseaux sociaux.",
      "La fédération refuse toute discrimination fondée sur l’origine, le sexe, la langue, la religion, le handicap ou la situation sociale. Les propos et les gestes discriminatoires entraînent l’exclusion immédiate de la compétition, sans préjudice des poursuites disciplinaires.",
      "Les dirigeants, entraîneurs et arbitres sont tenus à une exigence supérieure. Ils déclarent tout lien d’intérêt avec un club, un joueur ou un partenaire et se retirent des décisions qui les concernent.",
    ].join("\n"),
    content_en: [
      "Every licence holder undertakes to respect opponents, teammates, referees and the public. That respect applies in the venue and online, during the match and on social media.",
      "The federation rejects all discrimination based on origin, sex, language, religion, disability or social situation. Discriminatory words or gestures lead to immediate exclusion from the competition, in addition to any disciplinary proceedings.",
      "Officials, coaches and referees are held to a higher standard. They declare any interest in a club, player or sponsor and withdraw from decisions that concern them.",
    ].join("\n"),
    image_url: null,
    settings: {},
  },
  {
    section_key: "tricherie",
    section_type: "text",
    title: "Tricherie, paris et entente entre joueurs",
    title_en: "Cheating, betting and match-fixing",
    content: [
      "Les logiciels d’assistance, les manettes programmables et l’usage du compte d’un tiers sont interdits. Les arbitres peuvent contrôler le matériel et demander un enregistrement à tout moment.",
      "Aucun joueur, entraîneur, arbitre ou dirigeant ne peut parier sur une compétition homologuée, ni communiquer une information qui permettrait à d’autres de le faire.",
      "Convenir d’un résultat, même sans argent en jeu, constitue la faute la plus grave. Elle expose à une suspension de deux saisons au minimum et à la perte des titres obtenus.",
    ].join("\n"),
    content_en: [
      "Assistance software, programmable controllers and the use of another person’s account are prohibited. Referees may check equipment and ask for a recording at any time.",
      "No player, coach, referee or official may bet on a sanctioned competition, or pass on information that would allow others to do so.",
      "Agreeing a result, even with no money at stake, is the most serious offence. It carries a suspension of at least two seasons and the loss of any titles won.",
    ].join("\n"),
    image_url: null,
    settings: {},
  },
  {
    section_key: "jeunes",
    section_type: "text",
    title: "Protéger les plus jeunes",
    title_en: "Protecting the youngest",
    content: [
      "Les joueurs mineurs participent avec l’accord écrit de leur responsable légal, dans la limite de quatre heures de compétition par jour et de pauses régulières. Le calendrier respecte le temps scolaire.",
      "Chaque club désigne un référent formé à la protection de l’enfance. Les entraîneurs n’échangent jamais en tête-à-tête avec un mineur en dehors des canaux connus des familles.",
      "La santé passe avant le résultat : sommeil, vision, posture et activité physique font partie du programme de toutes les équipes de jeunes.",
    ].join("\n"),
    content_en: [
      "Minors take part with the written consent of a parent or guardian, with a limit of four hours of competition a day and regular breaks. The calendar respects school hours.",
      "Each club appoints an officer trained in child protection. Coaches never communicate one to one with a minor outside channels known to the family.",
      "Health comes before results: sleep, eyesight, posture and physical activity are part of every youth team’s programme.",
    ].join("\n"),
    image_url: null,
    settings: {},
  },
  {
    section_key: "signaler",
    section_type: "text",
    title: "Signaler un manquement",
    title_en: "Reporting a breach",
    content: [
      "Toute personne peut signaler un fait, qu’elle soit licenciée ou non. Le signalement est reçu par une cellule indépendante de la direction des clubs, qui accuse réception sous vingt-quatre heures.",
      "L’identité de l’auteur reste confidentielle. Aucune sanction ne peut viser une personne qui signale de bonne foi, même si les faits ne sont pas établis.",
      "La commission de discipline entend les deux parties et rend une décision motivée. Un recours est possible devant la commission d’appel dans un délai de quinze jours.",
    ].join("\n"),
    content_en: [
      "Anyone may report an incident, with or without a licence. Reports are received by a unit independent of club management, which acknowledges them within twenty-four hours.",
      "The identity of the person reporting remains confidential. No one who reports in good faith may be penalised, even if the facts are not established.",
      "The disciplinary commission hears both sides and gives a reasoned decision. An appeal may be lodged with the appeals commission within fifteen days.",
    ].join("\n"),
    image_url: null,
    settings: {},
  },
  {
    section_key: "contact",
    section_type: "cta",
    title: "Un doute, une question ?",
    title_en: "In doubt, or have a question?",
    content: "Écrivez-nous : mieux vaut une question de trop qu’un silence.",
    content_en: "Write to us: one question too many is better than silence.",
    image_url: null,
    settings: {
      button_label: "Contacter la fédération",
      button_label_en: "Contact the federation",
      button_link: "/contact",
    },
  },
];

const TRAINING_CENTRE_SECTIONS: SampleSection[] = [
  {
    section_key: "ouverture",
    section_type: "hero",
    title: "Un centre national d’entraînement",
    title_en: "A national training centre",
    content:
      "Un lieu permanent pour préparer les équipes, former les cadres et accueillir les clubs.",
    content_en: "A permanent home to prepare teams, train officials and welcome clubs.",
    image_url: "/pictures/coast-conakry.jpg",
    settings: {},
  },
  {
    section_key: "projet",
    section_type: "text",
    title: "Le projet",
    title_en: "The project",
    content: [
      "Le futur centre réunira une salle de compétition de deux cents places, trois salles d’entraînement, un studio de retransmission et des espaces de formation.",
      "Les études portent actuellement sur le choix du site, l’alimentation solaire et le logement des équipes venues des régions.",
    ].join("\n"),
    content_en: [
      "The future centre will include a two-hundred-seat competition hall, three training rooms, a broadcast studio and teaching spaces.",
      "Current studies cover the choice of site, solar power and accommodation for teams from the regions.",
    ].join("\n"),
    image_url: null,
    settings: {},
  },
];

const PAGES: (Omit<Page, "id" | "public_from" | "public_until"> & { sections: SampleSection[] })[] =
  [
    {
      slug: "home",
      title: "Accueil",
      title_en: "Home",
      meta_description:
        "Site officiel de la Fédération Guinéenne d’Esport : actualités, compétitions, adhésion, formations et documents.",
      meta_description_en:
        "Official website of the Guinean Esports Federation: news, competitions, membership, training and documents.",
      status: "published",
      sections: SAMPLE_HOME_SECTIONS,
    },
    {
      slug: "ligue-nationale",
      title: "Ligue nationale",
      title_en: "National League",
      meta_description:
        "La saison des clubs d’esport guinéens : formule, chiffres clés, images et inscription à la Ligue nationale.",
      meta_description_en:
        "The season for Guinean esports clubs: format, key figures, pictures and how to enter the National League.",
      status: "published",
      sections: SAMPLE_LEAGUE_SECTIONS,
    },
    {
      slug: "integrite-et-fair-play",
      title: "Intégrité et fair-play",
      title_en: "Integrity and fair play",
      meta_description:
        "Respect, lutte contre la tricherie, protection des mineurs et signalements : les règles de l’esport guinéen.",
      meta_description_en:
        "Respect, action against cheating, child protection and reporting: the rules of Guinean esports.",
      status: "published",
      sections: FAIR_PLAY_SECTIONS,
    },
    {
      slug: "centre-national-d-entrainement",
      title: "Centre national d’entraînement",
      title_en: "National training centre",
      meta_description: "Le projet de centre national d’entraînement de l’esport guinéen.",
      meta_description_en: "The planned national training centre for Guinean esports.",
      status: "draft",
      sections: TRAINING_CENTRE_SECTIONS,
    },
  ];

function sampleId(kind: "08" | "09", number: number): string {
  return `01930000-0000-7000-8000-0000000${kind}${String(number).padStart(3, "0")}`;
}

/** The home page, two published pages and a draft. */
export const SAMPLE_PAGES: { page: Page; sections: PageSection[] }[] = PAGES.map(
  ({ sections, ...page }, pageIndex) => {
    const id = sampleId("08", pageIndex + 1);
    return {
      page: { id, ...page, public_from: null, public_until: null },
      sections: sections.map((section, index) => ({
        ...section,
        id: sampleId("09", pageIndex * 100 + index + 1),
        page_id: id,
        is_active: true,
        sort_order: index + 1,
      })),
    };
  },
);
