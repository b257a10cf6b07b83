import { fieldWords } from "./audit-labels.ts";

type Row = Readonly<Record<string, unknown>>;

/** One field in words, as it was and as it is. */
type Change = readonly [name: string, was: string, is: string];

/** What an entry of the log changed, in words. */
export const changesOf = (entity: string, before: Row, after: Row): Change[] =>
  Object.entries(after).flatMap(([field, value]) => partsOf(entity, field, before[field], value));

/** Of an object, such as a setting, only what differs in it. */
function partsOf(entity: string, field: string, was: unknown, is: unknown): Change[] {
  const name = fieldWords(entity, field);
  if (!isObject(was) || !isObject(is)) return [[name, inWords(was), inWords(is)]];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((key) => JSON.stringify(was[key]) !== JSON.stringify(is[key]))
    .map((key) => [`${name}, ${fieldWords(entity, key)}`, inWords(was[key]), inWords(is[key])]);
}

const isObject = (value: unknown): value is Row =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function inWords(value: unknown): string {
  if (value === null || value === undefined || value === "") return "(vide)";
  if (typeof value === "boolean") return value ? "oui" : "non";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
