// Before anything else, since it decides who may read what the others make.
import "../app/core/storage/umask.server.ts";

import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import * as build from "virtual:react-router/server-build";
import type { ServerBuild } from "react-router";
import { followRotation } from "../app/auth/library/rotation.system.server.ts";
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
import { lookAtTime, trustClock } from "../app/backups/nightly/site-time.server.ts";
import { revokeAccessAgain } from "../app/backups/quarantine/account-review.system.server.ts";
import { recordRestoredState } from "../app/backups/quarantine/quarantine-state.system.server.ts";
import { releaseByCommand } from "../app/backups/quarantine/release.system.server.ts";
import { type App, startApp } from "../app/core/app.ts";
import { readQuarantineState } from "../app/core/database/copy/quarantine.server.ts";
import { switchIfDue, takeFormerNext } from "../app/core/database/copy/site-states.server.ts";
import { openDatabase } from "../app/core/database/database.server.ts";
import type { Engine } from "../app/core/database/engine.server.ts";
import { answerHealth } from "../app/core/http/readiness.ts";
import { commonHeaders } from "../app/core/http/security-headers.ts";
import { log } from "../app/core/log/log.server.ts";
import { explainEnd, guardOutput } from "../app/core/log/output.server.ts";
import { setClock, simulatedBy } from "../app/core/process/clock.ts";
import { env } from "../app/core/process/env.server.ts";
import { stopJobs } from "../app/core/process/jobs.server.ts";
import { projectRoot } from "../app/core/process/project-root.server.ts";
import { isSecretKept, rotateKeptSecret } from "../app/core/secrets/stored-secrets.server.ts";
import {
  refuseUnfinishedRestore,
  requireWritable,
  warnOfOpenFolder,
} from "../app/core/storage/file-rights.server.ts";
import { isStored } from "../app/core/storage/storage.server.ts";
import { pdfjsExtras } from "../app/files/children/pdfjs.server.ts";
import { readOpenFiles } from "../app/files/open-files.visitor.server.ts";
import {
  adoptStore,
  ForeignStoreError,
  fillStore,
  foreignStore,
} from "../app/files/storage/store-mark.system.server.ts";
import { membershipFulfilment } from "../app/membership/apply/fulfilment.operations.server.ts";
import { mailReason } from "../app/office/frame/mail-reasons.ts";
import { HealthWatch } from "../app/office/health/watch.system.server.ts";
import { findUsage } from "../app/office/links/file-usage.staff.server.ts";
import {
  offerBuiltInProviders,
  openOnlinePayments,
} from "../app/payments/providers/online-providers.system.server.ts";
import { simulated } from "../app/payments/providers/simulated/simulated.system.server.ts";
import { registrationFulfilment } from "../app/registrations/places/fulfilment.operations.server.ts";
import {
  listTestPlaces,
  refuseTestPlaces,
  TestPlacesError,
} from "../app/registrations/places/held-tests.system.server.ts";
import { ticketMailChecks } from "../app/registrations/tickets/enclosed-ticket.system.server.ts";
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
  findPlace,
  limitBody,
  listen,
  refuseMethod,
} from "./http/http-server.ts";
import { followChanges, startWork } from "./jobs.ts";
import { bringPages, keepPages } from "./pages/kept-pages.ts";
import { PageCache } from "./pages/page-cache.ts";
import { withSafeHandlers } from "./pages/rendering.ts";
import { createSite } from "./site.ts";
import { LAST_CALL_MS, stopOnSignal } from "./stop.ts";

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
  keepPages: production,
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
  mailReason,
  mailChecks: ticketMailChecks,
  readMailLogo: readOwnMark,
  findTestPlaces: listTestPlaces,
  fulfilments: { membership: membershipFulfilment, registration: registrationFulfilment },
};
startApp(parts);
offerBuiltInProviders(
  settings.NODE_ENV !== "production" || settings.PAYMENTS_SIMULATED ? [simulated] : [],
);

/** Answers one request. In development the files of the client are Vite's, which stands before us. */
export async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    limitBody(request, response);
    if (refuseMethod(request, response, common)) return;
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

/** Shows a drawn password to whoever started us. It is written down nowhere else, logs included. */
function show({ email, password }: InitialPassword): void {
  process.stdout.write(`
  Premier administrateur (first administrator), montré une seule fois (shown once) :
    ${email}
    ${password}
`);
}

const beforeMigration = (own: Engine) =>
  archiveBeforeMigration(own, (line) => process.stdout.write(`${line}\n`));

/** Opens what the site stands on: database, first content and administrator, news of changes. */
export async function prepare(worker?: Worker): Promise<Engine> {
  let starting = true;
  let refusal: ForeignStoreError | TestPlacesError | undefined;
  const bringContent = async (own: Engine) => {
    // Before anything is dated by a clock that may be wrong.
    await lookAtTime();
    await recordMigrationArchive();
    await recordRestoredState(own, settings.DATA_DIR);
    // A database that comes later finds the site running; then the sweep looks before it removes.
    if (await readQuarantineState()) await revokeAccessAgain();
    await openOnlinePayments();
    refusal = starting ? ((await foreignStore()) ?? (await refuseTestPlaces())) : undefined;
    if (refusal) return;
    await seedIfEmpty(settings.DATA_DIR);
    const generated = await ensureAdministrator(settings);
    if (generated) show(generated);
    await followRotation();
  };
  requireWritable(settings);
  refuseUnfinishedRestore(settings.DATA_DIR);
  warnOfOpenFolder(settings.DATA_DIR);
  switchIfDue(settings);
  const onWrong = (since: number) => cache.forgetSince(since);
  const { engine, ready } = await openDatabase(settings, bringContent, {
    onWrong,
    worker,
    beforeMigration,
  });
  starting = false;
  if (refusal) {
    await engine.close();
    throw refusal;
  }
  // A server that was away at the start is listened to as soon as it is there.
  void ready
    .then(() => followChanges(engine, cache))
    .then(() => {
      cache.invalidateAll();
      return readOpenFiles();
    })
    .catch((error: unknown) => log.error({ err: error }, "cannot listen for changes"));
  void ready
    .then(() => startWork(engine, () => cache.invalidateAll()))
    .catch((error: unknown) => log.error({ err: error }, "jobs not started"))
    .then(() => watch.start())
    .catch((error: unknown) => log.error({ err: error }, "the watch over the site not started"));
  return engine;
}

/** Fills an empty database and closes it again. Tells whether it was empty. */
export async function seedOnly(withSamples: boolean): Promise<boolean> {
  let seeded = false;
  const { engine, ready } = await openDatabase(
    settings,
    async () => {
      await recordMigrationArchive();
      seeded = await seedIfEmpty(settings.DATA_DIR, withSamples);
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

/** Makes a new secret for the next start, where the secret is ours; tells whether it is. */
export function rotateSecret(): boolean {
  const { DATA_DIR, SESSION_SECRETS } = settings;
  const isStored = isSecretKept(DATA_DIR, SESSION_SECRETS);
  if (isStored) rotateKeptSecret(DATA_DIR);
  return isStored;
}

/** Lets a restored site go to work. */
export const releaseSite = (mails: string | undefined, anyway: boolean) =>
  withDatabase(() => releaseByCommand(mails, anyway));

/** Whoever holds the machine says that its clock is right. */
export { trustClock };

export const takeFormer = () => takeFormerNext(settings);

/** Copies the uploads of the data folder into the store of the settings. Returns how many; undefined when it is the same. */
export const fillStoreFromDisk = () => withDatabase(fillStore);

/** Makes the store of files this database's own. Returns how it was before. */
export const adoptFiles = () => withDatabase(adoptStore);

/** What may be shown of an error that ends one of our programs. */
export const explain = (error: unknown) => explainEnd(error, [ForeignStoreError, TestPlacesError]);

/**
 * Starts the product. Resolves, with the settings to show, once it answers. `worker` is the thread of an
 * embedded database, which began while this was being read.
 */
export async function start(worker?: Worker): Promise<{ PUBLIC_URL: string }> {
  guardOutput();
  await checkAdministratorSetting(settings);
  // A port that is taken must be known before a password is drawn and shown this once.
  const place = await findPlace(settings);
  const { version } = build.assets;
  if (production) bringPages(cache, settings.DATA_DIR, version);
  const engine = await prepare(worker);
  const endKeeping = production ? keepPages(cache, settings.DATA_DIR, version) : () => {};
  const server = createLimitedServer((request, response) => {
    if (!site.answerReady(request, response)) void answer(request, response);
  });
  await listen(server, place);
  stopOnSignal({
    server,
    withinMs: settings.STOP_SECONDS * 1_000,
    lastCallMs: "fd" in place || settings.TRUST_PROXY ? LAST_CALL_MS : 0,
    work: [stopJobs, (ms) => watch.stop(ms), async () => endKeeping()],
    closeDatabase: () => engine.close(),
  });
  return { PUBLIC_URL: settings.PUBLIC_URL };
}
