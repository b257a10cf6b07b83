import type { AgeLimits } from "../core/values/age.ts";
import { DAY } from "../core/values/durations.ts";
import {
  asksGamertagByDefault,
  type FederationEvent,
  type PackageText,
  type PriceOption,
} from "./events.ts";

type Text = { fr: string[]; en: string[] };

/** Descriptions and rules of the sample events, one paragraph or rule per entry. */
const SAMPLE_EVENT_TEXTS = {
  football: {
    description: {
      fr: [
        "Le grand rendez-vous du football virtuel revient au Palais du Peuple. Soixante-quatre joueurs, seize poules de quatre, puis un tableau à élimination directe jusqu’à la finale disputée sur la grande scène.",
        "Le tournoi est ouvert à tous, licenciés ou non. Les consoles sont fournies ; chacun peut apporter sa manette, qui sera contrôlée à l’accueil.",
        "Les quatre demi-finalistes intégreront le stage de préparation de l’équipe nationale. La remise des prix clôt la journée, devant le public.",
      ],
      en: [
        "The country’s leading virtual football event returns to the Palais du Peuple. Sixty-four players, sixteen groups of four, then a knockout bracket through to a final on the main stage.",
        "The tournament is open to all, with or without a licence. Consoles are provided; players may bring their own controller, which will be checked on arrival.",
        "The four semi-finalists will join the national team’s preparation camp. The day ends with the prizes, presented in front of the crowd.",
      ],
    },
    rules: {
      fr: [
        "Apporter une pièce d’identité.",
        "Chaque match se joue en deux mi-temps de 6 minutes.",
        "En phase finale, une égalité se départage en prolongation puis aux tirs au but.",
        "Tout joueur absent dix minutes après l’appel perd la rencontre.",
        "Le respect de l’adversaire et des arbitres est exigé à tout moment.",
      ],
      en: [
        "Bring proof of identity.",
        "Each match is played in two halves of 6 minutes.",
        "In the knockout stage, ties are settled by extra time, then penalties.",
        "A player absent ten minutes after being called forfeits the match.",
        "Respect for opponents and referees is required at all times.",
      ],
    },
  },
  referees: {
    description: {
      fr: [
        "Deux jours pour apprendre à diriger une rencontre officielle, de la vérification du matériel à la rédaction du rapport. La formation s’adresse aux débutants comme aux bénévoles qui arbitrent déjà dans leur club.",
        "Le premier jour est consacré au règlement et aux études de cas. Le second alterne matchs arbitrés et retours individuels, avant l’examen écrit.",
        "Les candidats reçus obtiennent la carte d’arbitre national, valable deux saisons, et rejoignent les désignations de leur région.",
      ],
      en: [
        "Two days to learn how to run an official match, from checking the equipment to writing the report. The course is for beginners as well as volunteers who already referee in their club.",
        "The first day covers the rules and case studies. The second alternates refereed matches and individual feedback, before the written examination.",
        "Successful candidates receive the national referee’s card, valid for two seasons, and join the list of officials in their region.",
      ],
    },
    rules: {
      fr: [
        "Avoir au moins 18 ans au premier jour de la formation.",
        "Savoir lire et rédiger en français.",
        "La présence aux deux journées est obligatoire pour se présenter à l’examen.",
        "Apporter un ordinateur portable ou une tablette si possible ; du matériel est prêté sur demande.",
        "La note de 14 sur 20 est requise pour obtenir la carte d’arbitre.",
        "Un arbitre en exercice ne peut officier dans un match de son propre club.",
      ],
      en: [
        "Trainees must be at least 18 on the first day of the course.",
        "Trainees must be able to read and write in French.",
        "Attendance on both days is required to sit the examination.",
        "Bring a laptop or tablet if you can; equipment is lent on request.",
        "A mark of 14 out of 20 is needed to obtain the referee’s card.",
        "An active referee may not officiate in a match involving their own club.",
      ],
    },
  },
  awards: {
    description: {
      fr: [
        "La famille de l’esport guinéen se retrouve au Palais du Peuple pour distinguer celles et ceux qui ont marqué la saison. Dix trophées seront remis, de la révélation de l’année au meilleur club formateur.",
        "Les lauréats sont désignés par un jury de joueurs, d’entraîneurs, d’arbitres et de journalistes. Le public a choisi en ligne le match de la saison.",
        "La cérémonie est gratuite et accessible uniquement sur invitation. Elle sera retransmise en direct par Studio Djoliba.",
      ],
      en: [
        "The Guinean esports family gathers at the Palais du Peuple to honour those who made the season. Ten trophies will be presented, from newcomer of the year to best club for player development.",
        "The winners are chosen by a jury of players, coaches, referees and journalists. The public has voted online for the match of the season.",
        "The ceremony is free and open by invitation only. It will be broadcast live by Studio Djoliba.",
      ],
    },
    rules: {
      fr: [
        "L’invitation est personnelle et ne peut être cédée.",
        "Une pièce d’identité est demandée à l’entrée.",
        "Les invités sont accueillis jusqu’à 30 minutes avant le début de la cérémonie.",
        "Une tenue de ville ou traditionnelle est souhaitée.",
        "Les photographes et journalistes s’accréditent auprès du service de presse.",
      ],
      en: [
        "Invitations are personal and may not be passed on.",
        "Proof of identity is requested at the door.",
        "Guests are admitted until 30 minutes before the ceremony begins.",
        "Formal or traditional dress is preferred.",
        "Photographers and journalists must be accredited by the press office.",
      ],
    },
  },
  fighting: {
    description: {
      fr: [
        "L’étape du Fouta du championnat national de jeux de combat réunit trente-deux joueurs à l’Université de Labé. Les huit premiers marquent des points pour le classement et les deux finalistes sont qualifiés pour la finale nationale.",
        "Le tableau à double élimination garantit au moins deux combats à chacun. Les finales se jouent en soirée, devant le public, avec entrée libre pour les spectateurs.",
      ],
      en: [
        "The Fouta round of the national fighting games championship brings thirty-two players to the University of Labé. The top eight earn ranking points and both finalists qualify for the national final.",
        "The double-elimination bracket guarantees everyone at least two bouts. The finals are played in the evening before an audience, with free entry for spectators.",
      ],
    },
    rules: {
      fr: [
        "La licence de la saison en cours est obligatoire.",
        "Les combats se jouent au meilleur des trois manches, des cinq en finale.",
        "Chaque joueur apporte sa manette ou son stick filaire, sans fonction programmable.",
        "Le choix du personnage est libre ; le vainqueur d’une manche conserve le sien.",
        "Un joueur peut demander une vérification du matériel avant le premier round.",
        "Toute réclamation se fait avant le combat suivant, auprès de l’arbitre de table.",
      ],
      en: [
        "A licence for the current season is required.",
        "Bouts are best of three games, best of five in the final.",
        "Players bring their own wired controller or stick, without programmable functions.",
        "Any character may be chosen; the winner of a game keeps the same one.",
        "A player may ask for an equipment check before the first round.",
        "Complaints must be made to the table referee before the next bout.",
      ],
    },
  },
  mobile: {
    description: {
      fr: [
        "Un téléphone suffit pour entrer dans la compétition. Cet open en ligne, gratuit, est ouvert aux joueurs de toutes les préfectures et sert de porte d’entrée vers les équipes mobiles des clubs affiliés.",
        "Trois manches qualificatives se jouent dans l’après-midi ; les seize meilleurs disputent la finale en soirée. Les matchs sont commentés en direct sur les canaux de la fédération.",
        "Le lien de connexion et le code du salon sont envoyés par e-mail la veille du tournoi.",
      ],
      en: [
        "A phone is all you need to compete. This free online open welcomes players from every prefecture and is a way into the mobile teams of affiliated clubs.",
        "Three qualifying rounds are played in the afternoon; the top sixteen meet in the final that evening. Matches are streamed with live commentary on the federation’s channels.",
        "The connection link and lobby code are sent by e-mail the day before the tournament.",
      ],
    },
    rules: {
      fr: [
        "Une seule inscription par personne et par appareil.",
        "Les joueurs mineurs s’inscrivent avec l’accord de leur responsable légal.",
        "Les émulateurs, manettes externes et logiciels d’assistance sont interdits.",
        "Le gamertag utilisé en jeu doit être celui de l’inscription.",
        "Une déconnexion ne donne pas lieu à une nouvelle manche.",
        "Les arbitres peuvent demander un enregistrement de l’écran.",
        "Les propos injurieux entraînent l’exclusion immédiate.",
      ],
      en: [
        "One registration per person and per device.",
        "Minors register with the consent of a parent or guardian.",
        "Emulators, external controllers and assistance software are prohibited.",
        "The gamertag used in the game must be the one given at registration.",
        "A disconnection does not entitle a player to a replay.",
        "Referees may ask for a screen recording.",
        "Abusive language leads to immediate exclusion.",
      ],
    },
  },
  conference: {
    description: {
      fr: [
        "Une journée pour parler de l’avenir de l’esport guinéen, à l’Université Gamal Abdel Nasser et en ligne. Clubs, enseignants, entreprises, collectivités et familles y sont attendus.",
        "Quatre tables rondes sont au programme : l’équipement des régions, les métiers de l’esport, la protection des jeunes joueurs et la place des femmes dans les compétitions.",
        "L’après-midi, des ateliers pratiques aident les clubs à monter un budget, à trouver un partenaire et à organiser un premier tournoi. Les séances plénières sont retransmises et traduites en anglais.",
        "Les conclusions seront remises au comité exécutif et publiées dans la rubrique Ressources.",
      ],
      en: [
        "A day to discuss the future of Guinean esports, at Gamal Abdel Nasser University and online. Clubs, teachers, businesses, local authorities and families are all welcome.",
        "Four round tables are planned: equipping the regions, careers in esports, the protection of young players and the place of women in competition.",
        "In the afternoon, practical workshops help clubs to draw up a budget, find a partner and run a first tournament. Plenary sessions are streamed with English interpretation.",
        "The conclusions will be submitted to the Executive Committee and published in the Resources section.",
      ],
    },
    rules: {
      fr: [
        "L’accueil ouvre une heure avant la première séance.",
        "Le choix des ateliers se fait à l’inscription, dans la limite des places.",
        "Les participants en ligne reçoivent leur lien la veille.",
        "Les séances plénières sont enregistrées et publiées.",
        "Les propos tenus en atelier ne sont pas attribués sans l’accord de leur auteur.",
      ],
      en: [
        "Doors open one hour before the first session.",
        "Workshops are chosen at registration, subject to availability.",
        "Online participants receive their link the day before.",
        "Plenary sessions are recorded and published.",
        "Remarks made in workshops are not attributed without the speaker’s consent.",
      ],
    },
  },
  interclub: {
    description: {
      fr: [
        "La finale du championnat interclubs a opposé les Lions de Kaloum au Baobab Gaming dans le grand amphithéâtre de l’Université Julius Nyerere. Cinq manches, trois disciplines et un titre national en jeu.",
        "Les Lions de Kaloum l’ont emporté trois manches à deux devant plus de neuf cents spectateurs. L’Éclair de Ratoma a pris la troisième place.",
      ],
      en: [
        "The interclub championship final brought Lions de Kaloum and Baobab Gaming together in the main lecture theatre of Julius Nyerere University. Five matches, three disciplines and a national title at stake.",
        "Lions de Kaloum won by three matches to two before more than nine hundred spectators. Éclair de Ratoma took third place.",
      ],
    },
    rules: {
      fr: [
        "Compétition réservée aux clubs affiliés et qualifiés.",
        "La rencontre se joue en cinq manches : deux de football, deux de combat, une par équipes sur mobile.",
        "Un joueur ne peut disputer plus de deux manches.",
        "Chaque club aligne huit joueurs, dont deux remplaçants.",
        "Trois manches gagnées donnent le titre.",
      ],
      en: [
        "Open to qualified affiliated clubs only.",
        "The tie is played over five matches: two football, two fighting, one mobile team match.",
        "No player may take part in more than two matches.",
        "Each club fields eight players, including two substitutes.",
        "The first club to win three matches takes the title.",
      ],
    },
  },
  regional: {
    description: {
      fr: [
        "Les sélections de la région de Boké devaient désigner quatre représentants au tournoi national. Elles ont été annulées en raison des fortes pluies qui ont endommagé l’installation électrique de la salle.",
        "Les inscriptions ont été intégralement remboursées. Les joueurs de la région sont admis sur dossier au tournoi national, dans la limite des quatre places prévues.",
      ],
      en: [
        "The Boké regional qualifiers were due to select four players for the national tournament. They were cancelled after heavy rain damaged the electrical installation at the venue.",
        "All entry fees have been refunded in full. Players from the region may apply directly to the national tournament, within the four places set aside.",
      ],
    },
    rules: {
      fr: [
        "Avoir au moins 16 ans et résider dans la région de Boké.",
        "Les joueurs mineurs s’inscrivent avec l’accord de leur responsable légal.",
        "Les poules de quatre se jouent en matchs simples de deux mi-temps de 6 minutes.",
        "Les quatre premiers du tableau final sont qualifiés.",
        "Les décisions de l’arbitre principal sont sans appel.",
      ],
      en: [
        "Players must be at least 16 and live in the Boké region.",
        "Minors register with the consent of a parent or guardian.",
        "Groups of four play single matches of two 6-minute halves.",
        "The top four in the final bracket qualify.",
        "The head referee’s decisions are final.",
      ],
    },
  },
} satisfies Record<string, { description: Text; rules: Text }>;

type SamplePackage = Omit<PackageText, "quota" | "ends_at"> & {
  quota?: number;
  /** It can be chosen until the end of the day that many days before the event. */
  ends_before?: number;
};

/** The packages of the sample events, whole XOF. */
export const SAMPLE_EVENT_PRICES = {
  football: [
    {
      id: "early-bird",
      name: "Inscription anticipée",
      name_en: "Early bird",
      amount: 15_000,
      quota: 32,
      ends_before: 7,
      description: "Tarif réduit pour les premiers inscrits",
      description_en: "Reduced rate for the first to register",
      features: ["Participation au tournoi", "T-shirt officiel", "Deux matchs garantis"],
      features_en: ["Tournament entry", "Official T-shirt", "Two guaranteed matches"],
    },
    {
      id: "standard",
      name: "Standard",
      name_en: "Standard",
      amount: 25_000,
      description: "Tarif normal, buffet compris",
      description_en: "Full rate, buffet included",
      features: [
        "Participation au tournoi",
        "T-shirt officiel",
        "Deux matchs garantis",
        "Buffet inclus",
      ],
      features_en: [
        "Tournament entry",
        "Official T-shirt",
        "Two guaranteed matches",
        "Buffet included",
      ],
    },
  ],
  referees: [
    {
      id: "formation",
      name: "Formation complète",
      name_en: "Full course",
      amount: 50_000,
      description: "Deux jours de cours, examen compris",
      description_en: "Two days of lessons, examination included",
      features: [
        "Support de cours imprimé",
        "Déjeuners des deux journées",
        "Examen et carte d’arbitre national",
        "Second passage gratuit en cas d’échec",
      ],
      features_en: [
        "Printed course book",
        "Lunch on both days",
        "Examination and national referee’s card",
        "One free resit",
      ],
    },
  ],
  fighting: [
    {
      id: "joueur",
      name: "Joueur",
      name_en: "Player",
      amount: 10_000,
      description: "Une place dans le tableau à double élimination",
      description_en: "One place in the double-elimination bracket",
      features: ["Deux combats garantis", "Accès à la zone d’échauffement", "Repas du midi"],
      features_en: ["Two guaranteed bouts", "Access to the warm-up area", "Lunch"],
    },
  ],
  mobile: [
    {
      id: "gratuit",
      name: "Inscription",
      name_en: "Entry",
      amount: 0,
      description: "Sans frais, inscription obligatoire avant le tirage au sort",
      description_en: "No charge; registration required before the draw",
      features: [
        "Trois manches qualificatives",
        "Classement en direct",
        "Diplôme de participation",
      ],
      features_en: ["Three qualifying rounds", "Live ranking", "Certificate of participation"],
    },
  ],
  conference: [
    {
      id: "sur-place",
      name: "Sur place",
      name_en: "On site",
      amount: 20_000,
      description: "La journée à Conakry, ateliers et déjeuner compris",
      description_en: "The full day in Conakry, workshops and lunch included",
      features: ["Conférences et ateliers", "Déjeuner et pauses", "Dossier du participant"],
      features_en: ["Talks and workshops", "Lunch and refreshments", "Delegate pack"],
    },
    {
      id: "en-ligne",
      name: "En ligne",
      name_en: "Online",
      amount: 0,
      description: "La retransmission des séances plénières",
      description_en: "Live stream of the plenary sessions",
      features: ["Plénières en direct", "Questions posées à distance", "Accès aux enregistrements"],
      features_en: ["Live plenary sessions", "Ask questions remotely", "Access to recordings"],
    },
  ],
  regional: [
    {
      id: "joueur",
      name: "Joueur",
      name_en: "Player",
      amount: 5_000,
      description: "Participation aux sélections",
      description_en: "Entry to the qualifiers",
      features: ["Trois matchs de poule", "Repas du midi"],
      features_en: ["Three group matches", "Lunch"],
    },
  ],
} satisfies Record<string, SamplePackage[]>;

/** How many invented people have a place of each package, by its id: `sampleRegistrations` names them. */
export const SAMPLE_PARTICIPANTS: Readonly<Record<string, number>> = {
  "01930000-0000-7000-8000-000000002211": 20,
  "01930000-0000-7000-8000-000000002212": 12,
  "01930000-0000-7000-8000-000000002221": 15,
};

const SATURDAY = 6;
const SUNDAY = 0;

/**
 * The nth coming `weekday` (0 is Sunday) strictly after the day of `now`, as yyyy-mm-dd in UTC;
 * a negative n counts back from the last one strictly before it.
 */
function nthWeekday(now: Date, weekday: number, n: number): string {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const ahead = (weekday - new Date(today).getUTCDay() + 7) % 7;
  const days = n > 0 ? (ahead || 7) + (n - 1) * 7 : ahead + n * 7;
  return new Date(today + days * DAY).toISOString().slice(0, 10);
}

/** The day that many days after a day, or before it; both as yyyy-mm-dd. */
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);

type SampleEvent = Omit<
  FederationEvent,
  | "id"
  | "description"
  | "description_en"
  | "prices"
  | "currency"
  | "rules"
  | "rules_en"
  | "current_participants"
  | "created_at"
  | "end_date"
  | "end_time"
  | "registration_opens_at"
  | "registration_closes_at"
  | "cancellation_reason"
  | "cancellation_reason_en"
  | "sequence"
  | "asks_gamertag"
  | "asks_licence"
  | "asks_club"
  | keyof AgeLimits
> &
  Partial<AgeLimits> & {
    end_time: string;
    packages: keyof typeof SAMPLE_EVENT_PRICES | null;
    text: keyof typeof SAMPLE_EVENT_TEXTS;
    announced_days_ago: number;
    /** How many days it lasts, where more than one. */
    days?: number;
  };

function events(now: Date): SampleEvent[] {
  return [
    {
      text: "football",
      title: "Tournoi national FIFA 25",
      title_en: "FIFA 25 National Tournament",
      date: nthWeekday(now, SATURDAY, 3),
      time: "10:00",
      end_time: "18:00",
      location: "Palais du Peuple, Conakry",
      location_en: "Palais du Peuple, Conakry",
      image_url: "/pictures/event-football.jpg",
      category: "Tournoi",
      type: "in-person",
      max_participants: 64,
      price: 25_000,
      packages: "football",
      min_age: 16,
      status: "upcoming",
      announced_days_ago: 34,
    },
    {
      text: "referees",
      title: "Formation nationale des arbitres",
      title_en: "National Referee Training",
      date: nthWeekday(now, SATURDAY, 5),
      days: 2,
      time: "09:00",
      end_time: "16:30",
      location: "Université Gamal Abdel Nasser, Conakry",
      location_en: "Gamal Abdel Nasser University, Conakry",
      image_url: "/pictures/event-referee.jpg",
      category: "Formation",
      type: "in-person",
      max_participants: 30,
      price: 50_000,
      packages: "referees",
      min_age: 18,
      status: "upcoming",
      announced_days_ago: 24,
    },
    {
      text: "awards",
      title: "Cérémonie des trophées de l’esport guinéen",
      title_en: "Guinean Esports Awards",
      date: nthWeekday(now, SATURDAY, 12),
      time: "19:00",
      end_time: "22:00",
      location: "Palais du Peuple, Conakry",
      location_en: "Palais du Peuple, Conakry",
      image_url: "/pictures/event-awards.jpg",
      category: "Conférence",
      type: "in-person",
      max_participants: 200,
      price: 0,
      packages: null,
      status: "upcoming",
      announced_days_ago: 16,
    },
    {
      text: "fighting",
      title: "Championnat de jeux de combat : étape de Labé",
      title_en: "Fighting Games Championship: Labé Round",
      date: nthWeekday(now, SATURDAY, 2),
      time: "11:00",
      end_time: "19:00",
      location: "Université de Labé, Hafia",
      location_en: "University of Labé, Hafia",
      image_url: "/pictures/event-fighting.jpg",
      category: "Championnat",
      type: "in-person",
      max_participants: 32,
      price: 10_000,
      packages: "fighting",
      status: "upcoming",
      announced_days_ago: 48,
    },
    {
      text: "mobile",
      title: "Open mobile en ligne des préfectures",
      title_en: "Online Mobile Open of the Prefectures",
      date: nthWeekday(now, SUNDAY, 4),
      time: "15:00",
      end_time: "20:00",
      location: "En ligne",
      location_en: "Online",
      image_url: "/pictures/event-mobile.jpg",
      category: "Tournoi",
      type: "online",
      max_participants: 128,
      price: 0,
      packages: "mobile",
      status: "upcoming",
      announced_days_ago: 19,
    },
    {
      text: "conference",
      title: "Assises nationales de l’esport",
      title_en: "National Esports Conference",
      date: nthWeekday(now, SATURDAY, 8),
      time: "08:30",
      end_time: "17:00",
      location: "Université Gamal Abdel Nasser, Conakry, et en ligne",
      location_en: "Gamal Abdel Nasser University, Conakry, and online",
      image_url: "/pictures/event-conference.jpg",
      category: "Conférence",
      type: "hybrid",
      max_participants: 300,
      price: 20_000,
      packages: "conference",
      status: "upcoming",
      announced_days_ago: 12,
    },
    {
      text: "interclub",
      title: "Finale du championnat national interclubs",
      title_en: "National Interclub Championship Final",
      date: nthWeekday(now, SATURDAY, -3),
      time: "17:00",
      end_time: "20:00",
      location: "Université Julius Nyerere, Kankan",
      location_en: "Julius Nyerere University, Kankan",
      image_url: "/pictures/event-fighting.jpg",
      category: "Championnat",
      type: "in-person",
      max_participants: 16,
      price: 0,
      packages: null,
      status: "completed",
      announced_days_ago: 92,
    },
    {
      text: "regional",
      title: "Sélections régionales FIFA 25 de Boké",
      title_en: "Boké FIFA 25 Regional Qualifiers",
      date: nthWeekday(now, SATURDAY, -6),
      time: "10:00",
      end_time: "18:00",
      location: "Maison des jeunes, Boké",
      location_en: "Youth Centre, Boké",
      image_url: "/pictures/event-football.jpg",
      category: "Tournoi",
      type: "in-person",
      max_participants: 32,
      price: 5_000,
      packages: "regional",
      min_age: 16,
      status: "cancelled",
      announced_days_ago: 88,
    },
  ];
}

function samplePackages(
  name: keyof typeof SAMPLE_EVENT_PRICES,
  event: number,
  date: string,
): PriceOption[] {
  const packages: SamplePackage[] = SAMPLE_EVENT_PRICES[name];
  return packages.map(({ ends_before: before, quota = null, ...text }, index) => {
    const package_id = `01930000-0000-7000-8000-0000000022${event}${index + 1}`;
    const taken = SAMPLE_PARTICIPANTS[package_id] ?? 0;
    const ends_at = before ? new Date(`${dayAfter(date, -before)}T23:59:00Z`) : null;
    return { ...text, package_id, quota, ends_at, taken };
  });
}

/** Six upcoming events, one completed and one cancelled, dated around `now`: the earliest first. */
export function sampleEvents(now: Date): FederationEvent[] {
  const all = events(now).map(
    ({ text, packages, announced_days_ago, days = 1, ...event }, index): FederationEvent => {
      const { description, rules } = SAMPLE_EVENT_TEXTS[text];
      // None of them has one price alone.
      const prices = packages ? samplePackages(packages, index + 1, event.date) : [];
      return {
        min_age: null,
        max_age: null,
        ...event,
        asks_gamertag: asksGamertagByDefault(event.category),
        asks_licence: false,
        asks_club: false,
        id: `01930000-0000-7000-8000-000000002${String(index + 1).padStart(3, "0")}`,
        prices,
        description: description.fr.join("\n"),
        description_en: description.en.join("\n"),
        currency: "XOF",
        current_participants: prices.reduce((sum, { taken }) => sum + taken, 0),
        end_date: days > 1 ? dayAfter(event.date, days - 1) : null,
        cancellation_reason: null,
        cancellation_reason_en: null,
        sequence: 0,
        registration_opens_at: null,
        registration_closes_at: null,
        rules: rules.fr.join("\n"),
        rules_en: rules.en.join("\n"),
        created_at: new Date(now.getTime() - announced_days_ago * DAY),
      };
    },
  );
  return all.toSorted((one, other) => one.date.localeCompare(other.date));
}

/** A built-in event, while it is to come. */
export const upcomingSample = (id: string, now: Date) =>
  sampleEvents(now).find((sample) => sample.id === id && sample.status === "upcoming");
