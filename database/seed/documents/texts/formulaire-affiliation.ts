import { type Block, type Book, type Field, prose } from "../pdf/blocks.ts";
import { styles } from "../pdf/theme.ts";

const regions = ["Conakry", "Boké", "Faranah", "Kankan", "Kindia", "Labé", "Mamou", "Nzérékoré"];

const tick = (name: string, label: string): Field => ({ name, label, type: "check" });

/** The same three inputs for each officer of the club. */
function officer(name: string, role: string): Field[] {
  return [
    { name: `${name}.nom`, label: `${role} : nom et prénoms`, share: 4 },
    { name: `${name}.telephone`, label: "Téléphone", share: 3 },
    { name: `${name}.courriel`, label: "Courriel", share: 4 },
  ];
}

const fields = (...rows: Field[][]): Block => ({ kind: "fields", rows });

export const formulaireAffiliation: Book = {
  file: "formulaire-d-affiliation-club.pdf",
  title: "Formulaire d’affiliation d’un club",
  subtitle:
    "À remplir à l’écran ou à la main, puis à remettre au secrétariat général avec les pièces demandées",
  subject: "Demande d’affiliation d’un club à la Fédération Guinéenne d’Esport",
  keywords: "formulaire, affiliation, club, licence",
  reference: "FGE-FOR-001",
  edition: "Saison 2026",
  date: "2026-05-04",
  cover: "band",
  contents: false,
  blocks: [
    ...prose(`
L’affiliation coûte 150 000 GNF par an et comprend jusqu’à dix licences de joueurs. Le bureau
exécutif répond dans les trente jours qui suivent la réception d’un dossier complet.

# 1. Le club
`),
    fields(
      [
        { name: "club.nom", label: "Nom complet du club", share: 3 },
        { name: "club.sigle", label: "Sigle" },
      ],
      [
        { name: "club.creation", label: "Date de création (jj/mm/aaaa)" },
        { name: "club.agrement", label: "N° d’agrément ou de récépissé" },
        { name: "club.region", label: "Région", type: "choice", choices: regions },
      ],
      [
        { name: "club.adresse", label: "Adresse ou quartier", share: 2 },
        { name: "club.commune", label: "Commune ou préfecture" },
      ],
      [
        { name: "club.telephone", label: "Téléphone" },
        { name: "club.courriel", label: "Courriel" },
        { name: "club.reseaux", label: "Site ou réseau social" },
      ],
    ),
    ...prose("# 2. Les responsables"),
    fields(
      officer("president", "Président"),
      officer("secretaire", "Secrétaire"),
      officer("tresorier", "Trésorier"),
      officer("referent", "Référent des mineurs"),
    ),
    ...prose("# 3. L’activité"),
    fields([
      { name: "activite.joueurs", label: "Joueurs" },
      { name: "activite.joueuses", label: "Dont joueuses" },
      { name: "activite.mineurs", label: "Dont mineurs" },
      { name: "activite.postes", label: "Postes de jeu" },
    ]),
    ...prose("## Disciplines pratiquées"),
    fields(
      [
        tick("discipline.football", "Football virtuel"),
        tick("discipline.combat", "Combat"),
        tick("discipline.tir", "Tir tactique"),
      ],
      [
        tick("discipline.arene", "Arène de bataille"),
        tick("discipline.mobile", "Jeux mobiles"),
        tick("discipline.autre", "Autre"),
      ],
    ),
    ...prose("## La salle"),
    fields(
      [
        tick("salle.propre", "Salle du club"),
        tick("salle.pretee", "Salle prêtée ou louée"),
        tick("salle.accessible", "Accessible en fauteuil"),
      ],
      [
        {
          name: "activite.description",
          label: "Équipement, horaires d’ouverture et projets de la saison",
          type: "multiline",
        },
      ],
    ),
    ...prose("# 4. Pièces jointes"),
    fields(
      [tick("piece.statuts", "Statuts du club"), tick("piece.agrement", "Copie de l’agrément")],
      [
        tick("piece.bureau", "Liste des dirigeants"),
        tick("piece.identite", "Pièce d’identité du président"),
      ],
      [
        tick("piece.joueurs", "Liste des joueurs, avec dates de naissance"),
        tick("piece.parents", "Autorisations parentales des mineurs"),
      ],
      [tick("piece.cotisation", "Reçu de la cotisation"), tick("piece.photo", "Photo de la salle")],
    ),
    ...prose("# 5. Engagement"),
    fields(
      [
        tick(
          "engagement.reglements",
          "Le club a lu les statuts et les règlements de la fédération et s’engage à les respecter.",
        ),
      ],
      [
        tick(
          "engagement.mineurs",
          "Le club nomme un référent majeur, présent à chaque activité ouverte aux mineurs.",
        ),
      ],
      [
        tick(
          "engagement.donnees",
          "Le club autorise la publication de son nom, de sa ville et de sa région sur le site.",
        ),
      ],
      [
        { name: "signature.lieu", label: "Fait à" },
        { name: "signature.date", label: "Le (jj/mm/aaaa)" },
        { name: "signature.nom", label: "Nom et qualité du signataire", share: 2 },
      ],
    ),
    {
      kind: "signBox",
      name: "signature.club",
      label: "Signature et cachet du club",
      hint: "Précédés de la mention « lu et approuvé »",
      second: "Réservé à la fédération",
      secondHint: "Date de réception, numéro d’affiliation, décision",
    },
    {
      kind: "paragraph",
      text: "Les informations recueillies servent uniquement à instruire la demande et à tenir le registre des clubs. Vous pouvez demander à les consulter, à les corriger ou à les faire effacer depuis la page « Contact » du site.",
      style: styles.small,
    },
  ],
};
