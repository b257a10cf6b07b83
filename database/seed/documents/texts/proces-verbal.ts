import { type Book, prose } from "../pdf/blocks.ts";

export const procesVerbal: Book = {
  file: "proces-verbal-assemblee-generale.pdf",
  title: "Procès-verbal de l’assemblée générale",
  subtitle: "Assemblée générale mixte, ordinaire et extraordinaire, du samedi 28 mars 2026",
  subject: "Délibérations et votes de l’assemblée générale mixte du 28 mars 2026",
  keywords: "procès-verbal, assemblée générale, votes, comptes, budget",
  reference: "FGE-AG-2026-01",
  edition: "Document réservé aux membres",
  date: "2026-04-15",
  cover: "band",
  contents: false,
  passwords: { user: "conakry2026", owner: "secretariat-general-fge" },
  blocks: [
    ...prose(`
L’an deux mille vingt-six et le vingt-huit mars, à neuf heures trente, les représentants des clubs
affiliés et les délégués des membres individuels se sont réunis à Conakry en assemblée générale
mixte, sur convocation du président adressée le 24 février 2026.

# 1. Bureau de séance et quorum

La séance est présidée par M. Ibrahima Kalil Touré, président de la fédération. Mme Aïssatou
Lamarana Bah, secrétaire générale, assure le secrétariat. MM. Sékouba Kouyaté (club Simbaya Gaming)
et Facinet Bangoura (club Boké Esport) sont désignés scrutateurs à l’unanimité.
`),
    {
      kind: "table",
      caption: "Feuille de présence",
      columns: [
        { head: "Collège", share: 5 },
        { head: "Inscrits", share: 2, align: "right" },
        { head: "Présents", share: 2, align: "right" },
        { head: "Représentés", share: 2, align: "right" },
        { head: "Voix", share: 2, align: "right" },
      ],
      rows: [
        ["Clubs de Conakry", "8", "7", "1", "14"],
        ["Clubs des régions", "7", "5", "1", "7"],
        ["Délégués des membres individuels", "3", "3", "0", "3"],
        ["Total", "18", "15", "2", "24"],
      ],
    },
    ...prose(`
Quatorze clubs sur quinze étant présents ou représentés, le quorum prévu à l’article 14 des statuts
est atteint. Le président déclare l’assemblée ouverte et rappelle l’ordre du jour, adopté sans
modification.

# 2. Ordre du jour

1. Approbation du procès-verbal de l’assemblée du 29 mars 2025
2. Rapport moral du président
3. Rapport d’activité 2025
4. Rapport financier, rapport du commissaire aux comptes et quitus
5. Cotisations et budget 2026
6. Adoption des statuts modifiés et des règlements
7. Questions diverses

# 3. Délibérations

## 3.1 Procès-verbal précédent

Le procès-verbal de l’assemblée du 29 mars 2025 n’appelle pas d’observation. Il est approuvé à
l’unanimité.

## 3.2 Rapport moral

Le président rend hommage aux bénévoles qui ont permis la tenue de vingt-quatre compétitions en
2025. Il souligne l’ouverture de deux ligues régionales, à Kankan et à Labé, et la présence d’une
sélection nationale à deux rendez-vous internationaux. Il appelle les clubs à ouvrir leurs salles
aux joueuses et à respecter strictement les horaires des plus jeunes.

Mme Mariama Ciré Sow (commission de la jeunesse) demande que chaque tournoi scolaire dispose d’un
référent formé. Le président en accepte le principe pour la saison 2026.

## 3.3 Rapport d’activité

La secrétaire générale présente le rapport d’activité : 212 licences délivrées, 15 clubs affiliés,
8 partenaires, 41 arbitres formés. M. Sékouba Kouyaté regrette le retard de publication de certains
classements. Le directeur technique national indique que les feuilles de rencontre sont désormais
saisies le soir même.

## 3.4 Rapport financier et quitus

Le trésorier général, M. Mohamed Lamine Keïta, présente les comptes de l’exercice 2025. Le
commissaire aux comptes certifie leur régularité et recommande un inventaire du matériel deux fois
par an.
`),
    {
      kind: "table",
      caption: "Comptes de l’exercice 2025 (en GNF)",
      columns: [
        { head: "Produits", share: 4 },
        { head: "Montant", share: 3, align: "right" },
        { head: "Charges", share: 4 },
        { head: "Montant", share: 3, align: "right" },
      ],
      rows: [
        ["Cotisations et licences", "3 180 000", "Compétitions", "214 600 000"],
        ["Droits d’engagement", "38 250 000", "Formation", "61 300 000"],
        ["Subventions", "180 000 000", "Sélections nationales", "92 750 000"],
        ["Partenariats", "246 500 000", "Matériel et réseau", "58 400 000"],
        ["Recettes des événements", "30 070 000", "Fonctionnement", "47 950 000"],
        ["Total", "498 000 000", "Total", "475 000 000"],
      ],
    },
    ...prose(`
L’excédent de 23 000 000 GNF est affecté à la réserve destinée à l’équipement des ligues régionales.
Après débat, l’assemblée approuve les comptes et donne quitus au bureau exécutif de sa gestion.

## 3.5 Cotisations et budget 2026

Le bureau propose de maintenir la cotisation des clubs à 150 000 GNF, licences de dix joueurs
comprises, et la licence individuelle à 15 000 GNF. Le budget prévisionnel est présenté en équilibre
à 540 000 000 GNF, dont 15 % consacrés à la formation.

## 3.6 Statuts et règlements

Les modifications portent sur la représentation des femmes et des régions au bureau exécutif, sur
l’indépendance de la commission d’appel et sur la publication des comptes. Le règlement intérieur et
le règlement général des compétitions sont adaptés en conséquence, avec effet au 1er mai 2026.

# 4. Résultats des votes
`),
    {
      kind: "table",
      caption: "Votes exprimés (24 voix)",
      columns: [
        { head: "Résolution", share: 6 },
        { head: "Pour", share: 2, align: "right" },
        { head: "Contre", share: 2, align: "right" },
        { head: "Abstentions", share: 2, align: "right" },
        { head: "Décision", share: 3 },
      ],
      rows: [
        ["R1. Procès-verbal 2025", "24", "0", "0", "Adoptée"],
        ["R2. Rapport moral et d’activité", "23", "0", "1", "Adoptée"],
        ["R3. Comptes 2025 et quitus", "21", "1", "2", "Adoptée"],
        ["R4. Affectation de l’excédent", "24", "0", "0", "Adoptée"],
        ["R5. Cotisations 2026", "19", "4", "1", "Adoptée"],
        ["R6. Budget 2026", "22", "0", "2", "Adoptée"],
        ["R7. Statuts modifiés (deux tiers requis)", "20", "2", "2", "Adoptée"],
        ["R8. Règlements", "23", "0", "1", "Adoptée"],
      ],
    },
    ...prose(`
# 5. Questions diverses

- **Coupures de courant.** Les clubs de Kindia et de Mamou demandent l’appui de la fédération pour
  l’achat d’onduleurs. Le bureau étudiera un achat groupé avant le 30 juin.
- **Calendrier scolaire.** Aucune compétition nationale ne sera fixée pendant les examens de fin
  d’année.
- **Esport féminin.** Une coupe féminine est inscrite au calendrier d’octobre 2026 ; deux clubs se
  portent candidats à son accueil.
- **Site de la fédération.** Les documents officiels y seront publiés dans les trente jours de leur
  adoption ; le présent procès-verbal est réservé aux membres.

L’ordre du jour étant épuisé, la séance est levée à treize heures quinze. De tout ce qui précède, il
a été dressé le présent procès-verbal.
`),
    {
      kind: "signatures",
      place: "Fait à Conakry, le 15 avril 2026.",
      people: [
        { role: "Le président", name: "Ibrahima Kalil Touré" },
        { role: "La secrétaire générale", name: "Aïssatou Lamarana Bah" },
        { role: "Les scrutateurs", name: "S. Kouyaté, F. Bangoura" },
      ],
    },
  ],
};
