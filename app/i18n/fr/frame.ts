export const common = {
  skip: "Aller au contenu",
  newTab: "(nouvel onglet)",
  home: "Accueil",
  write: "Écrire à la fédération",
  table: "Tableau",
  video: "Voir la vidéo",
  frenchOnly: "Ce texte n’existe qu’en français.",
  someFrench: "Certains textes de cette page n’existent qu’en français.",
};

export const navigation = {
  label: "Menu principal",
  more: "Plus",
  open: "Menu",
  administration: "Administration",
  office: "Ouvrir l’administration",
  language: "Langue",
};

export const footer = {
  explore: "Explorer",
  more: "Services",
  follow: "Nous suivre",
  reach: "Nous contacter",
  me: "Mon espace",
  search: "Recherche",
  privacy: "Politique de confidentialité",
  terms: "Conditions d’utilisation",
  rights: "Tous droits réservés.",
  motto: "Jouer, apprendre, représenter la Guinée.",
  feed: "Fil RSS",
};

export const share = {
  label: "Partager cette page",
  title: "Partager",
  copy: "Copier le lien",
  copied: "Lien copié",
  more: "Plus de choix",
};

export const head = {
  description:
    "Le site officiel de la fédération : actualités, compétitions, adhésion, formations et documents de l’esport en Guinée.",
};

export const notFound = {
  title: "Page introuvable",
  message: "La page que vous cherchez n’existe pas ou a été déplacée.",
  back: "Retour à l’accueil",
  suggestions: "Vous cherchiez peut-être",
};

/** A personal link that was renewed. */
export const moved = {
  title: "Cette page a été déplacée",
  message:
    "Ce lien n’est plus valable. Le nouveau figure dans le dernier e-mail que nous avons envoyé.",
  unwritten: "Ce lien n’est plus valable. Demandez le nouveau à la fédération.",
};

export const error = {
  title: "Une erreur est survenue",
  message:
    "Le problème a été noté. Actualisez la page ; s’il persiste, écrivez-nous avec la référence ci-dessous.",
  reference: "Référence : {{reference}}",
  awayTitle: "Page momentanément indisponible",
  awayMessage: "Nous y travaillons. Revenez dans quelques minutes.",
  awayLink:
    "Le service est momentanément indisponible. Rien n’est perdu et votre lien reste valable : rouvrez-le dans quelques minutes.",
  awayContact: "Pour joindre la fédération :",
  refresh: "Actualiser la page",
};

export const draft = {
  label: "Aperçu",
  message: "Aperçu : cette page est un brouillon, que seuls les administrateurs voient.",
  archived: "Aperçu : cette page est archivée, seuls les administrateurs la voient.",
  edit: "Modifier la page",
  article: "Aperçu : cet article est un brouillon, que seuls les administrateurs voient.",
  editArticle: "Modifier l’article",
  shared:
    "Aperçu de la version du {{moment}}, heure de Conakry. Ce lien est réservé à la personne qui l’a reçu : merci de ne pas le publier.",
  scheduled:
    "Aperçu : cette page paraîtra le {{moment}}, heure de Conakry. D’ici là, seuls les administrateurs la voient.",
  retired:
    "Aperçu : cette page n’est plus publique depuis le {{moment}}, heure de Conakry. Seuls les administrateurs la voient.",
};
