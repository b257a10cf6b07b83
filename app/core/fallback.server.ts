import { data, type RouterContextProvider } from "react-router";
import { STATUS_OF, WrongDatabaseError } from "./errors.ts";
import { log, reasonOf } from "./log.server.ts";
import { pageInfoContext } from "./page-info.ts";

/**
 * A read that must not break a public page: when it fails, the fallback is shown, the failure is logged,
 * and the page is marked as degraded, so that the cache prefers its last good copy.
 *
 * A wrong database is not an unavailable one: then the page itself is unavailable. The exception is an
 * answer to a form, since the visitor's input would be lost with the page.
 */
export async function readOr<T>(
  context: Readonly<RouterContextProvider>,
  what: string,
  read: () => Promise<T>,
  standIn: () => T,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const page = context.get(pageInfoContext);
    if (error instanceof WrongDatabaseError && page.reading !== false)
      throw data(null, STATUS_OF[error.kind]);
    const reason = reasonOf(error);
    log.warn({ what, reason }, "read failed, samples stand in");
    remember(what, reason);
    page.degraded = true;
    return standIn();
  }
}

/**
 * A read without a fallback, such as somebody's own ticket: the record, whether the database is
 * unavailable, and the matching status.
 */
export async function readOrAway<T>(
  context: Readonly<RouterContextProvider>,
  what: string,
  read: () => Promise<T | undefined>,
): Promise<{ found: T | undefined; away: boolean; status: number }> {
  let away = false;
  const found = await readOr(context, what, read, () => {
    away = true;
    return undefined;
  });
  return { found, away, status: away ? 503 : found ? 200 : 404 };
}

/** A read of public pages that failed, for Diagnostic. */
export type ReadFailure = { what: string; reason: string; count: number; last: Date };

const KEPT = 20;
const failures = new Map<string, ReadFailure>();

function remember(what: string, reason: string): void {
  const count = (failures.get(what)?.count ?? 0) + 1;
  // Deleting first moves it to the end of the map.
  failures.delete(what);
  failures.set(what, { what, reason, count, last: new Date() });
  const [oldest] = failures.keys();
  if (failures.size > KEPT && oldest !== undefined) failures.delete(oldest);
}

/** What could not be read since the start of this process, the latest first. */
export const recentReadFailures = (): ReadFailure[] => [...failures.values()].reverse();
