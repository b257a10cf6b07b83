import { sql } from "drizzle-orm";
import { expect, vi } from "vitest";
import { asStaff, asSystem, type StaffDb } from "../../../app/core/database/doors/doors.server.ts";
import { newId } from "../../../app/core/secrets/id.server.ts";
import { takeCash } from "../../../app/payments/ledger/money.staff.server.ts";
import { amountDue } from "../../../app/payments/ledger/settlement.ts";
import { deskDeadline } from "../../../app/payments/offline/offline-payment.ts";
import { findOrder } from "../../../app/payments/orders/orders.staff.server.ts";
import { offerProviders, type PaymentProvider } from "../../../app/payments/providers/provider.ts";
import { simulated } from "../../../app/payments/providers/simulated/simulated.system.server.ts";
import { DEFAULT_SETTINGS } from "../../../app/settings/settings.ts";
import { insertRow } from "../../database/tables.ts";
import { join, makeEvent, orderOf, PAID, registrationsOf } from "../../registrations/event.ts";
import type { TestDatabase } from "../../support/database/test-database.ts";

// The desk of the federation, where nothing online takes money.

export const ADMIN = newId();
export const OTHER = newId();
export const PRICE = 25_000;
export const HOUR = 3_600_000;

export const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: ADMIN }, work);

export const openDesk = () =>
  asSystem("test", async (db) => {
    // Whoever was added today is no second person yet.
    const created_at = new Date(Date.now() - 48 * HOUR);
    for (const [id, name] of [
      [ADMIN, "Mariama Bah"],
      [OTHER, "Ibrahima Sow"],
    ]) {
      await insertRow(db, "profiles", { id, name, role: "admin", created_at });
    }
    offerProviders([]);
  });

export function closeDay(): void {
  vi.useRealTimers();
  offerProviders([]);
}

export function later(ms: number): void {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(new Date(Date.now() + ms));
}

/** The clock so long after, or before, the hold of an order ends. */
export async function laterThanHold(order: string, ms = HOUR): Promise<void> {
  const ends = (await fileOf(order)).order.hold_expires_at;
  if (!ends) throw new Error("no deadline");
  later(ends.getTime() + ms - Date.now());
}

/** Until when the desk takes the money for a place, where no hours are set. */
export const deskEnd = (from: Date, closes?: Date): Date =>
  deskDeadline(from, { closes }, DEFAULT_SETTINGS.desk);

let people = 0;
export const nextPerson = () => `hand-${++people}`;

/** Somebody's order for a place. */
export async function newOrder(event?: string, now = new Date()) {
  const at = event ?? (await makeEvent(1));
  const n = nextPerson();
  await join(at, n, PAID, now);
  const order = await orderOf(at, (await registrationsOf(at)).length - 1);
  return { event: at, order, email: `person-${n}@example.org` };
}

export async function fileOf(order: string) {
  const file = await asAdmin((db) => findOrder(db, order));
  if (!file) throw new Error("no such order");
  return { ...file, due: amountDue(file.order, file.charges) };
}

export const take = (order: string, more: object = {}, staff = ADMIN) =>
  asStaff({ id: staff }, (db) => takeCash(db, order, { key: newId(), receipt: null, ...more }));

export const refused = (work: Promise<unknown>, message = /./) =>
  expect(work).rejects.toMatchObject({
    kind: "conflict",
    message: expect.stringMatching(message),
  });

/** As if a provider, which gives money back by itself, had taken what was booked for the places of an event. */
export async function takenByProvider({ asOwner }: TestDatabase, event: string): Promise<string> {
  const provider: PaymentProvider = { ...simulated, mode: "live" };
  await asOwner("alter table ledger_entries disable trigger user");
  await asOwner(sql`update ledger_entries
    set provider = ${provider.id}, means = null, received_on = null, booked_by = null
    where order_id in (select o.id from orders o join event_registrations r on r.id = o.subject_id
      where r.event_id = ${event})`);
  await asOwner("alter table ledger_entries enable trigger user");
  offerProviders([provider]);
  return event;
}
