import type { PackageText } from "../events.ts";

type SamplePackage = Omit<PackageText, "quota" | "ends_at">;

/** The packages of the sample events, whole XOF. */
export const SAMPLE_EVENT_PRICES = {
  football: [
    {
      id: "early-bird",
      name: "Inscription anticipée",
      name_en: "Early bird",
      amount: 15_000,
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
      name: "Inscription gratuite",
      name_en: "Free entry",
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
      features_en: ["Live plenary sessions", "Questions from a distance", "Access to recordings"],
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
