import { sql } from "drizzle-orm";
import { check, index, jsonb, pgTable, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { idColumn, SITE_NOW, systemDoor } from "../../core/database/doors/columns.server.ts";
import type { Change } from "./merge-plan.operations.server.ts";

const moment = () => timestamp({ withTimezone: true }).notNull().default(SITE_NOW);

/** That two people were one: what each row held before, for as long as it can be undone. A trigger refuses who may not be. */
export const personMerges = pgTable(
  "person_merges",
  {
    id: idColumn(),
    /** The memberships and registrations of the person who stays, by their ids. */
    kept_ids: uuid().array().notNull(),
    /** Those of the other one, which took the address, the name and the birth date of the first. */
    moved_ids: uuid().array().notNull(),
    changes: jsonb().$type<readonly Change[]>().notNull(),
    created_at: moment(),
  },
  (table) => [index("person_merges_newest").on(table.created_at), systemDoor("person_merges")],
);

/** Two records whose people staff know to be two: they are not proposed again. The lower id comes first. */
export const peopleApart = pgTable(
  "people_apart",
  {
    id: idColumn(),
    one_id: uuid().notNull(),
    other_id: uuid().notNull(),
    created_at: moment(),
  },
  (table) => [
    check("people_apart_order", sql`${table.one_id} < ${table.other_id}`),
    uniqueIndex("people_apart_pair").on(table.one_id, table.other_id),
    systemDoor("people_apart"),
  ],
);
