import { sql } from "drizzle-orm";
import { boolean, date, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { doors, idColumn, oneOf, timestamps } from "../core/database/doors/columns.server.ts";
import { TEXT_FORMATS } from "../texts/text-document.ts";
import { LEGAL_DOCUMENTS } from "./legal-documents.ts";

/**
 * The versions of the legal texts that the federation wrote. The one that applies is the published one that
 * began last; a trigger keeps it, and those before it, as they are.
 */
export const legalTexts = pgTable(
  "legal_texts",
  {
    id: idColumn(),
    document: text({ enum: LEGAL_DOCUMENTS }).notNull(),
    /** It applies from the first minute of this day in Conakry. */
    starts_on: date({ mode: "string" }).notNull(),
    content: text().notNull(),
    content_en: text(),
    format: text({ enum: TEXT_FORMATS }).notNull().default("markdown"),
    published: boolean().notNull().default(false),
    ...timestamps,
  },
  (table) => [
    oneOf("legal_texts_document", table.document, LEGAL_DOCUMENTS),
    oneOf("legal_texts_format", table.format, TEXT_FORMATS),
    uniqueIndex("legal_texts_one_a_day").on(table.document, table.starts_on).where(sql`published`),
    ...doors("legal_texts", { reads: sql`published` }),
  ],
);
