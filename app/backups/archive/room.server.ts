import { mkdir, statfs } from "node:fs/promises";
import { BackupFailure } from "../nightly/backups.ts";

/** The site itself must go on writing while an archive is made. */
const LEFT_FREE = 100 * 1024 * 1024;

/** @throws BackupFailure 'full' unless a folder has room for so many bytes, and some is left for the site. */
export async function requireRoom(folder: string, bytes: number): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes + LEFT_FREE) throw new BackupFailure("full");
}
