import { CURRENCY_LABEL, type Currency } from "../../i18n/format.ts";
import type { NamedRow, Naming, ValueWords } from "../../records/record.ts";
import { RECORDS, recordsOf } from "../frame/notions.ts";

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
  "forget-version": "Version effacée",
  move: "Ordre changé",
  publish: "Publication",
  "remove-samples": "Exemples supprimés",
  restore: "Retour de la corbeille",
  status: "Changement de statut",
  translated: "Traduction à jour",
  undo: "Changement annulé",
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

/** An act with what it was done to, in one line. */
export const actWords = ({ action, entity }: { action: string; entity: string }): string =>
  `${entityWords(entity)}\u202f: ${actionWords(action)}`;

/** Columns that many tables have, and what an export writes down. */
const FIELDS: Readonly<Record<string, string>> = {
  amount: "Montant",
  birth_date: "Date de naissance",
  bytes: "Taille",
  category: "Catégorie",
  content: "Contenu",
  count: "Lignes",
  created_at: "Création",
  currency: "Devise",
  date: "Date",
  description: "Description",
  email: "E-mail",
  excerpt: "Résumé",
  first_name: "Prénom",
  from: "Du",
  id: "Code",
  image_url: "Image",
  is_active: "Actif",
  is_public: "Publié",
  is_sample: "Exemple",
  items: "Éléments",
  label: "Libellé",
  language: "Langue",
  last_name: "Nom",
  link: "Lien",
  location: "Lieu",
  logo_url: "Logo",
  name: "Nom",
  order: "Ordre",
  phone: "Téléphone",
  price: "Prix",
  public_from: "Publier le",
  public_until: "Jusqu’au",
  search: "Recherche",
  slug: "Adresse",
  sort_order: "Ordre",
  status: "Statut",
  tags: "Étiquettes",
  time: "Heure",
  title: "Titre",
  format: "Écriture du texte",
  to: "Au",
  type: "Type",
  updated_at: "Dernière modification",
};

/** What values are called in every table. */
const VALUES: Readonly<Record<string, ValueWords>> = {
  currency: (code) => CURRENCY_LABEL[code as Currency] ?? String(code),
  language: [
    { value: "fr", label: "Français" },
    { value: "en", label: "Anglais" },
  ],
  price_currency: (code) => CURRENCY_LABEL[code as Currency] ?? String(code),
};

/** What a column of a table is called; `_en` twins are named after theirs. */
export function fieldWords(entity: string, field: string): string {
  const twin = field.endsWith("_en");
  const own = twin ? field.slice(0, -3) : field;
  const words = recordsOf(entity)?.fields?.[own] ?? FIELDS[own] ?? own.replaceAll("_", " ");
  return words + (twin ? " (anglais)" : "");
}

/** The table whose rows a column names by their ids. */
export const referenceOf = (entity: string, field: string): string | undefined =>
  recordsOf(entity)?.references?.[field];

/** What one value of a column is called; undefined when nobody gave it a word. */
export function valueWords(entity: string, field: string, value: unknown): string | undefined {
  const words = recordsOf(entity)?.values?.[field] ?? VALUES[field];
  if (typeof words !== "function") {
    return words?.find((choice) => choice.value === String(value))?.label;
  }
  return typeof value === "string" || typeof value === "number" ? words(value) : undefined;
}

/** How a row of a table is called in a line, with the address of its screen. */
export function namingOf(entity: string): (Naming & { to: (row: NamedRow) => string }) | undefined {
  const records = recordsOf(entity);
  const naming = records?.called ?? (records?.files === "none" ? undefined : records?.files);
  return records && naming && { to: ({ id }) => `${records.address}/${id}`, ...naming };
}
