import type { RouterContextProvider } from "react-router";
import { asStaff, type StaffDb } from "../../core/database/doors/doors.server.ts";
import { readWithFallback } from "../../core/http/fallback.server.ts";
import { holds, type Permission } from "../../core/values/permissions.ts";
import { rightsOf } from "../../core/values/roles.ts";
import { accountOf, owesSecondFactor } from "./guard.server.ts";

/** With a page that only staff see: nobody keeps it, and no search engine is told of it. */
export const PREVIEW_HEADERS = {
  "cache-control": "private, no-store",
  "referrer-policy": "same-origin",
  "x-robots-tag": "noindex",
};

/** What visitors do not see, when somebody with this permission asks; to others it is not there. */
export function readPreview<T>(
  request: Request,
  context: Readonly<RouterContextProvider>,
  permission: Permission,
  read: (db: StaffDb) => Promise<T | undefined>,
): Promise<T | undefined> {
  return readWithFallback(
    context,
    "draft",
    async () => {
      const { account } = await accountOf(request, context);
      if (!account || owesSecondFactor(account)) return undefined;
      if (!holds(rightsOf(account), permission)) return undefined;
      return asStaff(account, read);
    },
    () => undefined,
  );
}
