import type { LucideIcon } from "lucide-react";

/** What the back office calls one row of a table, and several. */
export type Words = { one: string; many: string; feminine?: true };

/** Columns of one row, as text. */
export type NamedRow = Readonly<Record<string, string | null>>;

/** What a row is called in a line, and where it is looked at. */
export type Naming = {
  /** The columns that `label` and `to` read, beside the id. */
  columns: readonly string[];
  label: (row: NamedRow) => string;
  /** The screen of the row below the address of the notion, when absent. */
  to?: (row: NamedRow) => string;
};

/** How a screen of files says that a row names a file. */
export type FileUse = Naming & {
  /** What such a place is called, where that is not the word for a row. */
  where?: string;
};

/** What the values of a column are called: by a list of choices, or by a rule. */
export type ValueWords =
  | readonly { value: string; label: string }[]
  | ((value: string | number) => string);

/** Rows that the first start filled in as examples, and what keeps one of them from being cleared away. */
export type Samples = {
  /** A row that stays and whose column holds the id of the sample; `words` where it has no screen of its own. */
  keptBy?: readonly { table: string; column: string; words?: string }[];
  /** Columns of the sample whose value stands somewhere in a row that stays: a file in use. */
  keptWhereNamed?: readonly string[];
  /** The table whose rows take these with them, by this column: on their own they are not removed. */
  goWith?: { table: string; column: string };
};

/** The column by which a row is known as a test, which waits for nobody: its own, or that of its order. */
export type TestColumn = "is_test" | "mode" | "order_id";

/** Work that waits for staff: every row that stands in one of these states. */
export type Task = {
  key: string;
  /** What is said after the number: 'demande d’adhésion à étudier', and of several. */
  one: string;
  many: string;
  /** The list of them, or where they are dealt with. */
  to: string;
  rows: readonly {
    table: string;
    /** Where the state stands. */
    column?: string;
    status: readonly string[];
    tests?: TestColumn;
  }[];
};

/** One table that staff change. */
export type Records = {
  table: string;
  words: Words;
  /** What the log calls what is done to this table alone, by the last word of its code. */
  actions?: Readonly<Record<string, string>>;
  /**
   * What the log calls the columns of this table, and the parts of those that hold several, where the
   * words for all tables do not do: as the form does. An empty one is left out before its parts.
   */
  fields?: Readonly<Record<string, string>>;
  /** What the log calls their values. */
  values?: Readonly<Record<string, ValueWords>>;
  /** The columns that hold the id of a row, with its table. */
  references?: Readonly<Record<string, string>>;
  /** What a row is called, where `files` does not say it. */
  called?: Naming;
  /** Every text of a row is searched for addresses of files, unless the table is said to name none. */
  files: FileUse | "none";
  samples?: Samples;
};

/**
 * What the back office knows of a notion: everything that it lists of all notions comes from here. It
 * travels to the browser, so it imports nothing but icons and words.
 */
export type Notion = {
  /** Of its list. */
  address: string;
  /** Its line in the sidebar, where that is not the word for several of its first table. */
  label?: string;
  icon: LucideIcon;
  group: "content" | "community" | "exchanges" | "system";
  /** After `g`, the key that leads to its list. */
  shortcut?: string;
  /**
   * Its place among the counters of the dashboard, and among the links to a new record; `tests`: the column
   * that is true for rows that count for nothing.
   */
  dashboard?: { counter?: number; creation?: number; tests?: string };
  records: readonly Records[];
  /** What the dashboard lists as to be done, and the sidebar counts. */
  tasks?: readonly Task[];
  /** Why each of its mails is written, by the name of its template. */
  mails?: Readonly<Record<string, string>>;
  /** What Diagnostic calls its jobs. */
  jobs?: Readonly<Record<string, string>>;
};

/** A row that is called by its columns, one after the other. */
export const calledBy = (...columns: string[]): FileUse => ({
  columns,
  label: (row) => columns.map((column) => row[column] ?? "").join(" "),
});

/** How a long text is written. */
export const TEXT_CHOICES = [
  { value: "plain", label: "En lignes" },
  { value: "markdown", label: "Mise en forme" },
];

/** What a switch is called in its two positions. */
export const positions = (on: string, off: string) => [
  { value: "true", label: on },
  { value: "false", label: off },
];

/** The choices of labels that are kept by value. */
export const choicesOf = (labels: Readonly<Record<string, string | { label: string }>>) =>
  Object.entries(labels).map(([value, words]) => ({
    value,
    label: typeof words === "string" ? words : words.label,
  }));
