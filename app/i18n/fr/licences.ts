/** The card of a licence, for whoever has it. */
export const licence = {
  title: "Votre licence",
  official: "Licence officielle de la fédération",
  player: "Joueur",
  born: "année de naissance\u202f: {{year}}",
  always: "sans date de fin",
  qr: "Code QR de la licence {{number}}",
  keep: "Gardez cette page dans vos favoris, ou imprimez la carte. La personne qui la contrôle scanne le code avec l’appareil photo de son téléphone.",
  file: { card: "Carte (PDF, format carte bancaire)", a6: "Carte (PDF, format A6)" },
  state: {
    valid: "Valable",
    ending: "Valable, se termine bientôt",
    future: "Pas encore commencée",
    suspended: "Suspendue",
    ended: "Terminée",
    gone: "N’existe plus",
  },
  suspendedText:
    "Votre licence est suspendue. Le message de la fédération explique pourquoi, et comment contester cette décision. Si vous ne l’avez pas reçu, écrivez à la fédération.",
  membershipSuspended:
    "Votre adhésion est suspendue. Écrivez à la fédération pour savoir pourquoi, et comment contester cette décision.",
  suspendedUntil:
    "Votre licence est suspendue jusqu’au {{date}}. Le message de la fédération explique pourquoi, et comment contester cette décision. Si vous ne l’avez pas reçu, écrivez à la fédération.",
  notFoundTitle: "Licence introuvable",
  notFoundMessage:
    "Une licence est attribuée avec une adhésion de joueur active. Vérifiez le lien, ou écrivez-nous.",
  number: "Licence",
};

/** The photograph on a licence, for whoever sends it. */
export const photo = {
  title: "Photo de la licence",
  own: "Ma photo",
  alt: "Photo du titulaire",
  altPending: "Photo envoyée, pas encore vérifiée",
  none: "Il n’y a pas de photo sur la carte : elle est facultative.",
  accepted: "Cette photo est sur la carte.",
  pending: "La fédération vérifie cette photo. Elle n’est pas encore sur la carte.",
  purpose:
    "La photo permet de vérifier que la carte est bien celle de la personne qui la montre. Elle est facultative\u202f: la licence est valable sans elle.",
  seen: "L’équipe de la fédération la vérifie. Ensuite, toute personne qui ouvre la carte ou scanne son code la voit. Elle ne figure jamais dans le registre public.",
  kept: "Nous n’en gardons qu’une petite image, sans trace du lieu ni de l’appareil, et jamais l’original. Vous pouvez la retirer ici à tout moment. Nous l’effaçons au plus tard {{term}} après la fin de la licence.",
  minor: "Pour un mineur, c’est le responsable légal qui envoie la photo.",
  label: "Photo",
  hint: "JPEG, PNG ou WebP, 10\u00a0Mo au plus. Le visage seul, de face, bien éclairé.",
  send: "Envoyer la photo",
  sendAgain: "Envoyer une autre photo",
  remove: "Retirer la photo",
  removeHint: "Elle disparaît aussitôt du site. Une carte déjà imprimée la garde.",
  ended: "Cette licence est terminée\u202f: une photo peut être envoyée après un renouvellement.",
  notFound:
    "Ce lien n’ouvre aucune licence liée à votre adresse e-mail. Entrez dans Mon espace, puis ouvrez la photo depuis votre licence.",
};

/** Who has a licence, for whoever agreed to be found, and the clubs. */
export const register = {
  title: "Registre des licences",
  lead: "Vérifiez le numéro d’une licence de la fédération et trouvez les clubs affiliés.",
  number: "Numéro de licence",
  numberHint: "Par exemple FGE-004217-K",
  check: "Vérifier",
  unlisted: "Ce numéro n’est pas dans le registre public",
  unlistedText:
    "Vérifiez chaque chiffre et la lettre. Le registre ne montre que les adultes qui l’ont accepté\u202f: pour une autre personne, scannez le code de sa carte.",
  scan: "Contrôler une carte",
  clubs: "Clubs affiliés",
  clubsLead: "Les clubs dont l’adhésion est en cours, par ville.",
  noClubs: "Aucun club affilié pour le moment",
  noClubsText: "Les clubs figureront ici dès que leur adhésion aura commencé.",
  noTown: "Ville non indiquée",
  agree:
    "J’accepte que mon nom, mon club et l’état de ma licence figurent dans le registre public (facultatif, jamais pour un mineur)",
  listed: "Votre licence figure dans le registre public.",
  unlistedOwn: "Votre licence ne figure pas dans le registre public.",
  list: "Y faire figurer mon nom, mon club et l’état de ma licence",
  unlist: "La retirer du registre",
};

/** The answer to a code that somebody scanned: each in its own words. */
export const check = {
  title: "Contrôle d’une licence",
  description: "Vérifiez qu’une carte de licence est authentique et que la licence est valable.",
  busyTitle: "Un instant",
  busyText: "Trop de contrôles ont été faits depuis cette connexion. Réessayez dans une minute.",
  at: "Vérifié dans le registre de la fédération\u202f: {{time}}.",
  name: "Nom",
  number: "Numéro",
  born: "Année de naissance",
  kind: "Licence",
  from: "Valable du",
  until: "Jusqu’au",
  cardClub: "Club, selon la carte",
  leftClub: "La personne ne fait plus partie du club indiqué sur la carte",
  compareFace: "Comparez le visage, le nom et l’âge avec la personne qui montre la carte.",
  compare: "Comparez le nom et l’âge avec la personne qui montre la carte.",
  suspendedUntil: "Jusqu’au {{date}}.",
  validUntil: "La licence elle-même est valable jusqu’au {{date}}.",
  next: "Contrôler une autre carte",
  verdict: {
    valid: "Licence valable",
    ending: "Licence valable, se termine bientôt",
    future: "Licence pas encore commencée",
    suspended: "Licence suspendue",
    ended: "Licence terminée",
    season: "Carte d’une saison passée",
    replaced: "Carte remplacée",
    gone: "Cette licence n’existe plus",
    unknown: "Carte inconnue du registre",
    revokedKey: "Carte annulée",
    otherKey: "Carte d’une autre fédération",
    forged: "Fausse carte",
    unreadable: "Code illisible",
    newer: "Carte plus récente que la liste",
    number: "Numéro en règle, carte non vérifiée",
  },
  text: {
    valid: "La carte est authentique, et la licence est en règle.",
    ending: "La carte est authentique, et la licence est en règle.",
    future: "La carte est authentique, mais la licence ne commence qu’à la date indiquée.",
    suspended: "La carte est authentique, mais la fédération a suspendu cette licence.",
    ended: "La carte est authentique, mais l’adhésion est terminée.",
    season:
      "La carte est authentique, mais sa saison est finie. La personne peut ouvrir sa carte actuelle depuis l’e-mail qu’elle a reçu.",
    replaced:
      "La carte est authentique, mais une plus récente la remplace. Demandez à voir celle-ci.",
    gone: "La fédération n’a plus aucune donnée sur cette personne.",
    unknown:
      "La signature est la nôtre, mais cette carte ne figure pas au registre. Demandez à la personne d’ouvrir sa carte depuis l’e-mail qu’elle a reçu.",
    revokedKey:
      "La fédération a annulé toutes les cartes de cette série. La personne peut ouvrir sa nouvelle carte depuis l’e-mail qu’elle a reçu.",
    otherKey: "Cette carte n’est pas signée par notre fédération.",
    forged:
      "La signature ne correspond pas au contenu de la carte\u202f: celle-ci a été modifiée ou contrefaite.",
    unreadable:
      "Ce n’est pas le code d’une carte de licence, ou il est incomplet. Scannez-le à nouveau.",
    newer:
      "La signature est la nôtre, mais la liste de ce téléphone ne connaît pas encore cette carte. Comparez bien le nom et l’âge, et ouvrez la page de contrôle dès qu’il y a un réseau.",
    number:
      "D’après la liste, ce numéro est en règle, mais rien ne prouve que la carte est authentique. Demandez un document d’identité et comparez le visage.",
  },
};

/** The page that checks cards, also without a network. */
export const control = {
  short: "Licences",
  title: "Contrôler les licences",
  description: "Lire une carte de licence, avec ou sans réseau.",
  lead: "Ouvrez cette page une fois avec un réseau\u202f: ce téléphone contrôle ensuite les cartes sans réseau.",
  ready: "Prêt à contrôler sans réseau",
  notReady: "Pas encore prêt à contrôler sans réseau",
  getReady: "Gardez cette page ouverte avec un réseau, le temps que la liste arrive.",
  unable:
    "Ce navigateur ne peut pas garder la page. Avec un réseau, scannez la carte avec l’appareil photo du téléphone : la réponse s’ouvre.",
  list: "Liste du {{time}}.",
  old: "La liste du {{date}} est vieille de {{days}} jours. Ouvrez cette page dès qu’il y a un réseau.",
  clock:
    "Ce téléphone n’est pas à l’heure. La réponse est donnée pour le {{date}}\u202f: vérifiez les dates de la carte.",
  keep: "Ajoutez cette page à l’écran d’accueil\u202f: sinon, certains téléphones l’effacent après une semaine.",
  scan: "Scanner une carte",
  stop: "Arrêter la caméra",
  image: "Image de la caméra",
  refused:
    "La caméra n’est pas disponible\u202f: autorisez-la pour ce site, ou scannez la carte avec l’appareil photo du téléphone.",
  elsewhere:
    "Scannez le code de la carte avec l’appareil photo du téléphone\u202f: la réponse s’ouvre ici, même sans réseau dès que la page est prête.",
  scripts: "Sans JavaScript, il faut un réseau pour avoir la réponse.",
  typed: "Numéro ou code de la carte",
  typedHint:
    "Si le code est illisible. Un numéro seul ne prouve rien\u202f: comparez aussi le visage.",
  typedWrong: "Ce n’est ni un numéro ni un code de licence. Exemple\u202f: FGE-004217-K.",
  typedList: "Il faut la liste pour chercher un numéro\u202f: ouvrez cette page avec un réseau.",
  verify: "Vérifier",
  doubtful: "Carte authentique, à vérifier",
  doubtfulText:
    "La carte est authentique et la licence était en règle, mais ce téléphone ne sait pas tout\u202f: lisez la suite, puis décidez.",
  noList: "Pas de liste sur ce téléphone",
  noListText:
    "Sans liste, ce téléphone ne peut rien vérifier. Comparez le nom et l’âge, et ouvrez la page de contrôle dès qu’il y a un réseau.",
  source: "Vérifié sans réseau, avec la liste du {{time}}.",
  again: "Réessayer avec un réseau",
};
