import { log } from "../log/log.server.ts";
import { isFull } from "../storage/storage-errors.ts";
import { AppError, STATUS_OF } from "../values/errors.ts";
import { isForeignPost } from "./own-request.ts";
import type { RequestInfo } from "./request-info.ts";

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
