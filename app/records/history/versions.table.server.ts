import {
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { doors, idColumn, SITE_NOW } from "../../core/database/doors/columns.server.ts";

/**
 * What staff wrote of a record, save by save: see `versioned` of its definition for the columns. A row is written in the
 * transaction of the change, and goes with its record or by its age.
 */
export const versions = pgTable(
  "versions",
  {
    id: idColumn(),
    /** The table, and the row, that it is a version of. */
    entity: text().notNull(),
    entity_id: uuid().notNull(),
    /** From 1 on, without a gap; what is over the limit goes from the lowest on. */
    number: integer().notNull(),
    written_at: timestamp({ withTimezone: true }).notNull().default(SITE_NOW),
    /** The account; absent for what stood there before anybody saved. Its name is read where it is shown. */
    staff_id: uuid(),
    values: jsonb().$type<Record<string, unknown>>().notNull(),
    /** The number of the version that was brought back. */
    restored_from: integer(),
  },
  (table) => [
    uniqueIndex("versions_in_order").on(table.entity, table.entity_id, table.number),
    index("versions_oldest").on(table.written_at, table.id),
    ...doors("versions"),
  ],
);
