export const about = {
  title: "À propos",
  lead: "Une maison pour tous ceux qui font vivre l’esport en Guinée : joueurs, clubs, arbitres, organisateurs et familles.",
  missionTitle: "Notre mission",
  mission:
    "Organiser, encadrer et promouvoir la pratique de l’esport sur tout le territoire, former celles et ceux qui le font vivre et représenter la Guinée sur la scène internationale.",
  visionTitle: "Notre vision",
  vision:
    "Une Guinée où chaque jeune peut jouer, apprendre un métier du numérique et porter les couleurs nationales, dans un cadre sûr et équitable.",
  valuesTitle: "Nos valeurs",
  values: {
    excellence: "Excellence",
    excellenceText: "L’exigence dans le jeu, l’arbitrage et l’organisation.",
    integrity: "Intégrité",
    integrityText: "Des règles connues de tous, appliquées à tous.",
    inclusivity: "Inclusivité",
    inclusivityText: "Filles et garçons, capitale et régions, débutants et professionnels.",
    innovation: "Innovation",
    innovationText: "Des outils et des formats pensés pour notre pays.",
  },
  leadershipTitle: "L’équipe dirigeante",
  leadershipLead: "Les femmes et les hommes qui servent la fédération.",
  historyTitle: "Notre histoire",
  history: {
    foundation: "Fondation",
    foundationYears: "2009 – 2013",
    foundationText:
      "Des passionnés de Conakry organisent les premières rencontres et posent les bases d’une structure nationale.",
    recognition: "Reconnaissance officielle",
    recognitionYears: "2017",
    recognitionText:
      "Les autorités sportives reconnaissent la fédération comme l’organe national de l’esport.",
    championship: "Premiers championnats nationaux",
    championshipYears: "2018 à aujourd’hui",
    championshipText:
      "Chaque saison, des qualifications régionales mènent à une grande finale nationale.",
    affiliation: "Affiliation internationale",
    affiliationYears: "2019 à aujourd’hui",
    affiliationText:
      "La Guinée siège dans les instances continentales et mondiales et envoie ses sélections aux compétitions internationales.",
  },
};

export const community = {
  title: "Communauté",
  lead: "Ils jouent, entraînent, soutiennent : les visages de l’esport guinéen.",
  statistics: "La communauté en chiffres",
  players: "Joueurs à suivre",
  clubs: "Clubs à l’honneur",
  partners: "Partenaires engagés",
  level: "Niveau",
  achievements: "Palmarès",
  members_one: "{{count}} membre",
  members_other: "{{count}} membres",
  contribution: "Contribution",
  allPartners: "Tous les partenaires",
  empty: "Les portraits arrivent bientôt.",
  emptyMessage: "Joueurs, clubs et partenaires seront présentés ici.",
  joinTitle: "Et vous ?",
  joinText: "Joueur, club ou partenaire : votre place est ici.",
  join: "Rejoindre la communauté",
};
