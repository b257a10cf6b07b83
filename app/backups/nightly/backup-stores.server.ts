import { mkdir, statfs } from "node:fs/promises";
import { join } from "node:path";
import { env } from "../../core/process/env.server.ts";
import type { Storage } from "../../core/storage/storage.server.ts";
import { diskStorage } from "../../core/storage/storage-disk.server.ts";
import { s3Storage } from "../../core/storage/storage-s3.server.ts";
import { BackupFailure } from "./backups.ts";

/** A store of archives, and whether it is on another machine. */
export type BackupStore = { storage: Storage; isElsewhere: boolean };

/** The stores of this site: a folder of this machine, and an S3 store if configured. */
export function backupStores(): [BackupStore, ...BackupStore[]] {
  const settings = env();
  const folder = settings.BACKUP_DIR ?? join(settings.DATA_DIR, "backups");
  const here: BackupStore = { storage: diskStorage(folder), isElsewhere: false };
  const {
    BACKUP_S3_ENDPOINT: endpoint,
    BACKUP_S3_REGION: region,
    BACKUP_S3_BUCKET: bucket,
    BACKUP_S3_ACCESS_KEY: accessKeyId,
    BACKUP_S3_SECRET_KEY: secretAccessKey,
  } = settings;
  if (!bucket || !accessKeyId || !secretAccessKey) return [here];
  const storage = s3Storage({ endpoint, region, bucket, accessKeyId, secretAccessKey });
  return [here, { storage, isElsewhere: true }];
}

/** Space that is left for the running site. */
const LEFT_FREE = 100 * 1024 * 1024;

/** @throws BackupFailure 'full' when a folder lacks the space for these bytes. */
export async function assertDiskSpace(folder: string, bytes: number): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes + LEFT_FREE) throw new BackupFailure("full");
}
