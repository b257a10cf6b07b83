import { index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { idColumn, SITE_NOW, systemDoor } from "../core/database/doors/columns.server.ts";

const moment = () => timestamp({ withTimezone: true });

/** What was asked for by a browser: a link and a code, which are derived from the id. Staff have no right on it. */
export const meSignIns = pgTable(
  "me_sign_ins",
  {
    id: idColumn(),
    address_hash: text().notNull(),
    /** Wrong codes so far. */
    tries: integer().notNull().default(0),
    used_at: moment(),
    created_at: moment().notNull().default(SITE_NOW),
  },
  (table) => [index("me_sign_ins_of_address").on(table.address_hash), systemDoor("me_sign_ins")],
);

/** Who is signed in to their own space: hashes alone. It has the id of its sign-in, so that one begins one session. */
export const meSessions = pgTable(
  "me_sessions",
  {
    id: idColumn(),
    token_hash: text().notNull().unique(),
    address_hash: text().notNull(),
    seen_at: moment().notNull().default(SITE_NOW),
    created_at: moment().notNull().default(SITE_NOW),
  },
  (table) => [index("me_sessions_of_address").on(table.address_hash), systemDoor("me_sessions")],
);
