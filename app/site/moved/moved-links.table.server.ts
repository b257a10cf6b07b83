import { pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { idColumn, SITE_NOW, systemDoor } from "../../core/database/doors/columns.server.ts";

/**
 * Personal links that were renewed, since the address that they were sent to was wrong. A trigger writes them; of
 * the token there is a hash alone, which leads to nobody.
 */
export const movedLinks = pgTable(
  "moved_links",
  {
    id: idColumn(),
    token_hash: text().notNull().unique(),
    moved_at: timestamp({ withTimezone: true }).notNull().default(SITE_NOW),
  },
  () => [systemDoor("moved_links")],
);
