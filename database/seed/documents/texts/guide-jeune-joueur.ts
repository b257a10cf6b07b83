import { BOX, type Book, prose } from "../pdf/blocks.ts";

export const guideJeuneJoueur: Book = {
  file: "guide-du-jeune-joueur.pdf",
  title: "Guide du jeune joueur",
  subtitle:
    "Progresser, prendre soin de soi et réussir à l’école : l’esport du bon pied, de 12 à 17 ans",
  subject: "Conseils aux joueurs de 12 à 17 ans et à leurs parents",
  keywords: "jeunesse, santé, école, parents, esport",
  reference: "FGE-GUI-001",
  edition: "Édition 2026",
  date: "2026-06-01",
  cover: "page",
  contents: false,
  blocks: [
    ...prose(`
# Bienvenue dans l’équipe !

Tu joues déjà avec tes amis, au quartier ou en ligne, et tu te demandes comment aller plus loin ? Ce
guide est pour toi. Il t’explique comment rejoindre un club, comment progresser sans te fatiguer, et
comment garder le plaisir de jouer.

L’esport est un sport : on s’entraîne, on respecte l’adversaire, on apprend à perdre et on fête les
victoires ensemble. Personne ne te demande d’être le meilleur du pays. On te demande d’être un bon
coéquipier.

# Tes cinq premiers pas

1. **Parles-en à tes parents.** Montre-leur ce guide : la dernière page est pour eux.
2. **Trouve un club.** La liste des clubs affiliés est sur le site de la fédération. Viens d’abord
   pour un essai, c’est gratuit.
3. **Choisis ta discipline.** Essaie-en deux ou trois avant de te décider, et regarde l’âge conseillé
   indiqué sur le jeu.
4. **Prends ta licence.** Elle coûte 15 000 GNF par an, ou elle est comprise dans l’inscription de ton
   club. Il faut la signature d’un parent.
5. **Inscris-toi à un tournoi local.** Une première compétition, cela se vit entre copains, sans
   pression.

# S’entraîner malin

Deux heures bien préparées valent mieux que six heures sans but. Avant de commencer, choisis une
seule chose à travailler. Après, note ce que tu as appris en une phrase.
`),
    {
      kind: "table",
      caption: "Un exemple de semaine pendant l’année scolaire",
      columns: [
        { head: "Jour", share: 3 },
        { head: "Esport", share: 5 },
        { head: "Et à côté", share: 6 },
      ],
      rows: [
        ["Lundi, jeudi", "Repos", "Devoirs, sport dehors, lecture, famille"],
        ["Mardi", "45 minutes d’exercices", "Devoirs d’abord !"],
        ["Mercredi", "1 h 30 au club, avec ton équipe", "Marche ou football avant de jouer"],
        ["Vendredi", "45 minutes, puis revoir une partie", "Préparer la semaine suivante"],
        ["Samedi", "2 heures : entraînement ou tournoi", "Pause de dix minutes chaque heure"],
        ["Dimanche", "1 heure pour le plaisir", "Coucher tôt"],
      ],
    },
    ...prose(`
> L’astuce de la sélection | Regarde tes défaites avant tes victoires. Cherche le moment où tout
bascule, et demande-toi ce que tu aurais pu faire dix secondes plus tôt.

# Prendre soin de toi

- **Tes yeux.** Toutes les vingt minutes, regarde au loin pendant vingt secondes. Garde l’écran à une
  longueur de bras.
- **Ton dos.** Pieds à plat, épaules relâchées, coudes posés. Lève-toi à chaque pause.
- **Tes mains.** Échauffe tes poignets avant de jouer. Si tu as mal, arrête et parles-en.
- **Ton sommeil.** Neuf heures par nuit à ton âge. Pas d’écran pendant l’heure qui précède.
- **Ton eau, ton repas.** Une gourde à côté de toi, un vrai repas avant un tournoi. Les boissons
  énergisantes sont interdites aux moins de 18 ans dans nos compétitions.

# L’école d’abord

Les champions que tu admires ont fini leurs exercices avant d’allumer la console. Ton club peut te
demander ton bulletin : ce n’est pas pour te punir, c’est pour t’aider à t’organiser. Si une matière
devient difficile, dis-le à ton entraîneur. Il allégera tes entraînements le temps qu’il faut.

Aucune compétition nationale n’a lieu pendant les examens. Tu peux réviser tranquille.

# Jouer propre, rester prudent
`),
    {
      kind: "table",
      caption: "Sur le jeu et sur les réseaux",
      columns: [
        { head: "Oui, toujours", share: 6 },
        { head: "Non, jamais", share: 6 },
      ],
      rows: [
        ["Saluer avant et après la partie", "Insulter, se moquer, humilier"],
        ["Garder ton mot de passe pour toi", "Prêter ou vendre ton compte"],
        ["Utiliser un pseudonyme", "Donner ton adresse ou le nom de ton école"],
        [
          "Prévenir un adulte si tu es mal à l’aise",
          "Rencontrer seul une personne connue en ligne",
        ],
        ["Gagner par ton travail", "Utiliser un logiciel de triche"],
        ["Demander avant de publier une photo", "Parier de l’argent sur une partie"],
      ],
    },
    ...prose(`
> Quelqu’un te met mal à l’aise ? | Ce n’est jamais ta faute. Parles-en à un adulte de confiance :
parent, professeur, entraîneur. Tu peux aussi écrire à la fédération depuis la page « Contact » du
site. Ton message reste confidentiel et reçoit une réponse sous quarante-huit heures.

# Les catégories et toi

Tu es **cadet** de 12 à 15 ans et **junior** à 16 et 17 ans. En cadet, on joue trois heures par jour
au plus et tout est terminé à 20 h 00. En junior, la limite est de cinq heures, et 21 h 30.

Tu rêves de la sélection nationale ? Les détections ont lieu pendant les grandes vacances, dans
chaque région. On y regarde ton niveau, mais aussi ton attitude, ta ponctualité et tes progrès.
Filles et garçons sont évalués de la même façon, et toutes les régions ont leur chance.

# Ton premier tournoi
`),
    {
      kind: "table",
      caption: "À cocher la veille",
      columns: [
        { head: "Dans ton sac", share: 6 },
        { head: "Fait", share: 1.3, align: "center" },
        { head: "Dans ta tête", share: 6 },
        { head: "Fait", share: 1.3, align: "center" },
      ],
      rows: [
        ["Ta licence et ta carte scolaire", BOX, "L’heure et l’adresse vérifiées", BOX],
        ["L’autorisation signée", BOX, "Le règlement lu jusqu’au bout", BOX],
        ["Ta manette, ton casque, les câbles", BOX, "Un objectif simple, pas un résultat", BOX],
        ["Une gourde et un goûter", BOX, "Une nuit complète de sommeil", BOX],
      ],
    },
    {
      kind: "table",
      caption: "Petit dictionnaire",
      columns: [
        { head: "Mot", share: 3 },
        { head: "Ce que cela veut dire", share: 9 },
      ],
      rows: [
        ["Manche", "Une partie ; il en faut souvent deux sur trois pour gagner la rencontre"],
        ["Poule", "Petit groupe où chacun rencontre tous les autres"],
        ["Forfait", "Défaite parce qu’on n’est pas présent à l’heure"],
        ["Réserve", "Désaccord que ton responsable fait écrire par l’arbitre, calmement"],
        ["Référent", "L’adulte du club à qui tu peux toujours parler"],
        ["Détection", "Journée où les entraîneurs nationaux observent les jeunes joueurs"],
      ],
    },
    ...prose(`

#! La page des parents

Votre enfant vous parle d’esport. Voici ce qu’il faut savoir pour l’accompagner.

## Ce que la fédération garantit

- Des clubs contrôlés, avec un adulte référent nommé et joignable.
- Des horaires limités selon l’âge et des pauses obligatoires.
- Des jeux choisis d’après leur classification d’âge.
- Aucune publication de photo ou de nom sans votre accord écrit.
- Une commission indépendante pour traiter tout signalement.

## Ce que vous pouvez faire

- Visitez la salle du club et rencontrez l’entraîneur.
- Fixez ensemble un temps de jeu, affiché dans la maison, et gardez une soirée sans écran.
- Intéressez-vous à une partie : laissez-le vous expliquer les règles.
- Surveillez les achats dans les jeux ; ne laissez pas de moyen de paiement enregistré.
- Soyez attentifs à un changement de sommeil, d’humeur ou de résultats scolaires.

## Les papiers nécessaires

Pour la licence d’un mineur, il faut une copie de l’extrait de naissance ou de la carte d’identité
scolaire, une photo récente et l’autorisation parentale signée. Un certificat médical est demandé
pour les compétitions nationales.

> Notre engagement commun | Signez cette page avec votre enfant : « Je joue avec plaisir, je
travaille à l’école, je respecte les autres et je dis quand quelque chose ne va pas. »
`),
    {
      kind: "signatures",
      place: "Fait à ........................................ , le ........................",
      people: [
        { role: "La joueuse ou le joueur", name: "" },
        { role: "Le parent ou tuteur", name: "" },
        { role: "L’entraîneur", name: "" },
      ],
    },
  ],
};
