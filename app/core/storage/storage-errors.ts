import { causesOf } from "../values/errors.ts";

/** No space is left in the store, or in the folder for uploads. */
export class StoreFullError extends Error {}

/** No space, over quota, file too large for the disk; and PostgreSQL's own word for a full disk. */
const FULL = /^(ENOSPC|EDQUOT|EFBIG|53100)$/;

/** Whether an error, whatever layer wrapped it, says that there is no room left. */
export const isFull = (error: unknown): boolean =>
  causesOf(error).some(
    (cause) =>
      cause instanceof StoreFullError ||
      FULL.test(cause.code ?? "") ||
      // Libraries that write by themselves keep the words and lose the code.
      /no space left on device|disk quota exceeded/i.test(cause.message),
  );
