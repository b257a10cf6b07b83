import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import {
  doors,
  idColumn,
  searchIndex,
  searchText,
  timestamps,
} from "../core/database/doors/columns.server.ts";
import { registerDefinition } from "../records/definitions.server.ts";
import { leaderRecord } from "./leadership.record.ts";

export const leadershipTeam = pgTable(
  "leadership_team",
  {
    id: idColumn(),
    name: text().notNull(),
    position: text().notNull(),
    position_en: text(),
    bio: text().notNull(),
    bio_en: text(),
    image_url: text(),
    order: integer().notNull(),
    is_active: boolean().notNull().default(true),
    is_sample: boolean().notNull().default(false),
    search_text: searchText(...leaderRecord.search),
    ...timestamps,
  },
  (table) => [
    index("leadership_in_order").on(table.order, table.id),
    searchIndex("leadership_team", table.search_text),
    ...doors("leadership_team", { reads: sql`is_active` }),
  ],
);

registerDefinition(leaderRecord);
