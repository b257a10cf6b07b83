import { data, type RouterContextProvider } from "react-router";
import { log, reasonOf } from "../log/log.server.ts";
import { currentTime } from "../process/clock.ts";
import { lastKnown } from "../process/last-known.server.ts";
import { AppError, isFull, STATUS_OF, WrongDatabaseError } from "../values/errors.ts";
import { isCrossOriginPost, type RequestInfo, requestInfoContext } from "./request-info.ts";

/**
 * A read that must not break a public page: when it fails, the fallback is shown, the failure is logged,
 * and the page is marked as degraded, so that the cache prefers its last good copy.
 *
 * A wrong database is not an unavailable one: then the page itself is unavailable. The exception is an
 * answer to a form, since the visitor's input would be lost with the page.
 */
export async function readWithFallback<T>(
  context: Readonly<RouterContextProvider>,
  what: string,
  read: () => Promise<T>,
  fallback: () => T,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const page = context.get(requestInfoContext);
    if (error instanceof WrongDatabaseError && page.reading !== false)
      throw data({ contact: lastKnown()?.contact }, STATUS_OF[error.kind]);
    const reason = reasonOf(error);
    log.warn({ what, reason }, "read failed, samples stand in");
    recordFailure(what, reason);
    page.degraded = true;
    return fallback();
  }
}

/**
 * A read that falls back on samples in a demonstration only. A site with real content answers 503 instead, except to a
 * form, whose answer keeps the visitor's input.
 */
export function readOrSamples<T>(
  context: Readonly<RouterContextProvider>,
  what: string,
  read: () => Promise<T>,
  samples: () => T,
): Promise<T> {
  return readWithFallback(context, what, read, () => {
    requireSamplesAllowed(context);
    return samples();
  });
}

/**
 * A list of the back office whose samples are tried out in a demonstration, as long as it cannot be read. A site with
 * real content invents nobody: there the failure is the screen's.
 */
export const readOrDemonstrate: typeof readOrSamples = (context, what, read, samples) =>
  lastKnown() ? read() : readWithFallback(context, what, read, samples);

/** @throws a response of 503 on a site with real content. */
export function requireSamplesAllowed(context: Readonly<RouterContextProvider>): void {
  const own = lastKnown();
  if (own && context.get(requestInfoContext).reading !== false)
    throw data({ contact: own.contact }, 503);
}

/**
 * A read without a fallback, such as somebody's own ticket: the record, whether the database is
 * unavailable, and the matching status.
 */
export async function readOrUnavailable<T>(
  context: Readonly<RouterContextProvider>,
  what: string,
  read: () => Promise<T | undefined>,
): Promise<{ record: T | undefined; unavailable: boolean; status: number }> {
  let unavailable = false;
  const record = await readWithFallback(context, what, read, () => {
    unavailable = true;
    return undefined;
  });
  return { record, unavailable, status: unavailable ? 503 : record ? 200 : 404 };
}

/** A read of public pages that failed, for Diagnostic. */
type ReadFailure = { what: string; reason: string; count: number; last: Date };

const MAX_FAILURES = 20;
const failures = new Map<string, ReadFailure>();

function recordFailure(what: string, reason: string): void {
  const count = (failures.get(what)?.count ?? 0) + 1;
  // Deleting first moves it to the end of the map.
  failures.delete(what);
  failures.set(what, { what, reason, count, last: currentTime() });
  const [oldest] = failures.keys();
  if (failures.size > MAX_FAILURES && oldest !== undefined) failures.delete(oldest);
}

/** What could not be read since the start of this process, the latest first. */
export const recentReadFailures = (): ReadFailure[] => [...failures.values()].reverse();

/** React Router's messages when it refuses a cross-origin POST. */
const isRouterRefusal = (error: unknown) =>
  error instanceof Error && /Aborting the action\.$|^Bad Request$/.test(error.message);

/** Logs an uncaught error of a request, and sets the status of its answer. */
export function logFailure(error: unknown, request: Request, page: RequestInfo): void {
  const { reference, route } = page;
  // A mistake of the sender, or of a proxy that hides our address, and no error of the site.
  if (isCrossOriginPost(request) && isRouterRefusal(error)) {
    log.warn({ reference, route }, "a form from another address was refused");
    return;
  }
  if (error instanceof AppError) page.failure = STATUS_OF[error.kind];
  else if (isFull(error)) page.failure = STATUS_OF.unavailable;
  log.error({ err: error, reference, route }, "unexpected error");
}
