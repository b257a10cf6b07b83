import { desc, eq } from "drizzle-orm";
import type { VisitorDb } from "../core/database/doors/doors.server.ts";
import type { LegalDocument } from "./legal-documents.ts";
import { legalTexts } from "./legal-texts.table.server.ts";

export type PublishedText = Pick<
  typeof legalTexts.$inferSelect,
  "starts_on" | "content" | "content_en" | "format"
>;

/** The published versions of a text, those to come too; the latest first. */
export function listPublished(db: VisitorDb, of: LegalDocument): Promise<PublishedText[]> {
  const { document, starts_on, content, content_en, format } = legalTexts;
  return db
    .select({ starts_on, content, content_en, format })
    .from(legalTexts)
    .where(eq(document, of))
    .orderBy(desc(starts_on));
}
