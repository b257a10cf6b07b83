import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { startApp } from "../../app/core/app.ts";
import {
  asSystem,
  type StaffDb,
  type SystemDb,
} from "../../app/core/database/doors/doors.server.ts";
import type { Sender } from "../../app/core/http/browser.server.ts";
import {
  cancelEvent,
  countEverybody,
  findReturns,
  formatConcerned,
} from "../../app/events/cancellation/cancellation.staff.server.ts";
import type { EventForm } from "../../app/events/event-schema.ts";
import { eventForm, updateEvent } from "../../app/events/events.staff.server.ts";
import { NoticeNeeded } from "../../app/kit/form/save.server.ts";
import { membershipFulfilment } from "../../app/membership/apply/fulfilment.operations.server.ts";
import { licencesFulfilment } from "../../app/membership/clubs/purchases.operations.server.ts";
import type { Order } from "../../app/payments/payments.table.server.ts";
import { offerProviders, type PaymentProvider } from "../../app/payments/providers/provider.ts";
import { simulated } from "../../app/payments/providers/simulated/simulated.system.server.ts";
import { eventChangesJob } from "../../app/registrations/places/event-changes.jobs.server.ts";
import { registrationFulfilment } from "../../app/registrations/places/fulfilment.operations.server.ts";
import { startOfferClocks } from "../../app/registrations/places/places.system.server.ts";
import type { RegistrationRequest } from "../../app/registrations/register/registration-schema.ts";
import {
  type Registered,
  register,
} from "../../app/registrations/register/visitor-registration.system.server.ts";
import type { RegistrationStatus } from "../../app/registrations/registrations.ts";
import { registrationOffice } from "../../app/registrations/tickets/ticket-office.operations.server.ts";
import { insertRow } from "../database/tables.ts";
import { rowsOf } from "../support/database/test-database.ts";

startApp({ ticketOffice: registrationOffice });
const FULFILMENTS = {
  membership: membershipFulfilment,
  registration: registrationFulfilment,
  licences: licencesFulfilment,
};
startApp({ fulfilments: FULFILMENTS });
/** Works like the simulated provider, with money that counts. */
export const provider: PaymentProvider = { ...simulated, mode: "live" };
// With a provider, places are held for a time.
offerProviders([provider]);

export const FREE = "gratuit";
export const PAID = "standard";

/** A package as the tests speak of it: its word, its price, and what else matters. */
export type Option = {
  id: string;
  amount: number;
  name?: string;
  quota?: number;
  ends_at?: string;
};
const PRICES: Option[] = [
  { id: FREE, name: "Gratuit", amount: 0 },
  { id: PAID, name: "Standard", amount: 25_000 },
];

/** An event to come, with a free and a paid package. */
export async function makeEvent(places: number | null, values: object = {}): Promise<string> {
  const { prices = PRICES, ...others } = values as { prices?: Option[] };
  const row = { max_participants: places, date: "2099-01-01", ...others };
  return asSystem("test", async (db) => {
    const event = await insertRow(db, "events", row);
    await addPackages(db, event, prices);
    return event;
  });
}

async function addPackages(db: SystemDb, event_id: string, options: readonly Option[]) {
  for (const [position, { id: key, name = key, ...values }] of options.entries()) {
    await insertRow(db, "event_packages", { event_id, key, name, position, ...values });
  }
}

/** Puts other packages in the place of those of an event, as its form does. */
export async function setPackages(event: string, options: readonly Option[]): Promise<void> {
  await asSystem("test", async (db) => {
    const keys = options.map(({ id }) => id);
    await db.execute(sql`update event_packages set withdrawn_at = site_now()
      where event_id = ${event} and not key = any(${sql.param(keys)})`);
    for (const { id, amount, quota = null, ends_at = null } of options) {
      const rows = await rowsOf(
        db,
        sql`update event_packages
          set amount = ${amount}, quota = ${quota}, ends_at = ${ends_at}, withdrawn_at = null
          where event_id = ${event} and key = ${id} returning id`,
      );
      if (rows.length === 0) await addPackages(db, event, [{ id, amount }]);
    }
  });
}

/** By the word of each package of an event: what it counts, and how many rows hold a place of it. */
export async function packageCounts(event: string) {
  const rows = await asSystem("test", (db) =>
    rowsOf<{ key: string; taken: number; placed: number }>(
      db,
      sql`select key, taken, (select count(*)::int from event_registrations r
            where r.package_id = p.id and holds_place(r.status)) as placed
          from event_packages p where event_id = ${event} order by position, id`,
    ),
  );
  return Object.fromEntries(rows.map(({ key, taken, placed }) => [key, { taken, placed }]));
}

/** The same, where both agree: how many places of each package are taken. */
export async function takenOf(event: string): Promise<Record<string, number>> {
  const counts = Object.entries(await packageCounts(event));
  for (const [key, { taken, placed }] of counts) {
    if (taken !== placed) throw new Error(`${key} counts ${taken}, and ${placed} hold a place`);
  }
  return Object.fromEntries(counts.map(([key, { taken }]) => [key, taken]));
}

/** What somebody types, checked; `n` tells people apart. */
export function person(n: number | string, priceId = FREE): RegistrationRequest {
  return {
    firstName: "Aïssatou",
    lastName: `Bah ${n}`,
    email: `person-${n}@example.org`,
    phone: `+2246220000${String(n).padStart(2, "0").slice(-2)}`,
    birthDate: "2001-02-03",
    gamertag: `player${n}`,
    licence: null,
    platform: "mobile",
    priceId,
    acceptRules: true,
    acceptTerms: true,
    guardian: null,
  };
}

/** The browser of somebody who has been here before, in a network of their own. */
export function readSender(n: number | string): Sender {
  const bytes = createHash("sha256").update(String(n)).digest();
  return {
    ip: `41.${bytes[0]}.${bytes[1]}.${bytes[2]}`,
    browser: { id: `browser ${n}`, known: true },
  };
}

export const join = (
  event: string,
  n: number | string,
  priceId = FREE,
  now = new Date(),
  from: Sender | undefined = readSender(n),
) => register(event, person(n, priceId), { language: "fr", from }, now);

/** The token of the page that an answer leads to. */
export function tokenOf(answer: Registered): string {
  if ("ticketToken" in answer) return answer.ticketToken;
  if ("orderToken" in answer) return answer.orderToken;
  throw new Error(`no page for ${answer.outcome}`);
}

export type Row = {
  id: string;
  email: string;
  status: RegistrationStatus;
  arrival: number;
  token: string;
  order_id: string | null;
  proof_needed: boolean;
  is_duplicate: boolean;
};

/** The registrations of an event, in the order of coming. */
export const registrationsOf = (event: string) =>
  asSystem("test", (db) =>
    rowsOf<Row>(
      db,
      sql`select id, email, status, arrival, ticket_token as token, order_id, proof_needed,
            is_duplicate
          from event_registrations where event_id = ${event} order by arrival`,
    ),
  );

/** What the event counts, and how many rows hold a place. */
export async function countsOf(event: string) {
  const [counts] = await asSystem("test", (db) =>
    rowsOf<{ current: number; max: number | null; placed: number }>(
      db,
      sql`select current_participants as current, max_participants as max,
          (select count(*)::int from event_registrations r
           where r.event_id = e.id and holds_place(r.status)) as placed
          from events e where id = ${event}`,
    ),
  );
  if (!counts) throw new Error("no such event");
  return counts;
}

export const statusesOf = async (event: string) =>
  (await registrationsOf(event)).map(({ status }) => status);

/** The templates of the mails queued for an address, the oldest first. */
export async function mailsTo(email: string): Promise<string[]> {
  const rows = await asSystem("test", (db) =>
    rowsOf<{ template: string }>(
      db,
      sql`select template from mail_outbox where recipient = ${email} order by id`,
    ),
  );
  return rows.map(({ template }) => template);
}

/** Every order of a registration or member, the oldest first. */
export const ordersOf = (subject: string) =>
  asSystem("test", (db) =>
    rowsOf<{ id: string; status: Order["status"] }>(
      db,
      sql`select id, status from orders where subject_id = ${subject} order by created_at`,
    ),
  );

/** The order that a registration waits for. */
export async function orderOf(event: string, place = 0): Promise<string> {
  const registration = (await registrationsOf(event))[place];
  const order = registration && (await ordersOf(registration.id)).at(-1);
  if (!order) throw new Error("no order");
  return order.id;
}

/** Staff cancel an event, having seen whom that concerns. */
export async function cancelEventOf(db: StaffDb, event: string): Promise<void> {
  await cancelEvent(db, event, {
    cancellation_reason: "La salle est inondée.",
    cancellation_reason_en: null,
    seen: formatConcerned(await countEverybody(db, event)),
  });
}

type ByStaff = <T>(work: (db: StaffDb) => Promise<T>) => Promise<T>;

/** Staff save an event, and confirm whom that tells: in a second request, since the first one is rolled back. */
export async function saveAndTell(by: ByStaff, event: string, form: EventForm): Promise<number> {
  try {
    return await by((db) => updateEvent(db, event, form));
  } catch (error) {
    if (!(error instanceof NoticeNeeded)) throw error;
    const told = error.notice.seen;
    return by((db) => updateEvent(db, event, { ...form, told }));
  }
}

/** Staff decide that a cancelled event takes place, and confirm whom that tells. */
export async function reopenEventOf(by: ByStaff, event: string): Promise<void> {
  const stored = await by((db) => eventForm.find(db, event));
  if (!stored) throw new Error("no event");
  const fields = { ...eventForm.fieldsOf(stored), description: "Deux jours.", status: "upcoming" };
  await saveAndTell(by, event, eventForm.schema.parse(fields));
}

/** The job that brings registrations up to what was decided of their event. */
export const followChanges = () => eventChangesJob.run(new AbortController().signal);

/** The mail server takes what tells people of offered places, and their time starts. */
export async function tellOffers(now = new Date()): Promise<void> {
  await asSystem("test", (db) =>
    db.execute(sql`update mail_outbox set status = 'sent', sent_at = ${now.toISOString()}
      where status = 'queued' and template in ('place-offered', 'event-reopened')`),
  );
  await startOfferClocks();
}

/** What the engine of payments does when an order is paid. */
export function pay(orderId: string): Promise<"fulfilled" | "no-place"> {
  return withOrder(orderId, async (db, order) => {
    const result = await fulfil(order).confirm(db, order);
    const status = result === "fulfilled" ? "confirmed" : "paid_unfulfilled";
    await db.execute(sql`update orders set status = ${status} where id = ${orderId}`);
    return result;
  });
}

/** What it does when the money of an order went back. */
export function giveBack(orderId: string): Promise<void> {
  return withOrder(orderId, async (db, order) => {
    if (order.status !== "confirmed") return;
    await fulfil(order).release(db, order);
    await db.execute(sql`update orders set status = 'refunded' where id = ${orderId}`);
  });
}

/** What it does when the time to pay is over. */
export function endHold(orderId: string): Promise<void> {
  return withOrder(orderId, async (db, order) => {
    if (order.status !== "held") return;
    const over = { ...order, hold_expires_at: new Date(Date.now() - 1) };
    await fulfil(order).release(db, over);
    await db.execute(sql`update orders set status = 'expired' where id = ${orderId}`);
  });
}

const fulfil = ({ kind }: Order) => FULFILMENTS[kind];

function withOrder<T>(
  id: string,
  work: (db: Parameters<Parameters<typeof asSystem>[1]>[0], order: Order) => Promise<T>,
): Promise<T> {
  return asSystem("test", async (db) => {
    const [order] = await rowsOf<Order>(db, sql`select * from orders where id = ${id} for update`);
    if (!order) throw new Error("no such order");
    return work(db, order);
  });
}

/** What the screen shows of what a cancelled event gives back, as its buttons name it. */
export const formatSeen = async (db: StaffDb, event: string): Promise<string> =>
  (await findReturns(db, event))?.seen ?? "nothing";
