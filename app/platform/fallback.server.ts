import type { RouterContextProvider } from "react-router";
import { log, reasonOf } from "./log.server.ts";
import { pageInfoContext } from "./page-info.ts";

/**
 * A read that must not break a public page: when it fails, what stands in is shown, the failure is
 * logged, and the page is marked so that the cache prefers its last good copy.
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
    const reason = reasonOf(error);
    log.warn({ what, reason }, "read failed, samples stand in");
    context.get(pageInfoContext).degraded = true;
    return standIn();
  }
}
