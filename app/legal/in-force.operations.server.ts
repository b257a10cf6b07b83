import { and, eq, lte, max } from "drizzle-orm";
import type { SystemDb } from "../core/database/doors/doors.server.ts";
import { currentTime } from "../core/process/clock.ts";
import { isoDay } from "../i18n/format.ts";
import { builtInDay } from "./built-in.server.ts";
import type { LegalDocument } from "./legal-documents.ts";
import { legalTexts } from "./legal-texts.table.server.ts";

/** The day from which the version applies that whoever agrees at a moment agrees to. */
export async function dayInForce(
  db: SystemDb,
  of: LegalDocument,
  at = currentTime(),
): Promise<string> {
  const { document, published, starts_on } = legalTexts;
  const [row] = await db
    .select({ day: max(starts_on) })
    .from(legalTexts)
    .where(and(eq(document, of), eq(published, true), lte(starts_on, isoDay(at))));
  return row?.day ?? builtInDay(of);
}
