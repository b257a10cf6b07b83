import type { MembershipType } from "./membership-types.record.ts";

/** The memberships on offer until staff define their own. */
export const SAMPLE_MEMBERSHIP_TYPES: MembershipType[] = [
  {
    id: "01930000-0000-7000-8000-000000005001",
    name: "Joueur individuel",
    name_en: "Individual player",
    description:
      "La licence nationale pour jouer en compétition officielle, seul ou au sein d’un club affilié.",
    description_en:
      "The national licence to play in official competitions, on your own or with an affiliated club.",
    price: 15_000,
    currency: "GNF",
    period: "par an",
    period_en: "per year",
    features: [
      "Licence officielle de joueur",
      "Accès à toutes les compétitions nationales",
      "Inscription au classement national",
      "Tarifs réduits sur les formations",
      "Newsletter des membres",
    ],
    features_en: [
      "Official player licence",
      "Entry to all national competitions",
      "A place in the national ranking",
      "Reduced rates on training courses",
      "Members’ newsletter",
    ],
    member_type: "player",
    included_licences: null,
    is_active: true,
  },
  {
    id: "01930000-0000-7000-8000-000000005002",
    name: "Club",
    name_en: "Club",
    description:
      "L’affiliation d’une équipe ou d’une association, avec ses licences et le droit de vote en assemblée générale.",
    description_en:
      "Affiliation for a team or association, with player licences and a vote at the general assembly.",
    price: 150_000,
    currency: "GNF",
    period: "par an",
    period_en: "per year",
    features: [
      "Jusqu’à 10 licences de joueur incluses",
      "Engagement dans le championnat interclubs",
      "Droit de vote en assemblée générale",
      "Formation d’un dirigeant et d’un arbitre",
      "Appui à l’organisation de tournois locaux",
      "Présentation du club sur le site de la fédération",
    ],
    features_en: [
      "Up to 10 player licences included",
      "Entry to the interclub championship",
      "A vote at the general assembly",
      "Training for one club officer and one referee",
      "Support in running local tournaments",
      "A club profile on the federation’s website",
    ],
    member_type: "club",
    included_licences: 10,
    is_active: true,
  },
  {
    id: "01930000-0000-7000-8000-000000005003",
    name: "Partenaire",
    name_en: "Partner",
    description:
      "Pour les entreprises, les institutions et les médias qui souhaitent s’engager aux côtés de l’esport guinéen.",
    description_en:
      "For companies, institutions and media who wish to stand alongside Guinean esports.",
    price: 0,
    currency: "GNF",
    period: "sur mesure",
    period_en: "by agreement",
    features: [
      "Convention adaptée à vos objectifs",
      "Présence de votre logo sur les supports officiels",
      "Espace dédié lors des finales nationales",
      "Actions communes auprès des clubs et des écoles",
      "Bilan annuel du partenariat",
    ],
    features_en: [
      "An agreement shaped around your goals",
      "Your logo on official materials",
      "A dedicated area at national finals",
      "Joint projects with clubs and schools",
      "A yearly review of the partnership",
    ],
    member_type: "partner",
    included_licences: null,
    is_active: true,
  },
];
