import { lte, sql } from "drizzle-orm";
import { asSystem } from "../core/database/doors/doors.server.ts";
import type { Job } from "../core/process/jobs.server.ts";
import { HOUR } from "../core/values/durations.ts";
import { previewLinks } from "./preview-links.table.server.ts";

/** Erases links whose time is over, with the versions that they showed. */
export const forgetPreviews = () =>
  asSystem("previews.forget", (db) =>
    db.delete(previewLinks).where(lte(previewLinks.expires_at, sql`site_now()`)),
  );

export const forgetPreviewsJob: Job = {
  name: "previews.forget",
  byCalendar: true,
  everyMs: HOUR,
  run: async () => void (await forgetPreviews()),
};
