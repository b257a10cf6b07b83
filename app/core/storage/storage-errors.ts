/** No space is left in the store, or in the folder for uploads. */
export class StoreFullError extends Error {}

/** No space, over quota, file too large for the disk; and PostgreSQL's own word for a full disk. */
const FULL = new Set(["ENOSPC", "EDQUOT", "EFBIG", "53100"]);

/** Whether an error, whatever layer wrapped it, says that there is no room left. */
export function isFull(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof StoreFullError) return true;
    if (FULL.has((cause as { code?: string }).code ?? "")) return true;
    // Libraries that write by themselves keep the words and lose the code.
    if (/no space left on device|disk quota exceeded/i.test(cause.message)) return true;
  }
  return false;
}
