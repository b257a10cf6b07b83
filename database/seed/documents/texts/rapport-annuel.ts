import { type Book, prose } from "../pdf/blocks.ts";

export const rapportAnnuel: Book = {
  file: "rapport-annuel-d-activite.pdf",
  title: "Rapport annuel d’activité 2025",
  subtitle:
    "Une année d’ouverture aux régions, de formation et de premières places internationales",
  subject: "Activité, chiffres et comptes de la fédération pour l’exercice 2025",
  keywords: "rapport annuel, activité, chiffres, comptes, 2025",
  reference: "FGE-RAP-2025",
  edition: "Présenté à l’assemblée générale du 28 mars 2026",
  date: "2026-03-20",
  cover: "page",
  contents: true,
  blocks: [
    ...prose(`
# 1. Le mot du président

L’année 2025 a montré que l’esport guinéen n’est plus l’affaire de la seule capitale. Deux ligues
régionales sont nées, à Kankan et à Labé. Plus de la moitié de nos compétitions se sont tenues hors
de Conakry, parfois dans des conditions difficiles, toujours devant un public nombreux.

Nous avons aussi appris. Les coupures de courant ont interrompu trois finales ; nous avons écrit une
règle pour cela et acheté des onduleurs. Des parents nous ont demandé des garanties ; nous avons
fixé des horaires, formé des référents et ouvert une voie de signalement confidentielle.

Je remercie les bénévoles, les arbitres, les clubs et nos huit partenaires. Le chemin est encore
long, mais il est désormais tracé.

**Ibrahima Kalil Touré**, président de la fédération

# 2. L’année en chiffres
`),
    {
      kind: "figures",
      items: [
        { value: "212", label: "joueurs licenciés, dont 47 joueuses" },
        { value: "15", label: "clubs affiliés dans six régions" },
        { value: "24", label: "compétitions homologuées" },
        { value: "41", label: "arbitres formés" },
        { value: "8", label: "partenaires engagés" },
        { value: "11 400", label: "spectateurs en salle" },
      ],
    },
    {
      kind: "chart",
      title: "Joueurs licenciés au 31 décembre",
      note: "Source : registre national des licences. Les licences d’arbitre et d’entraîneur ne sont pas comptées.",
      bars: [
        { label: "2019", value: 38 },
        { label: "2020", value: 31 },
        { label: "2021", value: 64 },
        { label: "2022", value: 97 },
        { label: "2023", value: 126 },
        { label: "2024", value: 168 },
        { label: "2025", value: 212 },
      ],
    },
    ...prose(`
Le nombre de licenciés progresse de 26 % en un an. Le recul de 2020 correspond à la suspension des
compétitions en salle. La part des joueuses passe de 16 % à 22 %, grâce aux créneaux réservés
ouverts par six clubs.
`),
    {
      kind: "table",
      caption: "Clubs, licences et compétitions par région",
      columns: [
        { head: "Région", share: 4 },
        { head: "Clubs", share: 2, align: "right" },
        { head: "Licenciés", share: 2, align: "right" },
        { head: "Dont joueuses", share: 2.4, align: "right" },
        { head: "Compétitions", share: 2.4, align: "right" },
      ],
      rows: [
        ["Conakry", "8", "121", "29", "11"],
        ["Kindia", "2", "26", "5", "3"],
        ["Kankan", "2", "24", "4", "4"],
        ["Labé", "1", "17", "5", "3"],
        ["Boké", "1", "13", "2", "2"],
        ["Mamou", "1", "11", "2", "1"],
        ["Total", "15", "212", "47", "24"],
      ],
    },
    ...prose(`
# 3. Compétitions

## Championnat national

Le championnat s’est disputé de février à novembre dans trois disciplines. Douze clubs y ont pris
part. La phase finale, organisée au Palais du peuple sur deux jours, a réuni 1 850 spectateurs.
`),
    {
      kind: "table",
      caption: "Palmarès 2025",
      columns: [
        { head: "Discipline", share: 4 },
        { head: "Vainqueur", share: 4 },
        { head: "Finaliste", share: 4 },
      ],
      rows: [
        [
          "Football virtuel, individuel",
          "Naby Yattara (Simbaya Gaming)",
          "Kerfalla Soumah (Boké Esport)",
        ],
        ["Combat, individuel", "Hawa Camara (Kaloum Arena)", "Lansana Fofana (Kindia Legends)"],
        ["Jeux mobiles, par équipes", "Kaloum Arena", "Kankan Stars"],
      ],
    },
    ...prose(`
## Coupe de Guinée

La coupe a rassemblé 64 joueurs de six régions. Pour la première fois, les qualifications régionales
se sont tenues le même jour, avec un protocole de saisie des résultats commun.

## Tournois scolaires

Neuf établissements ont accueilli une rencontre. Chaque tournoi s’est accompagné d’un atelier sur le
sommeil, les écrans et la prudence en ligne, animé avec des professionnels de santé.

# 4. Formation et arbitrage

Quatre sessions ont permis de former 41 arbitres, dont 9 femmes. Le taux de réussite à l’examen est
de 82 %. Un module sur l’interruption de courant et de réseau a été ajouté en septembre.
`),
    {
      kind: "table",
      caption: "Sessions de formation",
      columns: [
        { head: "Session", share: 5 },
        { head: "Lieu", share: 3 },
        { head: "Inscrits", share: 2, align: "right" },
        { head: "Diplômés", share: 2, align: "right" },
      ],
      rows: [
        ["Arbitre local, mars", "Conakry", "16", "13"],
        ["Arbitre local, mai", "Kankan", "12", "10"],
        ["Arbitre local, septembre", "Labé", "10", "8"],
        ["Arbitre national, novembre", "Conakry", "12", "10"],
        ["Total", "", "50", "41"],
      ],
    },
    ...prose(`
Douze entraîneurs ont suivi le premier cycle « Accompagner un jeune joueur ». Son contenu, relu par
la commission de la jeunesse, sera ouvert à tous les clubs en 2026.

# 5. Sélections nationales

La sélection a pris part à deux rendez-vous internationaux. À Dakar, l’équipe de football virtuel a
terminé quatrième sur quatorze pays. À Abidjan, Hawa Camara a remporté la médaille de bronze en
combat, première médaille guinéenne dans cette discipline.

Chaque joueur a bénéficié d’un suivi médical, d’un aménagement scolaire et d’une assurance. Les
rapports de mission ont été remis au bureau dans les quinze jours.

# 6. Jeunesse, inclusion et régions

- **Protection des mineurs.** Quinze référents nommés, un par club ; trois signalements reçus, tous
  traités en moins de dix jours.
- **Joueuses.** Des créneaux réservés dans six clubs et un premier tournoi féminin de 32 places,
  complet en quatre jours.
- **Accessibilité.** Deux salles équipées de manettes adaptées, à Conakry et à Kindia.
- **Régions.** Deux ligues constituées, un lot de huit consoles mis en rotation entre les clubs.

#! 7. Comptes de l’exercice

Les comptes ont été vérifiés par le commissaire aux comptes. L’excédent est affecté à l’équipement
des ligues régionales.
`),
    {
      kind: "table",
      caption: "Produits et charges 2024 et 2025 (en GNF)",
      columns: [
        { head: "Poste", share: 5 },
        { head: "2024", share: 3, align: "right" },
        { head: "2025", share: 3, align: "right" },
        { head: "Évolution", share: 2, align: "right" },
      ],
      rows: [
        ["Cotisations et licences", "2 520 000", "3 180 000", "+ 26 %"],
        ["Droits d’engagement", "27 400 000", "38 250 000", "+ 40 %"],
        ["Subventions", "150 000 000", "180 000 000", "+ 20 %"],
        ["Partenariats", "198 000 000", "246 500 000", "+ 24 %"],
        ["Recettes des événements", "21 080 000", "30 070 000", "+ 43 %"],
        ["**Total des produits**", "**399 000 000**", "**498 000 000**", "**+ 25 %**"],
        ["Compétitions", "176 200 000", "214 600 000", "+ 22 %"],
        ["Formation", "42 800 000", "61 300 000", "+ 43 %"],
        ["Sélections nationales", "81 500 000", "92 750 000", "+ 14 %"],
        ["Matériel et réseau", "47 900 000", "58 400 000", "+ 22 %"],
        ["Fonctionnement", "43 600 000", "47 950 000", "+ 10 %"],
        ["**Total des charges**", "**392 000 000**", "**475 000 000**", "**+ 21 %**"],
        ["**Résultat**", "**7 000 000**", "**23 000 000**", ""],
      ],
    },
    ...prose(`
# 8. Perspectives 2026

1. Appliquer les nouveaux statuts et publier tous les documents officiels sur le site.
2. Ouvrir une ligue à Nzérékoré et une à Kindia.
3. Porter à 30 % la part des joueuses parmi les nouveaux licenciés.
4. Former soixante arbitres et un référent pour chaque tournoi scolaire.
5. Doter chaque ligue d’un lot d’énergie de secours : onduleurs et groupe électrogène.

> Merci à nos partenaires | Institutions, opérateurs, entreprises et médias : leur confiance permet
de proposer des compétitions gratuites pour le public et des licences à prix stable. La liste complète figure sur
la page « Partenaires » du site.
`),
  ],
};
