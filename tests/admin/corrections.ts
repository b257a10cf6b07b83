import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { asStaff, type StaffDb } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { createRegistration } from "../../app/registrations/admin/staff-registration.staff.server.ts";
import {
  type Correction,
  correctionSchema,
  packageValue,
  staffRegistrationSchema,
} from "../../app/registrations/admin/staff-registration-schema.ts";
import { FREE, makeEvent, PAID, registrationsOf } from "../registrations/event.ts";
import type { TestDatabase } from "../support/database/test-database.ts";

export const ADMIN = newId();
export const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: ADMIN }, work);

export const VIP = "vip";
export const SEAT = "assis";
const PRICES = [
  { id: FREE, name: "Gratuit", amount: 0 },
  { id: PAID, name: "Standard", amount: 25_000 },
  { id: SEAT, name: "Assis", amount: 25_000 },
  { id: VIP, name: "VIP", amount: 60_000 },
];
/** An event with two packages at one price. */
export const eventFor = (places: number | null, values = {}) =>
  makeEvent(places, { prices: PRICES, ...values });

/** Somebody as `join` registers them, with what staff correct. */
export const correction = (n: number | string, over: object = {}): Correction =>
  correctionSchema.parse({
    firstName: "Aïssatou",
    lastName: `Bah ${n}`,
    email: `person-${n}@example.org`,
    phone: "622 00 00 99",
    birthDate: "2001-02-03",
    gamertag: `player${n}`,
    platform: "mobile",
    language: "fr",
    price_id: FREE,
    ...over,
  });

export const atDesk = (event: string, n: string, price: string, over: object = {}) =>
  asAdmin((db) =>
    createRegistration(
      db,
      staffRegistrationSchema.parse({
        ...correction(n),
        phone: "622 12 34 56",
        package: packageValue(event, price),
        key: newId(),
        ...over,
      }),
    ),
  );

/** What the tests read, past every door. */
export function lookupsOf(database: () => TestDatabase) {
  const rowOf = async (event: string, place = 0) => {
    const row = (await registrationsOf(event))[place];
    if (!row) throw new Error("no such registration");
    return row;
  };
  const columnsOf = async (id: string) => {
    const [row] = await database().asOwner<{
      event_id: string;
      phone: string;
      price_id: string;
      amount: number;
      token: string;
      status: string;
    }>(sql`select event_id, phone, price_id, amount, ticket_token as token, status
           from event_registrations where id = ${id}`);
    return row;
  };
  const orderRow = async (id: string) => {
    const [row] = await database().asOwner(
      sql`select status, label_fr, payer_name, payer_email, price_amount from orders where id = ${id}`,
    );
    return row;
  };
  const logOf = (id: string) =>
    database().asOwner<{ action: string; before: object; after: object }>(
      sql`select action, before, after from audit_log join audit_values using (id) where entity_id = ${id} order by created_at, id`,
    );
  const refundsOf = (order: string) =>
    database().asOwner(sql`select status from refunds where order_id = ${order}`);
  const refused = (work: (db: StaffDb) => Promise<unknown>, refusal: object) =>
    expect(asAdmin(work)).rejects.toMatchObject(refusal);
  return { rowOf, columnsOf, orderRow, logOf, refundsOf, refused };
}
