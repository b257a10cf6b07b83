import { asc, eq } from "drizzle-orm";
import type { VisitorDb } from "../platform/database/doors.server.ts";
import { highlights } from "./highlights.table.server.ts";
import type { Highlight } from "./highlights.ts";

/** Active highlights of every kind, in their order. */
export function listHighlights(db: VisitorDb): Promise<Highlight[]> {
  return db
    .select()
    .from(highlights)
    .where(eq(highlights.is_active, true))
    .orderBy(asc(highlights.order), asc(highlights.id));
}
