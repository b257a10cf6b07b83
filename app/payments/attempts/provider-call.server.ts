import { isInQuarantine } from "../../core/database/copy/quarantine.server.ts";
import { log, reasonOf } from "../../core/log/log.server.ts";

/** What changes nothing at a provider: a site at rest asks, and does nothing. */
const LOOKS = ["notice", "query", "refund state", "list"];

/**
 * Asks a provider something, as long as the time that `signal` measures is not over. No answer, a
 * failure or a silence that lasts too long: `otherwise`, as from a site at rest that would do more than look.
 */
export async function callProvider<T>(
  what: string,
  signal: AbortSignal,
  call: (signal: AbortSignal) => Promise<T>,
  otherwise: T,
): Promise<T> {
  if (signal.aborted || (isInQuarantine() && !LOOKS.includes(what))) return otherwise;
  let end: (() => void) | undefined;
  // A provider that does not look at the signal keeps nobody either.
  const over = new Promise<T>((resolve) => {
    end = () => resolve(otherwise);
    signal.addEventListener("abort", end, { once: true });
  });
  try {
    return await Promise.race([call(signal), over]);
  } catch (error) {
    log.warn({ what, reason: reasonOf(error) }, "provider failed");
    return otherwise;
  } finally {
    if (signal.aborted) log.warn({ what }, "provider does not answer");
    if (end) signal.removeEventListener("abort", end);
  }
}
