import { AsyncLocalStorage } from "node:async_hooks";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import type { Engine, Transaction } from "./engine.server.ts";
import { lockFolder } from "./folder-lock.server.ts";
import { openMemory } from "./pglite.server.ts";
import { backendIn, startWorker } from "./protocol-backends.server.ts";
import { type Backend, ProtocolStream } from "./protocol-stream.server.ts";

/**
 * Opens PostgreSQL beside this process, in `DATA_DIR/database`.
 * @throws FolderInUseError when another process has it open.
 */
export async function openEmbedded(dataDir: string): Promise<Engine> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const unlock = lockFolder(join(dataDir, "database.lock"));
  try {
    return await embeddedEngine(await startWorker(join(dataDir, "database")), unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

/** A database in memory, for tests. */
export async function openInMemory(): Promise<Engine> {
  return embeddedEngine(backendIn(await openMemory()), () => {});
}

/** The engine over whatever answers the protocol; both engines share the driver that speaks it. */
export async function embeddedEngine(backend: Backend, unlock: () => void): Promise<Engine> {
  const client = new pg.Client({
    stream: () => new ProtocolStream(backend) as never,
    user: "postgres",
    database: "postgres",
  });
  await client.connect();
  const db = drizzle(client);
  let line: Promise<unknown> = Promise.resolve();
  return {
    kind: "embedded",
    // There is one connection, so one transaction after the other.
    transaction(work) {
      const done = line.then(() => db.transaction((tx) => work(tx as unknown as Transaction)));
      line = done.catch(() => {});
      return done;
    },
    async migrate(folder) {
      await client.query(readFileSync(join(folder, "foundation.sql"), "utf8"));
      await migrate(db, { migrationsFolder: join(folder, "migrations") });
      await client.query(readFileSync(join(folder, "guards.sql"), "utf8"));
    },
    async listen(channel, onPayload) {
      // The answer that brings a notification is read inside a door; what follows it is not.
      const outside = AsyncLocalStorage.snapshot();
      client.on("notification", (message) => {
        if (message.channel === channel) outside(onPayload, message.payload ?? "");
      });
      await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
    },
    async close() {
      await line;
      await client.end();
      await backend.close();
      unlock();
    },
  };
}
