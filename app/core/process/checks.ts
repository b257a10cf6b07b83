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
  /** Nobody can say, and nobody is written to. */
  unknown?: true;
  /** It waits to be set up, whether or not that is a fault. */
  isUnset?: boolean;
};

/** Whether it is said to wait to be set up, rather than to have gone one way or the other. */
export const isToSetUp = ({ level, unknown, isUnset }: Check): boolean =>
  isUnset === true && level !== "error" && !unknown;

/** The result of a check; without a level it succeeded. `unknown`: it could not be made, and no alert is sent. */
export type Finding = Pick<Check, "summary"> &
  Partial<Pick<Check, "level" | "details" | "unknown" | "isUnset">>;
