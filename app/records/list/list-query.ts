import { isId } from "../../core/secrets/id.ts";
import { isDay } from "../../core/values/age.ts";

/** The filters and orders that the address of a list may ask for. The address itself is never trusted. */
export type ListSpec = {
  /** The values that each filter may take. */
  filters: Readonly<Record<string, readonly string[]>>;
  /** The filters that take a day, as yyyy-mm-dd. */
  days?: readonly string[];
  /** The filters that take the id of another record, also of one that is no longer among the choices. */
  ids?: readonly string[];
  /** The filters that take a number which a record was given. */
  numbers?: readonly string[];
  /** What the list can be ordered by; the first is the default. */
  sorts: readonly string[];
  /** Whether the default order is from high to low. */
  descending: boolean;
};

/** Where a page of the list begins: the value of the row beside it in the list's order, and its id. */
export type Cursor = { value: string; id: string };

/** The parsed form of `?q&filters&sort&after&before`. */
export type ListQuery = {
  q: string;
  filters: Readonly<Record<string, string>>;
  sort: string;
  descending: boolean;
  after?: Cursor;
  before?: Cursor;
};

const MAX_SEARCH = 100;
const NUMBER = /^[1-9]\d{0,8}$/;

/** The parameters that select a page of a list. */
export const CURSORS: readonly string[] = ["after", "before"];

/** Parses an address. Unknown values are ignored. */
export function parseListQuery(spec: ListSpec, search: URLSearchParams): ListQuery {
  const filters: Record<string, string> = {};
  for (const [name, values] of Object.entries(spec.filters)) {
    const value = search.get(name);
    if (value !== null && values.includes(value)) filters[name] = value;
  }
  const keep = (names: readonly string[] = [], isValid: (value: string) => boolean) => {
    for (const name of names) {
      const value = search.get(name);
      if (value !== null && isValid(value)) filters[name] = value;
    }
  };
  keep(spec.days, isDay);
  keep(spec.ids, isId);
  keep(spec.numbers, (value) => NUMBER.test(value));
  const sort = search.get("sort") ?? "";
  const isKnown = spec.sorts.includes(sort.replace(/^-/, ""));
  return {
    q: (search.get("q") ?? "").replaceAll("\0", "").trim().slice(0, MAX_SEARCH),
    filters,
    sort: isKnown ? sort.replace(/^-/, "") : (spec.sorts[0] ?? "created_at"),
    descending: isKnown ? sort.startsWith("-") : spec.descending,
    after: readCursor(search.get("after")),
    before: readCursor(search.get("before")),
  };
}

/** Whether anything narrows the list: an empty one then says so. */
export function isFiltered(query: ListQuery): boolean {
  return query.q !== "" || Object.keys(query.filters).length > 0;
}

/** The address of a list after a change; a page of the old list means nothing in the new one. */
export function changedSearch(
  search: URLSearchParams,
  change: Readonly<Record<string, string | undefined>>,
): string {
  const next = new URLSearchParams(search);
  for (const name of CURSORS) next.delete(name);
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || value === "") next.delete(name);
    else next.set(name, value);
  }
  const text = next.toString();
  return text === "" ? "" : `?${text}`;
}

/** How a list is shown, whatever is in it. */
const DISPLAY: readonly string[] = ["sort", "view"];

/** The address of the same list with all of its rows, in the same order and view. */
export function withoutFilters(search: URLSearchParams): string {
  const display = [...search].filter(([name]) => DISPLAY.includes(name));
  return `?${new URLSearchParams(display)}`;
}

export const writeCursor = ({ value, id }: Cursor): string => `${id}_${value}`;

function readCursor(text: string | null): Cursor | undefined {
  const id = text?.slice(0, 36) ?? "";
  if (!text || !isId(id) || text[36] !== "_" || text.includes("\0")) return undefined;
  return { id, value: text.slice(37, 400) };
}
