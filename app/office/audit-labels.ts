import { RECORDS } from "./notions.ts";

const recordsOf = (table: string) => RECORDS.find((records) => records.table === table);

/** The tables whose rows have a trace in the log and a place in the bin. */
export const ENTITIES: readonly string[] = RECORDS.map(({ table }) => table);

/** What the log calls what can be done to any table; the rest is said by its notion. */
const ACTIONS: Readonly<Record<string, string>> = {
  activate: "Activation",
  cancel: "Annulation",
  create: "Création",
  deactivate: "Désactivation",
  delete: "Suppression",
  export: "Export",
  move: "Ordre changé",
  publish: "Publication",
  "remove-samples": "Exemples supprimés",
  restore: "Retour de la corbeille",
  status: "Changement de statut",
  unpublish: "Dépublication",
  update: "Modification",
};

/** What a table is called; its own name when it is not in the register. */
export const entityWords = (entity: string) => recordsOf(entity)?.words.one ?? entity;

/** The filter of a list whose rows come from every table. */
export const ENTITY_FILTER = {
  name: "entity",
  label: "Rubrique",
  all: "Toutes les rubriques",
  choices: RECORDS.map(({ table, words }) => ({ value: table, label: words.one })).sort((a, b) =>
    a.label.localeCompare(b.label, "fr"),
  ),
};

/** What an action code such as 'news.publish' says. */
export function actionWords(code: string): string {
  const [table = "", action = code] = code.split(".", 2);
  return recordsOf(table)?.actions?.[action] ?? ACTIONS[action] ?? action;
}

/** Columns that many tables have. */
const FIELDS: Readonly<Record<string, string>> = {
  amount: "montant",
  category: "catégorie",
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
  meta_description: "description",
  name: "nom",
  order: "ordre",
  price: "prix",
  published: "publié",
  slug: "adresse",
  sort_order: "ordre",
  status: "statut",
  tags: "étiquettes",
  time: "heure",
  title: "titre",
  type: "type",
};

/** What a column of a table is called; `_en` twins are named after theirs. */
export function fieldWords(entity: string, field: string): string {
  const twin = field.endsWith("_en");
  const own = twin ? field.slice(0, -3) : field;
  const words = recordsOf(entity)?.fields?.[own] ?? FIELDS[own] ?? own.replaceAll("_", " ");
  return words + (twin ? " (anglais)" : "");
}
