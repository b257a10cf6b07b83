import { isDay } from "../../core/values/age.ts";
import { formatDate, formatMoment, formatNumber } from "../../i18n/format.ts";
import { fieldWords, referenceOf, valueWords } from "./audit-labels.ts";
import type { NamedRows } from "./named-rows.staff.server.ts";

type Row = Readonly<Record<string, unknown>>;

/** One field in words: as it was, where it was anything, and as it is. */
export type Change = { name: string; was?: string; is: string };

type Entry = { entity: string; before: Row | null; after: Row | null };

const EMPTY = "(vide)";

/** The hash of a file says nothing to people, and to a stranger whether a known file is here. */
const UNTOLD = new Set(["sha256"]);

/**
 * What an entry of the log tells of its record, in words: what changed, or what a new record began with.
 * `rows` are those that it names by their ids.
 */
export function changesOf({ entity, before, after }: Entry, rows: NamedRows): Change[] {
  if (!after) return [];
  const changes = Object.entries(after)
    .filter(([field]) => !UNTOLD.has(field))
    .flatMap(([field, value]) => partsOf({ entity, rows }, field, before?.[field], value));
  if (before) return changes;
  return changes.filter(({ is }) => is !== EMPTY).map(({ name, is }) => ({ name, is }));
}

type Words = { entity: string; rows: NamedRows };

/** Of an object, such as a setting, only what differs in it. */
function partsOf(words: Words, field: string, was: unknown, is: unknown): Change[] {
  const name = fieldWords(words.entity, field);
  const inWords = (value: unknown) => textOf(words, field, value);
  if (!isObject(is) || (was && !isObject(was))) {
    return [{ name: name || "Valeur", was: inWords(was), is: inWords(is) }];
  }
  const old = isObject(was) ? was : {};
  return [...new Set([...Object.keys(old), ...Object.keys(is)])]
    .filter((key) => JSON.stringify(old[key]) !== JSON.stringify(is[key]))
    .flatMap((key) => partsOf(words, key, old[key], is[key]))
    .map((part) => ({ ...part, name: [name, part.name].filter(Boolean).join(", ") }));
}

const isObject = (value: unknown): value is Row =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)$/;

/** A value in words, whole. One that nobody gave words stays as it is. */
function textOf(words: Words, field: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return EMPTY;
  if (Array.isArray(value)) return listOf(words, field, value);
  if (isObject(value)) return entryOf(words, value);
  const named = valueWords(words.entity, field, value);
  if (named !== undefined) return named;
  const table = referenceOf(words.entity, field);
  if (table) return words.rows.get(`${table} ${value}`)?.label ?? "(fiche supprimée)";
  if (typeof value === "boolean") return value ? "oui" : "non";
  if (typeof value === "number") return formatNumber("fr", value);
  const text = String(value);
  if (isDay(text)) return formatDate("fr", text);
  // What somebody typed may look like a moment and be none.
  const isMoment = MOMENT.test(text) && !Number.isNaN(Date.parse(text));
  return isMoment ? formatMoment("fr", new Date(text)) : text;
}

function listOf(words: Words, field: string, values: readonly unknown[]): string {
  if (values.length === 0) return EMPTY;
  const texts = values.map((value) => textOf(words, field, value));
  if (!values.some(isObject)) return texts.join(", ");
  return texts.map((text, place) => `${place + 1}. ${text}`).join("\n");
}

const entryOf = (words: Words, entry: Row): string =>
  Object.entries(entry)
    .filter(([, value]) => value !== null && value !== "")
    .map(([key, value]) => `${fieldWords(words.entity, key)} : ${textOf(words, key, value)}`)
    .join(" ; ");

type Reference = { entity: string; id: string };

/** The rows that an entry names by their ids, so that they can be called by their names. */
export const referencesIn = ({ entity, before, after }: Entry): Reference[] =>
  [before, after].flatMap((values) =>
    Object.entries(values ?? {}).flatMap(([field, id]) => {
      const table = referenceOf(entity, field);
      return table && typeof id === "string" ? [{ entity: table, id }] : [];
    }),
  );
