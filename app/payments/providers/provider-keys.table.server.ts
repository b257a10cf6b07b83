import { pgTable, text } from "drizzle-orm/pg-core";
import { idColumn, systemDoor, timestamps } from "../../core/database/doors/columns.server.ts";

/**
 * What a provider of payments knows us by, sealed. The system's door alone opens it: staff see the last
 * characters on a screen, and no log, export or bin ever holds a row of it.
 */
export const providerKeys = pgTable(
  "provider_keys",
  {
    id: idColumn(),
    provider: text().notNull().unique(),
    /** The number of the key that sealed it, and what it sealed. */
    sealed: text().notNull(),
    ...timestamps,
  },
  () => [systemDoor("provider_keys")],
);
