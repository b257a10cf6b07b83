export const about = {
  title: "About",
  lead: "A home for everyone who brings esports to life in Guinea: players, clubs, referees, organisers and families.",
  missionTitle: "Our mission",
  mission:
    "Organise, supervise and promote esports across the country, train those who make it happen and represent Guinea on the international stage.",
  visionTitle: "Our vision",
  vision:
    "A Guinea where every young person can play, learn a digital profession and wear the national colours, in a safe and fair setting.",
  valuesTitle: "Our values",
  values: {
    excellence: "Excellence",
    excellenceText: "High standards in play, refereeing and organisation.",
    integrity: "Integrity",
    integrityText: "Rules that everyone knows, applied to everyone.",
    inclusivity: "Inclusivity",
    inclusivityText: "Girls and boys, capital and regions, beginners and professionals.",
    innovation: "Innovation",
    innovationText: "Tools and formats designed for our country.",
  },
  leadershipTitle: "Leadership team",
  leadershipLead: "The women and men who serve the federation.",
  historyTitle: "Our history",
  history: {
    foundation: "Foundation",
    foundationYears: "2009 – 2013",
    foundationText:
      "Enthusiasts in Conakry hold the first meet-ups and lay the groundwork for a national body.",
    recognition: "Official recognition",
    recognitionYears: "2017",
    recognitionText:
      "The sports authorities recognise the federation as the national esports body.",
    championship: "First national championships",
    championshipYears: "2018 to today",
    championshipText: "Every season, regional qualifiers lead to a grand national final.",
    affiliation: "International affiliation",
    affiliationYears: "2019 to today",
    affiliationText:
      "Guinea has a seat on the continental and world governing bodies and sends its national teams to compete.",
  },
};

export const community = {
  title: "Community",
  lead: "They play, coach and support: the faces of Guinean esports.",
  statistics: "The community in figures",
  players: "Players to follow",
  clubs: "Clubs in the spotlight",
  partners: "Committed partners",
  level: "Level",
  achievements: "Achievements",
  members_one: "{{count}} member",
  members_other: "{{count}} members",
  contribution: "Contribution",
  allPartners: "All partners",
  empty: "Portraits are coming soon.",
  emptyMessage: "Players, clubs and partners will be introduced here.",
  joinTitle: "What about you?",
  joinText: "Player, club or partner: there is a place for you here.",
  join: "Join the community",
};
