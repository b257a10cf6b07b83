import { Search, SlidersHorizontal, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Form, Link, useLocation, useNavigation, useSearchParams, useSubmit } from "react-router";
import { CURSORS, withoutFilters } from "../../records/list/list-query.ts";
import { countWords } from "./counters.tsx";

export type Choice = { value: string; label: string };

/** What a value is called among its choices. */
export const wordOf = (choices: readonly Choice[], value: string): string =>
  choices.find((choice) => choice.value === value)?.label ?? value;

/** One select of the bar; `all` is its first, empty, choice. */
type SelectFilter = { name: string; label: string; all: string; choices: readonly Choice[] };
/** A day of the bar, with its label before it. */
type DayFilter = { name: string; label: string; day: true };
export type Filter = SelectFilter | DayFilter;

/** From one day to another, both included. */
export const DAYS: readonly DayFilter[] = [
  { name: "from", label: "Du", day: true },
  { name: "to", label: "Au", day: true },
];

type Props = {
  /** What the search looks at, as its placeholder says. Absent: the list has no search. */
  search?: string;
  filters: readonly Filter[];
  count: number;
  more: boolean;
  /** One result, several results: ['article', 'articles']. */
  noun: readonly [string, string];
};

const PAUSE_MS = 300;

/**
 * Submits the bar on every change, and fills it in again when the address changes otherwise ('clear', the
 * back button). Text that is typed while a request is pending is kept, and so is the focus.
 */
function useBar(names: readonly string[], params: URLSearchParams) {
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const textOf = (values: { get: (name: string) => unknown }) =>
    names.map((name) => values.get(name) ?? "").join("\n");
  const address = textOf(params);
  const current = useRef(address);
  /** Addresses that were requested and are not current yet, the oldest first. */
  const requested = useRef<string[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address says all that it shows
  useEffect(() => {
    if (address === current.current) return;
    current.current = address;
    const position = requested.current.indexOf(address);
    // Whoever gets an address that the bar did not ask for has left what it asked for.
    requested.current = position < 0 ? [] : requested.current.slice(position + 1);
    if (position >= 0) return;
    for (const name of names) {
      const field = form.current?.elements.namedItem(name);
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) {
        field.value = params.get(name) ?? "";
      }
    }
  }, [address]);
  const cancel = () => clearTimeout(timer.current);
  // Whoever presses a row just after typing wants that row: what was typed must not call them back to the list.
  const here = useLocation().pathname;
  const screen = useNavigation().location?.pathname ?? here;
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaving a screen is what matters
  useEffect(() => () => clearTimeout(timer.current), [screen]);
  const onSubmit = () => {
    cancel();
    if (form.current) requested.current.push(textOf(new FormData(form.current)));
  };
  const send = (after = 0) => {
    cancel();
    timer.current = setTimeout(() => {
      onSubmit();
      submit(form.current, { replace: true, preventScrollReset: true });
    }, after);
  };
  return { form, send, cancel, onSubmit };
}

/** Search and filters, kept in the address. Works as a plain form; the script sends it by itself. */
export function FilterBar({ search, filters, count, more, noun }: Props) {
  const [params] = useSearchParams();
  const q = params.get("q") ?? "";
  const names = ["q", ...filters.map(({ name }) => name)];
  const narrowed = names.some((name) => params.get(name));
  const { form, send, cancel, onSubmit } = useBar(names, params);
  const [open, setOpen] = useState(false);
  const active = filters.filter(({ name }) => params.get(name)).length;
  // Two days are one period: they change the line together.
  const days = filters.filter((filter) => "day" in filter);
  const field = (filter: Filter) => (
    <FilterField
      key={filter.name}
      filter={filter}
      value={params.get(filter.name) ?? ""}
      send={send}
    />
  );
  return (
    <Form
      ref={form}
      method="get"
      role="search"
      className={`mb-4 flex flex-wrap items-center gap-2 ${search || filters.length > 0 ? "panel p-3" : ""}`}
      onSubmit={onSubmit}
      data-open={open || undefined}
    >
      {search && (
        // Beside many filters its words would not fit.
        <label
          className={`relative min-w-[200px] flex-1 ${filters.length > 3 ? "md:basis-full" : ""}`}
        >
          <span className="sr-only">{search}</span>
          <Search
            aria-hidden="true"
            size={17}
            className="absolute top-1/2 left-3 -translate-y-1/2 text-muted"
          />
          <input
            type="search"
            name="q"
            defaultValue={q}
            placeholder={search}
            data-search=""
            onChange={() => send(PAUSE_MS)}
            className="filter-box w-full pl-10"
          />
        </label>
      )}
      {filters.filter((filter) => !("day" in filter)).map(field)}
      {days.length > 0 && <div className="filter-days">{days.map(field)}</div>}
      {[...params]
        // The order and the view stay; a page of the old list means nothing in the new one.
        .filter(([name]) => !names.includes(name) && !CURSORS.includes(name))
        .map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      <noscript>
        <button type="submit" className="button quiet">
          Filtrer
        </button>
      </noscript>
      {filters.length > 0 && (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="button quiet small filters-toggle"
        >
          <SlidersHorizontal aria-hidden="true" size={15} />
          {active > 0 ? `Filtres (${active})` : "Filtres"}
        </button>
      )}
      <p role="status" className="ml-auto text-sm text-muted tabular-nums">
        {countWords({ count, more })} {count > 1 ? noun[1] : noun[0]}
      </p>
      {narrowed && (
        <Link
          to={withoutFilters(params)}
          preventScrollReset
          onClick={cancel}
          className="button quiet small"
        >
          <X aria-hidden="true" size={15} />
          Effacer
        </Link>
      )}
    </Form>
  );
}

type FieldProps = { filter: Filter; value: string; send: (after?: number) => void };

function FilterField({ filter, value, send }: FieldProps) {
  const { name, label } = filter;
  if ("day" in filter) {
    return (
      <label className="flex items-center gap-2">
        <span className="text-sm text-muted">{label}</span>
        <input
          type="date"
          name={name}
          defaultValue={value}
          // A day is typed figure by figure.
          onChange={() => send(2 * PAUSE_MS)}
          className="filter-box"
        />
      </label>
    );
  }
  return (
    <label>
      <span className="sr-only">{label}</span>
      <select
        name={name}
        defaultValue={value}
        onChange={() => send()}
        className="filter-box max-w-[260px]"
      >
        <option value="">{filter.all}</option>
        {filter.choices.map(({ value: option, label: text }) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
