import { type Book, prose } from "../pdf/blocks.ts";

export const reglementCompetitions: Book = {
  file: "reglement-general-des-competitions.pdf",
  title: "Règlement général des compétitions",
  subtitle: "Engagement, déroulement des rencontres, arbitrage, sanctions et voies de recours",
  subject: "Règles applicables aux compétitions homologuées par la Fédération Guinéenne d’Esport",
  keywords: "règlement, compétitions, arbitrage, sanctions, esport, Guinée",
  reference: "FGE-SPO-010",
  edition: "Saison 2026, en vigueur depuis le 1er mai 2026",
  date: "2026-05-02",
  cover: "page",
  contents: true,
  blocks: [
    ...prose(`
# Partie 1 – Champ d’application

## Article 1. Compétitions concernées

Le présent règlement s’applique au championnat national, à la coupe de Guinée, aux tournois
régionaux et à tout tournoi homologué par la fédération, en ligne comme en salle. Chaque compétition
est complétée par un règlement particulier propre à sa discipline.

## Article 2. Niveaux de compétition
`),
    {
      kind: "table",
      caption: "Niveaux, homologation et points de classement",
      columns: [
        { head: "Niveau", share: 3 },
        { head: "Participants", share: 5 },
        { head: "Arbitres", share: 2, align: "center" },
        { head: "Points au vainqueur", share: 3, align: "right" },
      ],
      rows: [
        ["National 1", "Clubs qualifiés, 16 équipes au plus", "4", "1 000"],
        ["National 2", "Clubs affiliés, 32 équipes au plus", "3", "500"],
        ["Régional", "Licenciés de la région", "2", "250"],
        ["Local homologué", "Licenciés et invités", "1", "100"],
      ],
    },
    ...prose(`
## Article 3. Disciplines

La liste des disciplines est arrêtée avant chaque saison par la commission des compétitions :
football virtuel, combat, tir tactique par équipes, arène de bataille et jeux mobiles. Une
discipline n’est retenue que si sa classification d’âge permet la participation des catégories
engagées.

# Partie 2 – Engagement des joueurs et des équipes

## Article 4. Conditions

Pour participer, le joueur est titulaire d’une licence active et présente une pièce d’identité. Il
joue sous un seul pseudonyme par saison ; tout changement est déclaré quinze jours à l’avance. Les
pseudonymes injurieux ou qui imitent une marque sont refusés.

## Article 5. Catégories d’âge
`),
    {
      kind: "table",
      caption: "Catégories d’âge et temps de jeu",
      columns: [
        { head: "Catégorie", share: 2 },
        { head: "Âge au 1er janvier", share: 3 },
        { head: "Temps de jeu par jour", share: 3 },
        { head: "Fin des rencontres", share: 3 },
      ],
      rows: [
        ["Cadet", "12 à 15 ans", "3 heures au plus", "20 h 00"],
        ["Junior", "16 à 17 ans", "5 heures au plus", "21 h 30"],
        ["Senior", "18 ans et plus", "8 heures au plus", "23 h 00"],
      ],
    },
    ...prose(`
## Article 6. Composition des équipes

Une équipe inscrit de cinq à huit joueurs et un responsable majeur. Deux joueurs non licenciés dans
le club peuvent y être prêtés pour une seule compétition, avec l’accord écrit de leur club. La
composition est définitive quarante-huit heures avant la première rencontre.

## Article 7. Droits d’engagement

Les droits d’engagement sont réglés à l’inscription. Ils sont remboursés si la compétition est
annulée, ou si le forfait est déclaré sept jours au moins avant le début des rencontres.

# Partie 3 – Déroulement des rencontres

## Article 8. Accueil et vérifications

Les joueurs se présentent trente minutes avant l’heure fixée. L’arbitre vérifie l’identité, la
licence et le matériel. Tout périphérique doté d’une fonction de répétition automatique est refusé.

## Article 9. Retard et forfait

Un retard de dix minutes entraîne la perte de la première manche ; un retard de vingt minutes
entraîne la perte de la rencontre par forfait. Le forfait général est prononcé après deux forfaits
dans la même compétition.

## Article 10. Interruption de courant ou de réseau

En cas de coupure générale, la rencontre est suspendue. Si la reprise est possible dans les
quarante-cinq minutes, elle repart du score acquis ou de la dernière sauvegarde valable. À défaut,
la manche est rejouée ; les manches achevées restent acquises.

Une déconnexion individuelle donne droit à une pause de cinq minutes, une fois par manche. Si elle
est jugée volontaire, la manche est perdue.

## Article 11. Pauses

Chaque équipe dispose de deux pauses tactiques d’une minute par rencontre. L’arbitre peut accorder
une pause médicale de dix minutes. Dix minutes de repos sont dues après chaque heure de jeu continu.

## Article 12. Résultats

Le score est inscrit sur la feuille de rencontre, signée par les deux responsables et par l’arbitre.
Il est transmis à la commission des compétitions le jour même. En ligne, une capture de l’écran
final est conservée par chaque équipe pendant dix jours.

## Article 13. Classement et départage

Une victoire rapporte trois points, un match nul un point, une défaite aucun. En cas d’égalité, les
équipes sont départagées, dans l’ordre :

1. par le résultat de leur rencontre directe ;
2. par la différence entre manches gagnées et manches perdues ;
3. par le plus petit nombre de pénalités ;
4. par une manche décisive jouée le jour même.

# Partie 4 – Arbitrage

## Article 14. Autorité

L’arbitre est seul juge des faits de jeu. Ses décisions sont immédiatement exécutoires. Il peut
arrêter une rencontre si la sécurité ou la loyauté n’est plus assurée.

## Article 15. Neutralité

Un arbitre n’officie pas dans une rencontre qui oppose son club, son employeur ou un membre de sa
famille. Il déclare tout lien avant sa désignation.

## Article 16. Réserves

Les réserves sont formulées par le responsable de l’équipe avant la fin de la manche concernée, puis
confirmées par écrit dans l’heure qui suit la rencontre. L’arbitre les inscrit sur la feuille.

# Partie 5 – Discipline et sanctions

## Article 17. Échelle des sanctions

Les sanctions sont l’avertissement, la perte de manche, la perte de rencontre, le retrait de points,
l’amende, la suspension, la disqualification et le retrait de licence. Elles sont proportionnées à
la faute et à l’âge de son auteur. La récidive dans les douze mois double la sanction.
`),
    {
      kind: "table",
      caption: "Barème A : fautes de jeu",
      columns: [
        { head: "Faute", share: 5 },
        { head: "Première fois", share: 4 },
        { head: "Récidive", share: 4 },
      ],
      rows: [
        ["Retard de dix à vingt minutes", "Perte de la première manche", "Perte de la rencontre"],
        ["Matériel ou réglage non conforme", "Avertissement", "Perte de la manche"],
        ["Déconnexion volontaire", "Perte de la manche", "Perte de la rencontre, 3 points"],
        ["Exploitation d’une faille du jeu", "Perte de la manche", "Disqualification"],
        ["Communication avec l’extérieur", "Perte de la manche", "Perte de la rencontre"],
        ["Abandon sans motif", "Perte de la rencontre", "Suspension d’un mois"],
        ["Refus de signer la feuille", "Avertissement", "Amende de 100 000 GNF"],
      ],
    },
    {
      kind: "table",
      caption: "Barème B : comportement et intégrité",
      columns: [
        { head: "Faute", share: 5 },
        { head: "Sanction minimale", share: 4 },
        { head: "Sanction maximale", share: 4 },
      ],
      rows: [
        ["Injure envers un joueur", "Avertissement", "Suspension de deux mois"],
        ["Injure ou menace envers un arbitre", "Suspension d’un mois", "Suspension de six mois"],
        ["Propos discriminatoires", "Suspension de deux mois", "Suspension d’un an"],
        ["Harcèlement, y compris en ligne", "Suspension de trois mois", "Retrait de licence"],
        ["Violence physique", "Suspension de six mois", "Retrait de licence"],
        ["Usurpation d’identité ou prêt de compte", "Disqualification", "Suspension d’un an"],
        ["Logiciel de triche", "Suspension d’un an", "Retrait de licence"],
        [
          "Match arrangé ou pari interdit",
          "Suspension de deux ans",
          "Retrait définitif de licence",
        ],
        ["Fraude sur l’âge", "Disqualification", "Suspension d’un an, amende au club"],
      ],
    },
    {
      kind: "table",
      caption: "Barème C : obligations des clubs et des organisateurs",
      columns: [
        { head: "Manquement", share: 6 },
        { head: "Amende", share: 3, align: "right" },
        { head: "Mesure complémentaire", share: 5 },
      ],
      rows: [
        ["Absence de référent majeur", "200 000 GNF", "Exclusion des mineurs du tournoi"],
        ["Joueur sans licence active", "150 000 GNF", "Perte des rencontres disputées"],
        ["Forfait général", "300 000 GNF", "Retrait de 100 points de classement"],
        ["Dotation versée hors délai", "500 000 GNF", "Homologation suspendue six mois"],
        ["Défaut de secours ou de sécurité", "1 000 000 GNF", "Arrêt immédiat de la manifestation"],
      ],
    },
    ...prose(`
## Article 18. Circonstances

La commission tient compte de l’aveu, de la réparation, de la provocation et de l’expérience du
joueur. Pour un mineur, la durée des suspensions est réduite de moitié et un entretien éducatif est
organisé avec la famille.

# Partie 6 – Procédure et recours

## Article 19. Saisine et instruction

La commission de discipline est saisie par l’arbitre, par un club ou par le bureau exécutif, dans
les dix jours des faits. L’intéressé reçoit le dossier et dispose de sept jours pour présenter ses
observations. Il peut se faire assister. La décision est motivée et notifiée sous vingt jours.

## Article 20. Appel

L’appel est formé par écrit dans les dix jours de la notification. Il suspend l’amende, mais non la
suspension prononcée pour triche, violence ou match arrangé. La commission d’appel statue dans les
trente jours et ne peut aggraver la sanction sur le seul appel de l’intéressé.
`),
    {
      kind: "table",
      caption: "Délais à retenir",
      columns: [
        { head: "Démarche", share: 5 },
        { head: "Délai", share: 3 },
        { head: "Point de départ", share: 5 },
      ],
      rows: [
        ["Confirmer une réserve", "1 heure", "Fin de la rencontre"],
        ["Saisir la commission de discipline", "10 jours", "Jour des faits"],
        ["Présenter ses observations", "7 jours", "Réception du dossier"],
        ["Former appel", "10 jours", "Notification de la décision"],
      ],
    },
    ...prose(`
# Partie 7 – Dotations et diffusion

## Article 21. Dotations

La dotation est annoncée avant l’ouverture des inscriptions et versée dans les trente jours qui
suivent la finale. La part d’un mineur est remise à son représentant légal contre reçu.

## Article 22. Images et diffusion

Les rencontres peuvent être filmées et diffusées. L’organisateur affiche cette information à
l’entrée. L’image d’un mineur n’est utilisée hors de la diffusion sportive qu’avec l’accord écrit
des parents. Les commentateurs respectent les joueurs et n’évoquent jamais leur vie privée.

## Article 23. Cas non prévus

Les cas non prévus sont tranchés par la commission des compétitions, dans l’esprit du présent
règlement et dans l’intérêt du sport.
`),
  ],
};
