import type { Leader } from "./leadership.record.ts";

/** Six invented leaders; their portraits are drawn. */
export const SAMPLE_LEADERS: Leader[] = [
  {
    id: "01930000-0000-7000-8000-000000003001",
    name: "Saïkou Barry",
    position: "Président",
    position_en: "President",
    bio: "Ingénieur des télécommunications, il a dirigé pendant vingt ans des projets de réseau dans toute la Guinée avant de se consacrer au sport. Élu par les clubs, il a fait de la présence dans les huit régions la priorité de son mandat.",
    bio_en:
      "A telecommunications engineer, he spent twenty years running network projects across Guinea before turning to sport. Elected by the clubs, he has made a presence in all eight regions the priority of his term.",
    image_url: "/pictures/leader-1.jpg",
    order: 1,
    is_active: true,
  },
  {
    id: "01930000-0000-7000-8000-000000003002",
    name: "Kadiatou Soumah",
    position: "Vice-présidente",
    position_en: "Vice-President",
    bio: "Juriste et ancienne basketteuse, elle conduit les relations avec les pouvoirs publics et les instances sportives. Elle préside aussi la commission de protection des joueurs mineurs.",
    bio_en:
      "A lawyer and former basketball player, she leads relations with public authorities and sporting bodies. She also chairs the commission for the protection of under-age players.",
    image_url: "/pictures/leader-2.jpg",
    order: 2,
    is_active: true,
  },
  {
    id: "01930000-0000-7000-8000-000000003003",
    name: "Ousmane Tounkara",
    position: "Secrétaire général",
    position_en: "Secretary General",
    bio: "Diplômé en administration publique, il coordonne les services de la fédération et suit l’affiliation des clubs. Il a mis en place la licence unique et le calendrier national des compétitions.",
    bio_en:
      "A public administration graduate, he coordinates the federation’s departments and oversees club affiliation. He introduced the single licence and the national competition calendar.",
    image_url: "/pictures/leader-3.jpg",
    order: 3,
    is_active: true,
  },
  {
    id: "01930000-0000-7000-8000-000000003004",
    name: "Fatoumata Binta Sow",
    position: "Directrice technique nationale",
    position_en: "National Technical Director",
    bio: "Ancienne joueuse de haut niveau et entraîneuse diplômée, elle a la charge des équipes nationales et de l’arbitrage. Elle a conçu le programme de formation suivi par tous les arbitres du pays.",
    bio_en:
      "A former top-level player and qualified coach, she is responsible for the national teams and for refereeing. She designed the training programme followed by every referee in the country.",
    image_url: "/pictures/leader-4.jpg",
    order: 4,
    is_active: true,
  },
  {
    id: "01930000-0000-7000-8000-000000003005",
    name: "Siba Kolié",
    position: "Trésorier général",
    position_en: "Treasurer",
    bio: "Expert-comptable originaire de N’Zérékoré, il veille à l’équilibre des comptes et à leur publication annuelle. Il accompagne les clubs dans la tenue de leur budget et la recherche de financements.",
    bio_en:
      "A chartered accountant from N’Zérékoré, he keeps the accounts in balance and sees to their yearly publication. He helps clubs to manage their budgets and find funding.",
    image_url: "/pictures/leader-5.jpg",
    order: 5,
    is_active: true,
  },
  {
    id: "01930000-0000-7000-8000-000000003006",
    name: "Aïssatou Baldé",
    position: "Responsable de l’esport féminin et de la jeunesse",
    position_en: "Head of Women’s Esports and Youth",
    bio: "Enseignante de formation, elle a fondé à Labé l’une des premières équipes féminines du pays. Elle pilote la Coupe féminine, le réseau des clubs universitaires et les actions en milieu scolaire.",
    bio_en:
      "A teacher by training, she founded one of the country’s first women’s teams in Labé. She runs the Women’s Cup, the university club network and work in schools.",
    image_url: "/pictures/leader-6.jpg",
    order: 6,
    is_active: true,
  },
];

/** The samples in the back office: the president, the secretary general, the technical director. */
export const DEMONSTRATED_LEADERS = SAMPLE_LEADERS.filter(({ order }) => [1, 3, 4].includes(order));
