import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * Whether a text stands anywhere in a row, given as JSON: in a column, inside a longer text, inside JSON. No
 * column has to be listed, so none can be forgotten.
 */
export const rowHolds = (row: SQLWrapper, text: SQLWrapper): SQL =>
  // As JSON writes it: a quote in an address stands behind a backslash.
  sql`strpos(${row}::text, trim(both '"' from to_jsonb(${text}::text)::text)) > 0`;
