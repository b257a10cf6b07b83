import { type Book, prose } from "../pdf/blocks.ts";

export const reglementInterieur: Book = {
  file: "reglement-interieur.pdf",
  title: "Règlement intérieur",
  subtitle:
    "Fonctionnement du bureau, des commissions et du secrétariat, vie quotidienne des membres",
  subject: "Règlement intérieur de la Fédération Guinéenne d’Esport",
  keywords: "règlement intérieur, commissions, licences, éthique, esport",
  reference: "FGE-JUR-002",
  edition: "Version 2, en vigueur depuis le 1er mai 2026",
  date: "2026-05-01",
  cover: "page",
  contents: true,
  blocks: [
    ...prose(`
# Chapitre 1 – Dispositions générales

## Article 1. Portée

Le présent règlement précise l’application des statuts. Il s’impose aux clubs, aux licenciés, aux
dirigeants, aux arbitres, aux bénévoles et au personnel de la fédération. En cas de contradiction,
les statuts prévalent.

## Article 2. Publication

Le règlement est publié sur le site de la fédération. Chaque club en remet le lien à ses licenciés
au moment de l’inscription et l’affiche dans sa salle.

# Chapitre 2 – Bureau exécutif et secrétariat

## Article 3. Ordre du jour et comptes rendus

L’ordre du jour des réunions est envoyé cinq jours à l’avance. Tout membre du bureau peut y faire
inscrire une question. Le relevé de décisions est diffusé aux clubs dans les dix jours, à
l’exception des points qui touchent à la vie privée des personnes.

## Article 4. Réunions à distance

Le bureau et les commissions peuvent délibérer par visioconférence, à condition que chaque
participant soit identifié. Le vote par messagerie est admis pour les décisions urgentes ; il est
confirmé à la réunion suivante.

## Article 5. Secrétariat général

Le secrétariat reçoit le public du lundi au vendredi de 8 h 30 à 17 h 00 et le samedi de 9 h 00 à
13 h 00. Tout courrier reçoit un accusé de réception sous trois jours ouvrés et une réponse sous
quinze jours.

## Article 6. Engagement des dépenses
`),
    {
      kind: "table",
      caption: "Seuils d’engagement des dépenses",
      columns: [
        { head: "Montant", share: 3 },
        { head: "Décision", share: 4 },
        { head: "Pièces exigées", share: 5 },
      ],
      rows: [
        ["Jusqu’à 2 000 000 GNF", "Secrétaire générale", "Facture ou reçu numéroté"],
        ["De 2 000 001 à 20 000 000 GNF", "Président", "Deux devis comparables"],
        [
          "Plus de 20 000 000 GNF",
          "Bureau exécutif, double signature",
          "Trois devis et procès-verbal de choix",
        ],
      ],
    },
    ...prose(`
Les missions sont autorisées par écrit avant le départ. Les frais sont remboursés sur justificatifs
présentés dans les quinze jours du retour ; passé trente jours, ils ne sont plus dus.

# Chapitre 3 – Commissions permanentes

## Article 7. Composition et mandat

Chaque commission compte de cinq à sept membres nommés par le bureau exécutif pour deux ans. Elle
désigne son rapporteur et se réunit au moins une fois par trimestre. La commission de la jeunesse
et de la protection des mineurs comprend un parent de licencié et un professionnel de l’éducation ou
de la santé.

## Article 8. Attributions
`),
    {
      kind: "table",
      caption: "Rôle des commissions",
      columns: [
        { head: "Commission", share: 3 },
        { head: "Attributions principales", share: 7 },
      ],
      rows: [
        [
          "Compétitions",
          "Calendrier national, homologation des tournois, classement, suivi des résultats",
        ],
        ["Arbitrage", "Formation, examen, désignation et évaluation des arbitres"],
        ["Discipline", "Instruction et jugement des infractions en première instance"],
        [
          "Jeunesse et protection des mineurs",
          "Temps de jeu, autorisations parentales, prévention, signalements",
        ],
        ["Féminisation", "Programmes réservés, encadrement féminin, lutte contre le harcèlement"],
      ],
    },
    ...prose(`
# Chapitre 4 – Affiliations et licences

## Article 9. Cotisations de la saison

Pour la saison 2026, l’affiliation d’un club s’élève à 150 000 GNF et comprend jusqu’à dix licences
de joueurs. La licence individuelle s’élève à 15 000 GNF. La licence d’un joueur étudiant d’un
établissement partenaire est délivrée dans le cadre de la convention signée avec celui-ci.

## Article 10. Validité

La licence est valable 365 jours à compter de son activation. Elle est activée après paiement et
vérification de l’identité. Le renouvellement peut être demandé soixante jours avant l’échéance.

## Article 11. Mutations

Un joueur peut changer de club pendant les périodes du 5 au 31 janvier et du 1er au 20 juillet. La
demande est signée par le joueur, ou par son représentant légal s’il est mineur. Le club quitté ne
peut s’y opposer que pour une dette reconnue par écrit.

## Article 12. Registre et données personnelles

La fédération ne conserve que les données nécessaires à la délivrance de la licence et à la
sécurité des compétitions. Chaque licencié peut demander à consulter, à corriger ou à faire effacer
les informations qui le concernent. Aucune donnée de mineur n’est publiée sans accord écrit des
parents.

# Chapitre 5 – Éthique et protection des personnes

## Article 13. Comportement

Chacun doit à ses adversaires, aux arbitres et au public respect et loyauté. Les injures, le
harcèlement en ligne, les propos discriminatoires et la publication d’informations privées sont
interdits, y compris hors compétition lorsqu’ils visent un membre de la fédération.

## Article 14. Mineurs

- Aucune compétition ouverte aux moins de seize ans ne se termine après 20 h 00.
- Un adulte référent, désigné par le club, accompagne tout groupe de mineurs.
- Une pause de dix minutes est respectée après chaque heure de jeu.
- Nul adulte ne reste seul avec un mineur dans un local fermé.
- Un bulletin scolaire peut être demandé avant une sélection nationale.

## Article 15. Signalement

Toute personne témoin ou victime d’un comportement grave peut saisir la commission de la jeunesse et
de la protection des mineurs par la page « Contact » du site. Le signalement est confidentiel ; il
est accusé sous quarante-huit heures et ne peut donner lieu à aucune représaille.

## Article 16. Paris et intégrité

Il est interdit à tout licencié, dirigeant ou arbitre de parier sur une compétition à laquelle il
participe de près ou de loin, de transmettre une information privilégiée ou d’accepter un avantage
pour fausser un résultat.

#! Chapitre 6 – Dispositions finales

## Article 17. Usage du matériel

Le matériel de la fédération est inscrit dans un inventaire numéroté. Tout prêt fait l’objet d’une
fiche signée qui indique l’état au départ et au retour ; l’emprunteur répond des pertes.

## Article 18. Formation des dirigeants

Chaque club délègue au moins un dirigeant par saison à une session de formation de la fédération.
Les frais pédagogiques sont pris en charge ; le transport est remboursé aux clubs des régions dans
la limite du budget voté.

## Article 19. Révision

Le règlement est révisé par l’assemblée générale, à la majorité des suffrages exprimés. Le bureau
exécutif peut prendre des mesures provisoires, soumises à la première assemblée qui suit.
`),
    {
      kind: "signatures",
      place: "Adopté à Conakry le 28 mars 2026, applicable le 1er mai 2026.",
      people: [
        { role: "Le président", name: "Ibrahima Kalil Touré" },
        { role: "La secrétaire générale", name: "Aïssatou Lamarana Bah" },
      ],
    },
  ],
};
