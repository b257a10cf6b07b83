/** A club’s own page, and the invitations that it makes. */
export const club = {
  label: "Club",
  title: "Mon club",
  open: "Gérer mon club",
  until: "Club affilié jusqu’au {{date}}",
  always: "Club affilié, sans date de fin",
  used: "Licences prises\u202f: {{used}} sur {{included}}",
  usedText:
    "Chaque invitation en attente prend une licence\u202f; une licence acceptée reste prise jusqu’à sa date de fin, même si le joueur part avant.",
  roster: "Joueurs",
  nobody: "Votre club n’a pas encore de joueur. Invitez le premier.",
  gamertag: "Gamertag\u202f: {{name}}",
  age: { minor: "mineur", adult: "majeur" },
  release: "Retirer du club",
  invitations: "Invitations ouvertes",
  inviteText:
    "Chaque invitation est pour un seul joueur et reste valable {{days}} jours. Le joueur n’a rien à payer\u202f: sa licence est incluse dans l’adhésion du club.",
  invite: "Créer une invitation",
  full: "Toutes les licences incluses sont prises. Pour inviter un autre joueur, retirez une invitation ouverte.",
  listText: "Vous avez les adresses e-mail de vos joueurs\u202f? Invitez-les tous en une fois.",
  mailed:
    "Invitation envoyée par e-mail le {{date}}. Si elle n’arrive pas, donnez le lien vous-même.",
  again: "Renvoyer l’e-mail",
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
    "Un joueur d’un autre club l’a acceptée. Son club actuel a jusqu’au {{date}} pour donner son accord. D’ici là, la place reste prise.",
  moves: "Joueurs qui demandent à partir",
  movesText:
    "Un autre club les a invités et ils ont accepté. Si vous ne répondez pas, la fédération peut décider à votre place. Sans décision, la demande prend fin à la date indiquée.",
  move: "{{name}} demande à rejoindre {{club}}",
  moveUntil: "Réponse au plus tard le {{date}}",
  agree: "Accepter le départ",
  refuse: "Refuser le départ",
  reason: "Motif du refus",
  reasonHint: "{{name}} le lira.",
  renew_one: "Renouveler la licence de {{count}} joueur",
  renew_other: "Renouveler les licences de {{count}} joueurs",
  renewText:
    "Ces licences se terminent bientôt, ou viennent de se terminer. Le club peut les renouveler jusqu’à la fin de son adhésion, tant qu’il reste des licences incluses. Retirez d’abord les joueurs qui ne restent pas.",
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
  orderedText: "Une nouvelle commande remplace celle-ci, sauf si son paiement est en cours.",
  orderedLink: "Aller au paiement",
  leave: "Quitter ce club",
  leaveTitle: "Quitter le club {{club}}\u202f?",
  releaseTitle: "Retirer {{name}} du club\u202f?",
  leaveText:
    "Votre licence garde son numéro et reste valable jusqu’à sa date. Votre carte ne portera plus le nom du club, et le club ne verra plus vos informations. Il est prévenu par e-mail.",
  leaveThen:
    "Rejoindre un autre club ne sera possible qu’à partir du {{date}}, sauf si votre club vous retire lui-même\u202f: demandez-le-lui avant de partir.",
  releaseText:
    "Sa licence garde son numéro et reste valable jusqu’à sa date. Sa carte ne portera plus le nom du club. Le joueur est prévenu par e-mail.",
  taken:
    "La place n’est pas libre tout de suite\u202f: elle compte dans les licences du club jusqu’au {{date}}.",
  back: "Ne rien changer",
  notFoundTitle: "Club introuvable",
  notFoundMessage:
    "Ce club n’est pas lié à votre adresse e-mail, ou il n’est plus affilié. Ouvrez Mon espace avec l’adresse que le club a donnée à la fédération.",
  partedTitle: "Rien à confirmer ici",
  partedMessage: "Ce joueur n’est plus dans le club, ou c’est au club de confirmer son départ.",
};

export const invitation = {
  title: "Invitation d’un club",
  lead: "{{club}} vous invite à prendre votre licence de joueur.",
  paid: "Le club paie votre licence\u202f: vous n’avez rien à payer. Si vous acceptez aujourd’hui, elle est valable jusqu’au {{date}}.",
  leadByPlayer: "{{club}} vous invite à rejoindre le club.",
  byPlayer:
    "Vous payez votre licence vous-même, au tarif de la fédération. Si vous en avez déjà une, elle suffit et vous n’avez rien à payer.",
  sees: "Le club verra votre nom, votre gamertag, votre numéro de licence, l’état de celle-ci, et si vous êtes majeur ou mineur. Il ne verra rien d’autre.",
  prove:
    "Pour accepter, donnez d’abord votre adresse e-mail, ou celle de votre responsable légal si vous êtes mineur. La carte de licence y sera envoyée.",
  signedIn: "Vous acceptez avec l’adresse {{email}}.",
  other: "Utiliser une autre adresse",
  haveTitle: "Vous avez déjà une licence",
  haveText:
    "Elle garde son numéro. Si elle se termine avant celle que paie le club, le club la prolonge. Ce que vous avez payé n’est pas perdu.",
  haveOwnText: "Elle garde son numéro et sa date. Vous n’avez rien à payer.",
  asks: "{{name}} fait partie du club {{club}}, qui a {{days}} jours pour donner son accord.",
  closed:
    "{{name}} fait partie du club {{club}}. Un changement de club pourra être demandé à partir du {{date}}.",
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
    waiting: "Cette invitation attend l’accord d’un autre club",
    ended: "Cette invitation n’est plus valable",
    closed: "Changement de club impossible pour le moment",
    moving: "Ce joueur a déjà une demande en cours",
    over: "Ce club n’est plus affilié",
    member: "Ce joueur fait déjà partie du club",
    suspended: "Cette adhésion est suspendue",
    type: "Pas de licence de joueur pour le moment",
    unknown: "Invitation introuvable",
  },
  text: {
    used: "Une invitation est pour un seul joueur. Si c’était vous, retrouvez votre carte dans l’e-mail reçu ou dans Mon espace. Sinon, demandez une autre invitation au club.",
    late: "Sa date est passée. Demandez-en une autre au club.",
    withdrawn: "Demandez-en une autre au club, ou prenez votre licence vous-même.",
    waiting:
      "Un joueur d’un autre club l’a acceptée. Si c’est vous, suivez votre demande dans Mon espace. Sinon, demandez une autre invitation au club.",
    ended:
      "Le changement de club demandé avec elle n’a pas eu lieu. Si c’était vous, l’e-mail reçu explique pourquoi. Demandez une autre invitation au club.",
    closed:
      "Ce joueur fait partie d’un club affilié, ou vient d’en quitter un. Il pourra changer de club à partir du {{date}}.",
    moving: "Retirez d’abord cette demande dans Mon espace. L’invitation reste ouverte.",
    over: "Son adhésion à la fédération est terminée. Vous pouvez prendre votre licence vous-même.",
    member: "Rien n’a changé, et l’invitation reste ouverte pour un autre joueur.",
    suspended: "Écrivez à la fédération. L’invitation reste ouverte.",
    type: "La fédération n’en propose pas actuellement. Écrivez-lui pour en savoir plus.",
    unknown: "Vérifiez le lien ou le code que le club vous a donné.",
  },
  back: "Voir les adhésions",
  codeTitle: "Un club vous invite\u202f?",
  codeLead: "Saisissez le code de votre invitation.",
  code: "Code de l’invitation",
  codeHint: "12 lettres et chiffres",
  go: "Voir l’invitation",
};

/** A list of players whom a club invites at once. */
export const playerList = {
  title: "Inviter une liste",
  lead: "Avant tout envoi, vous voyez ce qui est prévu pour chaque ligne.",
  places_zero: "Toutes les licences de votre club sont prises.",
  places_one: "Il reste {{count}} licence à donner.",
  places_other: "Il reste {{count}} licences à donner.",
  text: "Un joueur par ligne, {{max}} au plus\u202f: son adresse e-mail, puis son prénom et son nom si vous voulez. Pour un mineur, donnez l’adresse de son responsable légal. Le joueur n’a rien à payer.",
  rule: "N’invitez que des personnes qui vous ont donné leur adresse. Chacune reçoit au plus trois invitations par semaine, tous clubs confondus\u202f: au-delà, l’e-mail n’est pas envoyé et vous donnez le lien vous-même.",
  noMail:
    "Ce site ne peut pas envoyer d’e-mail pour le moment. Les invitations sont créées, et vous donnez vous-même le lien à chaque joueur.",
  example: "Voir un exemple à copier",
  exampleLines: "e-mail;prénom;nom\naissatou@exemple.org;Aïssatou;Bah\nmory@exemple.org;Mory;Kaba",
  list: "Vos joueurs",
  listHint:
    "Séparez l’adresse, le prénom et le nom par une virgule, un point-virgule ou une tabulation.",
  file: "Ou un fichier CSV",
  fileHint: "Enregistré depuis un tableur. Il remplace les lignes collées.",
  check: "Vérifier la liste",
  reviewTitle: "Rien n’est encore envoyé",
  none: "Aucune ligne de cette liste ne peut recevoir d’invitation.",
  missing_one: "Il manque {{count}} licence.",
  missing_other: "Il manque {{count}} licences.",
  missingText: "Celles qui restent iront aux premières lignes de la liste.",
  buy: "Acheter des licences",
  send_one: "Envoyer {{count}} invitation",
  send_other: "Envoyer {{count}} invitations",
  create_one: "Créer {{count}} invitation",
  create_other: "Créer {{count}} invitations",
  sendText:
    "Chaque invitation est valable {{days}} jours et prend une licence de votre club jusque-là.",
  edit: "Corriger la liste",
  lines: "Ligne par ligne",
  line: "Ligne {{line}}",
  nothing: "(vide)",
  changedLine: "A changé depuis la vérification",
  done_zero: "Aucune invitation n’a été créée",
  done_one: "{{count}} invitation créée",
  done_other: "{{count}} invitations créées",
  doneText:
    "Les e-mails partent dans les minutes qui viennent. Chaque lien est aussi sur la page du club.",
  doneNoMail: "Donnez à chacun son lien\u202f: il est sur la page du club.",
  changed_one: "{{count}} ligne a changé depuis la vérification.",
  changed_other: "{{count}} lignes ont changé depuis la vérification.",
  another: "Inviter une autre liste",
  fate: {
    invite: "Recevra une invitation",
    sent: "Invitation créée",
    empty: "Il manque l’adresse e-mail\u202f: ajoutez-la à cette ligne.",
    address: "Ce n’est pas une adresse e-mail. Écrivez-la comme nom@exemple.org, sans espace.",
    twice: "Déjà dans la liste, à la ligne {{first}}",
    open: "A déjà une invitation ouverte de votre club",
    accepted:
      "Une invitation envoyée à cette adresse a été acceptée, et le joueur fait partie du club",
    often:
      "Votre club lui a écrit deux fois en sept jours. Créez une invitation et donnez le lien vous-même.",
    full: "Il n’y a plus de licence pour cette ligne",
    later: "Votre club peut envoyer 100 invitations par jour au plus. Renvoyez cette ligne demain.",
    unasked: "Peut être invité maintenant. Vérifiez la liste de nouveau.",
  },
};
