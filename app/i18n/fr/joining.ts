/** What people read who apply for membership, register for an event, and hold a ticket. */
export const application = {
  title: "Votre demande d’adhésion",
  type: "Type d’adhésion",
  firstName: "Prénom",
  lastName: "Nom",
  email: "E-mail",
  phone: "Téléphone",
  phoneHint: "Par exemple 622 12 34 56",
  birthDate: "Date de naissance",
  address: "Adresse",
  city: "Ville",
  experience: "Niveau d’expérience",
  level: {
    beginner: "Débutant",
    intermediate: "Intermédiaire",
    advanced: "Avancé",
    professional: "Professionnel",
  },
  games: "Jeux préférés",
  gamesHint: "Par exemple : EA Sports FC, Tekken, PUBG Mobile",
  motivation: "Vos motivations",
  motivationHint: "Au moins 50 caractères : ce qui vous amène, ce que vous attendez.",
  accept: "J’accepte les",
  terms: "conditions d’utilisation",
  submit: "Envoyer ma demande",
  savedLead: "Vos informations sont enregistrées.",
  name: "Nom",
  price: "Montant",
  payTitle: "Dernière étape : le paiement",
  payText: "Votre adhésion est active dès que le paiement est confirmé.",
  payFollow: "Où en est mon paiement",
  freeTitle: "Vous n’avez rien à payer maintenant",
  freeText:
    "Cette adhésion se décide avec la fédération : notre équipe étudie votre demande et vous répond par e-mail.",
  activeTitle: "Votre adhésion est active",
  activeUntil: "Elle est valable jusqu’au {{date}}.",
  memberTitle: "Votre adhésion",
  lapsedTitle: "Votre adhésion a pris fin",
  lapsedText: "Elle était valable jusqu’au {{date}}. Vous pouvez la reprendre quand vous voulez.",
  renew: "Renouveler mon adhésion",
  renewedTitle: "Vous avez renouvelé cette adhésion",
  closedTitle: "Cette adhésion n’est plus en cours",
  closedText: "Écrivez-nous si vous avez une question, ou choisissez une nouvelle adhésion.",
  paidTitle: "Votre paiement est reçu",
  paidText: "Notre équipe vérifie votre demande et vous répond par e-mail.",
  notFoundTitle: "Demande introuvable",
  notFoundMessage: "Cette adresse n’existe pas. Vérifiez le lien reçu par e-mail.",
  back: "Retour aux adhésions",
};

/** The page of a reminder's link. */
export const renewal = {
  title: "Renouveler votre adhésion",
  lead: "Son dernier jour est le {{date}}. Vérifiez vos informations, puis envoyez-les.",
  formTitle: "Vos informations",
  doneTitle: "Votre adhésion est déjà renouvelée",
  doneText: "Vous n’avez rien à faire.",
  notFoundTitle: "Ce lien ne sert plus",
  notFoundMessage:
    "L’adhésion a changé depuis ce message. Vous pouvez en choisir une sur notre site.",
};

/** Asked where somebody is a minor on the day that counts. */
export const guardian = {
  title: "Pour les moins de {{age}} ans : un responsable légal",
  membership:
    "À remplir seulement si la personne qui adhère n’a pas encore {{age}} ans. Sans responsable, une personne mineure ne peut pas adhérer.",
  event:
    "À remplir seulement si le participant n’aura pas encore {{age}} ans le jour de l’événement. Sans responsable, une personne mineure ne peut pas s’inscrire.",
  name: "Nom complet du responsable",
  phone: "Téléphone du responsable",
  relation: "Lien avec la personne mineure",
  relations: {
    mother: "Mère",
    father: "Père",
    legal: "Tuteur ou tutrice légal(e)",
    other: "Autre responsable",
  },
  holder: "Responsable légal",
};

export const registration = {
  title: "S’inscrire à l’événement",
  lead: "Votre place est gardée dès l’envoi, le temps du paiement.",
  leadFull:
    "L’événement est complet : vous rejoindrez la liste d’attente, sans rien payer. Si une place se libère, nous vous écrivons.",
  price: "Formule",
  gamertag: "Gamertag",
  gamertagHint: "Le nom sous lequel vous jouez",
  platform: "Plateforme",
  platforms: { pc: "PC", ps5: "PlayStation 5", xbox: "Xbox", mobile: "Mobile" },
  accept: "J’ai lu et j’accepte le",
  rules: "règlement de l’événement",
  acceptPlain: "J’accepte le règlement de l’événement",
  acceptTerms: "J’accepte les",
  terms: "conditions d’utilisation",
  withRefunds: "et leur",
  refunds: "règle de remboursement",
  withPrivacy: ". J’ai lu la",
  privacy: "politique de confidentialité",
  submit: "Réserver ma place",
  joinWaiting: "Rejoindre la liste d’attente",
};

/** The places of an event in words; the parts that are nobody's are left out. */
export const places = {
  total_one: "{{count}} place",
  total_other: "{{count}} places",
  confirmed_one: "{{count}} confirmée",
  confirmed_other: "{{count}} confirmées",
  held_one: "{{count}} en attente de paiement",
  held_other: "{{count}} en attente de paiement",
  offered_one: "{{count}} proposée à la liste d’attente",
  offered_other: "{{count}} proposées à la liste d’attente",
  unproven_one: "{{count}} à confirmer par e-mail",
  unproven_other: "{{count}} à confirmer par e-mail",
  free_zero: "aucune libre",
  free_one: "{{count}} libre",
  free_other: "{{count}} libres",
  waiting_one: "{{count}} personne est sur la liste d’attente.",
  waiting_other: "{{count}} personnes sont sur la liste d’attente.",
  sentence: "{{total}} : {{parts}}.",
};

export const ticket = {
  title: "Votre inscription",
  reference: "Référence",
  status: {
    held: "En attente de paiement",
    confirmed: "Confirmée",
    expired: "Expirée",
    cancelled: "Annulée",
    waiting: "Liste d’attente",
    offered: "Une place vous est proposée",
    unproven: "À confirmer",
  },
  event: "Événement",
  holder: "Participant",
  gamertag: "Gamertag",
  package: "Formule",
  show: "Présentez ce code à l’entrée, sur votre téléphone ou imprimé.",
  qr: "Code QR du billet {{reference}}",
  calendar: "Ajouter à mon agenda",
  eventCancelled: "Cet événement est annulé. La fédération vous écrira.",
  checkedIn: "Entrée enregistrée.",
  heldUntil: "Votre place est gardée le temps du paiement, jusqu’au {{time}} (heure de Conakry).",
  held: "Votre place est gardée jusqu’à ce que le paiement arrive.",
  pay: "Continuer vers le paiement",
  position: "Vous êtes en position {{position}}. Si une place se libère, nous vous écrivons.",
  looked: "La fédération vérifie votre demande avant de vous proposer une place, et vous répond.",
  proof:
    "Votre place est gardée jusqu’au {{time}} (heure de Conakry). Pour la confirmer, ouvrez le message que nous vous avons envoyé.",
  proofSoon: "Votre place est gardée. Pour la confirmer, ouvrez le message que nous vous envoyons.",
  offerUntil: "Elle est à vous jusqu’au {{time}} (heure de Conakry).",
  accept: "Prendre la place",
  expiredText: "Le délai est passé et la place a été libérée. Vous pouvez vous inscrire à nouveau.",
  cancelledText: "Cette inscription est annulée. Vous pouvez vous inscrire à nouveau.",
  giveUp: "Renoncer à ma place",
  giveUpWaiting: "Quitter la liste d’attente",
  giveUpTitle: "Renoncer à cette inscription ?",
  giveUpText: "Votre place sera donnée à quelqu’un d’autre, et vous ne pourrez pas la reprendre.",
  giveUpWaitingTitle: "Quitter la liste d’attente ?",
  giveUpWaitingText: "Vous perdez votre position. Revenir, c’est reprendre à la fin de la liste.",
  terms: "Conditions d’utilisation",
  giveUpEmail: "Votre e-mail",
  giveUpEmailHint: "Celui de l’inscription, pour confirmer que c’est bien vous.",
  giveUpYes: "Oui, renoncer",
  giveUpNo: "Non, garder mon inscription",
  giveUpWaitingYes: "Oui, quitter la liste",
  giveUpWaitingNo: "Non, rester sur la liste",
  backToEvent: "Voir l’événement",
  notFoundTitle: "Inscription introuvable",
  notFoundMessage: "Cette adresse n’existe pas. Vérifiez le lien reçu par e-mail.",
};

/** What is returned to whoever gives a paid place up: the terms, the ticket and the mails say it in these words. */
export const refundRule = {
  early: "Vous annulez une inscription au moins 7 jours avant l’événement : remboursement complet.",
  late: "Vous annulez plus tard ou ne venez pas : pas de remboursement, sauf raison grave que vous pouvez prouver, comme une maladie ou un accident.",
};

/** The answer to a form whose next word is in a mail, and the page of that mail's link. */
export const proof = {
  title: "Consultez votre messagerie",
  lead: "Nous avons bien reçu votre demande.",
  sent: "Nous écrivons à {{email}}. Ce message dit où en est l’inscription et permet de l’ouvrir.",
  soon: "S’il vous demande de confirmer, faites-le dans les deux heures : ensuite, la place est libérée.",
  code: "Code reçu par e-mail",
  codeHint: "Six chiffres",
  open: "Ouvrir mon inscription",
  nothing:
    "Rien reçu ? Regardez dans les courriers indésirables et vérifiez l’adresse ci-dessus. Si elle est fausse, inscrivez-vous de nouveau.",
  confirmTitle: "Confirmer l’inscription",
  confirmText: "Inscription de {{holder}}, avec l’adresse {{email}}.",
  confirm: "Confirmer mon inscription",
  overTitle: "Ce lien ne sert plus",
  overText:
    "Il a déjà servi, ou son délai est passé. Si l’inscription est confirmée, le message suivant mène au billet. Sinon, vous pouvez vous inscrire de nouveau.",
  notFoundTitle: "Demande introuvable",
  notFoundMessage: "Cette adresse n’est pas complète. Vérifiez le lien reçu par e-mail.",
};
