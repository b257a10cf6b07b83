import { log, reasonOf } from "../core/log.server.ts";
import { withTimeout } from "../core/timeout.ts";
import { CALL_LIMIT_MS } from "./payments.ts";

/** Asks a provider something. No answer, a failure or a silence that lasts too long: `otherwise`. */
export async function callProvider<T>(
  what: string,
  call: () => Promise<T>,
  otherwise: T,
): Promise<T> {
  try {
    return await withTimeout(call(), CALL_LIMIT_MS, () => {
      log.warn({ what }, "provider does not answer");
      return otherwise;
    });
  } catch (error) {
    log.warn({ what, reason: reasonOf(error) }, "provider failed");
    return otherwise;
  }
}
