/** What the back office calls the tables that staff change, in the singular. */
export const ENTITIES: Readonly<Record<string, string>> = {
  contact_messages: "Message",
  event_registrations: "Inscription",
  events: "Événement",
  file_categories: "Catégorie de fichiers",
  file_removals: "Retrait de fichiers",
  highlights: "Mise en avant",
  leadership_team: "Direction",
  ledger_entries: "Livre",
  members: "Membre",
  membership_types: "Type d’adhésion",
  news: "Actualité",
  newsletter_subscriptions: "Abonné",
  orders: "Commande",
  page_sections: "Section",
  pages: "Page",
  partners: "Partenaire",
  profiles: "Compte",
  refunds: "Remboursement",
  site_settings: "Paramètre",
  static_files: "Fichier",
};

const VERBS: Readonly<Record<string, string>> = {
  activate: "Activation",
  agree: "Accord donné",
  approve: "Remboursement approuvé",
  cancel: "Annulation",
  cash: "Encaissement",
  "check-in": "Présence enregistrée",
  "check-out": "Présence retirée",
  confirm: "Place confirmée",
  create: "Création",
  deactivate: "Désactivation",
  delete: "Suppression",
  disable: "Désactivation par la machine",
  email: "Adresse changée",
  "end-sessions": "Appareils déconnectés",
  export: "Export",
  invite: "Invitation",
  "keep-previous": "Ancien contenu mis à la corbeille",
  move: "Ordre changé",
  offer: "Place proposée",
  password: "Mot de passe choisi",
  publish: "Publication",
  put: "Administrateur créé par la machine",
  read: "Lecture",
  "refused-code": "Second facteur refusé",
  record: "Remboursement fait à la main",
  "recovery-code": "Code de secours utilisé",
  "recovery-codes": "Nouveaux codes de secours",
  refused: "Connexion refusée",
  "remove-samples": "Exemples supprimés",
  rename: "Nom changé",
  replace: "Contenu remplacé",
  reply: "Réponse",
  request: "Remboursement demandé",
  restore: "Retour de la corbeille",
  "second-factor": "Second facteur exigé ou non",
  "second-factor-off": "Second facteur retiré",
  "second-factor-on": "Second facteur mis en place",
  "sign-in": "Connexion",
  status: "Changement de statut",
  unpublish: "Dépublication",
  unsubscribe: "Désabonnement",
  update: "Modification",
  withdraw: "Demande retirée",
};

/** What a table is called; its own name when nobody named it yet. */
export const entityWords = (entity: string) => ENTITIES[entity] ?? entity;

/** The filter of a list whose rows come from every table. */
export const ENTITY_FILTER = {
  name: "entity",
  label: "Rubrique",
  all: "Toutes les rubriques",
  choices: Object.entries(ENTITIES).map(([value, label]) => ({ value, label })),
};

/** What an action code such as 'news.publish' says. */
export function actionWords(code: string): string {
  const verb = code.slice(code.indexOf(".") + 1);
  return VERBS[verb] ?? verb;
}

const FIELDS: Readonly<Record<string, string>> = {
  amount: "montant",
  bio: "biographie",
  category: "catégorie",
  checked_in_at: "présence",
  contact_email: "e-mail du contact",
  contact_name: "contact",
  contact_phone: "téléphone du contact",
  content: "contenu",
  created_at: "création",
  currency: "devise",
  date: "date",
  description: "description",
  email: "e-mail",
  excerpt: "résumé",
  image_url: "image",
  is_active: "actif",
  is_public: "publié",
  location: "lieu",
  logo_url: "logo",
  items: "éléments",
  label: "libellé",
  link: "lien",
  main_logo: "image",
  max_participants: "places",
  meta_description: "description",
  name: "nom",
  operator_reference: "référence de l’opérateur",
  order: "ordre",
  partnership_end: "fin",
  partnership_start: "début",
  partnership_type: "type de partenariat",
  price: "prix",
  prices: "formules",
  published: "publié",
  receipt: "reçu",
  rules: "règlement",
  section_key: "clé",
  section_type: "type",
  setting_value: "valeur",
  settings: "réglages",
  slug: "adresse",
  sort_order: "ordre",
  status: "statut",
  tags: "étiquettes",
  time: "heure",
  title: "titre",
  type: "type",
  website: "site web",
};

/** What a column is called; `_en` twins are named after theirs. */
export function fieldWords(field: string): string {
  const twin = field.endsWith("_en");
  const own = twin ? field.slice(0, -3) : field;
  return (FIELDS[own] ?? own.replaceAll("_", " ")) + (twin ? " (anglais)" : "");
}
