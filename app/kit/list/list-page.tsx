import { ChevronLeft, ChevronRight, Inbox, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link, Outlet, type ShouldRevalidateFunctionArgs, useSearchParams } from "react-router";
import {
  changedSearch,
  isFiltered,
  type ListQuery,
  withoutFilters,
} from "../../records/list/list-query.ts";
import { ConfirmDialog } from "../form/confirm-dialog.tsx";
import { usePrefetch } from "../use-prefetch.ts";
import { type Column, DataTable, useSelection } from "./data-table.tsx";
import { type Choice, type Filter, FilterBar } from "./filter-bar.tsx";
import { ConfirmHint, type Question, useMenuChoice } from "./row-controls.tsx";
import { SeenRecords, useIntent } from "./use-intent.tsx";

/** One page of records as a loader gives it. */
export type ListData<Row> = {
  query: ListQuery;
  rows: Row[];
  count: number;
  more: boolean;
  /** When each row was last changed: see `packMoments`. */
  moments?: string;
  next?: string;
  previous?: string;
  /** All of the samples, when they stand in for a table that cannot be read. */
  demonstration?: Row[];
};

type Props<Row> = {
  list: ListData<Row>;
  /** One result, several results. */
  noun: readonly [string, string];
  caption: string;
  search?: string;
  filters?: readonly Filter[];
  columns: readonly Column<Row>[];
  actions?: (row: Row) => ReactNode;
  nameOf: (row: Row) => string;
  highlighted?: (row: Row) => boolean;
  /** Shown when nothing answers the filters, and when there is nothing at all. */
  empty: { title: string; filtered: string; first: string; action?: ReactNode };
  /** What can be done with several rows at once. */
  bulk?: Bulk;
};

type Bulk = {
  /** The statuses that several rows may take together. */
  statuses?: readonly Choice[];
  /** Asked before several rows take a status, where that concerns others. */
  question?: (ids: readonly string[], status: string) => Question | undefined;
  /** Whether rows can be deleted, and the gender of what they are called. */
  deleting?: "masculine" | "feminine";
  /** What else is lost with these rows, as a sentence; `fields` are sent to say that it was shown. */
  consequences?: (ids: readonly string[]) => string | undefined;
  /** Why they cannot be deleted, as a sentence. */
  inUse?: (ids: readonly string[]) => string | undefined;
  fields?: (ids: readonly string[]) => Readonly<Record<string, string>>;
};

/** Opening a dialog over a list, or closing it, does not read the list again. */
export function listShouldRevalidate(change: ShouldRevalidateFunctionArgs): boolean {
  // After a change. Refused fields changed nothing, and a site that could not be reached cannot be read either: an
  // error of the list would take the place of what somebody typed above it.
  if (change.formMethod && change.formMethod !== "GET") {
    return change.actionStatus !== 503 && change.actionStatus !== 400;
  }
  // The address stays the same: somebody asked to read the list again.
  if (change.currentUrl.href === change.nextUrl.href) return true;
  return change.currentUrl.search !== change.nextUrl.search;
}

/** The list of a notion: filters, table, empty states, pages, what several rows can do. */
export function ListPage<Row extends { id: string; updated_at?: Date }>(props: Props<Row>) {
  const { rows, moments } = props.list;
  return (
    <SeenRecords rows={rows} moments={moments}>
      <Rows {...props} />
    </SeenRecords>
  );
}

function Rows<Row extends { id: string; updated_at?: Date }>(props: Props<Row>) {
  const { list, bulk } = props;
  const { query, rows } = list;
  // Here and not in the bar, which is unmounted before the answer comes.
  const { submit } = useIntent();
  const { selection, ids, clear } = useSelection(rows);
  return (
    <>
      <FilterBar
        search={props.search}
        filters={props.filters ?? []}
        count={list.count}
        more={list.more}
        noun={props.noun}
      />
      {bulk && ids.length > 0 && (
        <BulkBar bulk={bulk} ids={ids} submit={submit} noun={props.noun} done={clear} />
      )}
      {rows.length === 0 ? (
        <Empty {...props.empty} filtered={isFiltered(query) ? props.empty.filtered : undefined} />
      ) : (
        <DataTable
          caption={props.caption}
          columns={props.columns}
          rows={rows}
          sort={query.sort}
          descending={query.descending}
          actions={props.actions}
          nameOf={props.nameOf}
          highlighted={props.highlighted}
          selection={bulk ? selection : undefined}
        />
      )}
      <Pager next={list.next} previous={list.previous} />
      <Outlet />
    </>
  );
}

type EmptyProps = { title: string; filtered?: string; first: string; action?: ReactNode };

/** An empty list: no row matches the filters, or there are no rows yet. */
export function Empty({ title, filtered, first, action }: EmptyProps) {
  const [params] = useSearchParams();
  return (
    <div className="panel grid justify-items-center gap-2 px-4 py-14 text-center">
      <Inbox aria-hidden="true" size={40} strokeWidth={1.4} className="text-green" />
      <h2 className="text-lg">{title}</h2>
      <p className="text-muted">{filtered ?? first}</p>
      <div className="mt-2">
        {filtered ? (
          <Link to={withoutFilters(params)} className="button quiet">
            Effacer les filtres
          </Link>
        ) : (
          action
        )}
      </div>
    </div>
  );
}

/** The question before several rows are deleted. */
function deletionText(
  gender: "masculine" | "feminine",
  [one, many]: Props<never>["noun"],
  count: number,
): string {
  return count > 1
    ? `${count} ${many} iront dans la corbeille pour 30 jours.`
    : `${gender === "feminine" ? "Une" : "Un"} ${one} ira dans la corbeille pour 30 jours.`;
}

type BulkBarProps = {
  bulk: Bulk;
  noun: Props<never>["noun"];
  ids: string[];
  submit: ReturnType<typeof useIntent>["submit"];
  done: () => void;
};

function BulkBar({ bulk, noun, ids, submit, done }: BulkBarProps) {
  const [asking, setAsking] = useState(false);
  const [change, setChange] = useState<{ status: string; question: Question }>();
  const send = (intent: string, fields: Record<string, string> = {}) => {
    submit(intent, { ids: ids.join(","), ...fields });
    done();
  };
  const menu = useMenuChoice("", (status) => {
    const question = bulk.question?.(ids, status);
    if (question) setChange({ status, question });
    else send("status", { status });
  });
  const count = ids.length;
  const inUse = bulk.inUse?.(ids);
  return (
    <section
      aria-label="Sélection"
      className="sticky top-14 z-10 mb-3 flex flex-wrap items-center gap-3 rounded-card bg-night p-3 text-white"
    >
      <p className="font-semibold" role="status">
        {count} sélectionné{bulk.deleting === "feminine" && "e"}
        {count > 1 && "s"}
      </p>
      {bulk.statuses && (
        <label className="flex items-center gap-2">
          <span className="text-sm">Changer le statut</span>
          <select
            {...menu.props}
            className="min-h-9 rounded-control border border-mist bg-night px-2"
          >
            <option value="" disabled>
              Choisir…
            </option>
            {bulk.statuses.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          {menu.isOpen && <ConfirmHint className="" />}
        </label>
      )}
      {bulk.deleting && (
        <button type="button" className="button danger small" onClick={() => setAsking(true)}>
          <Trash2 aria-hidden="true" size={15} />
          Supprimer
        </button>
      )}
      <button type="button" className="ml-auto text-sm underline" onClick={done}>
        Annuler la sélection
      </button>
      {change && (
        <ConfirmDialog
          {...change.question}
          close={() => setChange(undefined)}
          confirm={() => send("status", { status: change.status })}
        />
      )}
      {asking && bulk.deleting && (
        <ConfirmDialog
          title="Supprimer la sélection ?"
          message={
            inUse ||
            [deletionText(bulk.deleting, noun, count), bulk.consequences?.(ids)]
              .filter(Boolean)
              .join(" ")
          }
          close={() => setAsking(false)}
          confirm={inUse ? undefined : () => send("delete", bulk.fields?.(ids))}
        />
      )}
    </section>
  );
}

export function Pager({ next, previous }: { next?: string; previous?: string }) {
  const prefetch = usePrefetch();
  const [params] = useSearchParams();
  if (!next && !previous) return null;
  const to = (name: string, cursor: string) => changedSearch(params, { [name]: cursor });
  return (
    <nav aria-label="Pages" className="mt-4 flex justify-between gap-3">
      {previous ? (
        <Link to={to("before", previous)} className="button quiet">
          <ChevronLeft aria-hidden="true" size={17} />
          Précédents
        </Link>
      ) : (
        <span />
      )}
      {next && (
        <Link to={to("after", next)} prefetch={prefetch} className="button quiet">
          Suivants
          <ChevronRight aria-hidden="true" size={17} />
        </Link>
      )}
    </nav>
  );
}
