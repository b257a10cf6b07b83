import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { join } from "node:path";
import * as build from "virtual:react-router/server-build";
import type { ServerBuild } from "react-router";
import { binJob } from "../app/admin/bin.system.server.ts";
import { accountWork } from "../app/auth/account-work.server.ts";
import { type Drawn, ensureAdministrator } from "../app/auth/first-administrator.server.ts";
import { clearSignInsJob } from "../app/auth/housekeeping.system.server.ts";
import { prepareFilesJob, sweepFilesJob } from "../app/files/files.system.server.ts";
import { forgetOpenFiles } from "../app/files/open-files.visitor.server.ts";
import { pdfjsExtras } from "../app/files/pdfjs.server.ts";
import { mailJob } from "../app/mails/send.system.server.ts";
import { membershipFulfilment } from "../app/membership/membership.system.server.ts";
import { setFulfilments } from "../app/payments/fulfilment.ts";
import { paymentJobs } from "../app/payments/jobs.server.ts";
import { setProviders } from "../app/payments/provider.ts";
import { simulated } from "../app/payments/simulated.system.server.ts";
import { openDatabase } from "../app/platform/database/database.server.ts";
import type { Engine } from "../app/platform/database/engine.server.ts";
import { env } from "../app/platform/env.server.ts";
import { startJobs } from "../app/platform/jobs.server.ts";
import { log } from "../app/platform/log.server.ts";
import { projectRoot } from "../app/platform/project-root.server.ts";
import { isStored } from "../app/platform/storage.server.ts";
import { registrationFulfilment } from "../app/registrations/fulfilment.system.server.ts";
import { offersJob } from "../app/registrations/places.system.server.ts";
import { forgetSettings } from "../app/settings/settings.visitor.server.ts";
import { publicCss, publicScript } from "../app/site/inline-assets.server.ts";
import { SPECULATION } from "../app/site/speculation.ts";
import { seedIfEmpty } from "../database/seed/seed.server.ts";
import { answerHealth } from "./health.ts";
import { createLimitedServer, limitBody, refuseMethod } from "./http-server.ts";
import { PageCache } from "./page-cache.ts";
import { commonHeaders } from "./security-headers.ts";
import { createSite } from "./site.ts";
import { isFolder, StaticFiles } from "./static-files.ts";
import { stopOnSignal } from "./stop.ts";
import { answerStoredFile } from "./stored-files.ts";

const CACHE_BYTES = 64 * 1024 * 1024;

const settings = env();
const https = settings.PUBLIC_URL.startsWith("https:");
const production = settings.NODE_ENV !== "development";
const common = commonHeaders(https).flat();

export const cache = new PageCache(CACHE_BYTES);

const site = createSite({
  build: build as unknown as ServerBuild,
  mode: settings.NODE_ENV,
  cache,
  inline: { css: publicCss, scripts: [publicScript, SPECULATION] },
  https,
  trustProxy: settings.TRUST_PROXY,
  keepPages: production,
});

const files = new StaticFiles();
const pictures = join(projectRoot, "build/pictures");
if (isFolder(pictures)) files.add("/pictures/", pictures, false);
for (const { address, folder } of pdfjsExtras()) files.add(address, folder, true);
if (production) files.add("/assets/", join(projectRoot, "build/client/assets"), true);

setFulfilments({ membership: membershipFulfilment, registration: registrationFulfilment });
// The simulated provider gives things away: a real site says that it wants it.
setProviders(settings.NODE_ENV !== "production" || settings.PAYMENTS_SIMULATED ? [simulated] : []);

/** Answers one request. In development the files of the client are Vite's, which stands before us. */
export async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    limitBody(request, response);
    if (refuseMethod(request, response, common)) return;
    const pathname = (request.url ?? "/").split("?", 1)[0] ?? "/";
    if (answerHealth(request, response, pathname)) return;
    if (request.method === "GET" || request.method === "HEAD") {
      if (files.has(pathname)) return await files.send(request, response, pathname, common);
      if (isStored(pathname) && (await answerStoredFile(request, response, pathname, common)))
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
function show({ email, password }: Drawn): void {
  process.stdout.write(`
  Premier administrateur (first administrator), montré une seule fois (shown once) :
    ${email}
    ${password}
`);
}

/** Opens what the site stands on: database, first content and administrator, news of changes. */
export async function prepare(): Promise<Engine> {
  const { engine, ready } = await openDatabase(settings, async () => {
    await seedIfEmpty(settings.DATA_DIR);
    const drawn = await ensureAdministrator(settings);
    if (drawn) show(drawn);
  });
  const followChanges = () =>
    engine.listen(
      "content_changed",
      (table) => {
        if (table === "site_settings") forgetSettings();
        if (table === "static_files") forgetOpenFiles();
        cache.invalidate(table);
      },
      () => {
        forgetSettings();
        forgetOpenFiles();
        cache.invalidateAll();
      },
    );
  // A server that was away at the start is listened to as soon as it is there.
  void ready
    .then(followChanges)
    .then(() => cache.invalidateAll())
    .catch((error: unknown) => log.error({ err: error }, "cannot listen for changes"));
  void ready
    .then(() =>
      startJobs(engine, [
        binJob,
        clearSignInsJob,
        mailJob,
        offersJob,
        prepareFilesJob,
        sweepFilesJob,
        ...paymentJobs,
      ]),
    )
    .catch((error: unknown) => log.error({ err: error }, "jobs not started"));
  return engine;
}

/** Fills an empty database and closes it again. Tells whether it was empty. */
export async function seedOnly(withSamples: boolean): Promise<boolean> {
  let seeded = false;
  const { engine, ready } = await openDatabase(settings, async () => {
    seeded = await seedIfEmpty(settings.DATA_DIR, withSamples);
  });
  await ready;
  await engine.close();
  return seeded;
}

/** Opens the database for one piece of work on accounts, and closes it again. */
export async function withAccounts<T>(work: (accounts: typeof accountWork) => Promise<T>) {
  const { engine, ready } = await openDatabase(settings, async () => {});
  try {
    await ready;
    return await work(accountWork);
  } finally {
    await engine.close();
  }
}

/** Starts the product. Resolves, with the settings to show, once it answers. */
export async function start(): Promise<{ PUBLIC_URL: string }> {
  // A port that is taken must be known before a password is drawn and shown this once.
  const probe = await listen(createServer());
  await new Promise((closed) => probe.close(closed));
  const engine = await prepare();
  const server = createLimitedServer((request, response) => {
    if (!site.answerReady(request, response)) void answer(request, response);
  });
  await listen(server);
  stopOnSignal(server, () => engine.close());
  return { PUBLIC_URL: settings.PUBLIC_URL };
}

function listen(server: Server): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(settings.PORT, settings.HOST, () => resolve(server));
  });
}
