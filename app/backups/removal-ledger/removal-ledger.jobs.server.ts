import { saveAccountRights } from "../../auth/account/account-rights-file.system.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { env } from "../../core/process/env.server.ts";
import type { Job } from "../../core/process/jobs.server.ts";
import { MINUTE } from "../../core/values/durations.ts";
import { recordUnsubscriptions } from "../../newsletter/unsubscription-file.system.server.ts";
import { saveErasures } from "../../people/erasure-file.system.server.ts";
import { keepMovedLinks } from "../../site/moved/moved-links.system.server.ts";
import { readBackupKeys } from "../keys/backup-keys.server.ts";
import { backupStores } from "../nightly/backup-stores.server.ts";
import { isClockTrusted } from "../nightly/site-time.server.ts";
import { copyLedger, sealLedger } from "./removal-ledger.server.ts";

/** Saves erasures, unsubscriptions, account rights and renewed links beside the database, beside the archives and elsewhere. */
export async function updateRemovalLedger(): Promise<void> {
  await saveErasures();
  await recordUnsubscriptions();
  await saveAccountRights();
  await keepMovedLinks(env().DATA_DIR);
  const keys = readBackupKeys(env().DATA_DIR);
  if (!keys) return;
  const [here, elsewhere] = backupStores();
  await sealLedger(here.storage, keys, currentTime(), await isClockTrusted());
  if (elsewhere) await copyLedger(here.storage, elsewhere.storage);
}

/** Woken by each change; the interval is for a store that was unavailable. */
export const removalLedgerJob: Job = {
  name: "backups.departures",
  everyMs: 30 * MINUTE,
  run: updateRemovalLedger,
};
