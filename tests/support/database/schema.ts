import { join } from "node:path";
import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { sourceFiles } from "../source.ts";

/** Every table of the schema, as its file makes it. */
export const schema = (
  await Promise.all(
    sourceFiles("app")
      .filter((file) => file.endsWith(".table.server.ts"))
      .map((file) => import(/* @vite-ignore */ join(import.meta.dirname, "../../..", file))),
  )
)
  .flatMap((module) => Object.values(module))
  .filter((value): value is PgTable => is(value, PgTable))
  .map((table) => getTableConfig(table));
