import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { changedSearch } from "../../records/list/list-query.ts";

export type Column<Row> = {
  title: string;
  cell: (row: Row) => ReactNode;
  /** One of the names of `ListSpec.sorts`. */
  sort?: string;
  className?: string;
};

type Props<Row> = {
  /** What the table lists, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  sort: string;
  descending: boolean;
  /** What stands at the end of each row. */
  actions?: (row: Row) => ReactNode;
  /** Which rows are selected; absent when there are no bulk actions. */
  selection?: Selection;
  /** Marks a row that waits for somebody. */
  highlighted?: (row: Row) => boolean;
  /** What the row is called, for its box. */
  nameOf: (row: Row) => string;
};

export type Selection = {
  selected: ReadonlySet<string>;
  toggle: (id: string) => void;
  toggleAll: () => void;
};

/** Rows of records: a table on a wide screen, cards on a phone. */
export function DataTable<Row extends { id: string }>(props: Props<Row>) {
  const { caption, columns, rows, actions, selection, highlighted, nameOf } = props;
  const all = rows.length > 0 && rows.every(({ id }) => selection?.selected.has(id));
  return (
    <div className="office-list">
      <CardTools {...props} all={all} />
      <table className="office-table w-full">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className="w-10">
                <input
                  type="checkbox"
                  checked={all}
                  onChange={selection.toggleAll}
                  aria-label="Tout sélectionner"
                />
              </th>
            )}
            {columns.map((column) => (
              <HeadCell key={column.title} column={column} {...props} />
            ))}
            {actions && (
              <th scope="col" className="text-right">
                Actions
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} data-marked={highlighted?.(row) || undefined}>
              {selection && (
                <td className="pick">
                  <input
                    type="checkbox"
                    checked={selection.selected.has(row.id)}
                    onChange={() => selection.toggle(row.id)}
                    aria-label={`Sélectionner ${nameOf(row)}`}
                  />
                </td>
              )}
              {columns.map(({ title, cell, className }) => (
                <td key={title} data-label={title} className={className}>
                  {cell(row)}
                </td>
              ))}
              {actions && (
                <td className="row-actions">
                  <div className="flex justify-end gap-0.5">{actions(row)}</div>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Where rows are cards there are no headings: what those do stands above the cards. */
function CardTools<Row>({ columns, sort, descending, selection, all }: ToolsProps<Row>) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const orders = columns.flatMap(({ title, sort: name }) =>
    name
      ? [
          { value: name, label: `${title}, croissant` },
          { value: `-${name}`, label: `${title}, décroissant` },
        ]
      : [],
  );
  if (orders.length === 0 && !selection) return null;
  const value = descending ? `-${sort}` : sort;
  return (
    <div className="card-tools">
      {selection && (
        <label className="flex min-h-10 items-center gap-2">
          <input type="checkbox" checked={all} onChange={selection.toggleAll} />
          Toutes les lignes
        </label>
      )}
      {orders.length > 0 && (
        <label className="ml-auto flex min-w-0 items-center gap-2">
          Trier
          <select
            value={value}
            onChange={(event) =>
              navigate(changedSearch(params, { sort: event.target.value }) || "?", {
                preventScrollReset: true,
              })
            }
            className="filter-box w-full"
          >
            {orders.every((order) => order.value !== value) && (
              <option value={value}>Par défaut</option>
            )}
            {orders.map((order) => (
              <option key={order.value} value={order.value}>
                {order.label}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}

type ToolsProps<Row> = Pick<Props<Row>, "columns" | "sort" | "descending" | "selection"> & {
  all: boolean;
};

type HeadProps<Row> = { column: Column<Row>; sort: string; descending: boolean };

/** A heading that orders the list, or turns its order round. */
function HeadCell<Row>({ column, sort, descending }: HeadProps<Row>) {
  const [params] = useSearchParams();
  // A heading stands over its figures.
  const place = column.className?.includes("text-right") ? "text-right" : undefined;
  if (!column.sort) {
    return (
      <th scope="col" className={place}>
        {column.title}
      </th>
    );
  }
  const active = column.sort === sort;
  const next = active && !descending ? `-${column.sort}` : column.sort;
  const Icon = active ? (descending ? ArrowDown : ArrowUp) : ChevronsUpDown;
  const direction = descending ? "descending" : "ascending";
  return (
    <th scope="col" aria-sort={active ? direction : undefined} className={place}>
      <Link
        to={changedSearch(params, { sort: next }) || "?"}
        preventScrollReset
        className="inline-flex items-center gap-1 hover:underline"
      >
        {column.title}
        <Icon aria-hidden="true" size={14} className={active ? "text-leaf" : "text-muted"} />
      </Link>
    </th>
  );
}

/** Which rows of a page are selected. Rows that have left the page no longer count. */
export function useSelection(rows: readonly { id: string }[]): {
  selection: Selection;
  ids: string[];
  clear: () => void;
} {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const ids = rows.map(({ id }) => id).filter((id) => selected.has(id));
  const selection = {
    selected: new Set(ids),
    toggle: (id: string) => setSelected(toggled(new Set(ids), id)),
    toggleAll: () =>
      setSelected(ids.length === rows.length ? new Set() : new Set(rows.map(({ id }) => id))),
  };
  return { selection, ids, clear: () => setSelected(new Set()) };
}

function toggled(selected: Set<string>, id: string): Set<string> {
  if (!selected.delete(id)) selected.add(id);
  return selected;
}
