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
import { selectEventList, splitEventList } from "../../app/events/events.visitor.server.ts";
import { membershipFulfilment } from "../../app/membership/apply/fulfilment.operations.server.ts";
import { licencesFulfilment } from "../../app/membership/clubs/purchases.operations.server.ts";
import { deleteMembers } from "../../app/membership/members/members.staff.server.ts";
import { sendReminder } from "../../app/membership/renewal/reminders.staff.server.ts";
import { offerBuiltInProviders } from "../../app/payments/providers/online-providers.system.server.ts";
import type { PaymentProvider } from "../../app/payments/providers/provider.ts";
import { simulated } from "../../app/payments/providers/simulated/simulated.system.server.ts";
import { confirmHandover, handOver } from "../../app/payments/tills/tills.staff.server.ts";
import { eraseForStaff, readPerson } from "../../app/people/people.system.server.ts";
import {
  correctRegistration,
  moveRegistration,
  sendTicketAgain,
} from "../../app/registrations/admin/corrections.staff.server.ts";
import { findForStaff } from "../../app/registrations/admin/staff-registration.staff.server.ts";
import { correctionSchema } from "../../app/registrations/admin/staff-registration-schema.ts";
import { registrationFulfilment } from "../../app/registrations/places/fulfilment.operations.server.ts";
import { ticketMailChecks } from "../../app/registrations/tickets/ticket-attachments.system.server.ts";
import { registrationOffice } from "../../app/registrations/tickets/ticket-office.operations.server.ts";
import { seedIfEmpty } from "../../database/seed/seed.server.ts";
import { siteJobs } from "../../server/jobs.ts";
import { PageCache, type RenderedPage } from "../../server/pages/page-cache.ts";
import { offer } from "../child.ts";
import { at, type Desk, PEOPLE, STAFF, staffOf, tried } from "./forms.ts";
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
startApp({ mailChecks: ticketMailChecks, ticketOffice: registrationOffice });
startApp({
  fulfilments: {
    membership: membershipFulfilment,
    registration: registrationFulfilment,
    licences: licencesFulfilment,
  },
});
offerBuiltInProviders([faulty(simulated, Number(process.env.SEASON_FAULTS ?? 0))]);

const times = new JobTimes();
const cache = new PageCache(1024 * 1024);

async function open(): Promise<Engine> {
  const { engine, ready } = await openDatabase(settings, async () => {
    await seedIfEmpty(false);
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
  const { upcoming, past } = splitEventList(await asVisitor((db) => selectEventList(db, {})));
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

// What staff press about people and cash, as the product's screens call it.

/** The form of a registration, as staff open it and put something right. */
type Put = { phone?: string; email?: string };

const DESK = {
  correct: (desk: Desk & { id: string; put: Put }) =>
    at(desk, async (db) => {
      const row = await findForStaff(db, desk.id);
      const form = correctionSchema.parse({
        firstName: row.first_name,
        lastName: row.last_name,
        birthDate: row.birth_date,
        email: row.email,
        phone: row.phone,
        language: row.language,
        gamertag: row.gamertag ?? "",
        platform: row.platform ?? "",
        price_id: row.price_id,
        guardianName: "",
        guardianPhone: "",
        guardianRelation: "",
        ...desk.put,
      });
      await correctRegistration(db, desk.id, form);
    }),

  move: (desk: Desk & { id: string; event: string; price: string }) =>
    at(desk, async (db) => {
      const row = await findForStaff(db, desk.id);
      if (row.event_id === desk.event) return;
      await moveRegistration(db, desk.id, { event_id: desk.event, price_id: desk.price });
    }),

  /** `key` is of the showing of the button: pressed again, one mail goes. */
  sendAgain: (desk: Desk & { id: string; key: string }) =>
    at(desk, async (db) => void (await sendTicketAgain(db, desk.id, desk.key))),

  remind: (desk: Desk & { id: string }) => at(desk, (db) => sendReminder(db, desk.id)),

  erase: async (desk: Desk & { id: string }) => {
    const seen = (await readPerson(desk.id))?.seen ?? "";
    return tried(eraseForStaff(staffOf(desk), desk.id, seen));
  },
  remove: (desk: Desk & { id: string }) => at(desk, (db) => deleteMembers(db, [desk.id])),

  /** Cash goes to another of them, or to the bank. */
  handOver: (desk: Desk & { till: string; id: string; receiver: string | null; amount: number }) =>
    at(desk, (db) => handOver(db, desk.till, { ...desk, currency: "GNF" })),
  confirmHandover: (desk: Desk & { id: string; slip: string | null }) =>
    at(desk, (db) => confirmHandover(db, desk.id, desk.slip)),
};

/**
 * The provider behind a bad network: of so many calls a share never arrives, arrives without an answer, or is
 * refused though it could be done.
 */
function faulty(provider: PaymentProvider, share: number): PaymentProvider {
  const call = async <T>(ask: () => Promise<T>): Promise<T> => {
    const chance = Math.random();
    if (chance < share / 2) throw new Error("502");
    const answer = await ask();
    if (chance < share) throw new Error("timeout");
    return answer;
  };
  const { capture, refunds } = provider;
  return {
    ...provider,
    // The season counts this money as any other: what is marked as a test enters no sum.
    mode: "live",
    create: (attempt, signal) =>
      Math.random() < share / 2
        ? Promise.resolve({ kind: "rejected", code: "invalid" })
        : call(() => provider.create(attempt, signal)),
    query: (attempt, signal) => call(() => provider.query(attempt, signal)),
    ...(capture && {
      capture: (attempt, key, signal) => call(() => capture(attempt, key, signal)),
    }),
    ...(refunds && {
      refunds: {
        ...refunds,
        send: (request, signal) => call(() => refunds.send(request, signal)),
        find: (request, signal) => call(() => refunds.find(request, signal)),
      },
    }),
  };
}

offer({ ...own, ...PEOPLE, ...STAFF, ...DESK });
