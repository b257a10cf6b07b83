import { log, reasonOf } from "../core/log.server.ts";
import { CALL_LIMIT_MS } from "./payments.ts";

/** Asks a provider something. No answer, a failure or a silence that lasts too long: `otherwise`. */
export async function callProvider<T>(
  what: string,
  call: () => Promise<T>,
  otherwise: T,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<T>((resolve) => {
    timer = setTimeout(() => {
      log.warn({ what }, "provider does not answer");
      resolve(otherwise);
    }, CALL_LIMIT_MS);
  });
  try {
    return await Promise.race([call(), silence]);
  } catch (error) {
    log.warn({ what, reason: reasonOf(error) }, "provider failed");
    return otherwise;
  } finally {
    clearTimeout(timer);
  }
}
