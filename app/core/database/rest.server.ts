import { setTimeout as pause } from "node:timers/promises";
import { log } from "../log.server.ts";
import type { Engine } from "./engine.server.ts";
import { type Ask, askIn } from "./schema-check.server.ts";

// A site that was restored starts at rest: what it knows is of yesterday, so nothing may leave it by itself,
// no mail, no refund and no reminder, until a person has looked and released it. The database says so, for
// every process that opens it.

const CHECK_EVERY_MS = 5_000;

/** Puts a database that was just filled to rest. */
export const putToRest = async (ask: Ask): Promise<void> =>
  void (await ask("insert into drizzle.rest default values on conflict do nothing"));

async function isResting(engine: Engine): Promise<boolean> {
  const rows = await engine.transaction((tx) => askIn(tx)("select from drizzle.rest"));
  return rows.length > 0;
}

/** Lets the jobs of a restored site run again. Tells whether it was at rest. */
export async function release(engine: Engine): Promise<boolean> {
  const rows = await engine.transaction((tx) => askIn(tx)("delete from drizzle.rest returning 1"));
  return rows.length > 0;
}

/** Resolves once the site is not at rest, or is no more. */
export async function whenReleased(engine: Engine): Promise<void> {
  for (let turn = 0; await isResting(engine).catch(() => true); turn++) {
    if (turn === 0)
      log.warn({}, "the site was restored and rests: no job runs until it is released");
    await pause(CHECK_EVERY_MS, undefined, { ref: false });
  }
}
