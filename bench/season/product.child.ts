// The product as `npm start` opens it, without its pages: what stands behind the forms, the jobs, the list of events
// in the page cache, and a way in for whoever lives the season. The time is what it is told.

import { sql } from "drizzle-orm";
import { startApp } from "../../app/core/app.ts";
import { openDatabase } from "../../app/core/database/database.server.ts";
import { asVisitor } from "../../app/core/database/doors/doors.server.ts";
import type { Engine } from "../../app/core/database/engine.server.ts";
import { currentTime, setClock, simulatedBy } from "../../app/core/process/clock.ts";
import { env } from "../../app/core/process/env.server.ts";
import { jobStates, runJobs, startJobs } from "../../app/core/process/jobs.server.ts";
import { listsOf, selectListed } from "../../app/events/events.visitor.server.ts";
import { membershipFulfilment } from "../../app/membership/apply/fulfilment.operations.server.ts";
import { offerBuiltInProviders } from "../../app/payments/providers/online-providers.system.server.ts";
import { simulated } from "../../app/payments/providers/simulated/simulated.system.server.ts";
import { registrationFulfilment } from "../../app/registrations/places/fulfilment.operations.server.ts";
import { ticketEnclosures } from "../../app/registrations/tickets/enclosed-ticket.system.server.ts";
import { registrationOffice } from "../../app/registrations/tickets/ticket-office.operations.server.ts";
import { seedIfEmpty } from "../../database/seed/seed.server.ts";
import { siteJobs } from "../../server/jobs.ts";
import { PageCache, type RenderedPage } from "../../server/pages/page-cache.ts";
import { offer } from "../child.ts";
import { DESK } from "./desk.ts";
import { faulty } from "./faults.ts";
import { PEOPLE, STAFF } from "./forms.ts";
import { JobTimes } from "./job-times.ts";

export type EventsShown = { upcoming: string[]; past: string[] };

export type ProductApi = typeof PEOPLE &
  typeof STAFF &
  typeof DESK & {
    /** Answers once everything is open. */
    ready: () => void;
    /** From now on it is this moment, and time goes on from there. */
    at: (moment: number) => void;
    /** Every job runs, and what they wake. */
    jobs: () => Promise<void>;
    /** What the jobs took since this was last asked. */
    jobTimes: JobTimes["take"];
    /** Jobs whose last run failed. */
    failures: () => string[];
    /** What visitors see in the lists of events, as the page cache has it. */
    events: () => Promise<EventsShown>;
    /** One statement of the owner of the database. */
    sql: (statement: string) => Promise<Record<string, unknown>[]>;
  };

const settings = env();
const clock = settings.SIMULATED_CLOCK;
if (!clock) throw new Error("a season needs its own clock");
setClock(simulatedBy(clock));
startApp({ enclosures: ticketEnclosures, ticketOffice: registrationOffice });
startApp({
  fulfilments: { membership: membershipFulfilment, registration: registrationFulfilment },
});
offerBuiltInProviders([faulty(simulated, Number(process.env.SEASON_FAULTS ?? 0))]);

const times = new JobTimes();
const cache = new PageCache(1024 * 1024);

async function open(): Promise<Engine> {
  const { engine, ready } = await openDatabase(settings, async () => {
    await seedIfEmpty(settings.DATA_DIR, false);
  });
  await ready;
  await engine.listen(
    "content_changed",
    (table) => cache.invalidate(table),
    () => cache.invalidateAll(),
  );
  await startJobs(engine, siteJobs.map(times.measured));
  return engine;
}

const opened = open();
// Whoever asks first is told why it could not be opened.
opened.catch(() => {});

async function renderEvents(): Promise<RenderedPage> {
  const { upcoming, past } = listsOf(await asVisitor((db) => selectListed(db, {})));
  const ids = (list: { id: string }[]) => list.map(({ id }) => id);
  const shown: EventsShown = { upcoming: ids(upcoming), past: ids(past) };
  const body = Buffer.from(JSON.stringify(shown)) as Buffer<ArrayBuffer>;
  return { status: 200, headers: [], body, reads: ["events"], degraded: false };
}

const own = {
  async ready() {
    await opened;
  },
  at(moment: number) {
    const since = Date.now();
    setClock(() => moment + Date.now() - since);
  },
  async jobs() {
    await runJobs();
    await times.calm();
  },
  jobTimes: () => times.take(),
  failures: () =>
    jobStates().flatMap(({ name, last }) => (last?.failure ? [`${name}: ${last.failure}`] : [])),
  async events(): Promise<EventsShown> {
    const page = await cache.page("/events", renderEvents);
    const body = "variants" in page ? page.variants.identity.body : page.body;
    return JSON.parse(body.toString());
  },
  async sql(statement: string) {
    const engine = await opened;
    const result = await engine.transaction(async (tx) => {
      await tx.execute(sql`select set_config('app.now', ${currentTime().toISOString()}, true)`);
      return tx.execute(sql.raw(statement));
    });
    return (result as unknown as { rows: Record<string, unknown>[] }).rows;
  },
};

offer({ ...own, ...PEOPLE, ...STAFF, ...DESK });
