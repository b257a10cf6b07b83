/** The result of a check: fine, worth a look, or failed. */
export type CheckLevel = "success" | "warning" | "error";

/** One check of Diagnostic or of the database test. */
export type Check = {
  name: string;
  level: CheckLevel;
  /** In one sentence. */
  summary: string;
  /** What was found, each with its name. */
  details: [name: string, result: string][];
  ms: number;
};

/** What a check found, where it is not said that all is well. `unknown`: nobody can say, and nobody is written to. */
export type Finding = Pick<Check, "summary"> &
  Partial<Pick<Check, "level" | "details">> & { unknown?: true };
