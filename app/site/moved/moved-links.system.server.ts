import { eq, sql } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import { readOrUnavailable } from "../../core/http/fallback.server.ts";
import { movedLinks } from "./moved-links.table.server.ts";

/** Whether a personal link was renewed, so that it leads nowhere any more. */
const isMoved = (token: string): Promise<boolean> =>
  asSystem("links.moved", async (db) => {
    const rows = await db
      .select({ at: movedLinks.moved_at })
      .from(movedLinks)
      .where(eq(movedLinks.token_hash, sql`link_hash(${token})`));
    return rows.length > 0;
  });

/** What a personal link leads to, as `readOrUnavailable` reads it; `moved` where it was renewed, and is gone. */
export async function readAtLink<T>(
  context: Readonly<RouterContextProvider>,
  what: string,
  token: string,
  read: () => Promise<T | undefined>,
) {
  const found = await readOrUnavailable(context, what, read);
  if (found.status !== 404) return { ...found, moved: false };
  const { record: moved = false } = await readOrUnavailable(context, what, () => isMoved(token));
  return { ...found, moved, status: moved ? 410 : found.status };
}
