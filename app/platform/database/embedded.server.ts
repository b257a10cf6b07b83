import { AsyncLocalStorage } from "node:async_hooks";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { unaccent } from "@electric-sql/pglite/contrib/unaccent";
import { drizzle } from "drizzle-orm/pglite";
import { DurableNodeFS } from "./durable-fs.server.ts";
import type { Engine, Transaction } from "./engine.server.ts";
import { lockFolder } from "./folder-lock.server.ts";
import { type Ask, askIn, checkSchema } from "./schema-check.server.ts";
import { readSchema } from "./schema-files.server.ts";
import { asWrongDatabase, mendSchema } from "./schema-mend.server.ts";

const extensions = { pg_trgm, unaccent };

/** PGlite's own start parameters switch fsync off (-F); see docs/decisions/embedded-database.md. */
const durableStart = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"),
  "-c",
  "wal_sync_method=fsync",
];

/**
 * Opens PostgreSQL inside this process, in `DATA_DIR/database`.
 * @throws FolderInUseError when another process has it open.
 */
export async function openEmbedded(dataDir: string, withoutLocks = false): Promise<Engine> {
  const unlock = lockFolder(dataDir, withoutLocks);
  try {
    const folder = join(dataDir, "database");
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const fs = new DurableNodeFS(folder);
    return embeddedEngine(
      await PGlite.create({ fs, extensions, startParams: durableStart }),
      unlock,
    );
  } catch (error) {
    unlock();
    throw error;
  }
}

/** A database in memory, for tests. */
export async function openInMemory(): Promise<Engine> {
  return embeddedEngine(await PGlite.create({ extensions }), () => {});
}

function embeddedEngine(client: PGlite, unlock: () => void): Engine {
  const db = drizzle(client);
  return {
    kind: "embedded",
    transaction: (work) => db.transaction((tx) => work(tx as unknown as Transaction)),
    async migrate(folder) {
      const schema = readSchema(folder);
      await client
        .transaction((tx) => {
          const ask: Ask = async <Row>(text: string, values?: unknown[]) =>
            (await tx.query<Row>(text, values)).rows;
          return mendSchema({ ask, script: async (text) => void (await tx.exec(text)) }, schema);
        })
        .catch((error: unknown) => {
          throw asWrongDatabase(error);
        });
    },
    async findFault(folder) {
      const verdict = await db.transaction((tx) =>
        checkSchema(askIn(tx as unknown as Transaction), readSchema(folder)),
      );
      return verdict.kind === "right" ? undefined : verdict.why;
    },
    async listen(channel, onPayload) {
      // The engine calls back from within the transaction that notified, which is inside a door;
      // what follows a notification is not.
      const outside = AsyncLocalStorage.snapshot();
      await client.listen(channel, (payload) => outside(onPayload, payload));
    },
    async close() {
      await client.close();
      unlock();
    },
  };
}
