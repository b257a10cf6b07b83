import type { ListQuery } from "../../records/list/list-query.ts";

export type Row = { id: string };
export type Fields = Readonly<Record<string, unknown>>;

const fieldOf = (row: Row, name: string) => (row as unknown as Fields)[name];

/** Case and accents do not count, as in the database's own search. */
const folded = (text: unknown) =>
  String(text).normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

type Listing = { searched: readonly string[]; flag: string };

/** The rows that match a query, in its order. A column that the rows do not have leaves the order as it is. */
export function queryRows<R extends Row>(
  rows: readonly R[],
  { q, filters, sort, descending }: ListQuery,
  { searched, flag }: Listing,
): R[] {
  const passes = (row: R) =>
    Object.entries(filters).every(([name, value]) =>
      name === "status"
        ? fieldOf(row, flag) === (value === "active")
        : fieldOf(row, name) === value,
    );
  const matches = (row: R) =>
    searched.some((name) => folded(fieldOf(row, name)).includes(folded(q)));
  const sign = descending ? -1 : 1;
  return rows
    .filter((row) => passes(row) && matches(row))
    .sort((one, other) => sign * compare(fieldOf(one, sort), fieldOf(other, sort)));
}

function compare(one: unknown, other: unknown): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  return typeof one === "string" ? one.localeCompare(String(other), "fr") : 0;
}

/** The rows after one of them swapped its place (the number in field `by`) with its neighbour. */
export function moveRow<R extends Row>(
  rows: readonly R[],
  id: string,
  direction: string,
  by = "",
): R[] {
  const places = [...rows].sort((one, other) => compare(fieldOf(one, by), fieldOf(other, by)));
  const at = places.findIndex((row) => row.id === id);
  const row = places[at];
  const neighbour = places[at + (direction === "up" ? -1 : 1)];
  if (!row || !neighbour) return [...rows];
  return rows.map((other) => {
    if (other === row) return { ...other, [by]: fieldOf(neighbour, by) };
    return other === neighbour ? { ...other, [by]: fieldOf(row, by) } : other;
  });
}
