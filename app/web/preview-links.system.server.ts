import { and, eq, gt, lte, sql } from "drizzle-orm";
import { asSystem } from "../core/database/doors/doors.server.ts";
import type { Job } from "../core/process/jobs.server.ts";
import { HOUR } from "../core/values/durations.ts";
import { previewHash, previewLinks, revived, type Snapshot } from "./preview-links.table.server.ts";

/** The snapshot that a link shows, with its time; undefined when the link has expired or never existed. */
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

/** Deletes expired links with their snapshots. */
export const deleteExpiredPreviews = () =>
  asSystem("previews.forget", (db) =>
    db.delete(previewLinks).where(lte(previewLinks.expires_at, sql`site_now()`)),
  );

export const expiredPreviewsJob: Job = {
  name: "previews.forget",
  byCalendar: true,
  everyMs: HOUR,
  run: async () => void (await deleteExpiredPreviews()),
};
