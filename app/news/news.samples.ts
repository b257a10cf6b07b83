import { emptyRecord } from "../records/record-fields.ts";
import { type News, newsRecord } from "./news.record.ts";
import { SAMPLE_NEWS_TEXTS } from "./news-texts.samples.ts";

type SampleArticle = Partial<News> &
  Pick<
    News,
    "title" | "title_en" | "excerpt" | "excerpt_en" | "category" | "image_url" | "tags"
  > & {
    text: keyof typeof SAMPLE_NEWS_TEXTS;
    days_ago: number;
    /** Hour of the day, UTC. */
    hour: number;
  };

const ARTICLES: SampleArticle[] = [
  {
    text: "fibre",
    title: "Nimba Télécom raccordera douze clubs de l’intérieur à la fibre",
    title_en: "Nimba Télécom to bring fibre to twelve clubs outside the capital",
    excerpt:
      "Conclu pour trois saisons, l’accord doit effacer l’écart de connexion qui pénalise les joueurs de Labé, de Kankan ou de N’Zérékoré face à ceux de Conakry.",
    excerpt_en:
      "The three-season agreement aims to close the connection gap that holds back players in Labé, Kankan and N’Zérékoré when they face opponents from Conakry.",
    category: "Partenariat",
    image_url: "/pictures/handshake-towers.jpg",
    tags: ["partenariat", "fibre", "régions", "clubs"],
    days_ago: 2,
    hour: 9,
  },
  {
    text: "final",
    title: "Interclubs : les Lions de Kaloum conservent leur titre au bout du suspense",
    title_en: "Interclub final: Lions de Kaloum keep their title in a decisive fifth match",
    excerpt:
      "Menés deux manches à une devant le public de Kankan, les champions en titre ont renversé le Baobab Gaming dans l’épreuve mobile décisive, après quatre heures de finale.",
    excerpt_en:
      "Trailing two matches to one in front of a Kankan crowd, the holders turned the tie around against Baobab Gaming in the mobile decider after a four-hour final.",
    category: "Compétition",
    image_url: "/pictures/trophy-confetti.jpg",
    tags: ["championnat", "finale", "clubs"],
    days_ago: 13,
    hour: 8,
  },
  {
    text: "referees",
    title: "Arbitrage : vingt-quatre nouveaux diplômés, dont neuf femmes, à Kindia",
    title_en: "Refereeing: twenty-four graduates, nine of them women, in Kindia",
    excerpt:
      "Deux jours de cours, une simulation sous pression et un examen écrit : la promotion de Kindia porte à cinquante-huit le nombre d’arbitres nationaux en exercice.",
    excerpt_en:
      "Two days of lectures, a simulation under pressure and a written examination: the Kindia course brings the number of active national referees to fifty-eight.",
    category: "Formation",
    image_url: "/pictures/classroom-referees.jpg",
    tags: ["formation", "arbitrage", "régions"],
    days_ago: 24,
    hour: 10,
  },
  {
    text: "qualified",
    title: "L’équipe nationale décroche sa place en phase finale continentale",
    title_en: "National team secures its place at the continental finals",
    excerpt:
      "Première de sa poule au tournoi de zone de Dakar, la sélection guinéenne a battu le pays hôte avant d’assurer l’essentiel lors de la dernière journée.",
    excerpt_en:
      "Top of its group at the zone tournament in Dakar, Guinea beat the host nation before making sure of qualification on the final day of matches.",
    category: "International",
    image_url: "/pictures/national-team.jpg",
    tags: ["sélection", "afrique", "qualification"],
    days_ago: 38,
    hour: 17,
  },
  {
    text: "women",
    title: "Coupe féminine : soixante-quatre joueuses et un premier sacre pour Labé",
    title_en: "Women’s Cup: sixty-four players and a first title for Labé",
    excerpt:
      "Fatoumata Camara s’impose en finale et offre au Syli Esport son premier trophée national, au terme d’une édition dont la participation a doublé.",
    excerpt_en:
      "Fatoumata Camara wins the final and gives Syli Esport its first national trophy, at the close of an edition in which the number of entrants doubled.",
    category: "Compétition",
    image_url: "/pictures/women-cup.jpg",
    tags: ["féminin", "coupe", "labé"],
    days_ago: 55,
    hour: 19,
  },
  {
    text: "minors",
    title: "Joueurs mineurs : accord parental et temps de jeu désormais encadrés",
    title_en: "Under-age players: clear rules on parental consent and playing time",
    excerpt:
      "Le comité exécutif adopte un règlement de protection des moins de dix-huit ans. Les clubs affiliés ont deux mois pour désigner un référent et se mettre en conformité.",
    excerpt_en:
      "The Executive Committee has adopted rules to protect players under eighteen. Affiliated clubs have two months to appoint a protection officer and to comply.",
    category: "Communiqué",
    image_url: "/pictures/press-desk.jpg",
    tags: ["jeunesse", "règlement", "familles"],
    days_ago: 78,
    hour: 11,
  },
  {
    text: "campus",
    title: "Dix campus, dix clubs : l’esport entre dans la vie universitaire",
    title_en: "Ten campuses, ten clubs: esports becomes part of university life",
    excerpt:
      "De Conakry à N’Zérékoré, un premier réseau de clubs étudiants prend forme autour d’une règle simple : on joue si l’on valide son semestre.",
    excerpt_en:
      "From Conakry to N’Zérékoré, a first network of student clubs is taking shape around one simple rule: you play if you pass your semester.",
    category: "Formation",
    image_url: "/pictures/campus-clubs.jpg",
    tags: ["université", "jeunesse", "clubs"],
    days_ago: 101,
    hour: 9,
  },
  {
    text: "abroad",
    title: "Trois arbitres guinéens appelés sur des compétitions internationales",
    title_en: "Three Guinean referees called up for international competitions",
    excerpt:
      "Retenus parmi quarante-sept candidats de dix-neuf pays, Kadiatou Bah, Alpha Oumar Sylla et Jean Haba officieront à l’étranger pendant toute la saison.",
    excerpt_en:
      "Chosen from forty-seven candidates in nineteen countries, Kadiatou Bah, Alpha Oumar Sylla and Jean Haba will officiate abroad throughout the season.",
    category: "International",
    image_url: "/pictures/world-map.jpg",
    tags: ["arbitrage", "international"],
    days_ago: 128,
    hour: 14,
  },
  {
    text: "opening",
    title: "Coup d’envoi de la saison devant deux mille spectateurs au Palais du Peuple",
    title_en: "Season opens before two thousand spectators at the Palais du Peuple",
    excerpt:
      "Défilé des clubs, démonstration de collégiens et victoire surprise de la sélection des régions : la soirée d’ouverture a battu le record d’affluence en salle.",
    excerpt_en:
      "A parade of clubs, a demonstration by school players and a surprise win for the regional selection: opening night set a new indoor attendance record.",
    category: "Compétition",
    image_url: "/pictures/arena-night.jpg",
    tags: ["saison", "conakry", "public"],
    days_ago: 160,
    hour: 8,
  },
  {
    text: "assembly",
    title: "Assemblée générale : la fédération met le cap sur les huit régions",
    title_en: "General assembly: the federation sets its course for all eight regions",
    excerpt:
      "Les délégués des clubs ont adopté une feuille de route sur trois saisons, centrée sur les ligues régionales, l’arbitrage et l’équipement des salles.",
    excerpt_en:
      "Club delegates have adopted a three-season roadmap built around regional leagues, refereeing and better equipment for gaming rooms across the country.",
    category: "Communiqué",
    image_url: "/pictures/coast-conakry.jpg",
    tags: ["assemblée", "gouvernance", "régions"],
    days_ago: 207,
    hour: 16,
  },
];

function publicationDate(now: Date, daysAgo: number, hour: number): Date {
  return new Date(
    Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - daysAgo, hour),
  );
}

/** Ten published articles, newest first, dated backwards from `now`. */
export function sampleNews(now: Date): News[] {
  return ARTICLES.map(({ text, days_ago, hour, ...article }, index) => ({
    ...emptyRecord(newsRecord),
    ...article,
    id: `01930000-0000-7000-8000-000000001${String(index + 1).padStart(3, "0")}`,
    content: SAMPLE_NEWS_TEXTS[text].fr.join("\n"),
    content_en: SAMPLE_NEWS_TEXTS[text].en.join("\n"),
    published: true,
    public_from: publicationDate(now, days_ago, hour),
    public_until: null,
    dated_at: publicationDate(now, days_ago, hour),
  }));
}
