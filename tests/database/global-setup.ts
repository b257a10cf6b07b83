import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { SCHEMA } from "../../app/core/database/database.server.ts";
import { embeddedEngine } from "../../app/core/database/embedded/embedded.server.ts";
import { openMemory } from "../../app/core/database/embedded/pglite.server.ts";
import { backendIn } from "../../app/core/database/embedded/protocol-backends.server.ts";
import { openServer } from "../../app/core/database/postgres.server.ts";
import type { Images } from "../support/database/memory-database.ts";
import {
  createDatabase,
  type PostgresServer,
  startPostgres,
} from "../support/database/postgres-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    postgres: { url: string; superuserUrl: string };
    /** The database of that server that has our schema, to be copied. */
    template: string;
    images: Images;
  }
}

/**
 * One PostgreSQL server for the whole run, on which each test file makes its own database, and the images of
 * which the embedded databases are made.
 */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), "images-"));
  const server = await startPostgres();
  const clear = async () => {
    rmSync(folder, { recursive: true, force: true });
    await server.remove();
  };
  try {
    project.provide("template", await makeTemplate(server));
    project.provide("images", await makeImages(folder));
  } catch (error) {
    await clear();
    throw error;
  }
  project.provide("postgres", { url: server.url, superuserUrl: server.superuserUrl });
  return clear;
}

/**
 * The roles of the site belong to the whole server. Made here once, they are not made by several test files
 * at the same moment, which PostgreSQL may refuse.
 */
async function makeTemplate(server: PostgresServer): Promise<string> {
  const { url } = await createDatabase(server);
  const engine = openServer(url);
  await engine.migrate(SCHEMA);
  await engine.close();
  return new URL(url).pathname.slice(1);
}

async function makeImages(folder: string): Promise<Images> {
  const images = { empty: join(folder, "empty.tar"), migrated: join(folder, "migrated.tar") };
  const database = await openMemory();
  const write = async (path: string) =>
    writeFileSync(path, Buffer.from(await (await database.dumpDataDir("none")).arrayBuffer()));
  await write(images.empty);
  const engine = await embeddedEngine(backendIn(database), () => {});
  await engine.migrate(SCHEMA);
  await write(images.migrated);
  await engine.close();
  return images;
}
