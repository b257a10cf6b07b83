import { data, redirect } from "react-router";
import type * as z from "zod";
import { checkFields, type FormValues, fieldTexts } from "../../core/values/check-fields.ts";
import { type ListQuery, type ListSpec, parseListQuery } from "../../records/list/list-query.ts";
import type { SaveState } from "../form/save.server.ts";
import type { ListData } from "../list/list-page.tsx";
import type { Toast } from "../toast.ts";

/** How the samples of a notion replace its table when that cannot be read. */
type Notion<R extends Row, Form> = {
  /** The address of its list. */
  list: string;
  spec: ListSpec;
  /** The fields that a search looks into. */
  searched: readonly (keyof R & string)[];
  /** The field that the toggle and the statuses change. */
  flag: keyof R & string;
  /** The checks of its form, fetched when somebody saves. */
  schema: () => Promise<z.ZodType<Form>>;
  /** The fields of a new row that its form does not have. */
  fresh: (rows: readonly R[]) => Omit<R, "id" | keyof Form>;
  /** A row as its form shows it, where that is not simply its fields. */
  toFields?: (row: R) => Fields;
};

const LOCAL: Toast = {
  kind: "success",
  text: "Mode démonstration : le changement reste sur cet écran, rien n’est enregistré.",
};

/**
 * 'Mode démonstration' of a notion: samples stand in for a table that cannot be read, and changes stay
 * in the browser, without a call, for as long as its list is on the screen. `DemonstrationNotice` enters
 * it; each `client…` of the notion asks it first, and gets undefined whenever the mode is off.
 */
export function demonstration<R extends Row, Form extends Fields>(notion: Notion<R, Form>) {
  const { list, spec, flag, fresh, toFields = (row: R): Fields => row } = notion;
  // Set by effects alone, hence never on the server, where requests share this module.
  let entered: ListData<R> | undefined;
  let rows: R[] = [];
  let retrying = false;
  let message: Toast | undefined;

  const view = (all: R[], query: ListQuery) => {
    const some = queryRows(all, query, { searched: notion.searched, flag });
    return { query, rows: some, count: some.length, more: false, demonstration: all };
  };
  const turn = (ids: readonly string[], on: boolean) => {
    rows = rows.map((row) => (ids.includes(row.id) ? { ...row, [flag]: on } : row));
  };

  function apply(fields: FormData): Toast {
    const text = (name: string) => String(fields.get(name) ?? "");
    const ids = text("ids").split(",");
    const intent = text("intent");
    if (intent === "toggle") turn(ids, text("on") === "on");
    else if (intent === "status") turn(ids, text("status") === "active");
    else if (intent === "delete") rows = rows.filter(({ id }) => !ids.includes(id));
    else if (intent === "move") rows = moveRow(rows, text("id"), text("direction"), spec.sorts[0]);
    else return { kind: "error", text: "Action inconnue" };
    return LOCAL;
  }

  function keep(form: Form, id: string | undefined): void {
    const before = rows.find((row) => row.id === id);
    const next = Math.max(0, ...rows.map((row) => Number(row.id))) + 1;
    const row = { ...(before ?? { ...fresh(rows), id: String(next) }), ...form } as unknown as R;
    if (before) rows = rows.map((other) => (other === before ? row : other));
    else rows = spec.descending ? [row, ...rows] : [...rows, row];
  }

  return {
    /** What a loader gives when its read fails. */
    standIn: (samples: readonly R[], query: ListQuery) =>
      view(
        samples.map((sample, index) => ({ ...sample, id: String(index + 1) })),
        query,
      ),
    /** Called when a list is on the screen; its rows tell whether it is a demonstration. */
    enter(data: ListData<R>): void {
      entered = data.demonstration && data;
      rows = data.demonstration ?? [];
    },
    leave(): void {
      entered = undefined;
    },
    /** Makes the next load ask the server again. Changes made here are kept until it answers. */
    retry(): void {
      retrying = true;
    },
    /** The message of the last form that was saved, once. */
    takeMessage(): Toast | undefined {
      const text = message;
      message = undefined;
      return text;
    },
    /** The list: the server's, or this one with what was changed here. */
    async load<T extends ListData<R>>(url: URL, server: () => Promise<T>): Promise<T> {
      const answer = entered && !retrying ? (entered as T) : await server();
      retrying = false;
      if (!entered || !answer.demonstration) return answer;
      return { ...answer, ...view(rows, parseListQuery(spec, url.searchParams)) };
    },
    /** A toggle, a status, a move or a deletion. */
    change(request: Request): Promise<{ toast: Toast }> | undefined {
      return entered && request.formData().then((fields) => ({ toast: apply(fields) }));
    },
    /** The fields that the form of a row shows. */
    fieldsOf(id: string | undefined): FormValues | undefined {
      const row = entered && rows.find((other) => other.id === id);
      return row && fieldTexts(toFields(row));
    },
    /** A form: what is wrong with it, or back to the list. */
    save(request: Request, id: string | undefined) {
      if (!entered) return undefined;
      return (async () => {
        const values = Object.fromEntries(
          [...(await request.formData())].map(([name, value]) => [name, String(value)]),
        );
        const checked = checkFields(values, await notion.schema());
        if (!checked.ok) {
          const { errors } = checked;
          return data({ values, errors } satisfies SaveState as SaveState, { status: 400 });
        }
        keep(checked.value, id);
        message = LOCAL;
        return redirect(list + new URL(request.url).search);
      })();
    },
  };
}

export type Demonstration<R extends Row> = Pick<
  ReturnType<typeof demonstration<R, Fields>>,
  "enter" | "leave" | "retry" | "takeMessage"
>;

export type Row = { id: string };
type Fields = Readonly<Record<string, unknown>>;

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
