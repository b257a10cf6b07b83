import { existsSync } from "node:fs";
import { join } from "node:path";
import { SCHEMA } from "../../core/database/database.server.ts";
import type { Engine } from "../../core/database/engine.server.ts";
import { readSchema } from "../../core/database/schema/schema-files.server.ts";
import { log } from "../../core/log/log.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { env } from "../../core/process/env.server.ts";
import { projectRoot } from "../../core/process/project-root.server.ts";
import { HOUR, MINUTE } from "../../core/values/durations.ts";
import { WrongDatabaseError } from "../../core/values/errors.ts";
import { readBackupKeys } from "../keys/backup-keys.server.ts";
import { RUN_REASON_LABELS } from "../screen/backup-state.ts";
import { archiveEnd, insertRun, type RunEnd } from "./backup-runs.system.server.ts";
import { backupStores } from "./backup-stores.server.ts";
import { type ArchiveReport, BackupFailure, type RunReason } from "./backups.ts";
import { archiveSite } from "./nightly-backup.server.ts";
import { readUpgrade, type Upgrade, writeUpgrade } from "./upgrade-record.server.ts";

// Archives the data before a migration even when somebody replaced the code without npm run upgrade.

/** A service manager gives up after half an hour (deploy/systemd). */
export const ARCHIVE_TIMEOUT_MS = 25 * MINUTE;
const ORDINARY_PRIORITY = 0;
/** An archive this recent is used: of npm run upgrade, or of a start whose migration failed. */
const FRESH_MS = HOUR;

type Tell = (line: string) => void;

/** The run, until the migration is done and the table of runs can be written. */
let unrecordedRun: Parameters<typeof insertRun>[0] | undefined;

/** Records the archive from before the migration. */
export async function recordMigrationArchive(): Promise<void> {
  if (unrecordedRun) await insertRun(unrecordedRun);
  unrecordedRun = undefined;
}

/**
 * Archives an older database before its migration, and records the archive for npm run go-back.
 * @throws WrongDatabaseError when that failed.
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
    if (before && isCurrentVersion(before) && isFresh(before, started_at)) return;
    log.info({}, "an older database: an archive of it is made before it is migrated");
    const report = await archiveSite(
      started_at,
      { priority: ORDINARY_PRIORITY, withinMs: ARCHIVE_TIMEOUT_MS },
      { source: engine, hereAlone: true, mayPrune: false },
    );
    const archive = join(backupStores()[0].storage.name, report.archive);
    const at = currentTime();
    writeUpgrade(DATA_DIR, {
      ...(before && isCurrentVersion(before) ? before : currentUpgrade()),
      archive,
      at: at.toISOString(),
    });
    tell(`Archive faite avant la migration (made before the migration): ${archive}`);
    unrecordedRun = { ...toRunEnd(report), kind: "archive", started_at, ended_at: at };
  } catch (error) {
    log.error({ err: error, what: "backups.before-migration" }, "no archive before the migration");
    throw migrationError(error instanceof BackupFailure ? error.reason : "unknown", error);
  }
}

/** The record of this version, when npm run upgrade wrote none. */
const currentUpgrade = () => ({ to: projectRoot, schema: readSchema(SCHEMA).hash });
const isCurrentVersion = ({ to, schema }: Upgrade) =>
  to === currentUpgrade().to && schema === currentUpgrade().schema;

function isFresh({ archive, at }: Upgrade, now: Date): boolean {
  const age = now.getTime() - Date.parse(at);
  return age >= 0 && age < FRESH_MS && existsSync(archive);
}

/** A file that changed by itself is not reported: the next nightly run does it. */
const toRunEnd = (report: ArchiveReport): RunEnd => archiveEnd({ ...report, reason: undefined });

const migrationError = (reason: RunReason, cause: unknown) =>
  new WrongDatabaseError(
    `elle est d’une version antérieure, et aucune archive n’a pu en être faite avant la migration (it is older, and no archive could be made of it before the migration): ${RUN_REASON_LABELS[reason]} (${reason}). Rien n’a changé (nothing has changed). Sans archive (without one): MIGRATE_WITHOUT_ARCHIVE=1`,
    { cause },
  );
