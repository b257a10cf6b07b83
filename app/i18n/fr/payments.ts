/** Where the money is, in words, for whoever pays. */
export const payment = {
  title: "Paiement",
  toPay: "Il reste à payer",
  toPayText:
    "Choisissez comment payer. La demande est confirmée dès que nous avons reçu le paiement.",
  unavailable: "À payer à la fédération",
  unavailableText:
    "Votre demande est enregistrée. Elle est confirmée dès que nous avons reçu votre paiement.",
  testOver: "Cet essai est terminé",
  testOverText:
    "Le site accepte maintenant les vrais paiements : cette demande d’essai ne peut plus être payée et ne donne droit à rien. Pour participer, faites une nouvelle demande.",
  starting: "Nous contactons l’opérateur",
  startingText: "Rien n’a encore été débité.",
  waiting: "L’opérateur attend votre accord",
  waitingText:
    "Si vous avez déjà payé, ne payez pas une seconde fois : nous attendons seulement sa confirmation.",
  back: "Nous attendons la confirmation de l’opérateur",
  backText:
    "Si vous avez accepté le paiement, ne payez pas une seconde fois\u202f: cette page le dira dès que l’opérateur l’aura confirmé. Sinon, vous pouvez encore continuer sur sa page.",
  declined: "Votre moyen de paiement a été refusé",
  declinedText:
    "Rien n’a été débité. Retournez chez l’opérateur et choisissez-en un autre : vous ne serez pas débité deux fois.",
  checking: "Nous vérifions votre paiement",
  checkingText:
    "Ne payez pas une seconde fois. Si vous avez été débité, votre paiement apparaîtra ici ou vous sera remboursé.",
  silent: "L’opérateur ne répond pas",
  silentText:
    "Nous ne savons pas encore si vous avez payé. Si vous avez déjà payé, ne payez pas une seconde fois : votre paiement apparaîtra ici. Sinon, vous pouvez encore payer sur sa page, ou annuler ce paiement.",
  stopping: "L’annulation de ce paiement est demandée",
  stoppingText:
    "L’opérateur ne l’a pas encore confirmée : ne payez plus sur sa page. Dès qu’il l’aura confirmée, vous pourrez payer autrement.",
  until:
    "Nous vérifions auprès de l’opérateur jusqu’au {{time}}, heure de Conakry. Sans réponse d’ici là, la fédération le contactera elle-même.",
  unanswered: "Nous ne savons pas si vous avez payé",
  unansweredText:
    "Le délai pour payer est passé, et l’opérateur n’a toujours pas répondu. La fédération se renseigne directement auprès de lui. D’ici là, vous ne pouvez pas commencer d’autre paiement en ligne, pour ne jamais payer deux fois. Pour aller plus vite, écrivez-nous avec votre référence.",
  unreached: "L’opérateur n’a pas répondu",
  unreachedText:
    "Nous ne savons pas s’il a reçu votre demande. Si un code secret vous est demandé pour ce paiement, ne le saisissez pas. Si vous n’avez rien validé, vous ne serez pas débité et vous pouvez réessayer.",
  refused: "Le paiement a été refusé",
  refusedText:
    "Rien n’a été débité. Vérifiez votre solde ou changez de moyen de paiement, puis réessayez.",
  stopped: "Vous avez annulé ce paiement",
  stoppedText: "Rien n’a été débité. Vous pouvez recommencer.",
  timedOut: "Le délai pour payer est passé",
  timedOutText: "Rien n’a été débité. Vous pouvez réessayer.",
  mismatch: "Nous avons reçu un autre montant",
  mismatchText:
    "Ce n’est pas le montant demandé : il vous sera remboursé. Vous pouvez payer le montant exact.",
  examined: "Nous examinons la réponse de l’opérateur",
  examinedText:
    "La fédération doit vérifier elle-même la réponse de l’opérateur. Ne payez pas une seconde fois\u202f: votre paiement apparaîtra ici ou vous sera remboursé.",
  announced: "Nous vérifions votre transfert",
  announcedText:
    "La fédération vérifie que l’argent envoyé est bien arrivé. Ne payez pas une seconde fois : la réponse apparaîtra ici.",
  sharedAnnouncedText:
    "Un transfert a déjà été déclaré pour cette demande, et la fédération le vérifie. Ne payez pas une seconde fois : la réponse apparaîtra ici.",
  paid: "Votre paiement est reçu",
  paidText: "C’est confirmé. Vous recevrez un e-mail.",
  paidUnwrittenText:
    "C’est confirmé. Ce site ne peut pas envoyer d’e-mail pour le moment : gardez l’adresse de cette page.",
  owing: "Il reste à payer",
  owingText:
    "La fédération avait enregistré votre paiement, puis a annulé cet enregistrement\u202f: l’argent n’est pas dans ses comptes. Vous gardez votre place ou votre adhésion, mais il reste à la payer. Si vous avez déjà payé, montrez à la fédération votre reçu ou le numéro de la transaction.",
  paidTwice: "Vous avez payé plus que le prix",
  paidTwiceText:
    "C’est confirmé. Ce que vous avez payé en trop doit vous être remboursé : suivez le remboursement ci-dessous.",
  expired: "Le délai est passé",
  expiredText:
    "Aucun paiement n’est arrivé à temps. Si vous venez de payer, gardez l’adresse de cette page : votre paiement y sera confirmé si c’est encore possible, ou vous sera remboursé.",
  expiredPart: "Le délai est passé",
  expiredPartText:
    "Une partie seulement du prix est arrivée à temps. Ce que nous avons reçu doit vous être remboursé : suivez le remboursement ci-dessous. Si vous avez déjà envoyé le reste, gardez l’adresse de cette page : tout y sera confirmé si c’est encore possible.",
  cancelled: "Cette demande est annulée",
  cancelledText: "Il n’y a plus rien à payer.",
  noPlace: "Nous devons vous rembourser",
  noPlaceText:
    "Nous avons reçu votre paiement, mais ce que vous aviez choisi n’est plus disponible, ou vous l’avez déjà. Votre argent doit vous être remboursé : suivez le remboursement ci-dessous.",
  refunded: "Votre paiement est remboursé",
  refundedText: "Tout ce que vous aviez payé pour cette demande vous a été remboursé.",
  takenBack: "Votre paiement a été repris",
  takenBackText:
    "Votre banque ou votre opérateur a repris ce que vous aviez payé. Cette demande n’est donc plus valable. Si ce n’est pas ce que vous vouliez, écrivez-nous.",

  restartRegistration: "M’inscrire à nouveau",
  resume: "Voir mon inscription",
  resumeText: "Votre inscription est toujours en cours : voyez où en est votre place.",
  restartMembership: "Faire une nouvelle demande",
  restartLicences: "Revenir à mon club",

  what: "Pour",
  amount: "Montant",
  charged: "Débité",
  rate: "{{amount}} pour {{unit}}",
  conversion: "au taux de {{rate}} ({{source}}, {{date}})",
  fixedConversion: "au taux fixe de {{rate}} ({{source}})",
  heldUntil: "Place gardée jusqu’au",
  payBefore: "À payer avant le",
  received: "Déjà reçu",
  due: "Reste à payer",
  waived: "Reste non réclamé",
  conakry: "{{time}}, heure de Conakry",
  reference: "Référence",
  returned: "Remboursement",
  return: {
    asked: "{{amount}}, demandé : la fédération doit encore l’approuver",
    approved: "{{amount}}, approuvé : il est en cours",
    refused: "{{amount}}, refusé par l’opérateur : la fédération vous rembourse autrement",
    done: "{{amount}}, effectué",
  },

  test: "Essai : aucun argent réel n’est débité.",
  pay: "Payer {{amount}}",
  payBy: "Payer {{amount}} avec {{name}}",
  chargedBy: "Débité par {{name}}",
  number: "Numéro mobile money à débiter",
  numberHint:
    "Un numéro Orange Money ou MTN MoMo, par exemple 622 12 34 56. Ce peut être celui d’une autre personne.",
  waitingPinText:
    "L’opérateur demande le code secret sur le téléphone à débiter. Cela peut prendre une minute ou deux. Rien n’est perdu si la page se ferme : vous la retrouvez sous « Retrouver un paiement ». Ne donnez ce code à personne : la fédération ne le demande jamais. Si vous avez déjà payé, ne payez pas une seconde fois.",
  ask: "Vérifier auprès de l’opérateur",
  askText:
    "Vous avez été débité\u202f? Notre dernière vérification auprès de l’opérateur, le {{time}}, heure de Conakry, n’a pas permis de le savoir. Vous pouvez demander une nouvelle vérification.",
  asking: "Nous vérifions auprès de l’opérateur.",
  goOn: "Continuer chez l’opérateur",
  stop: "Annuler ce paiement",
  stopThere:
    "Pour payer autrement, annulez d’abord sur la page de l’opérateur. Sinon, ce paiement s’annule de lui-même au plus tard le {{time}}, heure de Conakry.",
  changed: "Le montant a changé : vérifiez-le avant de payer.",
  cancel: "Annuler ma demande",
  cancelText: "Votre demande sera annulée. Si une place vous est gardée, elle sera libérée.",
  cancelSure: "Oui, annuler",
  cancelAfterCheck:
    "Vous avez déclaré un transfert\u202f: votre demande ne peut pas être annulée avant que la fédération l’ait vérifié. Si vous avez changé d’avis, écrivez-lui.",
  contact: "Contacter la fédération",
  refreshes: "Cette page se met à jour toute seule.",
  payFor: "Au nom de",
  share: "Faire payer un proche",
  shareText:
    "Envoyez ce lien à la personne qui paie. Elle y voit le nom, l’objet et le montant, rien d’autre, et ne peut pas annuler votre demande.",
  shareLink: "Lien pour payer",
  shareWhatsApp: "Envoyer par WhatsApp",
  shareMessage: "{{label}}, au nom de {{name}} : {{amount}} à payer ici : {{link}}",
  sharedTitle: "Payer pour un proche",
  sharedPaidUnwrittenText: "Merci. C’est confirmé pour la personne pour qui vous avez payé.",
  sharedPaidText: "Merci. La personne pour qui vous avez payé recevra la confirmation.",
  timeline: "Suivi du paiement",
  seeMembership: "Voir mon adhésion",
  seeLicences: "Voir mon club",
  seeRegistration: "Voir mon billet",
  notFoundTitle: "Paiement introuvable",
  notFoundMessage: "Ce lien n’est pas valable. Vérifiez celui que vous avez reçu.",
};

/** A receipt of the federation. */
export const receipt = {
  title: "Reçu {{number}}",
  lead: "À imprimer ou à enregistrer en PDF avec le menu de votre navigateur.",
  yours: "Vos reçus",
  link: "Reçu {{number}}, {{amount}}",
  send: "Le recevoir par e-mail",
  back: "Revenir au paiement",
};

/** What happened to the money of an order, one line each. */
export const moneyTimeline = {
  opened: "Demande enregistrée : {{amount}}",
  begun: "Paiement commencé",
  refused: "Paiement refusé, rien n’a été débité",
  stopped: "Paiement annulé, rien n’a été débité",
  timedOut: "Paiement non terminé, rien n’a été débité",
  charge: "Reçu : {{amount}}",
  chargeback: "Repris par l’opérateur : {{amount}}",
  correction: "Encaissement corrigé : {{amount}}",
  asked: "Remboursement demandé : {{amount}}",
  refundRefused: "Remboursement refusé par l’opérateur, la fédération s’en occupe",
  refund: "Remboursé : {{amount}}",
  expired: "Délai passé",
  cancelled: "Demande annulée",
  confirmed: "Tout est payé",
  waived: "La fédération ne réclame plus le reste\u202f: {{amount}}",
};

/** The page that finds a payment again. */
export const payments = {
  title: "Retrouver un paiement",
  lead: "Votre téléphone s’est éteint, la page s’est fermée ? Rien n’est perdu.",
  known: "Sur cet appareil",
  none: "Aucun paiement fait sur cet appareil",
  held: "à payer",
  confirmed: "payé",
  expired: "délai passé",
  cancelled: "annulé",
  paid_unfulfilled: "à rembourser",
  refunded: "remboursé",
  forget: "Oublier ces paiements sur cet appareil",
  forgetHint: "Utile si ce téléphone n’est pas à vous. Les paiements eux-mêmes ne changent pas.",
  elsewhere: "Un paiement fait sur un autre appareil se retrouve avec votre e-mail.",
  elsewhereUnwritten:
    "Pour un paiement fait sur un autre appareil, donnez votre nom et votre référence à la fédération, à son guichet ou par la page Contact.",
};

/** Paying at the federation. */
export const byHand = {
  title: "Où et comment payer",
  titleToo: "Ou payer à la fédération",
  how: "Venez au guichet avec votre référence, ou envoyez l’argent par mobile money puis saisissez ici le numéro de la transaction.",
  howAtDesk: "Venez au guichet avec votre référence.",
  inMail: "Si votre formule est payante, la référence, le montant et le délai sont dans l’e-mail.",
  choose: "Je préfère payer à la fédération",
  chooseText:
    "Vous pouvez aussi payer au guichet, ou envoyer l’argent par mobile money au numéro de la fédération.",
  chooseAtDesk: "Vous pouvez aussi payer au guichet de la fédération.",
  checksFirst:
    "Avant d’encaisser, la fédération vérifie auprès de l’opérateur que vous n’avez pas déjà payé.",
  sent: "J’ai déjà envoyé l’argent",
  another: "Déclarer un autre transfert",
  anotherText:
    "Seulement si vous avez envoyé l’argent en plusieurs fois, ou si le numéro déclaré est faux. Un même envoi ne se déclare qu’une fois.",
  operator: "Opérateur",
  number: "Numéro de la transaction",
  numberHint: "Il figure dans le SMS de l’opérateur.",
  announce: "Déclarer mon transfert",
  announced: "Transfert …{{end}} déclaré\u202f: nous vérifions qu’il est arrivé.",
  refused: "Transfert …{{end}} non accepté\u202f: {{reason}}",
};

/** The page of the provider that takes no money. */
export const simulated = {
  title: "Opérateur simulé",
  lead: "Cette page joue un opérateur de paiement. Aucun argent ne circule.",
  choose: "Que fait le payeur ?",
  approve: "Approuver",
  approveText: "L’opérateur prend le montant.",
  approve_late: "Approuver en retard",
  approve_lateText: "Le montant est pris après la fin du délai.",
  approve_twice: "Approuver deux fois",
  approve_twiceText: "Le montant est pris deux fois.",
  agree: "Donner son accord",
  agreeText: "Le site prend ensuite le montant, s’il peut encore donner ce qui est payé.",
  agree_declined: "Donner son accord, sans provision",
  agree_declinedText: "La carte est refusée quand le site prend le montant.",
  refuse: "Refuser",
  refuseText: "L’opérateur refuse, comme pour un solde trop bas.",
  cancel: "Annuler",
  cancelText: "Le payeur renonce.",
  silence: "Ne jamais répondre",
  silenceText: "L’opérateur ne dit plus rien de ce paiement.",
  notices: "Combien de fois l’opérateur avertit-il le site ?",
  notices_1: "Une fois",
  notices_3: "Trois fois",
  notices_0: "Jamais",
  play: "Jouer",
  over: "Ce paiement est déjà terminé",
  back: "Revenir au site",
  notFoundTitle: "Paiement introuvable",
  notFoundMessage: "L’opérateur simulé ne connaît pas cette adresse.",
};

/** Why an order cannot be paid any more, and what to do next: for whoever was about to pay. */
export const unpayable = {
  unwritten: "Il n’y a rien à payer ici. Demandez votre billet à la fédération.",
  justPaid: "Si vous venez de payer, votre paiement vous sera remboursé.",
  registration: {
    cancelledByStaff: {
      title: "La fédération a annulé votre inscription",
      text: "Vous n’avez plus rien à payer. Si c’est une erreur, écrivez-nous.",
    },
    placeConfirmed: {
      title: "Déjà inscrit\u202f?",
      text: "Il n’y a rien à payer ici. Regardez votre boîte de réception\u202f: nos messages disent où en est l’inscription et mènent au billet.",
    },
    cancelled: {
      title: "Cette inscription est annulée",
      text: "Vous n’avez plus rien à payer.",
    },
    notWaiting: {
      title: "Votre inscription n’attend aucun paiement",
      text: "Consultez votre billet pour savoir où elle en est.",
    },
    licence: {
      title: "Votre licence n’est pas valable le jour de l’événement",
      text: "Vous n’avez rien à payer pour l’instant. Renouvelez votre licence, puis revenez ici avant la fin du délai. Si elle est suspendue, écrivez à la fédération.",
    },
    club: {
      title: "Cet événement est réservé aux joueurs des clubs affiliés",
      text: "Votre licence n’est rattachée à aucun club affilié, et vous n’avez rien à payer pour l’instant. Rejoignez un club, puis revenez ici avant la fin du délai.",
    },
    eventCancelled: {
      title: "Cet événement est annulé",
      text: "Vous n’avez rien à payer. S’il est finalement maintenu, cette page vous mènera de nouveau à votre place.",
    },
    eventOver: {
      title: "Cet événement est terminé",
      text: "Le paiement en ligne n’est plus possible. Pour toute question, écrivez à la fédération.",
    },
    eventBegun: {
      title: "L’événement a déjà commencé",
      text: "Le paiement en ligne n’est plus possible : adressez-vous à l’accueil, sur place.",
    },
    packageGone: {
      title: "Cette formule n’est plus proposée",
      text: "Annulez votre inscription, puis inscrivez-vous à nouveau en choisissant une autre formule.",
    },
    priceChanged: {
      title: "Le prix de cette formule a changé",
      text: "Elle coûte maintenant {{price}}. Pour la payer à ce prix, annulez votre inscription, puis inscrivez-vous à nouveau.",
    },
  },
  membership: {
    gone: {
      title: "Cette demande d’adhésion n’existe plus",
      text: "La fédération l’a retirée : vous n’avez rien à payer. Si c’est une erreur, écrivez-nous.",
    },
    paid: {
      title: "Cette adhésion est déjà payée",
      text: "Vous n’avez plus rien à payer.",
    },
    beside: {
      title: "Vous n’avez rien à payer maintenant",
      text: "Notre équipe étudie votre demande et vous répond.",
    },
    suspended: {
      title: "Votre adhésion est suspendue",
      text: "Vous ne pouvez pas la payer pour le moment. Écrivez-nous pour en savoir plus.",
    },
    closed: {
      title: "Cette demande d’adhésion est close",
      text: "Pour adhérer, remplissez à nouveau le formulaire.",
    },
    typeGone: {
      title: "Cette adhésion n’est plus proposée",
      text: "Choisissez-en une autre sur la page des adhésions.",
    },
    priceChanged: {
      title: "Le prix de cette adhésion a changé",
      text: "Elle coûte maintenant {{price}}. Pour la payer à ce prix, remplissez à nouveau le formulaire d’adhésion.",
    },
  },
  licences: {
    over: {
      title: "Ces licences ne peuvent plus être payées",
      text: "L’adhésion du club n’est plus en cours. Si vous avez déjà payé, écrivez-nous.",
    },
  },
};
