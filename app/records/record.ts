/** What the back office calls one row of a table, and several. */
type Words = { one: string; many: string; feminine?: true };

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
type Samples = {
  /** A row that stays and whose column holds the id of the sample; `words` where it has no screen of its own. */
  keptBy?: readonly { table: string; column: string; words?: string }[];
  /** Columns of the sample whose value stands somewhere in a row that stays: a file in use. */
  keptWhereNamed?: readonly string[];
  /** The table whose rows take these with them, by this column: on their own they are not removed. */
  goWith?: { table: string; column: string };
};

/** What is said of one table that staff change. It travels to the browser and knows neither zod nor Drizzle. */
export type RecordDefinition = {
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
  /**
   * What a version holds: words, pictures, dates, prices. Whether and where a record is shown is decided apart, so
   * that bringing old words back neither publishes nor cancels; a person's contact is held in the record alone.
   */
  versioned?: {
    columns: readonly string[];
    /** The columns of the form that it does not hold. */
    besides?: readonly string[];
    /** The column that is true, or one of these, for the rows that have versions. */
    only?: { column: string; is?: readonly string[] };
  };
  /** Whether it has English twins: the columns with `_en` behind their name. */
  translated?: boolean;
  /** Texts in Markdown, or in lines: versions compare them as they read. */
  longTexts?: readonly string[];
  /**
   * The acts that can be undone, by the last word of their code in the log; or, where the table holds money,
   * accounts or what people were told, the sentence that says what goes the other way.
   */
  undo: readonly string[] | string;
  /** The acts that are not undone because another one goes the other way, by the last word of their code. */
  counterActs?: Readonly<Record<string, string>>;
};

/** The acts of a record that is created, changed and deleted in its form and its list. */
export const UNDO_TEXTS = ["create", "update", "delete", "restore", "undo"];
/** Those of a record that is shown and hidden too. */
export const UNDO_SHOWN = ["publish", "unpublish"];

type Act = { action: string };

/** Whether an act is one of those that can be undone, as far as its name tells. */
export function isUndoable({ action }: Act, record: RecordDefinition | undefined): boolean {
  const verb = action.split(".", 2)[1] ?? "";
  return Array.isArray(record?.undo) && record.undo.includes(verb);
}

/** What goes the other way, where an act cannot be undone. */
export function counterAct({ action }: Act, record: RecordDefinition | undefined) {
  const verb = action.split(".", 2)[1] ?? "";
  return (
    record?.counterActs?.[verb] ?? (typeof record?.undo === "string" ? record.undo : undefined)
  );
}

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
