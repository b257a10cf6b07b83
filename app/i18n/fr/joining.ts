/** What people read who apply for membership, register for an event, and hold a ticket. */
export const application = {
  title: "Votre demande d’adhésion",
  type: "Type d’adhésion",
  organisation: "Nom de l’organisation",
  organisationHint: "Le club, l’entreprise ou l’institution",
  contact: "Président ou personne de contact",
  contactHint: "La personne que la fédération contacte au sujet de l’adhésion.",
  contactShort: "Contact",
  seat: "Adresse du siège",
  otherType: "Ce n’est pas la bonne adhésion\u202f? Choisissez plutôt\u202f:",
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
  addressHint: "Quartier et commune, en 10 caractères au moins",
  motivation: "Vos motivations",
  motivationHint: "Présentez vos motivations, en 50 caractères au moins.",
  accept: "J’accepte les",
  terms: "conditions d’utilisation",
  submit: "Envoyer ma demande",
  savedLead: "Vos informations sont enregistrées.",
  name: "Nom",
  price: "Montant",
  payTitle: "Dernière étape : le paiement",
  payText: "Votre adhésion est active dès que le paiement est confirmé.",
  payFollow: "Suivre mon paiement",
  ifMember:
    "Déjà membre\u202f? Ce paiement renouvelle votre adhésion à partir de sa date de fin\u202f: les jours qui restent ne sont pas perdus.",
  renews:
    "Vous avez déjà une adhésion active, valable jusqu’au {{date}}. Ce paiement la renouvelle à partir de cette date, jusqu’au {{until}}. Si vous ne voulez pas la renouveler maintenant, vous n’avez rien à faire.",
  endless: "Vous avez déjà une adhésion active, sans date de fin\u202f: vous n’avez rien à payer.",
  freeTitle: "Vous n’avez rien à payer maintenant",
  freeText:
    "Cette adhésion fait l’objet d’un accord avec la fédération : notre équipe étudie votre demande et vous répond.",
  activeTitle: "Votre adhésion est active",
  test: "Adhésion d’essai, sans valeur et sans carte.",
  activeUntil: "Elle est valable jusqu’au {{date}}.",
  againTitle: "Votre adhésion était déjà active",
  againText: "Votre nouvelle demande n’a rien changé et rien n’a été débité.",
  memberTitle: "Votre adhésion",
  memberLead: "Les informations que la fédération a enregistrées.",
  lapsedTitle: "Votre adhésion a pris fin",
  lapsedText: "Elle était valable jusqu’au {{date}}. Vous pouvez la renouveler à tout moment.",
  renew: "Renouveler mon adhésion",
  renewedTitle: "Vous avez renouvelé cette adhésion",
  closedTitle: "Cette adhésion n’est plus en cours",
  closedText: "Écrivez-nous si vous avez une question, ou choisissez une nouvelle adhésion.",
  paidTitle: "Votre paiement est reçu",
  paidText: "Notre équipe vérifie votre demande et vous répond.",
  notFoundTitle: "Demande introuvable",
  notFoundMessage: "Cette adresse n’existe pas. Vérifiez le lien reçu par e-mail.",
  back: "Retour aux adhésions",
};

/** The page of a reminder's link. */
export const renewal = {
  title: "Renouveler votre adhésion",
  lead: "Elle est valable jusqu’au {{date}}. Vérifiez vos informations, puis envoyez-les.",
  formTitle: "Vos informations",
  doneTitle: "Votre adhésion est déjà renouvelée",
  doneText: "Vous n’avez rien à faire.",
  notFoundTitle: "Ce lien n’est plus valable",
  notFoundMessage:
    "Votre adhésion a changé depuis l’envoi de ce message. Vous pouvez choisir une adhésion sur notre site.",
};

/** The steps from a form to the ticket or the membership. */
export const steps = {
  register: "S’inscrire",
  pay: "Payer",
  ticket: "Billet",
  apply: "Demande",
  member: "Adhésion",
};

export const registration = {
  title: "S’inscrire à l’événement",
  lead: "Votre place est gardée dès l’envoi. Si la formule est payante, vous payez ensuite.",
  leadFull:
    "L’événement est complet : vous rejoindrez la liste d’attente, sans rien payer. Si une place se libère pour vous, elle vous est proposée.",
  price: "Formule",
  gamertag: "Gamertag",
  gamertagHint: "Le nom sous lequel vous jouez",
  platform: "Plateforme",
  platforms: { pc: "PC", ps5: "PlayStation 5", xbox: "Xbox", mobile: "Mobile" },
  licence: "Numéro de licence",
  licenceHint: "Sur votre carte, par exemple FGE-004217-K",
  noLicence: "Pas encore de licence\u202f?",
  noClub: "Pas encore dans un club affilié\u202f?",
  findClub: "Voir les clubs affiliés",
  getLicence: "Prenez votre licence",
  accept: "J’ai lu et j’accepte le",
  rules: "règlement de l’événement",
  acceptPlain: "J’accepte le règlement de l’événement",
  acceptTerms: "J’accepte les",
  terms: "conditions d’utilisation",
  withRefunds: "et leur",
  refunds: "règle de remboursement",
  withPrivacy: ". J’ai lu la",
  privacy: "politique de confidentialité",
  due: "{{price}}, à payer ensuite",
  submit: "Réserver ma place",
  joinWaiting: "Rejoindre la liste d’attente",
  already: "Déjà inscrit\u202f? Regardez votre boîte de réception, ou",
  askLink: "demandez le lien ici",
  alreadyUnwritten: "Déjà inscrit\u202f? Ne payez pas une seconde fois\u202f:",
  askUs: "demandez votre billet à la fédération",
};

/** The places of an event in words; the parts that are nobody's are left out. */
export const places = {
  held_one: "{{count}} en attente de paiement",
  held_other: "{{count}} en attente de paiement",
  offered_one: "{{count}} proposée à une personne qui doit répondre",
  offered_other: "{{count}} proposées à des personnes qui doivent répondre",
  unproven_one: "{{count}} à confirmer par e-mail",
  unproven_other: "{{count}} à confirmer par e-mail",
  free_zero: "aucune place disponible",
  free_one: "{{count}} place disponible",
  free_other: "{{count}} places disponibles",
  waiting_one: "{{count}} personne est sur la liste d’attente.",
  waiting_other: "{{count}} personnes sont sur la liste d’attente.",
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
  test: "Billet d’essai, sans valeur.",
  show: "Présentez ce code à l’entrée, sur votre téléphone ou imprimé.",
  showOnline: "Gardez ce billet : sa référence prouve votre inscription.",
  qr: "Code QR du billet {{reference}}",
  calendar: "Ajouter à mon agenda",
  file: "Télécharger le billet (PDF)",
  eventCancelled: "Cet événement est annulé. Ce billet n’est plus valable.",
  eventRefunded: "Tout ce que vous avez payé vous sera remboursé, par le même moyen de paiement.",
  checkedIn: "Entrée enregistrée.",
  byHand: "Votre place est gardée. Elle est confirmée dès que nous avons reçu votre paiement.",
  payByHand: "Ma page de paiement",
  heldUntil: "Votre place est gardée le temps du paiement, jusqu’au {{time}} (heure de Conakry).",
  held: "Votre place est gardée jusqu’à ce que le paiement arrive.",
  pay: "Continuer vers le paiement",
  position:
    "Votre position : {{position}}. Si une place se libère pour vous, elle vous sera proposée sur cette page.",
  written: "Nous vous préviendrons aussi par e-mail.",
  unwritten:
    "Ce site ne peut pas envoyer d’e-mail pour le moment : gardez l’adresse de cette page et revenez-y.",
  looked:
    "La fédération vérifie votre demande avant de vous proposer une place. Elle vous répondra.",
  proof:
    "Votre place est gardée jusqu’au {{time}} (heure de Conakry). Pour la confirmer, ouvrez le message que nous vous avons envoyé.",
  proofSoon: "Votre place est gardée. Pour la confirmer, ouvrez le message que nous vous envoyons.",
  offerUntil: "Elle est à vous jusqu’au {{time}} (heure de Conakry).",
  choose:
    "La formule que vous aviez choisie n’est plus disponible. Choisissez-en une autre pour prendre votre place.",
  accept: "Prendre la place",
  expiredText: "Le délai est passé et la place a été libérée. Vous pouvez vous inscrire à nouveau.",
  cancelledText: "Cette inscription est annulée. Vous pouvez vous inscrire à nouveau.",
  paidText: "Ce que vous avez payé, et ce qui vous en est remboursé\u202f:",
  giveUp: "Renoncer à ma place",
  giveUpWaiting: "Quitter la liste d’attente",
  giveUpTitle: "Renoncer à cette inscription ?",
  giveUpText: "Votre place sera donnée à une autre personne et vous ne pourrez pas la récupérer.",
  giveUpWaitingTitle: "Quitter la liste d’attente ?",
  giveUpWaitingText:
    "Vous perdrez votre position : si vous revenez, vous repartirez de la fin de la liste.",
  giveUpMoved:
    "La date ou le lieu a changé depuis votre inscription : tout ce que vous avez payé vous sera remboursé.",
  terms: "Conditions d’utilisation",
  giveUpEmail: "Votre adresse e-mail",
  giveUpEmailHint:
    "Celle que vous avez donnée à l’inscription, pour confirmer que c’est bien vous.",
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
  early: "Annulation au moins 7 jours avant l’événement : remboursement intégral.",
  late: "Annulation plus tardive ou absence : pas de remboursement, sauf raison grave que vous pouvez prouver, comme une maladie ou un accident.",
};

/** The answer to a form whose next word is in a mail, and the page of that mail's link. */
export const proof = {
  title: "Consultez votre messagerie",
  lead: "Nous avons bien reçu votre demande.",
  sent: "L’e-mail pour {{email}} dit où en est votre inscription et permet de l’ouvrir.",
  again:
    "Vous veniez d’envoyer ce formulaire\u202f? Le dernier e-mail reçu reste valable\u202f: le site n’en envoie pas d’autre avant {{minutes}} minutes, ni plus de {{count}} par jour.",
  soon: "S’il vous demande de confirmer, faites-le dans les deux heures : passé ce délai, la place est libérée.",
  code: "Code reçu par e-mail",
  codeHint: "Six chiffres",
  open: "Ouvrir mon inscription",
  nothing:
    "Rien reçu ? Regardez dans les courriers indésirables et vérifiez l’adresse ci-dessus. Si elle est fausse, inscrivez-vous de nouveau.",
  confirmTitle: "Confirmer l’inscription",
  confirmText: "Inscription pour {{holder}}, avec l’adresse {{email}}.",
  confirm: "Confirmer mon inscription",
  overTitle: "Ce lien n’est plus valable",
  overText:
    "Il a déjà été utilisé ou a expiré. Si l’inscription est confirmée, l’e-mail reçu ensuite donne accès au billet. Sinon, vous pouvez vous inscrire de nouveau.",
  notFoundTitle: "Demande introuvable",
  notFoundMessage: "Cette adresse n’est pas complète. Vérifiez le lien reçu par e-mail.",
};

export const ownData = {
  title: "Mes données",
  lead: "Consultez, téléchargez ou faites effacer vos données.",
  email: "E-mail",
  emailHint: "Nous y envoyons un lien valable 24 heures, une fois par jour au plus.",
  send: "Recevoir le lien",
  askUs:
    "Ce site ne peut pas envoyer d’e-mail pour le moment : écrivez-nous pour demander vos données ou leur effacement.",
  whoLead: "Plusieurs personnes peuvent utiliser la même adresse : indiquez qui vous êtes.",
  aloneLead: "Consultez les données que nous gardons pour cette adresse.",
  birthDate: "Date de naissance",
  birthDateHint: "Celle que vous avez donnée à la fédération.",
  birthDateOrNameHint:
    "Celle que vous avez donnée à la fédération. Pour un club ou un partenaire, qui n’en donne pas, le prénom du contact suffit.",
  firstName: "Prénom",
  open: "Ouvrir mes données",
  born: "naissance le {{date}}",
  nothing: "Nous ne gardons rien pour cette adresse.",
  download: "Télécharger mes données (JSON)",
  eraseTitle: "Effacer mes données",
  eraseText:
    "L’équipe de la fédération étudie votre demande et vous répond par e-mail. Si vous avez une place à un événement à venir ou un paiement en cours, il faut d’abord les régler.",
  ends: "Ce qui prend fin avec l’effacement :",
  keeps: "Ce que la loi nous oblige à garder, ou qui concerne aussi d’autres personnes :",
  erase: "Demander l’effacement",
  requested: "Vous avez demandé l’effacement de vos données : l’équipe vous répondra par e-mail.",
  refused: "Votre dernière demande a été refusée : {{reason}}",
  overTitle: "Ce lien n’est plus valable",
  overMessage:
    "Il date de plus de 24 heures, ou trop de réponses ont été essayées. Demandez un nouveau lien.",
};
