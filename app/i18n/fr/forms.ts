/** Messages beside fields. Each key is what a zod schema gives as its message. */
export const validation = {
  transferNumber: "Saisissez le numéro donné par l’opérateur : de 6 à 40 lettres et chiffres",
  transferPhone:
    "Vous avez saisi un numéro de téléphone. Celui de la transaction figure dans le SMS de l’opérateur.",
  transferKnown:
    "Ce numéro a déjà été déclaré ou enregistré. Vérifiez-le\u202f; s’il est bien le vôtre, écrivez-nous.",
  transferTooMany:
    "Vous avez déjà déclaré plusieurs transferts. Attendez notre vérification ou écrivez-nous.",
  summary_one: "{{count}} champ est à corriger",
  summary_other: "{{count}} champs sont à corriger",
  invalid: "Valeur non valide",
  tooLong: "{{max}} caractères au plus",
  birthDate: {
    unreal: "Cette date n’existe pas\u202f: vérifiez le jour et le mois",
    toCome: "Cette date est dans le futur\u202f: vérifiez l’année",
    tooEarly: "Cette date est trop ancienne\u202f: vérifiez l’année",
  },
  ownData: {
    email: "Email invalide",
    birthDate: "Date de naissance invalide",
    nobody: "Aucune personne enregistrée à cette adresse n’est née ce jour-là",
    nameless: "Saisissez le prénom donné à la fédération avec cette adresse",
    firstName: "Plusieurs personnes sont nées ce jour-là : saisissez aussi le prénom",
  },
  photo: {
    missing: "Choisissez une photo",
    large: "Cette photo dépasse 10\u00a0Mo. Choisissez-en une plus légère.",
    slow: "La connexion est trop lente\u202f: la photo n’est pas arrivée. Réessayez avec une meilleure connexion.",
    type: "Ce fichier n’est pas une photo JPEG, PNG ou WebP. Choisissez une photo dans l’un de ces formats.",
    small: "Cette photo est trop petite\u202f: il faut au moins 240 pixels de côté.",
    side: "Cette photo a trop de pixels. Choisissez-en une plus petite.",
    broken: "Cette photo est abîmée et ne peut pas être lue. Choisissez-en une autre.",
  },
  me: {
    email: "Email invalide",
    code: "Saisissez les 6 chiffres du code",
    wrong:
      "Ce code est incorrect. Vérifiez-le, ou ouvrez le lien reçu par e-mail dans ce navigateur.",
    over: "Ce code n’est plus valable. Demandez-en un autre.",
    licence: "Saisissez le numéro de la carte, par exemple FGE-004217-K",
    invitation: "Saisissez les 12 lettres et chiffres du code",
    reason: "Écrivez le motif, en 500 caractères au plus",
    list: "Collez au moins une ligne avec une adresse e-mail, ou choisissez un fichier",
    listLong: "La liste a plus de 100 joueurs\u202f: partagez-la en plusieurs",
    listLarge:
      "La liste est trop longue\u202f: gardez l’adresse, le prénom et le nom de 100 joueurs au plus",
    listFile: "Ce fichier n’est pas du texte. Dans votre tableur, enregistrez-le au format CSV",
    licences: "Saisissez un nombre de 1 à 100",
    underWay:
      "Une autre commande de licences est en cours de paiement. Terminez-la ou annulez-la d’abord.",
    logoLarge: "Ce logo dépasse 2\u00a0Mo. Choisissez une image plus légère.",
    logo: {
      type: "Ce fichier n’est pas une image JPEG, PNG ou WebP.",
      small: "Cette image est trop petite\u202f: il faut au moins 64 pixels de côté.",
      side: "Cette image a trop de pixels. Choisissez-en une plus petite.",
      broken: "Cette image est abîmée et ne peut pas être lue. Choisissez-en une autre.",
    },
    statutesLarge: "Ce fichier dépasse 1\u00a0Mo. Numérisez en noir et blanc pour l’alléger.",
    statutesType: "Ce fichier n’est pas un PDF.",
    officer: "Saisissez le prénom et le nom",
    officerTwice: "Cette adresse a déjà accès au club.",
    officers: "Le nombre maximum de personnes est atteint. Retirez d’abord un accès.",
    officersToday: "Votre club a donné beaucoup d’accès aujourd’hui. Réessayez demain.",
    notForSale: "Aucune licence n’est en vente pour le moment. Écrivez à la fédération.",
  },
  payment: {
    number: "Saisissez le numéro mobile money à débiter, par exemple 622 12 34 56",
  },
  newsletter: {
    another: "Ce lien est celui d’une autre adresse",
    email: "Email invalide",
    whatsapp: "Numéro WhatsApp invalide",
    whatsappFormat: "Format de numéro invalide",
    consent: "Vous devez accepter de recevoir les notifications",
    duplicate: "Cette adresse email est déjà inscrite à la newsletter",
  },
  membership: {
    type: "Veuillez sélectionner un type d'adhésion",
    organisation: "Le nom de l’organisation doit contenir au moins 2 caractères",
    firstName: "Le prénom doit contenir au moins 2 caractères",
    lastName: "Le nom doit contenir au moins 2 caractères",
    email: "Email invalide",
    phone: "Numéro de téléphone invalide",
    birthDate: "Date de naissance requise",
    address: "Adresse requise",
    city: "Ville requise",
    experience: "Veuillez sélectionner votre niveau d'expérience",
    games: "Veuillez indiquer vos jeux préférés",
    motivation: "La motivation doit contenir au moins 50 caractères",
    acceptTerms: "Vous devez accepter les conditions d'utilisation",
  },
  registration: {
    firstName: "Le prénom doit contenir au moins 2 caractères",
    lastName: "Le nom doit contenir au moins 2 caractères",
    email: "Email invalide",
    phone: "Numéro de téléphone invalide",
    birthDate: "Date de naissance requise",
    gamertag: "Le gamertag doit contenir au moins 2 caractères",
    platform: "Veuillez sélectionner une plateforme",
    licence: "Numéro de licence requis",
    licenceInvalid:
      "Ce numéro et cette date de naissance ne correspondent pas à une licence valable le jour de l’événement. Vérifiez-les, ou prenez votre licence.",
    licenceClub:
      "Cet événement est réservé aux joueurs des clubs affiliés, et cette licence n’est rattachée à aucun d’eux. Rejoignez un club, puis revenez ici.",
    licenceUsed:
      "Cette licence est déjà utilisée pour une inscription à cet événement. Vérifiez le numéro, ou écrivez à la fédération.",
    priceId: "Veuillez sélectionner une formule",
    packageEnded: "Cette formule n’est plus proposée. Veuillez en choisir une autre.",
    packageSoldOut:
      "La dernière place de cette formule vient d’être prise. Encore disponibles : {{left}}.",
    packageGone: "Cette formule n’est plus disponible. Veuillez en choisir une autre.",
    acceptRules: "Vous devez accepter le règlement",
    acceptTerms: "Vous devez accepter les conditions d'utilisation",
    code: "Ce code est incorrect ou n’est plus valable. Vérifiez-le, ou ouvrez le lien reçu par e-mail.",
    otherEmail: "Saisissez l’adresse e-mail utilisée pour cette inscription",
  },
  guardian: {
    guardianName: "Le nom du responsable doit contenir au moins 2 caractères",
    guardianPhone: "Le téléphone du responsable n’est pas valide",
    guardianRelation: "Veuillez indiquer le lien du responsable avec le mineur",
    guardianConsent: "Un mineur ne peut pas s’inscrire sans l’accord de son responsable légal",
  },
  /** On the day of the event. */
  ages: {
    from: "Cet événement est ouvert aux joueurs de {{min}} ans et plus à la date de l’événement.",
    upTo: "Cet événement est ouvert aux joueurs de {{max}} ans et moins à la date de l’événement.",
    between:
      "Cet événement est ouvert aux joueurs de {{min}} à {{max}} ans à la date de l’événement.",
  },
  contact: {
    name: "Le nom doit contenir au moins 2 caractères",
    email: "Email invalide",
    subject: "Le sujet doit contenir au moins 3 caractères",
    message: "Le message doit contenir au moins 10 caractères",
  },
};

/** Words that every form shares. */
export const forms = {
  required: "Les champs marqués d’un astérisque sont obligatoires.",
  choose: "Choisir…",
  dateHint: "Jour, mois et année",
  emailHint: "Par exemple nom@exemple.org",
  working: "Un instant…",
  honeypot: "Ne pas remplir ce champ",
  tooMany: "Trop de tentatives. Patientez quelques minutes avant de réessayer.",
  busy: "Le site est très sollicité. Rien n’est perdu : renvoyez le formulaire dans une minute.",
  unavailable:
    "Le service est momentanément indisponible. Rien n’est perdu : réessayez dans quelques minutes.",
  databaseAway: "Erreur de connexion à la base de données",
  applicationFailed: "Erreur lors de l'inscription: référence {{reference}}",
  newsletterAskUs:
    "Cette adresse a été désinscrite de la newsletter. Pour la réinscrire, écrivez-nous : ce site ne peut pas envoyer d’e-mail pour le moment.",
  registrationClosed: "Les inscriptions à cet événement sont closes.",
  paymentUnderWay:
    "Un paiement est en cours ou à vérifier pour cette place : attendez qu’il soit terminé avant de renoncer à la place.",
  closeMessage: "Fermer le message",
};

/** Short messages at the top right, after something was done. */
export const toasts = {
  error: "Une erreur est survenue. Veuillez réessayer.",
  newsletter: "Merci, votre inscription à la newsletter est enregistrée !",
  contact: "Message envoyé avec succès!",
  membershipSaved: "Données d'inscription enregistrées avec succès!",
  placeHeld: "Votre place est gardée : il reste à la payer.",
  registered: "Votre inscription est confirmée !",
  already: "Cette inscription était déjà confirmée : voici son billet.",
  waiting: "Vous êtes sur la liste d’attente.",
  placeGivenUp: "Vous avez renoncé à votre inscription.",
  receiptSent: "Votre reçu vous est envoyé par e-mail.",
  meLeft: "Vous êtes déconnecté de Mon espace.",
  clubFull: "Toutes les licences incluses sont prises.",
  clubManyOpen: "Votre club a trop d’invitations ouvertes. Retirez-en une d’abord.",
  clubInvitedAgain: "L’invitation est renvoyée par e-mail.",
  clubNotInvitedAgain: "L’e-mail ne peut pas être renvoyé maintenant. Donnez le lien vous-même.",
  clubInvitationGone: "Cette invitation n’est plus ouverte.",
  clubRenewed: "Les licences sont renouvelées.",
  clubNothingToRenew: "Aucune licence n’est à renouveler pour le moment.",
  clubRenewedSome:
    "Certaines licences ne sont pas renouvelées : il n’y en a pas assez d’incluses pour tous les joueurs.",
  clubMoveAsked: "Demande envoyée. Votre club est prévenu par e-mail.",
  clubMoveAgreed: "Départ accepté. Le joueur et l’autre club sont prévenus par e-mail.",
  clubMoveRefused: "Départ refusé. Le joueur et l’autre club sont prévenus par e-mail.",
  photoSent: "Photo envoyée. La fédération la vérifie, puis vous prévient par e-mail.",
  photoRemoved: "La photo est retirée.",
  clubMoveGone: "Cette demande n’est plus en cours.",
  clubMoveSuspended: "Ce joueur est suspendu\u202f: le départ ne peut pas être accepté maintenant.",
  clubMoveWithdrawn: "Demande retirée. Les deux clubs sont prévenus par e-mail.",
  clubProfileSaved: "La fiche du club est enregistrée.",
  clubOfficerNamed: "Accès donné. Cette personne est prévenue par e-mail.",
  clubOfficerDropped: "Accès retiré.",
  clubParted: "C’est fait. Le joueur et le club sont prévenus par e-mail.",
  dataLink:
    "Demande enregistrée. Si le lien n’arrive pas d’ici quelques minutes, regardez dans vos courriers indésirables.",
};

export const newsletterForm = {
  title: "Newsletter",
  lead: "Dates d’inscription, résultats et annonces, par e-mail et sur WhatsApp.",
  email: "Adresse e-mail",
  whatsapp: "Numéro WhatsApp",
  whatsappHint: "Par exemple 622 12 34 56",
  consent:
    "J’accepte de recevoir les notifications de la fédération par e-mail et WhatsApp. Je peux me désinscrire à tout moment.",
  submit: "S’inscrire à la newsletter",
};

export const unsubscribe = {
  title: "Votre inscription à la newsletter",
  active: "L’adresse {{email}} reçoit la newsletter de la fédération.",
  ended:
    "Vous ne recevez plus la newsletter et votre adresse a été effacée. Pour vous réinscrire, saisissez-la à nouveau.",
  leave: "Me désinscrire",
  comeBack: "Me réinscrire",
  notFoundTitle: "Inscription introuvable",
  notFoundMessage: "Ce lien n’est pas valable. Vérifiez celui que vous avez reçu par e-mail.",
};

export const newsletterReturn = {
  title: "Revenir à la newsletter",
  lead: "Confirmez que vous voulez recevoir à nouveau les nouvelles de la fédération.",
  to: "Par e-mail à {{email}}, et sur WhatsApp au {{whatsapp}}.",
  comeBack: "Me réinscrire",
  overTitle: "Ce lien n’est plus valable",
  overMessage:
    "Il a déjà été utilisé ou a expiré. Vous pouvez vous inscrire de nouveau à tout moment.",
};

export const contactForm = {
  title: "Écrivez-nous",
  name: "Nom complet",
  email: "E-mail",
  subject: "Sujet",
  message: "Message",
  send: "Envoyer le message",
};
