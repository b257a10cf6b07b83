import { clearSignInsJob } from "../app/auth/library/housekeeping.jobs.server.ts";
import { backupsJob } from "../app/backups/nightly/backups.jobs.server.ts";
import { onTrustedClock, startClockChecks } from "../app/backups/nightly/site-time.server.ts";
import { quarantineJob } from "../app/backups/quarantine/quarantine.jobs.server.ts";
import { removalLedgerJob } from "../app/backups/removal-ledger/removal-ledger.jobs.server.ts";
import { restoresJob } from "../app/backups/restore/restores.jobs.server.ts";
import { isInQuarantine, whenReleased } from "../app/core/database/copy/quarantine.server.ts";
import type { Engine } from "../app/core/database/engine.server.ts";
import { type Job, onClockJump, runJobs, startJobs } from "../app/core/process/jobs.server.ts";
import { eventsClockJob } from "../app/events/events.jobs.server.ts";
import { prepareFilesJob } from "../app/files/file-preparation.jobs.server.ts";
import { clearPictureSourceCache } from "../app/files/picture-sources.visitor.server.ts";
import {
  clearPublicFileCache,
  filesChanged,
  loadPublicFiles,
} from "../app/files/public-files.visitor.server.ts";
import { sweepFilesJob } from "../app/files/storage/sweep.jobs.server.ts";
import { legalTextsJob } from "../app/legal/legal.jobs.server.ts";
import { mailJob } from "../app/mail/send.jobs.server.ts";
import { clubPlacesJob } from "../app/me/club/club.jobs.server.ts";
import { forgetPersonalLinksJob } from "../app/me/me.jobs.server.ts";
import {
  clearBrowsersJob,
  endMembershipsJob,
} from "../app/membership/renewal/membership.jobs.server.ts";
import { paymentJobs } from "../app/payments/payments.jobs.server.ts";
import { erasuresJob } from "../app/people/erasures.jobs.server.ts";
import { retentionJob } from "../app/people/retention/retention.jobs.server.ts";
import { binJob } from "../app/records/bin/bin.jobs.server.ts";
import { eventChangesJob } from "../app/registrations/places/event-changes.jobs.server.ts";
import { offersJob } from "../app/registrations/places/places.system.server.ts";
import { remindersJob } from "../app/registrations/places/reminders.jobs.server.ts";
import { forgetNetworksJob } from "../app/registrations/register/limits.system.server.ts";
import { forgetSettings } from "../app/settings/settings.visitor.server.ts";
import { lastKnownJob } from "../app/web/last-known.jobs.server.ts";
import { expiredPreviewsJob } from "../app/web/preview-links.system.server.ts";
import { publicationClockJob } from "../app/web/publication.jobs.server.ts";
import { readDocumentsJob, searchWordsJobs } from "../app/web/search.jobs.server.ts";
import type { PageCache } from "./pages/page-cache.ts";

/** The background jobs of every process of the site. */
export const siteJobs: readonly Job[] = [
  backupsJob,
  removalLedgerJob,
  restoresJob,
  binJob,
  clearSignInsJob,
  erasuresJob,
  forgetPersonalLinksJob,
  clubPlacesJob,
  endMembershipsJob,
  eventChangesJob,
  eventsClockJob,
  retentionJob,
  clearBrowsersJob,
  forgetNetworksJob,
  expiredPreviewsJob,
  legalTextsJob,
  mailJob,
  offersJob,
  lastKnownJob,
  remindersJob,
  prepareFilesJob,
  publicationClockJob,
  readDocumentsJob,
  ...searchWordsJobs,
  sweepFilesJob,
  ...paymentJobs,
];

/**
 * Starts the jobs. A site in quarantine runs only those that prepare its release; resolves once all jobs run.
 */
export async function startSiteJobs(engine: Engine, forgetPages: () => void): Promise<void> {
  onClockJump(() => {
    // Pages show the date, and jobs are due by the new time.
    forgetPages();
    void runJobs();
  });
  startClockChecks();
  if (isInQuarantine()) {
    const quarantineJobs = await startJobs(engine, [quarantineJob, restoresJob]);
    await whenReleased();
    await quarantineJobs.stop();
  }
  await startJobs(engine, siteJobs.map(onTrustedClock));
}

/** Invalidates caches when any process changes content, and all of them after a lost connection. */
export const invalidateOnChanges = (engine: Engine, cache: PageCache) =>
  engine.listen(
    "content_changed",
    (table) => {
      if (table === "site_settings") forgetSettings();
      if (table === "static_files") {
        clearPictureSourceCache();
        void filesChanged();
      }
      cache.invalidate(table);
    },
    () => {
      forgetSettings();
      clearPublicFileCache();
      clearPictureSourceCache();
      void loadPublicFiles();
      cache.invalidateAll();
    },
  );
