import { causesOf, hasCode } from "../../values/errors.ts";

// Codes of PostgreSQL.
const UNIQUE_VIOLATION = /^23505$/;
const FOREIGN_KEY_VIOLATION = /^23503$/;
const INSUFFICIENT_PRIVILEGE = /^42501$/;
const QUERY_CANCELED = /^57014$/;

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
  return causesOf(error)
    .map((cause) => (cause as { constraint?: string }).constraint)
    .find(Boolean);
}
