import type { LucideIcon } from "lucide-react";

/** What the back office calls one row of a table, and several. */
export type Words = { one: string; many: string; feminine?: true };

/** Columns of one row, as text. */
export type NamedRow = Readonly<Record<string, string | null>>;

/** How a screen of files says that a row names a file: what the row is called, and where it is changed. */
export type FileUse = {
  /** The columns that `label` and `to` read, beside the id. */
  columns: readonly string[];
  label: (row: NamedRow) => string;
  /** The form of the row below the address of the notion, when absent. */
  to?: (row: NamedRow) => string;
  /** What such a place is called, where that is not the word for a row. */
  where?: string;
};

/** Rows that the first start filled in as examples, and what keeps one of them from being cleared away. */
export type Samples = {
  /** A row that stays and whose column holds the id of the sample. */
  keptBy?: readonly { table: string; column: string }[];
  /** Columns of the sample whose value stands somewhere in a row that stays: a file in use. */
  keptWhereNamed?: readonly string[];
  /** The table whose rows take these with them, by this column: on their own they are not removed. */
  goWith?: { table: string; column: string };
};

/** One table that staff change. */
export type Records = {
  table: string;
  words: Words;
  /** What the log calls what is done to this table alone, by the last word of its code. */
  actions?: Readonly<Record<string, string>>;
  /** What the log calls the columns of this table, where the words for all tables do not do. */
  fields?: Readonly<Record<string, string>>;
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
  /** Its place among the counters of the dashboard, and among the links to a new record. */
  dashboard?: { counter?: number; creation?: number };
  records: readonly Records[];
  /** Why each of its mails is written, by the name of its template. */
  mails?: Readonly<Record<string, string>>;
  /** What Diagnostic calls its jobs. */
  jobs?: Readonly<Record<string, string>>;
};

/** A row that is called by one of its columns. */
export const calledBy = (column: string): FileUse => ({
  columns: [column],
  label: (row) => row[column] ?? "",
});
