/** PostgreSQL's code for a row that breaks a unique constraint. */
const UNIQUE_VIOLATION = "23505";
/** For a row that belongs to one that is not there. */
const FOREIGN_KEY_VIOLATION = "23503";
/** And for what a role has no right to, a table or a row. */
const INSUFFICIENT_PRIVILEGE = "42501";
/** For a statement that was ended: it took longer than it may. */
const QUERY_CANCELED = "57014";

/** Whether an error, whatever layer wrapped it, says that such a row exists already. */
export const isUniqueViolation = (error: unknown) => hasCode(error, UNIQUE_VIOLATION);

/** Whether an error, whatever layer wrapped it, says that the row's owner is not there. */
export const isForeignKeyViolation = (error: unknown) => hasCode(error, FOREIGN_KEY_VIOLATION);

/** Whether an error, whatever layer wrapped it, says that the role may not do it. */
export const isRefusal = (error: unknown) => hasCode(error, INSUFFICIENT_PRIVILEGE);

/** Whether an error, whatever layer wrapped it, says that a statement took too long, which is no outage. */
export const isTimedOut = (error: unknown) => hasCode(error, QUERY_CANCELED);

/** The name of the rule that a row breaks, where the database named one. */
export function brokenConstraint(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { constraint } = cause as { constraint?: string };
    if (constraint) return constraint;
  }
  return undefined;
}

function hasCode(error: unknown, code: string): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ((cause as { code?: string }).code === code) return true;
  }
  return false;
}
