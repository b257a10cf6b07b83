import { mkdir, statfs } from "node:fs/promises";
import { join } from "node:path";
import { env } from "../../core/process/env.server.ts";
import type { Storage } from "../../core/storage/storage.server.ts";
import { diskStorage } from "../../core/storage/storage-disk.server.ts";
import { s3Storage } from "../../core/storage/storage-s3.server.ts";
import { BackupFailure } from "./backups.ts";

/** A place where archives are kept, and whether it goes when this machine does. */
export type BackupStore = { storage: Storage; isElsewhere: boolean };

/** Everywhere that archives of this site are kept: a folder of this machine, and a store that speaks S3 if set. */
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

/** The site itself must go on writing while an archive is made. */
const LEFT_FREE = 100 * 1024 * 1024;

/** @throws BackupFailure 'full' unless a folder has room for so many bytes, and some is left for the site. */
export async function assertDiskSpace(folder: string, bytes: number): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes + LEFT_FREE) throw new BackupFailure("full");
}
