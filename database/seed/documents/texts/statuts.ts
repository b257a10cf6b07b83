import { type Book, prose } from "../pdf/blocks.ts";

export const statuts: Book = {
  file: "statuts-de-la-federation.pdf",
  title: "Statuts de la fédération",
  subtitle:
    "Texte fondateur : objet, membres, organes, ressources et contrôle de la Fédération Guinéenne d’Esport",
  subject: "Statuts en vigueur de la Fédération Guinéenne d’Esport",
  keywords: "statuts, gouvernance, assemblée générale, esport, Guinée",
  reference: "FGE-JUR-001",
  edition: "Version 3, adoptée par l’assemblée extraordinaire du 28 mars 2026",
  date: "2026-03-28",
  cover: "page",
  contents: true,
  blocks: prose(`
# Titre I – Dénomination, objet et siège

## Article 1. Constitution et dénomination

Il est constitué entre les clubs et les personnes qui adhèrent aux présents statuts une association
à but non lucratif dénommée « Fédération Guinéenne d’Esport », en abrégé « FGE ». Elle est régie par
la législation guinéenne relative aux associations et par les textes qui organisent le sport en
République de Guinée.

La fédération est laïque et apolitique. Elle s’interdit toute discrimination fondée sur l’origine,
la langue, le sexe, la religion, l’opinion, le handicap ou la situation de fortune.

## Article 2. Objet

La fédération a pour objet d’organiser, de développer et de représenter la pratique des sports
électroniques sur l’ensemble du territoire national. À ce titre, elle a pour missions :

- de fixer les règles des compétitions d’esport et de veiller à leur application ;
- d’organiser le championnat national, la coupe de Guinée et les sélections nationales ;
- d’affilier les clubs, de délivrer les licences et de tenir le registre national des joueurs ;
- de former les arbitres, les entraîneurs et les organisateurs ;
- de protéger la santé, les études et les intérêts des joueurs, en particulier des mineurs ;
- de favoriser l’accès des jeunes filles et des régions à la pratique compétitive ;
- de représenter l’esport guinéen auprès des pouvoirs publics et des instances internationales.

## Article 3. Siège

Le siège de la fédération est fixé à Conakry. Il peut être transféré en tout autre lieu de la ville
par décision du bureau exécutif, et hors de la ville par décision de l’assemblée générale.

## Article 4. Durée et exercice

La durée de la fédération est illimitée. L’exercice social commence le 1er janvier et se termine le
31 décembre de chaque année.

## Article 5. Emblème et langue

L’emblème de la fédération porte les trois couleurs nationales. Son usage est réservé à la
fédération et aux organismes qu’elle autorise par écrit. La langue officielle est le français ; les
langues nationales peuvent être employées dans toutes les activités de la fédération.

# Titre II – Membres

## Article 6. Composition

La fédération se compose :

- de **membres actifs** : les clubs affiliés, à jour de leur cotisation ;
- de **membres individuels** : les joueurs, arbitres et entraîneurs titulaires d’une licence ;
- de **membres partenaires** : les personnes morales qui soutiennent durablement l’action de la
  fédération et sont agréées par le bureau exécutif ;
- de **membres d’honneur** : les personnes qui ont rendu des services éminents à l’esport guinéen,
  désignées par l’assemblée générale.

## Article 7. Affiliation des clubs

Tout club qui sollicite son affiliation doit être régulièrement constitué, compter au moins huit
joueurs, disposer d’un dirigeant majeur responsable et s’engager à respecter les présents statuts
et les règlements de la fédération.

La demande est adressée au secrétariat général au moyen du formulaire prévu à cet effet. Le bureau
exécutif se prononce dans un délai de trente jours. Le refus est motivé ; il peut être porté devant
la commission d’appel dans les quinze jours de sa notification.

## Article 8. Licence

La licence est annuelle et personnelle. Elle vaut adhésion aux règlements de la fédération et
permet de participer aux compétitions officielles. La licence d’un mineur est délivrée sur
autorisation écrite d’un parent ou du tuteur légal.

## Article 9. Cotisations

Le montant des cotisations et le prix des licences sont fixés chaque année par l’assemblée générale,
sur proposition du bureau exécutif. Les membres d’honneur en sont dispensés.

## Article 10. Perte de la qualité de membre

La qualité de membre se perd par démission adressée par écrit au président, par dissolution du
club, par radiation pour non-paiement de la cotisation après deux rappels, ou par exclusion
prononcée pour motif grave par la commission de discipline. L’intéressé est d’abord invité à
présenter ses explications, assisté s’il le souhaite de la personne de son choix.

# Titre III – Assemblée générale

## Article 11. Composition et droit de vote

L’assemblée générale réunit les représentants des clubs affiliés depuis au moins six mois. Chaque
club dispose d’une voix, augmentée d’une voix par tranche entière de vingt licences, dans la limite
de cinq voix. Les membres individuels élisent en leur sein trois délégués, dont au moins une femme ;
chaque délégué dispose d’une voix. Les autres membres assistent aux débats avec voix consultative.

## Article 12. Convocation

L’assemblée générale ordinaire se réunit une fois par an, dans les quatre mois qui suivent la
clôture de l’exercice. Elle est convoquée par le président trente jours au moins avant la date
fixée. La convocation indique l’ordre du jour et le lieu où les comptes peuvent être consultés.

Une assemblée extraordinaire est convoquée à la demande du bureau exécutif ou du tiers des clubs
affiliés. Elle ne délibère que sur les questions inscrites à son ordre du jour.

## Article 13. Compétences

L’assemblée générale :

1. entend et approuve le rapport moral, le rapport d’activité et le rapport financier ;
2. donne ou refuse quitus au bureau exécutif de sa gestion ;
3. vote le budget et fixe les cotisations ;
4. élit et révoque les membres du bureau exécutif et le commissaire aux comptes ;
5. adopte le règlement intérieur et le règlement général des compétitions ;
6. modifie les statuts et prononce la dissolution.

## Article 14. Quorum et majorité

L’assemblée délibère valablement lorsque la moitié des clubs affiliés est présente ou représentée.
À défaut, une seconde assemblée est convoquée à quinze jours d’intervalle avec le même ordre du
jour ; elle délibère quel que soit le nombre des présents.

Les décisions sont prises à la majorité des suffrages exprimés. Les élections de personnes ont lieu
au scrutin secret. Un représentant ne peut détenir plus de deux procurations.

## Article 15. Procès-verbal

Les délibérations sont consignées dans un procès-verbal signé par le président et le secrétaire
général. Il est communiqué aux clubs dans les trente jours et conservé sans limite de durée.

# Titre IV – Bureau exécutif

## Article 16. Composition

La fédération est administrée par un bureau exécutif de neuf membres élus pour quatre ans : un
président, deux vice-présidents, un secrétaire général et son adjoint, un trésorier général et son
adjoint, un directeur technique national et un responsable de la jeunesse. Le bureau compte au moins
trois femmes et au moins trois membres issus de régions autres que Conakry.

## Article 17. Conditions d’éligibilité

Est éligible toute personne majeure, jouissant de ses droits civiques, licenciée depuis au moins un
an et présentée par deux clubs affiliés. Nul ne peut exercer plus de deux mandats consécutifs à la
même fonction.

## Article 18. Réunions et décisions

Le bureau exécutif se réunit au moins une fois tous les deux mois sur convocation du président. La
présence de cinq membres est nécessaire à la validité des décisions. En cas de partage, la voix du
président est prépondérante. Un membre absent sans motif à trois réunions de suite est réputé
démissionnaire.

## Article 19. Président

Le président représente la fédération dans tous les actes de la vie civile et en justice. Il préside
l’assemblée générale et le bureau exécutif, ordonnance les dépenses et signe les conventions. Il
peut déléguer une partie de ses pouvoirs par écrit et pour une durée déterminée.

## Article 20. Secrétaire général

Le secrétaire général assure la correspondance, tient les registres, prépare les réunions et
conserve les archives. Il dirige les services administratifs et veille à la publication des
documents officiels sur le site de la fédération.

## Article 21. Trésorier général

Le trésorier général tient la comptabilité, encaisse les recettes et règle les dépenses
ordonnancées. Tout engagement supérieur à 20 000 000 GNF requiert la double signature du président
et du trésorier général. Un état de trésorerie est présenté au bureau chaque trimestre.

## Article 22. Gratuité et conflits d’intérêts

Les fonctions électives sont exercées à titre gratuit ; seuls les frais justifiés sont remboursés.
Tout membre qui possède un intérêt dans une décision le déclare et s’abstient de prendre part au
débat comme au vote. Les déclarations sont inscrites dans un registre ouvert aux clubs.

## Article 23. Vacance

En cas de vacance d’un poste, le bureau pourvoit provisoirement au remplacement jusqu’à la plus
proche assemblée générale. Si le poste de président devient vacant, le premier vice-président assure
l’intérim et convoque une assemblée élective dans les quatre-vingt-dix jours.

# Titre V – Commissions et ligues régionales

## Article 24. Commissions permanentes

Cinq commissions permanentes assistent le bureau exécutif : compétitions, arbitrage, discipline,
jeunesse et protection des mineurs, féminisation. Leur composition et leur fonctionnement sont
fixés par le règlement intérieur.

## Article 25. Indépendance de la discipline

La commission de discipline et la commission d’appel statuent en toute indépendance. Leurs membres
ne peuvent appartenir au bureau exécutif ni diriger un club engagé dans la compétition en cause.

## Article 26. Ligues régionales

La fédération peut constituer dans chaque région administrative une ligue chargée d’y appliquer son
programme. La ligue rend compte chaque année au bureau exécutif de son activité et de l’emploi des
fonds qui lui sont confiés.

# Titre VI – Ressources et contrôle

## Article 27. Ressources

Les ressources de la fédération comprennent les cotisations et les licences, les droits
d’engagement, les subventions publiques, les contributions des partenaires, les recettes des
manifestations, les droits de diffusion, les dons et les legs autorisés par la loi.

## Article 28. Partenariats

Les partenariats ne peuvent porter atteinte à l’indépendance sportive de la fédération. Sont exclus
les annonceurs dont l’activité concerne le tabac, l’alcool ou les paris sur les compétitions de
jeunes.

## Article 29. Contrôle des comptes

Les comptes sont vérifiés chaque année par un commissaire aux comptes élu pour trois ans, extérieur
au bureau exécutif. Les comptes approuvés et le rapport annuel sont publiés sur le site de la
fédération dans les soixante jours.

# Titre VII – Dispositions finales

## Article 30. Règlement intérieur

Un règlement intérieur précise les conditions d’application des présents statuts. Il ne peut en
contredire les dispositions.

## Article 31. Modification des statuts

Les statuts sont modifiés par une assemblée générale extraordinaire, à la majorité des deux tiers
des suffrages exprimés. Le projet est communiqué aux clubs trente jours à l’avance.

## Article 32. Dissolution

La dissolution est prononcée à la majorité des trois quarts par une assemblée convoquée
spécialement. L’actif net est dévolu à une association guinéenne poursuivant un but analogue, sans
qu’il puisse être partagé entre les membres.

## Article 33. Entrée en vigueur

Les présents statuts remplacent ceux du 11 février 2022. Adoptés par l’assemblée générale
extraordinaire réunie à Conakry le 28 mars 2026, ils entrent en vigueur le jour de leur dépôt auprès de l’autorité
compétente.
`).concat({
    kind: "signatures",
    place: "Fait à Conakry, le 28 mars 2026, en quatre exemplaires originaux.",
    people: [
      { role: "Le président", name: "Ibrahima Kalil Touré" },
      { role: "La secrétaire générale", name: "Aïssatou Lamarana Bah" },
    ],
  }),
};
