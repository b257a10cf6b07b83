import { existsSync } from "node:fs";
import { join } from "node:path";
import { SCHEMA } from "../../core/database/database.server.ts";
import type { Engine } from "../../core/database/engine.server.ts";
import { readSchema } from "../../core/database/schema/schema-files.server.ts";
import { log } from "../../core/log/log.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { env } from "../../core/process/env.server.ts";
import { projectRoot } from "../../core/process/project-root.server.ts";
import { WrongDatabaseError } from "../../core/values/errors.ts";
import { readBackupKeys } from "../keys/backup-keys.server.ts";
import { RUN_REASON_LABELS } from "../screen/backup-state.ts";
import { archiveEnd, insertRun, type RunEnd } from "./backup-runs.system.server.ts";
import { backupStores } from "./backup-stores.server.ts";
import { type ArchiveReport, BackupFailure, type RunReason } from "./backups.ts";
import { archiveSite } from "./nightly-backup.server.ts";
import { readUpgrade, type Upgrade, writeUpgrade } from "./upgrade-record.server.ts";

// Whoever puts new code in the place of the old one and starts it has said nothing to npm run upgrade. The data is
// archived all the same before it is changed.

/** A person waits for this start, or a service manager that gives up after half an hour (deploy/systemd). */
export const ARCHIVED_WITHIN_MS = 25 * 60_000;
const ORDINARY_PRIORITY = 0;
/** What npm run upgrade wrote, or a start whose migration failed and that is tried again. */
const FRESH_MS = 60 * 60_000;

type Tell = (line: string) => void;

/** What was done, until the list of archives can be written: that is the one of the new version. */
let unlisted: Parameters<typeof insertRun>[0] | undefined;

/** Writes the archive of before the migration into the list, once there is one. */
export async function recordMigrationArchive(): Promise<void> {
  if (unlisted) await insertRun(unlisted);
  unlisted = undefined;
}

/**
 * Writes an archive of an older database, which is about to be migrated, and notes it for npm run go-back.
 * @throws WrongDatabaseError when none could be made.
 */
export async function archiveBeforeMigration(
  engine: Pick<Engine, "kind" | "whileCopied">,
  tell: Tell,
): Promise<void> {
  const { DATA_DIR, MIGRATE_WITHOUT_ARCHIVE } = env();
  if (MIGRATE_WITHOUT_ARCHIVE) {
    return tell("MIGRATE_WITHOUT_ARCHIVE : migration sans archive (migrated without an archive)");
  }
  if (!readBackupKeys(DATA_DIR)) {
    return tell(
      "Migration sans archive : pas encore de clé de secours (migrated without an archive: no recovery key yet)",
    );
  }
  const started_at = currentTime();
  try {
    const before = readUpgrade(DATA_DIR);
    if (before && isFor(before) && isFresh(before, started_at)) return;
    log.info({}, "an older database: an archive of it is made before it is migrated");
    const report = await archiveSite(
      started_at,
      { priority: ORDINARY_PRIORITY, withinMs: ARCHIVED_WITHIN_MS },
      { source: engine, hereAlone: true, mayPrune: false },
    );
    const archive = join(backupStores()[0].storage.name, report.archive);
    const at = currentTime();
    writeUpgrade(DATA_DIR, {
      ...(before && isFor(before) ? before : own()),
      archive,
      at: at.toISOString(),
    });
    tell(`Archive faite avant la migration (made before the migration): ${archive}`);
    unlisted = { ...endOf(report), kind: "archive", started_at, ended_at: at };
  } catch (error) {
    log.error({ err: error, what: "backups.before-migration" }, "no archive before the migration");
    throw refusal(error instanceof BackupFailure ? error.reason : "unknown", error);
  }
}

/** Of this version, where npm run upgrade has not said more of it. */
const own = () => ({ to: projectRoot, schema: readSchema(SCHEMA).hash });
const isFor = ({ to, schema }: Upgrade) => to === own().to && schema === own().schema;

function isFresh({ archive, at }: Upgrade, now: Date): boolean {
  const age = now.getTime() - Date.parse(at);
  return age >= 0 && age < FRESH_MS && existsSync(archive);
}

/** A file that changed by itself is told by the next night: the archive has its former content. */
const endOf = (report: ArchiveReport): RunEnd => archiveEnd({ ...report, reason: undefined });

const refusal = (reason: RunReason, cause: unknown) =>
  new WrongDatabaseError(
    `elle est d’une version antérieure, et aucune archive n’a pu en être faite avant la migration (it is older, and no archive could be made of it before the migration): ${RUN_REASON_LABELS[reason]} (${reason}). Rien n’a changé (nothing has changed). Sans archive (without one): MIGRATE_WITHOUT_ARCHIVE=1`,
    { cause },
  );
