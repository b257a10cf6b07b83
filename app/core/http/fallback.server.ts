import { data, type RouterContextProvider } from "react-router";
import { log, reasonOf } from "../log/log.server.ts";
import { currentTime } from "../process/clock.ts";
import { lastKnown } from "../process/last-known.server.ts";
import { isFull } from "../storage/storage-errors.ts";
import { AppError, STATUS_OF, WrongDatabaseError } from "../values/errors.ts";
import { isForeignPost, type RequestInfo, requestInfoContext } from "./request-info.ts";

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
    remember(what, reason);
    page.degraded = true;
    return fallback();
  }
}

/**
 * A read whose samples stand in for a demonstration alone. A site with content of its own says that it will be back:
 * it invents no event and nobody. The answer to a form keeps what was typed, and shows the samples beside it.
 */
export function readOrSamples<T>(
  context: Readonly<RouterContextProvider>,
  what: string,
  read: () => Promise<T>,
  samples: () => T,
): Promise<T> {
  return readWithFallback(context, what, read, () => {
    refuseSamples(context);
    return samples();
  });
}

/** @throws a response of 503 where samples may not stand in. */
export function refuseSamples(context: Readonly<RouterContextProvider>): void {
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
export type ReadFailure = { what: string; reason: string; count: number; last: Date };

const MAX_FAILURES = 20;
const failures = new Map<string, ReadFailure>();

function remember(what: string, reason: string): void {
  const count = (failures.get(what)?.count ?? 0) + 1;
  // Deleting first moves it to the end of the map.
  failures.delete(what);
  failures.set(what, { what, reason, count, last: currentTime() });
  const [oldest] = failures.keys();
  if (failures.size > MAX_FAILURES && oldest !== undefined) failures.delete(oldest);
}

/** What could not be read since the start of this process, the latest first. */
export const recentReadFailures = (): ReadFailure[] => [...failures.values()].reverse();

/** What the router says when it refuses what another site sends: a document, or the data of a screen. */
const isRefusal = (error: unknown) =>
  error instanceof Error && /Aborting the action\.$|^Bad Request$/.test(error.message);

/** Writes down what nobody caught while a request was answered, and with which status it is answered then. */
export function noteFailure(error: unknown, request: Request, page: RequestInfo): void {
  const { reference, route } = page;
  // The mistake of whoever sent it, or of a proxy that hides our address: no error of ours.
  if (isForeignPost(request) && isRefusal(error)) {
    log.warn({ reference, route }, "a form from another address was refused");
    return;
  }
  if (error instanceof AppError) page.failure = STATUS_OF[error.kind];
  else if (isFull(error)) page.failure = STATUS_OF.unavailable;
  log.error({ err: error, reference, route }, "unexpected error");
}
