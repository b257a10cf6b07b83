import type { RecordDefinition } from "../records/record.ts";

/** The column that marks a row as a test, which is no task: its own, or that of its order. */
export type TestColumn = "is_test" | "mode" | "order_id";

/**
 * Of the rows with a state, those that staff must act on: offers that nobody was told of, applications that nobody pays,
 * refunds that no provider sends by itself, those that one refused, players whose move waits for their club, what waits
 * for a member who is there, and cash that the account itself may confirm.
 */
export type TaskCondition =
  | "untold"
  | "unpriced"
  | "byHand"
  | "refused"
  | "moving"
  | "ofMember"
  | "confirmable";

/** Work that waits for staff: every row with one of these states. */
export type Task = {
  key: string;
  /** What is said after the number: 'demande d’adhésion à étudier', and of several. */
  one: string;
  many: string;
  /** The list of them, or where they are dealt with. */
  to: string;
  rows: readonly {
    table: string;
    /** The column of the state; `status` when absent. */
    column?: string;
    status: readonly string[];
    tests?: TestColumn;
    only?: TaskCondition;
  }[];
};

/**
 * What the back office knows of a notion: everything that it counts and logs of all notions comes from
 * here. It travels to the browser, so it imports nothing but words; the frame of every screen does without it.
 */
export type Notion = {
  /** Of its list, which has a line in the sidebar. */
  address: string;
  /**
   * Its place among the counters of the dashboard, and among the links to a new record; `tests`: the column
   * that is true for rows that count for nothing.
   */
  dashboard?: { counter?: number; creation?: number; tests?: string };
  records: readonly RecordDefinition[];
  /** The tasks that the dashboard lists and the sidebar counts. */
  tasks?: readonly Task[];
  /** Why each of its mails is written, by the name of its template. */
  mails?: Readonly<Record<string, string>>;
  /** What Diagnostic calls its jobs. */
  jobs?: Readonly<Record<string, string>>;
};
