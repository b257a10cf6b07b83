import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Env } from "../env.server.ts";
import { log, reasonOf } from "../log.server.ts";
import { projectRoot } from "../project-root.server.ts";
import { setEngine } from "./doors.server.ts";
import { openEmbedded } from "./embedded.server.ts";
import type { Engine } from "./engine.server.ts";
import { openServer } from "./postgres.server.ts";

/** Holds `foundation.sql`, `migrations/` and `guards.sql`, which are applied in this order. */
export const SCHEMA = join(projectRoot, "database");
const RETRY_MS = 2_000;

export type OpenDatabase = {
  engine: Engine;
  /** Resolves once the schema is current and `prepare` has run; for a server that is away, later. */
  ready: Promise<void>;
};

/**
 * Opens the database that the settings name, migrates it and runs `prepare` (seeding).
 *
 * The embedded one is ready when this resolves, and a problem is thrown. A server may be away when
 * we start: the site then stands on its samples, and this goes on trying.
 */
export async function openDatabase(
  settings: Pick<Env, "DATABASE_URL" | "DATA_DIR">,
  prepare: () => Promise<void>,
): Promise<OpenDatabase> {
  if (!settings.DATABASE_URL) {
    const engine = await openEmbedded(settings.DATA_DIR);
    await engine.migrate(SCHEMA);
    setEngine(engine);
    await prepare();
    return { engine, ready: Promise.resolve() };
  }
  const engine = openServer(settings.DATABASE_URL);
  const stopped = new AbortController();
  const close = engine.close.bind(engine);
  engine.close = () => {
    stopped.abort();
    return close();
  };
  const bringUp = async (): Promise<boolean> => {
    try {
      await engine.migrate(SCHEMA);
      setEngine(engine);
      await prepare();
      return true;
    } catch (error) {
      const reason = reasonOf(error);
      log.error({ reason }, "database not ready, trying again");
      return false;
    }
  };
  const keepTrying = async () => {
    do await pause(RETRY_MS, undefined, { ref: false });
    while (!stopped.signal.aborted && !(await bringUp()));
  };
  // A server that is there is worth waiting for; one that is away is not.
  return { engine, ready: (await bringUp()) ? Promise.resolve() : keepTrying() };
}
