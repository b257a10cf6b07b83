export type Values = Record<string, unknown>;

/** The little that administrators may do with a table of the product's own. */
export type StaffRights = { reads?: string[]; adds?: true; changes?: string[]; removesOwn?: true };

/** What the tests expect of one table. A table without an entry in a `*.expectations.ts` fails them. */
export type TableExpectation = {
  /** The values that a row cannot do without; `n` makes the unique ones different. */
  row: (n: string) => Values;
  /** What a visitor reads: rows with the values `defaultsOf`, and none with one of `hidden`. */
  visitorReads?: { shown: Values; hidden: Values[]; columns?: string[] };
  /** What a visitor may add as it is, and with what values it is refused. */
  visitorInserts?: { refused: Values[] };
  /** Whether a change is told to the page caches. */
  notifies: boolean;
  /** The text columns that the search inside a list looks at, except those with a set form. */
  searched?: string[];
  /** Which rows may go, in SQL: those that nothing refers to. All of them when absent. */
  removable?: string;
  /** What no role ever does: delete its rows, or not even change them. */
  keeps?: "rows" | "everything";
  /** What staff may do with it, where that is not everything. */
  staff?: StaffRights;
  /** No administrator deletes it: the product does, when its time is over. */
  removedByProduct?: true;
  /** The column of the account whose rows they are: no member of staff has anything to do with another's. */
  ownedBy?: string;
  /** How lists are ordered, after columns held equal. Tables of a few rows have no list order. */
  order?: { within?: string; by: string[] };
};

/** What staff may do with a table that is none of theirs. */
export const NOTHING: StaffRights = {};
export const NEWEST = { by: ["created_at", "id"] };
export const ACTIVE_ONLY = { shown: { is_active: true }, hidden: [{ is_active: false }] };
export const EVERYTHING = { shown: {}, hidden: [] };
