import { type Block, BOX, type Book, prose } from "../pdf/blocks.ts";

/** A list to print and tick: what, who, when. */
function checklist(caption: string, rows: [string, string, string][]): Block {
  return {
    kind: "table",
    caption,
    columns: [
      { head: "À faire", share: 8 },
      { head: "Responsable", share: 4 },
      { head: "Échéance", share: 3 },
      { head: "Fait", share: 1.5, align: "center" },
    ],
    rows: rows.map((row) => [...row, BOX]),
  };
}

export const guideOrganisateur: Book = {
  file: "guide-de-l-organisateur.pdf",
  title: "Guide de l’organisateur",
  subtitle: "Préparer, accueillir et clôturer un tournoi d’esport homologué, du local au national",
  subject: "Guide pratique pour organiser un tournoi homologué par la fédération",
  keywords: "organisation, tournoi, homologation, sécurité, liste de contrôle",
  reference: "FGE-GUI-003",
  edition: "Édition 2026",
  date: "2026-06-01",
  cover: "page",
  contents: true,
  blocks: [
    ...prose(`
# 1. Avant de se lancer

Un tournoi réussi tient à trois choses : un lieu sûr, une règle claire et une équipe qui sait qui
fait quoi. Ce guide accompagne les clubs, les établissements scolaires et les collectivités. Il ne
remplace pas le règlement général des compétitions, qui s’impose à tous.

## Choisir un format adapté

Comptez la durée réelle d’une rencontre, pauses comprises, et gardez une heure de marge. En football
virtuel, seize joueurs sur quatre consoles terminent un tableau à élimination directe en quatre
heures.
`),
    {
      kind: "table",
      caption: "Formats conseillés selon vos moyens",
      columns: [
        { head: "Participants", share: 2.6 },
        { head: "Postes de jeu", share: 2.4, align: "center" },
        { head: "Format", share: 5 },
        { head: "Durée", share: 2.4 },
        { head: "Équipe", share: 3 },
      ],
      rows: [
        ["8 à 16", "2 à 4", "Élimination directe, petite finale", "4 heures", "4 personnes"],
        ["16 à 32", "4 à 8", "Poules de quatre, puis tableau", "8 heures", "8 personnes"],
        ["32 à 64", "8 à 16", "Double élimination sur deux jours", "2 × 7 heures", "14 personnes"],
      ],
    },
    ...prose(`
## Demander l’homologation

L’homologation donne droit aux points du classement national, à la désignation des arbitres et à
l’annonce du tournoi sur le site de la fédération. Elle est gratuite pour les clubs affiliés.

1. Déposez votre dossier soixante jours avant la date, depuis la page « Contact » du site.
2. La commission des compétitions vous répond sous quinze jours.
3. Les arbitres sont désignés trente jours avant le tournoi.
4. Vous publiez le règlement particulier et ouvrez les inscriptions.

> À retenir | Aucune inscription payante ne peut être ouverte avant la réponse de la commission. La
dotation annoncée engage l’organisateur et doit être versée dans les trente jours qui suivent la
finale.

# 2. Préparer le lieu et le matériel

## Le local

Prévoyez quatre mètres carrés par poste de jeu et deux sorties dégagées. La salle doit être aérée,
accessible aux personnes à mobilité réduite et pourvue de sanitaires séparés. Affichez le plan
d’évacuation à l’entrée.

## L’électricité et le réseau

Additionnez la puissance de tous les appareils et ajoutez un quart. Un groupe électrogène de secours
est essayé la veille, en charge, avec le carburant d’une journée entière. Pour une compétition en
ligne, réservez 5 Mbit par seconde et par poste, de préférence par câble.
`),
    checklist("Liste 1 : lieu et matériel", [
      ["Visite du local et plan de la salle", "Organisateur", "J – 60"],
      ["Autorisation de la commune", "Organisateur", "J – 45"],
      ["Calcul de la puissance électrique", "Technicien", "J – 40"],
      ["Essai du groupe électrogène en charge", "Technicien", "J – 1"],
      ["Onduleurs sur les postes de finale et de diffusion", "Technicien", "J – 1"],
      ["Consoles, écrans et jeux à la même version", "Technicien", "J – 2"],
      ["Câbles fixés au sol, passages balisés", "Technicien", "J – 1"],
      ["Trousse de secours et extincteurs vérifiés", "Référent sécurité", "J – 1"],
      ["Eau potable en quantité suffisante", "Accueil", "Jour J"],
    ]),
    ...prose(`
# 3. Inscrire et informer

## Les inscriptions

Fixez un nombre maximal de participants et une date limite. Vérifiez les licences la semaine qui
précède : un joueur dont la licence a expiré a encore le temps de la renouveler. Ouvrez une liste
d’attente et prévenez chaque personne de sa situation.

## Les participants mineurs

L’autorisation parentale est recueillie avant le jour du tournoi. Un référent majeur, identifiable
par un badge, est présent du début à la fin. Les rencontres des cadets se terminent à 20 h 00.
`),
    checklist("Liste 2 : inscriptions et communication", [
      ["Règlement particulier publié", "Organisateur", "J – 30"],
      ["Inscriptions ouvertes, jauge affichée", "Accueil", "J – 30"],
      ["Affiche validée par la fédération", "Communication", "J – 25"],
      ["Vérification des licences", "Accueil", "J – 7"],
      ["Autorisations parentales reçues", "Référent mineurs", "J – 5"],
      ["Tirage au sort public et horaires envoyés", "Arbitre principal", "J – 3"],
      ["Message pratique : adresse, heure, pièces à apporter", "Communication", "J – 2"],
    ]),
    ...prose(`
# 4. Le jour du tournoi

## Une journée type
`),
    {
      kind: "table",
      caption: "Déroulé d’un tournoi de 32 joueurs",
      columns: [
        { head: "Heure", share: 2 },
        { head: "Étape", share: 6 },
        { head: "Qui", share: 4 },
      ],
      rows: [
        ["7 h 30", "Ouverture, mise sous tension, contrôle du réseau", "Technicien"],
        ["8 h 15", "Accueil, vérification des licences et du matériel", "Accueil, arbitres"],
        ["8 h 50", "Rappel des règles et de l’évacuation", "Arbitre principal"],
        ["9 h 00", "Phase de poules", "Arbitres"],
        ["12 h 30", "Repas et repos", "Accueil"],
        ["13 h 45", "Tableau final", "Arbitres"],
        ["17 h 00", "Finale et remise des prix", "Organisateur"],
        ["18 h 00", "Rangement, inventaire, bilan rapide", "Toute l’équipe"],
      ],
    },
    ...prose(`
## Les bons réflexes

- Annoncez chaque rencontre deux fois, cinq minutes à l’avance.
- Notez les incidents à l’heure où ils se produisent, avec le nom de l’arbitre.
- En cas de coupure, informez le public toutes les dix minutes, même sans nouveauté.
- Ne laissez jamais un conflit se régler devant le public : un arbitre reçoit les équipes à part.
- Gardez une personne libre de toute tâche, prête à remplacer.
`),
    checklist("Liste 3 : jour du tournoi", [
      ["Réunion de l’équipe, distribution des badges", "Organisateur", "7 h 45"],
      ["Sorties dégagées, plan affiché", "Référent sécurité", "8 h 00"],
      ["Feuilles de rencontre imprimées", "Arbitre principal", "8 h 00"],
      ["Essai du son et de la diffusion", "Technicien", "8 h 30"],
      ["Point avec les arbitres à mi-journée", "Arbitre principal", "12 h 45"],
      ["Prix et attestations prêts", "Organisateur", "16 h 30"],
    ]),
    ...prose(`
# 5. Après le tournoi

Transmettez les résultats le soir même et le bilan dans les quinze jours. Un bilan honnête, avec ce
qui n’a pas fonctionné, vaut mieux qu’un bilan parfait : il aide le club suivant.
`),
    checklist("Liste 4 : clôture", [
      ["Résultats et feuilles signées transmis", "Arbitre principal", "J"],
      ["Photos choisies, accords des parents vérifiés", "Communication", "J + 3"],
      ["Matériel rendu, état noté", "Technicien", "J + 2"],
      ["Bilan moral et financier", "Organisateur", "J + 15"],
      ["Dotations versées, reçus archivés", "Trésorier", "J + 30"],
    ]),
    ...prose(`
> Dire merci | Un message aux bénévoles, aux arbitres et aux partenaires dans la semaine, avec deux
photos et les résultats, prépare l’édition suivante mieux que n’importe quelle affiche.

#! 6. Tenir le budget

Établissez le budget avant d’annoncer la dotation, jamais l’inverse. Notez chaque dépense le jour
même et gardez les reçus numérotés : ils seront demandés avec le bilan. Une subvention promise n’est
pas une recette tant qu’elle n’est pas signée.
`),
    {
      kind: "table",
      caption: "Budget indicatif d’un tournoi de 32 joueurs (en GNF)",
      columns: [
        { head: "Dépense", share: 5 },
        { head: "Montant", share: 3, align: "right" },
        { head: "Conseil", share: 6 },
      ],
      rows: [
        ["Location de la salle", "1 500 000", "Une école la prête souvent contre une visibilité"],
        ["Énergie et carburant", "900 000", "Comparer location et achat groupé"],
        ["Réseau", "400 000", "Demander un appui à l’opérateur local"],
        ["Repas et eau", "1 600 000", "Prévoir les bénévoles et les arbitres"],
        ["Indemnités des arbitres", "600 000", "Barème fixé par la commission"],
        ["Dotation", "2 000 000", "Répartir entre quatre places au moins"],
        ["Imprévus", "700 000", "Dix pour cent des autres dépenses"],
        ["**Total**", "**7 700 000**", "Soit environ 240 000 GNF par joueur"],
      ],
    },
    ...prose(`
## Trouver des recettes

- Droits d’engagement modérés : ils évitent les absences plus qu’ils ne financent.
- Partenaires du quartier : imprimeur, restaurant, opérateur, librairie.
- Mise à disposition gratuite d’une salle ou de matériel par une institution.
- Buvette tenue par les bénévoles, sans alcool ni boisson énergisante pour les mineurs.

## Ce que la fédération peut apporter

- Le prêt d’un lot de consoles et d’onduleurs, sur réservation trente jours à l’avance.
- Les modèles de feuille de rencontre, d’affiche et d’attestation.
- L’annonce du tournoi sur le site et la publication des résultats.
- La présence d’un conseiller pour une première organisation.

> Une question ? | Écrivez-nous depuis la page « Contact » du site, en indiquant la ville, la date
envisagée et le nombre de joueurs attendus. Un membre de la commission des compétitions vous rappelle
sous trois jours ouvrés.
`),
  ],
};
