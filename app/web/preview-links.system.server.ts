import { and, eq, gt, sql } from "drizzle-orm";
import { asSystem } from "../core/database/doors/doors.server.ts";
import { previewHash, previewLinks } from "./preview-links.table.server.ts";
import { revived, type Snapshot } from "./preview-snapshots.ts";

/** The version that a link shows, and of when it is; undefined when it is over, or never was. */
export function openPreview(
  token: string,
): Promise<{ snapshot: Snapshot; made_at: Date } | undefined> {
  const { token_hash, expires_at, snapshot, created_at } = previewLinks;
  return asSystem("previews.open", async (db) => {
    const [link] = await db
      .select({ snapshot, made_at: created_at })
      .from(previewLinks)
      .where(and(eq(token_hash, previewHash(token)), gt(expires_at, sql`site_now()`)));
    return link && { ...link, snapshot: revived(link.snapshot) };
  });
}
