import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import { startApp } from "../app.ts";
import { log, reasonOf } from "../log/log.server.ts";
import type { Env } from "../process/env.server.ts";
import { projectRoot } from "../process/project-root.server.ts";
import { WrongDatabaseError } from "../values/errors.ts";
import { openEmbedded } from "./embedded/embedded.server.ts";
import type { Engine } from "./engine.server.ts";
import { isLoginRefused, openServer } from "./postgres.server.ts";
import { DatabaseWatch } from "./schema/database-watch.server.ts";

/** Holds `foundation.sql`, `migrations/` and `guards.sql`, which are applied in this order. */
export const SCHEMA = join(projectRoot, "database");
const RETRY_MS = 2_000;

type Settings = Pick<Env, "DATABASE_URL" | "DATA_DIR"> &
  Partial<Pick<Env, "DATABASE_OWNER_URL" | "SESSION_SECRETS" | "DATA_DIR_WITHOUT_LOCKS">>;

export type OpenDatabase = {
  engine: Engine;
  /** Resolves once the schema is current and `prepare` has run; for a server that is away, later. */
  ready: Promise<void>;
};

type Options = {
  /** The database turned out to be wrong: what was read of it since then (`performance.now()`) may not be true. */
  onWrong?: (since: number) => void;
  /** An older database is about to be migrated. It stays as it is when this rejects. */
  beforeMigration?: (engine: Engine) => Promise<void>;
  /** The thread of the embedded database, if it was started early. */
  worker?: Worker;
};

/**
 * Opens the database of the settings, migrates it and runs `prepare` (seeding).
 *
 * An embedded database is ready when this resolves, or an error is thrown. A server may be unavailable at the start:
 * the site then shows its fallbacks, and this keeps trying.
 * @throws WrongDatabaseError when it answers, but belongs to something else or cannot be repaired.
 */
export async function openDatabase(
  settings: Settings,
  prepare: (engine: Engine) => Promise<void>,
  options: Options = {},
): Promise<OpenDatabase> {
  const engine = settings.DATABASE_URL
    ? openServer(settings.DATABASE_URL, ownerOf(settings))
    : await openEmbedded(settings.DATA_DIR, settings.DATA_DIR_WITHOUT_LOCKS, options.worker);
  const watch = watchOver(engine, options);
  const stopped = new AbortController();
  const close = engine.close.bind(engine);
  engine.close = () => {
    stopped.abort();
    return close();
  };
  startApp({ database: { watch } });
  const bringUp = async () => {
    await engine.migrate(SCHEMA, () => options.beforeMigration?.(engine) ?? Promise.resolve());
    watch.accept();
    startApp({ database: { engine, watch } });
    await prepare(engine);
  };
  const keepTrying = async () => {
    for (;;) {
      await pause(RETRY_MS, undefined, { ref: false });
      if (stopped.signal.aborted) return;
      try {
        return await bringUp();
      } catch (error) {
        // It was unavailable at the start, and turns out to be wrong now.
        if (error instanceof WrongDatabaseError) watch.refuse(error.why);
        else log.error({ reason: reasonOf(error) }, "database not ready, trying again");
      }
    }
  };
  try {
    // Waits for a server that answers, but not for one that is unavailable.
    await bringUp();
    return { engine, ready: Promise.resolve() };
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal || engine.kind === "embedded") {
      await engine.close();
      throw refusal ?? error;
    }
    log.error({ reason: reasonOf(error) }, "database not ready, trying again");
    return { engine, ready: keepTrying() };
  }
}

const ownerOf = ({ DATABASE_OWNER_URL, SESSION_SECRETS = [] }: Settings) =>
  DATABASE_OWNER_URL ? { url: DATABASE_OWNER_URL, secret: SESSION_SECRETS[0] ?? "" } : undefined;

function watchOver(engine: Engine, { onWrong }: Options): DatabaseWatch {
  const gaps = new Set<() => void>();
  const listen = engine.listen.bind(engine);
  engine.listen = (channel, onPayload, onGap) => {
    gaps.add(onGap);
    return listen(channel, onPayload, onGap);
  };
  return new DatabaseWatch({
    findFault: () => engine.findFault(SCHEMA),
    onWrong: (since) => onWrong?.(since),
    onRight: () => {
      for (const onGap of gaps) onGap();
    },
  });
}

/** The error, when waiting does not help: the database is wrong, or refuses the login or database name. */
function refusalOf(error: unknown): WrongDatabaseError | undefined {
  if (error instanceof WrongDatabaseError) return error;
  if (!isLoginRefused(error)) return undefined;
  const why =
    "le serveur refuse le compte ou la base que nomme DATABASE_URL ou DATABASE_OWNER_URL (login or database refused)";
  return new WrongDatabaseError(why, { cause: error });
}
