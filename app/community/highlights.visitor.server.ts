import { asc, eq } from "drizzle-orm";
import { columnsOf } from "../core/database/doors/columns.server.ts";
import type { VisitorDb } from "../core/database/doors/doors.server.ts";
import { columnNames } from "../records/record-fields.ts";
import { type Highlight, highlightRecord } from "./highlights.record.ts";
import { highlights } from "./highlights.table.server.ts";

/** Active highlights of every kind, in their order. */
export function listHighlights(db: VisitorDb): Promise<Highlight[]> {
  return db
    .select(columnsOf(highlights, ["id", "order", ...columnNames(highlightRecord)]))
    .from(highlights)
    .where(eq(highlights.is_active, true))
    .orderBy(asc(highlights.order), asc(highlights.id));
}
