import { createHash } from "node:crypto";
import { index, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { doors, idColumn, oneOf, timestamps } from "../core/database/doors/columns.server.ts";
import { PREVIEW_KINDS } from "../core/values/publication.ts";
import type { Snapshot } from "./preview-snapshots.ts";

/**
 * Links by which somebody without an account sees one version of a record. The version is kept with the link, so
 * that nothing that is written later is seen; of the token there is a hash alone. A trigger takes both away with
 * the record, into the bin too, and a link that was ended is not there any more.
 */
export const previewLinks = pgTable(
  "preview_links",
  {
    id: idColumn(),
    kind: text({ enum: PREVIEW_KINDS }).notNull(),
    record_id: uuid().notNull(),
    token_hash: text().notNull().unique(),
    snapshot: jsonb().$type<Snapshot>().notNull(),
    created_by: uuid().notNull(),
    expires_at: timestamp({ withTimezone: true }).notNull(),
    ...timestamps,
  },
  (table) => [
    oneOf("preview_links_kind", table.kind, PREVIEW_KINDS),
    index("preview_links_of_record").on(table.record_id),
    index("preview_links_ending").on(table.expires_at),
    ...doors("preview_links"),
  ],
);

/** By what a token is found: it has 192 random bits, so nobody gets back from the hash to it. */
export const previewHash = (token: string): string =>
  createHash("sha256").update(token).digest("base64url");
