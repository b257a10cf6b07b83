import type { TestProject } from "vitest/node";
import { SCHEMA } from "../../app/core/database/database.server.ts";
import { openServer } from "../../app/core/database/postgres.server.ts";
import { startPostgres } from "../support/postgres-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    postgres: { url: string; superuserUrl: string };
  }
}

/** One PostgreSQL server for the whole run; each test file makes its own database on it. */
export default async function setup(project: TestProject) {
  const server = await startPostgres();
  try {
    // The roles of the site belong to the whole server. Made here once, they are not made by
    // several test files at the same moment, which PostgreSQL may refuse.
    const engine = openServer(server.url);
    await engine.migrate(SCHEMA);
    await engine.close();
  } catch (error) {
    await server.remove();
    throw error;
  }
  project.provide("postgres", { url: server.url, superuserUrl: server.superuserUrl });
  return () => server.remove();
}
