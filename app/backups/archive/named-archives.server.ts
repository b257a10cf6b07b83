import { basename } from "node:path";
import { readJournal } from "../../core/database/copy/site-states.server.ts";
import { log } from "../../core/log/log.server.ts";
import { readUpgrade } from "../nightly/upgrade-record.server.ts";
import { ARCHIVES } from "./manifest.ts";

/**
 * The archives that somebody may want to come back to in a moment, by name: of before the last upgrade, and what is
 * being restored. Undefined where that cannot be read: then none may go.
 */
export function namedArchives(dataDir: string): ReadonlySet<string> | undefined {
  try {
    const upgrade = readUpgrade(dataDir);
    const { work, states, arrived } = readJournal(dataDir);
    const restored = [work, ...states, arrived?.state].flatMap((one) => one?.archive ?? []);
    return new Set([...restored, ...(upgrade ? [ARCHIVES + basename(upgrade.archive)] : [])]);
  } catch (error) {
    log.error({ err: error, what: "backups.named" }, "which archives are named cannot be read");
    return undefined;
  }
}
