/** The card of a licence, for whoever has it. */
export const licence = {
  title: "Votre licence",
  official: "Licence officielle de la fédération",
  player: "Joueur",
  born: "année de naissance\u202f: {{year}}",
  from: "Valable du {{date}}",
  until: "jusqu’au {{date}}",
  always: "sans date de fin",
  qr: "Code QR de la licence {{number}}",
  keep: "Gardez cette page dans vos favoris, ou imprimez la carte. La personne qui contrôle lit le code avec l’appareil photo de son téléphone.",
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
    "Votre licence est suspendue. La fédération vous en dit le motif et la façon de contester : si vous n’avez pas reçu son message, écrivez-lui.",
  membershipSuspended:
    "Votre adhésion est suspendue. Écrivez à la fédération pour savoir pourquoi et comment contester.",
  suspendedUntil:
    "Votre licence est suspendue jusqu’au {{date}}. La fédération vous en dit le motif et la façon de contester : si vous n’avez pas reçu son message, écrivez-lui.",
  notFoundTitle: "Pas de licence à cette adresse",
  notFoundMessage:
    "Une licence commence avec une adhésion de joueur active. Vérifiez le lien, ou écrivez-nous.",
  number: "Licence",
};

/** The answer to a code that somebody scanned: each in its own words. */
export const check = {
  title: "Contrôle d’une licence",
  description: "Ce que dit une carte de licence, et où en est la licence.",
  busyTitle: "Un instant",
  busyText: "Trop de contrôles viennent de cette connexion. Réessayez dans une minute.",
  at: "Vérifié dans le registre de la fédération\u202f: {{time}}.",
  name: "Nom",
  number: "Numéro",
  born: "Année de naissance",
  kind: "Licence",
  from: "Valable du",
  until: "Jusqu’au",
  compare: "Comparez le nom et l’âge avec la personne qui montre la carte.",
  suspendedUntil: "Jusqu’au {{date}}.",
  validUntil: "La licence elle-même est valable jusqu’au {{date}}.",
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
    forged: "Carte fausse",
    unreadable: "Code illisible",
  },
  text: {
    valid: "La carte est authentique, et la licence est en règle.",
    ending: "La carte est authentique, et la licence est en règle.",
    future: "La carte est authentique, mais la licence ne commence qu’à la date indiquée.",
    suspended: "La carte est authentique, mais la fédération a suspendu cette licence.",
    ended: "La carte est authentique, mais l’adhésion est terminée.",
    season:
      "La carte est authentique, mais sa saison est finie. La personne peut ouvrir sa carte actuelle depuis son e-mail.",
    replaced:
      "La carte est authentique, mais une plus récente la remplace. Demandez à voir celle-ci.",
    gone: "La fédération ne garde plus rien de cette personne.",
    unknown:
      "La signature est la nôtre, mais le registre ne connaît pas cette carte. Demandez à la personne d’ouvrir sa carte depuis son e-mail.",
    revokedKey:
      "La fédération a annulé toutes les cartes de cette série. La personne peut ouvrir sa nouvelle carte depuis son e-mail.",
    otherKey: "Cette carte n’est pas signée par notre fédération.",
    forged:
      "La signature ne correspond pas à ce que dit la carte\u202f: elle a été modifiée ou fabriquée.",
    unreadable:
      "Ce n’est pas le code d’une carte de licence, ou il manque une partie. Lisez-le encore une fois.",
  },
};
