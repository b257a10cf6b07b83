import type { RouterContextProvider } from "react-router";
import { asStaff, type StaffDb } from "../../core/database/doors/doors.server.ts";
import { readWithFallback } from "../../core/http/fallback.server.ts";
import { holds, type Permission } from "../../core/values/permissions.ts";
import { rightsOf } from "../../core/values/roles.ts";
import { accountOf, mustSetUpSecondFactor } from "./guard.server.ts";

/** The headers of a page that only staff see: no cache and no search engine keeps it. */
export const PREVIEW_HEADERS = {
  "cache-control": "private, no-store",
  "referrer-policy": "same-origin",
  "x-robots-tag": "noindex",
};

/** Reads what only accounts with this permission see; undefined for others. */
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
      if (!account || mustSetUpSecondFactor(account)) return undefined;
      if (!holds(rightsOf(account), permission)) return undefined;
      return asStaff(account, read);
    },
    () => undefined,
  );
}
