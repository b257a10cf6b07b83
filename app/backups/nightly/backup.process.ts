// The process that makes and proves archives, so that this does not delay pages. It has the lowest priority for the
// processor, and is the first to be killed when memory is short.
import "../../core/storage/umask.server.ts";
import { openFolderCopy, openServerSource } from "../../core/database/copy/table-copy.server.ts";
import {
  copyFolder,
  finishCopy,
  sizeOfFolder,
  syncFolderFiles,
} from "../../core/database/embedded/folder-copy.server.ts";
import { log } from "../../core/log/log.server.ts";
import { serveTasks } from "../../core/process/child-tasks.ts";
import { isFull } from "../../core/values/errors.ts";
import { readBackupKeys } from "../keys/backup-keys.server.ts";
import { assertDiskSpace } from "./backup-stores.server.ts";
import type { BackupResults, BackupTask, BackupTasks } from "./backup-tasks.ts";
import { BackupFailure, type RunReason } from "./backups.ts";

type Work = { [Task in BackupTask]: (request: BackupTasks[Task]) => Promise<BackupResults[Task]> };

const work: Work = {
  async prepare({ database, work: folder }) {
    await assertDiskSpace(folder, await sizeOfFolder(database));
    await syncFolderFiles(database);
    return null;
  },
  async copy({ from, to }) {
    await copyFolder(from, to);
    return null;
  },
  async finish({ from, to, label }) {
    await finishCopy(from, to, label);
    return null;
  },
  // The environment is read only here: the process of a proof has no settings.
  async write({ at, copy, ...plan }) {
    const { env } = await import("../../core/process/env.server.ts");
    const { performBackup } = await import("./perform-backup.server.ts");
    const settings = env();
    const keys = readBackupKeys(settings.DATA_DIR);
    if (!keys) throw new BackupFailure("unknown");
    const opening = copy ? openFolderCopy(copy) : openServerSource(settings);
    const database = await opening.catch((cause: unknown) => {
      throw new BackupFailure("database", { cause });
    });
    try {
      return await performBackup(database, keys, new Date(at), plan);
    } finally {
      await database.close();
    }
  },
  async send({ at }) {
    const { env } = await import("../../core/process/env.server.ts");
    const { performCopy } = await import("./perform-backup.server.ts");
    const keys = readBackupKeys(env().DATA_DIR);
    if (!keys) throw new BackupFailure("unknown");
    await performCopy(keys, new Date(at));
    return null;
  },
  async prove(request) {
    const { proveArchive } = await import("../proof/prove-archive.server.ts");
    return proveArchive(request);
  },
  async restore(request) {
    const { prepareCopy } = await import("../proof/prepare-copy.server.ts");
    return prepareCopy(request, (step) => process.send?.({ step }));
  },
};

function toRunReason(error: unknown, task: string): RunReason {
  log.error({ err: error, what: `backup.${task}` }, "a part of a backup failed");
  if (error instanceof BackupFailure) return error.reason;
  return isFull(error) ? "full" : "unknown";
}

const [priority = 0] = process.argv.slice(2).map(Number);
serveTasks(priority, work, toRunReason);
