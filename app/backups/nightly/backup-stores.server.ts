import { join } from "node:path";
import { env } from "../../core/process/env.server.ts";
import type { Storage } from "../../core/storage/storage.server.ts";
import { diskStorage } from "../../core/storage/storage-disk.server.ts";
import { s3Storage } from "../../core/storage/storage-s3.server.ts";

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
