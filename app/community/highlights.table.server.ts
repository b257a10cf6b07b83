import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import {
  doors,
  idColumn,
  oneOf,
  searchIndex,
  searchText,
  timestamps,
} from "../core/database/doors/columns.server.ts";
import { registerDefinition } from "../records/definitions.server.ts";
import { valuesOf } from "../records/record-fields.ts";
import { highlightRecord, KIND_CHOICES } from "./highlights.record.ts";

const KINDS = valuesOf(KIND_CHOICES);

export const highlights = pgTable(
  "highlights",
  {
    id: idColumn(),
    kind: text({ enum: KINDS }).notNull(),
    name: text().notNull(),
    gamertag: text(),
    level: text(),
    level_en: text(),
    members_count: integer(),
    achievements: text().array().notNull().default([]),
    achievements_en: text().array(),
    category: text(),
    category_en: text(),
    contribution: text(),
    contribution_en: text(),
    image_url: text(),
    order: integer().notNull(),
    /** The position on the Community page: by kind, then by order. */
    place: integer().generatedAlwaysAs(
      sql`(case kind when 'player' then 0 when 'club' then 1 else 2 end) * 100000000 + "order"`,
    ),
    is_active: boolean().notNull().default(true),
    is_sample: boolean().notNull().default(false),
    search_text: searchText(...highlightRecord.search),
    ...timestamps,
  },
  (table) => [
    oneOf("highlights_kind", table.kind, KINDS),
    index("highlights_in_order").on(table.kind, table.order, table.id),
    index("highlights_by_place").on(table.place, table.id),
    searchIndex("highlights", table.search_text),
    ...doors("highlights", { reads: sql`is_active` }),
  ],
);

registerDefinition(highlightRecord);
