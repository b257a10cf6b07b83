/** A club’s own page, and the invitations that it makes. */
export const club = {
  label: "Club",
  title: "Mon club",
  open: "Gérer mon club",
  until: "Club affilié jusqu’au {{date}}",
  always: "Club affilié, sans date de fin",
  used: "Licences incluses\u202f: {{used}} sur {{included}}",
  usedText:
    "Une invitation ouverte compte. Une licence acceptée compte jusqu’à sa dernière date, même si le joueur part avant.",
  roster: "Joueurs",
  nobody: "Personne n’est encore de votre club. Invitez un premier joueur.",
  gamertag: "Gamertag\u202f: {{name}}",
  age: { minor: "mineur", adult: "majeur" },
  release: "Retirer du club",
  invitations: "Invitations ouvertes",
  inviteText:
    "Une invitation est pour un seul joueur. Elle est valable {{days}} jours. Le joueur n’a rien à payer\u202f: sa licence est incluse dans l’adhésion du club.",
  invite: "Créer une invitation",
  full: "Toutes les licences incluses sont prises. Pour en promettre une autre, retirez une invitation ouverte.",
  inviteByPlayerText:
    "Un joueur peut aussi payer sa licence lui-même et rejoindre le club. Cette invitation ne compte pas dans les licences incluses.",
  inviteByPlayer: "Inviter un joueur qui paie sa licence",
  byPlayer: "Le joueur paie sa licence",
  code: "Code\u202f: {{code}}",
  expires: "Valable jusqu’au {{date}}",
  link: "Lien de l’invitation",
  whatsApp: "Envoyer par WhatsApp",
  message:
    "{{club}} vous invite à prendre votre licence officielle de joueur, payée par le club. Acceptez ici\u202f: {{link}}",
  messageByPlayer:
    "{{club}} vous invite à rejoindre le club avec votre licence officielle de joueur, que vous payez vous-même. Acceptez ici\u202f: {{link}}",
  withdraw: "Retirer cette invitation",
  waits:
    "Un joueur d’un autre club l’a acceptée. Cet autre club a jusqu’au {{date}} pour donner son accord. La place reste prise.",
  moves: "Joueurs qui demandent à partir",
  movesText:
    "Un autre club les a invités et ils ont accepté. Sans réponse, la fédération peut décider à votre place, et la demande prend fin à sa date.",
  move: "{{name}} demande à rejoindre {{club}}",
  moveUntil: "Réponse au plus tard le {{date}}",
  agree: "Accepter le départ",
  refuse: "Refuser le départ",
  reason: "Motif du refus",
  reasonHint: "{{name}} le lira.",
  renew_one: "Renouveler la licence de {{count}} joueur",
  renew_other: "Renouveler les licences de {{count}} joueurs",
  renewText:
    "Ces licences finissent bientôt, ou viennent de finir. L’adhésion du club les renouvelle jusqu’à sa date, tant qu’il reste des licences incluses. Retirez d’abord les joueurs qui ne restent pas.",
  bought_one: "dont {{count}} achetée, jusqu’au {{date}}",
  bought_other: "dont {{count}} achetées, jusqu’au {{date}}",
  buyTitle: "Acheter des licences",
  buyText:
    "Chaque licence coûte {{price}} et s’ajoute à celles de l’adhésion jusqu’au {{date}}. Vous payez toutes les licences en une fois. Le total s’affiche sur la page suivante, avant tout paiement.",
  buyEnd:
    "Si l’adhésion du club prend fin avant cette date, ces licences prennent fin avec elle. Après cette date, le club peut en acheter pour la saison suivante.",
  buyCount: "Nombre de licences",
  buyHint: "De 1 à 100",
  buy: "Acheter",
  ordered_one: "{{count}} licence commandée, {{amount}} à payer",
  ordered_other: "{{count}} licences commandées, {{amount}} à payer",
  orderedText: "Une autre commande remplace celle-ci tant que personne ne la paie.",
  orderedLink: "Aller au paiement",
  leave: "Quitter ce club",
  leaveTitle: "Quitter le club {{club}}\u202f?",
  releaseTitle: "Retirer {{name}} du club\u202f?",
  leaveText:
    "Votre licence garde son numéro et reste valable jusqu’à sa date. Votre carte ne dira plus le nom du club, et le club ne vous verra plus. Le club est prévenu par e-mail.",
  leaveThen:
    "Rejoindre un autre club ne sera possible qu’à partir du {{date}}, sauf si votre club vous retire lui-même\u202f: demandez-le-lui avant de partir.",
  releaseText:
    "Sa licence garde son numéro et reste valable jusqu’à sa date. Sa carte ne dira plus le nom du club. Le joueur est prévenu par e-mail.",
  taken:
    "La place n’est pas libre tout de suite\u202f: elle compte dans les licences du club jusqu’au {{date}}.",
  back: "Ne rien changer",
  notFoundTitle: "Club introuvable",
  notFoundMessage:
    "Ce club n’est pas lié à votre e-mail, ou il n’est plus affilié. Ouvrez Mon espace avec l’e-mail que le club a donné.",
  partedTitle: "Rien à confirmer ici",
  partedMessage: "Ce joueur n’est plus dans le club, ou c’est au club de confirmer son départ.",
};

export const invitation = {
  title: "Invitation d’un club",
  lead: "{{club}} vous invite à prendre votre licence de joueur.",
  paid: "Le club paie votre licence\u202f: vous n’avez rien à payer. Acceptée aujourd’hui, elle est valable jusqu’au {{date}}.",
  leadByPlayer: "{{club}} vous invite à rejoindre le club.",
  byPlayer:
    "Vous payez votre licence vous-même, au tarif de la fédération. Si vous en avez déjà une, elle suffit et vous n’avez rien à payer.",
  sees: "Le club verra votre nom, votre gamertag, si vous êtes majeur, votre numéro de licence et son état. Il ne verra rien d’autre.",
  prove:
    "Pour accepter, donnez d’abord votre adresse e-mail, ou celle d’un parent si vous êtes mineur. La carte de licence y arrive.",
  signedIn: "Vous acceptez avec l’adresse {{email}}.",
  other: "Prendre une autre adresse",
  haveTitle: "Vous avez déjà une licence",
  haveText:
    "Elle garde son numéro. Si elle finit avant celle du club, le club paie la suite. Ce que vous avez payé vous reste.",
  haveOwnText: "Elle garde son numéro et sa date. Vous n’avez rien à payer.",
  asks: "{{name}} est du club {{club}}, qui doit donner son accord dans les {{days}} jours.",
  closed:
    "{{name}} est du club {{club}}. Un changement de club pourra être demandé à partir du {{date}}.",
  left: "{{name}} a quitté le club {{club}}. Rejoindre un autre club sera possible à partir du {{date}}.",
  ask: "Demander à rejoindre le club avec la licence de {{name}}",
  take: "Rejoindre le club avec la licence de {{name}}",
  formTitle: "Demander une licence",
  accept: "Accepter l’invitation",
  acceptAndPay: "Accepter et aller au paiement",
  state: {
    used: "Cette invitation a déjà servi",
    late: "Cette invitation n’est plus valable",
    withdrawn: "Le club a retiré cette invitation",
    waiting: "Cette invitation attend un accord",
    ended: "Cette invitation n’est plus valable",
    closed: "Ce n’est pas le moment de changer de club",
    moving: "Ce joueur a déjà une demande en cours",
    over: "Ce club n’est plus affilié",
    member: "Ce joueur est déjà du club",
    suspended: "Cette adhésion est suspendue",
    type: "Les licences de joueur sont fermées",
    unknown: "Invitation introuvable",
  },
  text: {
    used: "Une invitation est pour un seul joueur. Si c’était vous, votre carte est dans votre e-mail et dans Mon espace. Sinon, demandez-en une autre au club.",
    late: "Sa date est passée. Demandez-en une autre au club.",
    withdrawn: "Demandez-en une autre au club, ou prenez votre licence vous-même.",
    waiting:
      "Un joueur d’un autre club l’a acceptée. Si c’est vous, suivez votre demande dans Mon espace. Sinon, demandez une autre invitation au club.",
    ended:
      "Le changement de club demandé avec elle n’a pas eu lieu. Si c’était vous, votre e-mail dit pourquoi. Demandez une autre invitation au club.",
    closed:
      "Ce joueur est d’un club affilié, ou vient d’en quitter un. Changer de club sera possible à partir du {{date}}.",
    moving: "Retirez d’abord cette demande dans Mon espace. L’invitation reste ouverte.",
    over: "Son adhésion à la fédération est terminée. Vous pouvez prendre votre licence vous-même.",
    member: "Rien n’a changé, et l’invitation reste ouverte pour un autre joueur.",
    suspended: "Écrivez à la fédération. L’invitation reste ouverte.",
    type: "La fédération n’en propose pas pour le moment. Écrivez-lui.",
    unknown: "Vérifiez le lien ou le code que le club vous a donné.",
  },
  back: "Voir les adhésions",
  codeTitle: "Un club vous invite\u202f?",
  codeLead: "Saisissez le code de votre invitation.",
  code: "Code de l’invitation",
  codeHint: "12 lettres et chiffres",
  go: "Voir l’invitation",
};
