import { asc, eq } from "drizzle-orm";
import { columnsOf } from "../core/database/doors/columns.server.ts";
import type { VisitorDb } from "../core/database/doors/doors.server.ts";
import { highlights } from "./highlights.table.server.ts";
import type { Highlight } from "./highlights.ts";

const highlight = columnsOf(highlights, [
  "id",
  "kind",
  "name",
  "gamertag",
  "level",
  "level_en",
  "members_count",
  "achievements",
  "achievements_en",
  "category",
  "category_en",
  "contribution",
  "contribution_en",
  "image_url",
  "order",
  "is_active",
]);

/** Active highlights of every kind, in their order. */
export function listHighlights(db: VisitorDb): Promise<Highlight[]> {
  return db
    .select(highlight)
    .from(highlights)
    .where(eq(highlights.is_active, true))
    .orderBy(asc(highlights.order), asc(highlights.id));
}
