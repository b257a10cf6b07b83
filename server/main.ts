// First, since the umask decides who may read the files that every other module creates.
import "../app/core/storage/umask.server.ts";

import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import * as build from "virtual:react-router/server-build";
import type { ServerBuild } from "react-router";
import { reencryptWithCurrentSecret } from "../app/auth/library/rotation.system.server.ts";
import {
  adminCommands,
  checkAdministratorSetting,
  ensureAdministrator,
  type InitialPassword,
} from "../app/auth/staff/accounts.system.server.ts";
import {
  archiveBeforeMigration,
  recordMigrationArchive,
} from "../app/backups/nightly/before-migration.server.ts";
import {
  assessClock,
  isClockDoubted,
  trustClock,
} from "../app/backups/nightly/site-time.server.ts";
import { reapplyRevokedAccess } from "../app/backups/quarantine/account-review.system.server.ts";
import { recordRestoredState } from "../app/backups/quarantine/quarantine-state.system.server.ts";
import { releaseByCommand } from "../app/backups/quarantine/release.system.server.ts";
import { type App, startApp } from "../app/core/app.ts";
import { readQuarantineState } from "../app/core/database/copy/quarantine.server.ts";
import {
  applyScheduledSwitch,
  scheduleFormerState,
} from "../app/core/database/copy/site-states.server.ts";
import { openDatabase } from "../app/core/database/database.server.ts";
import type { Engine } from "../app/core/database/engine.server.ts";
import { answerHealth } from "../app/core/http/readiness.ts";
import { commonHeaders } from "../app/core/http/security-headers.ts";
import { log } from "../app/core/log/log.server.ts";
import { describeExitError, logConsoleOutput } from "../app/core/log/output.server.ts";
import { setClock, simulatedBy } from "../app/core/process/clock.ts";
import { env } from "../app/core/process/env.server.ts";
import { stopJobs } from "../app/core/process/jobs.server.ts";
import { projectRoot } from "../app/core/process/project-root.server.ts";
import { isSecretStored, rotateStoredSecret } from "../app/core/secrets/stored-secrets.server.ts";
import {
  assertNoUnfinishedRestore,
  assertWritable,
  warnIfOpenToOthers,
} from "../app/core/storage/data-folder.server.ts";
import { isStored } from "../app/core/storage/storage.server.ts";
import { pdfjsExtras } from "../app/files/children/pdfjs.server.ts";
import { loadPublicFiles } from "../app/files/public-files.visitor.server.ts";
import { placeSampleFiles } from "../app/files/storage/sample-files.server.ts";
import {
  adoptStore,
  ForeignStoreError,
  fillStore,
  findForeignStore,
} from "../app/files/storage/store-mark.system.server.ts";
import {
  listLicenceKeys,
  resealLicenceKeys,
  revokeLicenceKey,
  rotateLicenceKeys,
} from "../app/licences/licence-keys.system.server.ts";
import { findLicenceWords } from "../app/licences/licences.staff.server.ts";
import { membershipFulfilment } from "../app/membership/apply/fulfilment.operations.server.ts";
import { licencesFulfilment } from "../app/membership/clubs/purchases.operations.server.ts";
import { mailReason } from "../app/office/frame/mail-reasons.ts";
import { HealthWatch } from "../app/office/health/watch.system.server.ts";
import { actWords } from "../app/office/journal/audit-labels.ts";
import { findUsage } from "../app/office/links/file-usage.staff.server.ts";
import { findLinksTo } from "../app/office/links/links.staff.server.ts";
import { shownMenu } from "../app/pages/pages.visitor.server.ts";
import {
  offerBuiltInProviders,
  openOnlinePayments,
} from "../app/payments/providers/online-providers.system.server.ts";
import { simulated } from "../app/payments/providers/simulated/simulated.system.server.ts";
import { registrationFulfilment } from "../app/registrations/places/fulfilment.operations.server.ts";
import {
  findTestPlacesError,
  listTestPlaces,
  TestPlacesError,
} from "../app/registrations/places/test-places.system.server.ts";
import { ticketMailChecks } from "../app/registrations/tickets/ticket-attachments.system.server.ts";
import { registrationOffice } from "../app/registrations/tickets/ticket-office.operations.server.ts";
import { SPECULATION } from "../app/site/frame/speculation.ts";
import { readOwnMark } from "../app/site/icons/site-icons.server.ts";
import { publicCss, publicScript, sharingScript } from "../app/site/inline-assets.server.ts";
import { seedIfEmpty } from "../database/seed/seed.server.ts";
import { isFolder, StaticFiles } from "./files/static-files.ts";
import { answerStoredFile } from "./files/stored-files.ts";
import { withoutNul } from "./http/addresses.ts";
import {
  createLimitedServer,
  findListenTarget,
  limitBody,
  listen,
  rejectMethod,
} from "./http/http-server.ts";
import { invalidateOnChanges, startSiteJobs } from "./jobs.ts";
import { PageCache } from "./pages/page-cache.ts";
import { withSafeHandlers } from "./pages/rendering.ts";
import { loadCachedPages, startSavingPages } from "./pages/stored-pages.ts";
import { createSite } from "./site.ts";
import { GRACE_MS, stopOnSignal } from "./stop.ts";

const CACHE_BYTES = 64 * 1024 * 1024;

const settings = env();
if (settings.SIMULATED_CLOCK) setClock(simulatedBy(settings.SIMULATED_CLOCK));
const https = settings.PUBLIC_URL.startsWith("https:");
const production = settings.NODE_ENV !== "development";
const common = commonHeaders(https).flat();

export const cache = new PageCache(CACHE_BYTES);

const site = createSite({
  build: withSafeHandlers(build as unknown as ServerBuild),
  // Any other mode shows the messages of errors to visitors.
  mode: production ? "production" : "development",
  cache,
  inline: { css: publicCss, scripts: [publicScript, sharingScript, SPECULATION] },
  https,
  trustProxy: settings.TRUST_PROXY,
  cachePages: production,
});

export const { renderingOf } = site;

const watch = new HealthWatch();

const files = new StaticFiles();
const pictures = join(projectRoot, "build/pictures");
if (isFolder(pictures)) files.add("/pictures/", pictures, false);
for (const { address, folder } of pdfjsExtras()) files.add(address, folder, true);
if (production) files.add("/assets/", join(projectRoot, "build/client/assets"), true);

const parts: Omit<App, "database" | "providers"> = {
  siteMap: Object.values(build.routes).flatMap((route) =>
    // The forms over a list have the rest of an address.
    route?.path?.startsWith("/")
      ? [{ pattern: route.path, screen: route.module.default !== undefined }]
      : [],
  ),
  ticketOffice: registrationOffice,
  findUsage,
  findLinksTo,
  shownMenu,
  mailReason,
  findLicenceWords,
  actWords,
  isClockDoubted,
  mailChecks: ticketMailChecks,
  readMailLogo: readOwnMark,
  findTestPlaces: listTestPlaces,
  fulfilments: {
    membership: membershipFulfilment,
    registration: registrationFulfilment,
    licences: licencesFulfilment,
  },
};
startApp(parts);
offerBuiltInProviders(
  settings.NODE_ENV !== "production" || settings.PAYMENTS_SIMULATED ? [simulated] : [],
);

/** Answers one request. In development Vite's server comes first and serves the client's files. */
export async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    limitBody(request, response);
    if (rejectMethod(request, response, common)) return;
    request.url = withoutNul(request.url ?? "/");
    const pathname = request.url.split("?", 1)[0] ?? "/";
    if (answerHealth(request, response, pathname)) return;
    if (request.method === "GET" || request.method === "HEAD") {
      if (files.has(pathname)) return await files.send(request, response, pathname, common);
      if (isStored(pathname) && (await answerStoredFile(request, response, pathname, common)))
        return;
    } else if (files.has(pathname) || isStored(pathname)) {
      response.writeHead(405, [...common, "allow", "GET, HEAD", "content-length", "0"]).end();
      return;
    }
    await site.answer(request, response);
  } catch (error) {
    log.error({ err: error }, "request failed");
    if (response.headersSent) response.destroy();
    else response.writeHead(500, [...common, "content-type", "text/plain"]).end("500");
  }
}

/** Prints the generated password to the terminal, the only place where it is ever shown. */
function printInitialPassword({ email, password }: InitialPassword): void {
  process.stdout.write(`
  Premier administrateur (first administrator), montré une seule fois (shown once) :
    ${email}
    ${password}
`);
}

const beforeMigration = (engine: Engine) =>
  archiveBeforeMigration(engine, (line) => process.stdout.write(`${line}\n`));

/** Opens the database, adds the first content and administrator, and starts the listeners and jobs. */
export async function prepare(worker?: Worker): Promise<Engine> {
  let starting = true;
  let refusal: ForeignStoreError | TestPlacesError | undefined;
  const initializeDatabase = async (engine: Engine) => {
    // First, so that no row is dated by a wrong clock.
    await assessClock();
    await recordMigrationArchive();
    await recordRestoredState(engine, settings.DATA_DIR);
    if (await readQuarantineState()) await reapplyRevokedAccess();
    await openOnlinePayments();
    // Only at a start: when the database comes later, the sweep of files checks the store itself.
    refusal = starting ? ((await findForeignStore()) ?? (await findTestPlacesError())) : undefined;
    if (refusal) return;
    await seedIfEmpty();
    const generated = await ensureAdministrator(settings);
    if (generated) printInitialPassword(generated);
    await reencryptWithCurrentSecret();
    await resealLicenceKeys();
  };
  assertWritable(settings);
  assertNoUnfinishedRestore(settings.DATA_DIR);
  warnIfOpenToOthers(settings.DATA_DIR);
  applyScheduledSwitch(settings);
  const onWrong = (since: number) => cache.dropSince(since);
  const { engine, ready } = await openDatabase(settings, initializeDatabase, {
    onWrong,
    worker,
    beforeMigration,
  });
  starting = false;
  if (refusal) {
    await engine.close();
    throw refusal;
  }
  // Also while the database is away: the samples that stand in for it are read there.
  placeSampleFiles(settings.DATA_DIR);
  // `ready` resolves later when the database server was away at the start.
  void ready
    .then(() => invalidateOnChanges(engine, cache))
    .then(() => {
      cache.invalidateAll();
      return loadPublicFiles();
    })
    .catch((error: unknown) => log.error({ err: error }, "cannot listen for changes"));
  void ready
    .then(() => startSiteJobs(engine, () => cache.invalidateAll()))
    .catch((error: unknown) => log.error({ err: error }, "jobs not started"))
    .then(() => watch.start())
    .catch((error: unknown) => log.error({ err: error }, "the watch over the site not started"));
  return engine;
}

/** Fills an empty database and closes it again. Returns whether it was empty. */
export async function seedOnly(withSamples: boolean): Promise<boolean> {
  let seeded = false;
  const { engine, ready } = await openDatabase(
    settings,
    async () => {
      await recordMigrationArchive();
      if (withSamples) placeSampleFiles(settings.DATA_DIR);
      seeded = await seedIfEmpty(withSamples);
    },
    { beforeMigration },
  );
  await ready;
  await engine.close();
  return seeded;
}

/** Opens the database for one piece of work, and closes it again. */
async function withDatabase<T>(work: (engine: Engine) => Promise<T>): Promise<T> {
  const { engine, ready } = await openDatabase(settings, recordMigrationArchive, {
    beforeMigration,
  });
  try {
    await ready;
    return await work(engine);
  } finally {
    await engine.close();
  }
}

export const withAccounts = <T>(work: (accounts: typeof adminCommands) => Promise<T>) =>
  withDatabase(() => work(adminCommands));

/** Makes a new secret for the next start, unless the secret comes from the settings; returns whether it did. */
export function rotateSecret(): boolean {
  const { DATA_DIR, SESSION_SECRETS } = settings;
  const isStored = isSecretStored(DATA_DIR, SESSION_SECRETS);
  if (isStored) rotateStoredSecret(DATA_DIR);
  return isStored;
}

/** Ends the quarantine of a restored site. */
export const releaseSite = (mails: string | undefined, anyway: boolean) =>
  withDatabase(() => releaseByCommand(mails, anyway));

/** Records that the operator confirmed the clock of the machine. */
export { trustClock };

export const scheduleRollback = () => scheduleFormerState(settings);

/** Copies the uploads of the data folder into the store of the settings. Returns how many; undefined when it is the same. */
export const fillStoreFromDisk = () => withDatabase(fillStore);

/** The keys that sign licence cards, for the command. */
export const licenceKeyCommands = {
  list: () => withDatabase(listLicenceKeys),
  rotate: (anyway: boolean) => withDatabase(() => rotateLicenceKeys(anyway)),
  revoke: (number: number) => withDatabase(() => revokeLicenceKey(number)),
};

/** Marks the store of files as belonging to this database. Returns whose it was before. */
export const adoptFiles = () => withDatabase(adoptStore);

/** The text that a program shows for the error that ends it. */
export const explain = (error: unknown) =>
  describeExitError(error, [ForeignStoreError, TestPlacesError]);

/**
 * Starts the product. Resolves, with the settings to show, once it answers requests. `worker` is the thread of the
 * embedded database, started while this module was still loading.
 */
export async function start(worker?: Worker): Promise<{ PUBLIC_URL: string }> {
  logConsoleOutput();
  await checkAdministratorSetting(settings);
  // Before the administrator is created: a failed start would lose the password, which is printed once.
  const target = await findListenTarget(settings);
  const { version } = build.assets;
  if (production) loadCachedPages(cache, settings.DATA_DIR, version);
  const engine = await prepare(worker);
  const stopSavingPages = production
    ? startSavingPages(cache, settings.DATA_DIR, version)
    : () => {};
  const server = createLimitedServer((request, response) => {
    if (!site.answerReady(request, response)) void answer(request, response);
  });
  await listen(server, target);
  stopOnSignal({
    server,
    withinMs: settings.STOP_SECONDS * 1_000,
    graceMs: "fd" in target || settings.TRUST_PROXY ? GRACE_MS : 0,
    work: [stopJobs, (ms) => watch.stop(ms), async () => stopSavingPages()],
    closeDatabase: () => engine.close(),
  });
  return { PUBLIC_URL: settings.PUBLIC_URL };
}
