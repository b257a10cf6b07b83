import type { RouterContextProvider } from "react-router";
import { accountOf, isAdmin, owesSecondFactor } from "../auth/guard.server.ts";
import { asStaff } from "../core/database/doors.server.ts";
import { readWithFallback } from "../core/fallback.server.ts";
import { findDraft, type WrittenPage } from "./pages.visitor.server.ts";

/** A page that visitors do not see, when it is an administrator who asks; to others it is not there. */
export function previewDraft(
  request: Request,
  context: Readonly<RouterContextProvider>,
  slug: string,
): Promise<WrittenPage | undefined> {
  return readWithFallback(
    context,
    "draft",
    async () => {
      const { account } = await accountOf(request, context);
      if (!account || !isAdmin(account) || owesSecondFactor(account)) return undefined;
      return asStaff(account, (db) => findDraft(db, slug));
    },
    () => undefined,
  );
}
