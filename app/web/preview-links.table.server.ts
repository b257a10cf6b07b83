import { createHash } from "node:crypto";
import { index, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { doors, idColumn, oneOf, timestamps } from "../core/database/doors/columns.server.ts";
import { PREVIEW_KINDS } from "../core/values/publication.ts";
import type { FederationEvent } from "../events/events.ts";
import type { News } from "../news/news.record.ts";
import type { WrittenPage } from "../pages/pages.ts";

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

/** The hash by which a token is found: with 192 random bits it cannot be guessed from it. */
export const previewHash = (token: string): string =>
  createHash("sha256").update(token).digest("base64url");

/** A record as its page shows it, at the moment when somebody made a link to it. */
export type Snapshot =
  | { kind: "news"; article: News }
  | { kind: "events"; event: FederationEvent }
  | { kind: "pages"; written: WrittenPage };

const MOMENTS = new Set(["created_at", "dated_at", "ends_at", "public_from", "public_until"]);
const isMoment = (key: string) => MOMENTS.has(key) || /^registration_.*_at$/.test(key);

/** A snapshot from JSON, with its moments as dates again. */
export const revived = (snapshot: Snapshot): Snapshot =>
  JSON.parse(JSON.stringify(snapshot), (key, value) =>
    typeof value === "string" && isMoment(key) ? new Date(value) : value,
  );
