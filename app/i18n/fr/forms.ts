/** Messages beside fields. Each key is what a zod schema gives as its message. */
export const validation = {
  summary_one: "{{count}} champ est à corriger",
  summary_other: "{{count}} champs sont à corriger",
  invalid: "Valeur non valide",
  tooLong: "Ce texte est trop long",
  newsletter: {
    email: "Email invalide",
    whatsapp: "Numéro WhatsApp invalide",
    whatsappFormat: "Format de numéro invalide",
    consent: "Vous devez accepter de recevoir les notifications",
    duplicate: "Cette adresse email est déjà inscrite à la newsletter",
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
  working: "Un instant…",
  honeypot: "Ne pas remplir ce champ",
  tooMany: "Trop de tentatives. Patientez quelques minutes avant de réessayer.",
  unavailable:
    "Le service est momentanément indisponible. Rien n’est perdu : réessayez dans quelques minutes.",
  closeMessage: "Fermer le message",
};

/** Short messages at the top right, after something was done. */
export const toasts = {
  error: "Une erreur est survenue. Veuillez réessayer.",
  newsletter: "Merci, votre inscription à la newsletter est enregistrée !",
  contact: "Message envoyé avec succès!",
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
  title: "Votre abonnement",
  active: "L’adresse {{email}} reçoit la newsletter de la fédération.",
  ended: "L’adresse {{email}} ne reçoit plus la newsletter de la fédération.",
  leave: "Me désinscrire",
  comeBack: "Me réinscrire",
  notFoundTitle: "Abonnement introuvable",
  notFoundMessage: "Ce lien n’est pas valable. Vérifiez celui que vous avez reçu par e-mail.",
};

export const contactForm = {
  title: "Écrivez-nous",
  name: "Nom complet",
  email: "E-mail",
  subject: "Sujet",
  message: "Message",
  send: "Envoyer le message",
};
