import { calledBy, type RecordDefinition } from "./record.ts";

// THE FIELDS OF A RECORD, each said once. The form's schema, its labels, the list, the log's words, the versions and
// the columns that the public sees follow from them. A field that needs a check of its own is `written` by hand.

type Choice = { value: string; label: string };

type Options = {
  /** What the form calls its English twin; a field without has none. */
  english?: string;
  /** Whether and where the record is shown: decided apart from what it says, and in no version. */
  state?: true;
  /** Of a person: for staff alone, and in no version. */
  personal?: true;
};

/** A column that staff fill in. `Stored` is its type, `Twin` whether it has an English twin. */
export type Field<
  Stored = unknown,
  Twin extends boolean = boolean,
  Kind extends string = string,
> = Options & {
  kind: Kind;
  label: string;
  /** The message when nothing is given. */
  required?: string;
  /** The message when it is wrong. */
  message?: string;
  min?: number;
  max?: number;
  choices?: readonly Choice[];
  /** A text in Markdown, or in lines. */
  long?: true;
  /** Never set: these two carry types. */
  stored?: Stored;
  twin?: Twin;
};

export type Fields = Readonly<Record<string, Field>>;

type Twin<O> = O extends { english: string } ? true : false;
type OrNull<O, T> = O extends { required: string } ? T : T | null;

/** A text; `max` characters, 300 where nothing else is said. */
export const text = <const O extends Options & { required?: string; max?: number }>(
  label: string,
  options: O = {} as O,
): Field<OrNull<O, string>, Twin<O>, "text"> => ({ kind: "text", label, ...options });

/** A text with one entry on each line. */
export const lines = <const O extends Options & { required?: string }>(
  label: string,
  options: O = {} as O,
): Field<string[], Twin<O>, "lines"> => ({ kind: "lines", label, ...options });

/** The address of a file of ours or of a site. */
export const file = <const O extends Options & { required?: string }>(
  label: string,
  options: O = {} as O,
): Field<OrNull<O, string>, false, "file"> => ({ kind: "file", label, ...options });

/** A whole number; one message says that it is missing or wrong. */
export const whole = <
  const O extends Options & { min: number } & ({ required: string } | { message: string }),
>(
  label: string,
  options: O,
): Field<OrNull<O, number>, false, "whole"> => ({ kind: "whole", label, ...options });

/** A day, yyyy-mm-dd. */
export const day = (
  label: string,
  options: Options & { message: string },
): Field<string | null, false, "day"> => ({ kind: "day", label, ...options });

/** One of several values. */
export const choice = <const Choices extends readonly Choice[]>(
  label: string,
  choices: Choices,
  options: Options & { message: string },
): Field<Choices[number]["value"], false, "choice"> & { choices: Choices } => ({
  kind: "choice",
  label,
  choices,
  ...options,
});

/** Shown or hidden, by the words of its two positions: the first is where a new record begins. */
export const position = (
  label: string,
  choices: readonly [Choice, Choice],
): Field<boolean, false, "position"> => ({ kind: "position", label, choices, state: true });

/** A box that is ticked where the record is shown, and what the log calls its two positions. */
export const box = (label: string, on: string, off: string): Field<boolean, false, "box"> => ({
  kind: "box",
  label,
  state: true,
  choices: [
    { value: "true", label: on },
    { value: "false", label: off },
  ],
});

/** A long text, in Markdown or in lines. Its check knows what such a text may hold: it is `written` too. */
export const longText = <const O extends Options>(
  label: string,
  options: O = {} as O,
): Field<string, Twin<O>, "written"> => ({ kind: "written", label, long: true, ...options });

/** A column with a check of its own, which stands beside the form: see `recordSchema`. */
export const written = <Stored>(
  label: string,
  options: Omit<Options, "english"> & { choices?: readonly Choice[] } = {},
): Field<Stored, false, "written"> => ({ kind: "written", label, ...options });

type StoredOf<F> = F extends Field<infer Stored, boolean> ? Stored : never;
type TwinNames<F extends Fields> = {
  [K in keyof F]: F[K] extends { twin?: true } ? `${K & string}_en` : never;
}[keyof F];

/** The names of the columns, English twins among them. */
export type ColumnName<F extends Fields> = (keyof F & string) | TwinNames<F>;

type ValueOf<F extends Fields, Name> = Name extends keyof F
  ? StoredOf<F[Name]>
  : Name extends `${infer French}_en`
    ? StoredOf<F[French]> | null
    : never;

/** The columns of a record, as stored. */
export type StoredRecord<R extends { form: Fields }> = {
  [Name in ColumnName<R["form"]>]: ValueOf<R["form"], Name>;
};

/** What its form gives of them, without those that are `written`. */
export type FormValues<F extends Fields> = {
  [Name in ColumnName<WithCheck<F>>]: ValueOf<F, Name>;
};
type WithCheck<F extends Fields> = {
  [K in keyof F as F[K] extends { kind: "written" } ? never : K]: F[K];
};

type List<F extends Fields> = {
  /** The columns that it shows. */
  columns: readonly string[];
  /** What the address may ask for: a field with choices, or the values themselves where a rule says what they mean. */
  filters: Readonly<Record<string, (keyof F & string) | readonly string[]>>;
  /** What it can be ordered by; the first is the default. */
  sorts: readonly string[];
  /** Whether the default order is from high to low. */
  descending: boolean;
};

type Definition<F extends Fields, L extends List<F>, S> = Pick<
  RecordDefinition,
  "table" | "words" | "undo" | "samples" | "files"
> & {
  fields: F;
  list: L;
  /** The columns that a search looks into. */
  search: S;
};

/** A record with a form and a list, in the words of its fields. */
export function defineRecord<
  const F extends Fields,
  const L extends List<F>,
  const S extends readonly ColumnName<F>[],
>(definition: Omit<Definition<F, L, S>, "files"> & { called: ColumnName<F> }) {
  const { fields, list, called, ...record } = definition;
  const entries = Object.entries(fields);
  const isBeside = ([, { state, personal }]: [string, Field]) => Boolean(state || personal);
  return {
    ...record,
    form: fields,
    list: {
      ...list,
      by: list.filters,
      filters: Object.fromEntries(
        Object.entries(list.filters).map(([name, of]) => [name, filterValues(fields, of)]),
      ),
    },
    fields: Object.fromEntries(entries.map(([name, { label }]) => [name, label])),
    values: Object.fromEntries(entries.flatMap(([name, field]) => valueWords(name, field))),
    files: calledBy(called),
    versioned: {
      columns: namesOf(entries.filter((entry) => !isBeside(entry))),
      besides: namesOf(entries.filter(isBeside)),
    },
    translated: entries.some(([, { english }]) => english !== undefined),
    longTexts: namesOf(entries.filter(([, { long }]) => long)),
  } satisfies RecordDefinition & Record<string, unknown>;
}

/** The values of these choices, as the type of a column takes them. */
export const valuesOf = <const Choices extends readonly Choice[]>(choices: Choices) =>
  choices.map(({ value }) => value) as [Choices[number]["value"], ...Choices[number]["value"][]];

const namesOf = (entries: readonly [string, Field][]): string[] =>
  entries.flatMap(([name, { english }]) => (english === undefined ? [name] : [name, `${name}_en`]));

const filterValues = (fields: Fields, of: string | readonly string[]): readonly string[] =>
  typeof of === "string" ? (fields[of]?.choices ?? []).map(({ value }) => value) : of;

/** The words of the log for the values of a column; a flag has those of its two positions. */
function valueWords(name: string, { kind, choices }: Field): [string, readonly Choice[]][] {
  if (!choices) return [];
  if (kind !== "position") return [[name, choices]];
  return [[name, choices.map(({ label }, place) => ({ value: String(place === 0), label }))]];
}

type WithForm<F extends Fields> = { form: F };

/** The columns that staff fill in and visitors may read: English twins among them, and no person's data. */
export const columnNames = <F extends Fields>({ form }: WithForm<F>): ColumnName<F>[] =>
  namesOf(Object.entries(form).filter(([, { personal }]) => !personal)) as ColumnName<F>[];

/** What its fields are called beside the form: in a list of what is wrong, or of what differs. */
export function labelsOf<F extends Fields>({ form }: WithForm<F>): Record<ColumnName<F>, string> {
  const labels = Object.entries(form).flatMap(([name, { label, english }]) =>
    english === undefined
      ? [[name, label]]
      : [
          [name, label],
          [`${name}_en`, `${label} (anglais)`],
        ],
  );
  return Object.fromEntries(labels);
}

/** The fields of the English side of a form. */
export const englishNames = ({ form }: WithForm<Fields>): string[] =>
  Object.entries(form).flatMap(([name, { english }]) =>
    english === undefined ? [] : [`${name}_en`],
  );

/** A filter of its list in the bar above it; `all` is the choice of none. */
export function filterOf(
  { form, list }: WithForm<Fields> & { list: { by: Readonly<Record<string, unknown>> } },
  name: string,
  all: string,
) {
  const { label = "", choices = [] } = form[String(list.by[name])] ?? {};
  return { name, label, all, choices };
}

/** A record as its form shows it: of a flag, the word of its position. */
export function withPositions<Row extends object>({ form }: WithForm<Fields>, record: Row) {
  const values = record as Readonly<Record<string, unknown>>;
  const flags = Object.entries(form).flatMap(([name, { kind, choices }]) =>
    kind === "position" ? [[name, choices?.[values[name] ? 0 : 1]?.value ?? ""]] : [],
  );
  return { ...record, ...(Object.fromEntries(flags) as Record<string, string>) };
}

/** The values of an empty form, which samples complete. */
export function emptyRecord<F extends Fields>({ form }: WithForm<F>): FormValues<F> {
  const values = Object.entries(form).flatMap(([name, field]) =>
    field.kind === "written"
      ? []
      : namesOf([[name, field]]).map((one) => [one, emptyOf(field, one)]),
  );
  return Object.fromEntries(values);
}

function emptyOf({ kind, required, choices }: Field, name: string) {
  if (name.endsWith("_en")) return null;
  if (kind === "lines") return [];
  if (kind === "choice") return choices?.[0]?.value;
  if (kind === "position" || kind === "box") return true;
  return required === undefined ? null : "";
}
