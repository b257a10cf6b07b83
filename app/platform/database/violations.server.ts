/** PostgreSQL's code for a row that breaks a unique constraint. */
const UNIQUE_VIOLATION = "23505";

/** Whether an error, whatever layer wrapped it, says that such a row exists already. */
export function isUniqueViolation(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ((cause as { code?: string }).code === UNIQUE_VIOLATION) return true;
  }
  return false;
}
