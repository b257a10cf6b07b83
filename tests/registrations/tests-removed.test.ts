import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { asStaff, asSystem } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { openOrder } from "../../app/payments/orders/orders.operations.server.ts";
import {
  countTests,
  countWaitingForTests,
  removeTests,
} from "../../app/payments/orders/orders.staff.server.ts";
import { offerProviders } from "../../app/payments/providers/provider.ts";
import { simulated } from "../../app/payments/providers/simulated/simulated.system.server.ts";
import {
  findTestPlacesError,
  listTestPlaces,
} from "../../app/registrations/places/test-places.system.server.ts";
import { insertRow } from "../database/tables.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { makeEvent } from "./event.ts";

// What tests made goes with them; what is real, and what is real of somebody who tried, stays.

withDatabase((_name, database) => {
  beforeEach(() => offerProviders([simulated]));

  const order = (kind: "membership" | "registration", subject_id: string) =>
    asSystem("test", (db) =>
      openOrder(db, {
        kind,
        subject_id,
        price_amount: 25_000,
        price_currency: "XOF",
        label_fr: "L",
        label_en: "L",
        language: "fr",
        payer_name: "Hawa Camara",
        payer_email: "hawa@example.org",
        payer_phone: null,
      }),
    );
  const remove = async () => {
    const id = newId();
    await asSystem("test", (db) => insertRow(db, "profiles", { id, role: "admin" }));
    return asStaff({ id }, async (db) => removeTests(db, await countTests(db)));
  };
  const takes = async (event: string) => {
    const [row] = await database().asOwner<{ places: number }>(
      sql`select current_participants as places from events where id = ${event}`,
    );
    return row?.places;
  };

  test("whom their places are offered to is counted before: those who wait, up to the places, at events to come", async () => {
    const event = await makeEvent(2);
    const seat = (status: string, n: string, more = {}) =>
      asSystem("test", (db) =>
        insertRow(db, "event_registrations", {
          event_id: event,
          status,
          email: `${n}@example.org`,
          ...more,
        }),
      );
    await order("registration", await seat("held", "tried"));
    await seat("waiting", "first");
    await seat("waiting", "second");
    await seat("waiting", "unproven", { proof_needed: true });
    const id = newId();
    await asSystem("test", (db) => insertRow(db, "profiles", { id, role: "admin" }));
    const counted = () => asStaff({ id }, countWaitingForTests);
    expect(await counted()).toBe(1);
    await database().asOwner(sql`update events set status = 'completed' where id = ${event}`);
    expect(await counted()).toBe(0);
    await remove();
    expect(await counted()).toBe(0);
  });

  test("nothing goes while a transfer is declared: somebody says that they sent real money", async () => {
    const subject = newId();
    const { id: order_id } = await order("membership", subject);
    const claim = {
      order_id,
      operator: "orange_money",
      status: "announced",
      transaction_number: "MP250101",
    };
    const id = await asSystem("test", (db) => insertRow(db, "announced_transfers", claim));
    await expect(remove()).rejects.toMatchObject({ kind: "conflict" });
    await expect(
      asStaff({ id: newId() }, (db) => db.execute(sql`select remove_tests()`)),
    ).rejects.toThrow();
    expect(
      await database().asOwner(sql`select id from orders where id = ${order_id}`),
    ).toHaveLength(1);
    await database().asOwner(sql`delete from announced_transfers where id = ${id}`);
    expect(await remove()).toBe(1);
  });

  test("a place of a test is free again; the real one beside it stays", async () => {
    const event = await makeEvent(5);
    const seat = (n: string) =>
      asSystem("test", (db) =>
        insertRow(db, "event_registrations", {
          event_id: event,
          status: "held",
          email: `${n}@example.org`,
        }),
      );
    const tried = await seat("tried");
    await order("registration", tried);
    const both = await seat("both");
    await order("registration", both);
    offerProviders([]);
    await order("registration", both);
    const real = await seat("real");
    await order("registration", real);
    expect(await takes(event)).toBe(3);
    // Real money is not taken beside them.
    const refusal = (await findTestPlacesError())?.message;
    expect(refusal).toContain("places");
    expect(refusal).toContain("PAYMENTS_SIMULATED=1");
    // What has a real order by now is none.
    expect(await listTestPlaces()).toEqual([{ title: expect.any(String), places: 1 }]);
    await remove();
    expect(await takes(event)).toBe(2);
    const left = await database().asOwner<{ id: string; is_test: boolean }>(
      sql`select id, is_test from event_registrations where event_id = ${event} order by id`,
    );
    expect(left).toEqual([both, real].sort().map((id) => ({ id, is_test: false })));
    expect(await findTestPlacesError()).toBeUndefined();
  });

  test("whoever staff entered, and whose place a test paid, waits again", async () => {
    const event = await makeEvent(5);
    const id = await asSystem("test", (db) =>
      insertRow(db, "event_registrations", { event_id: event, status: "held" }),
    );
    // As the log has it when staff register somebody: never a test, whatever pays for it.
    await asSystem("test", async (db) => {
      const staff_id = await insertRow(db, "profiles", { role: "admin" });
      const entered = { action: "event_registrations.create", entity: "event_registrations" };
      await insertRow(db, "audit_log", { ...entered, entity_id: id, staff_id });
    });
    const paid = await order("registration", id);
    await database().asOwner(sql`update event_registrations
      set status = 'confirmed', confirmed_at = now(), order_id = ${paid.id} where id = ${id}`);
    await remove();
    const left = await database().asOwner(sql`select status, order_id, confirmed_at, is_test
      from event_registrations where event_id = ${event}`);
    expect(left).toEqual([
      { status: "waiting", order_id: null, confirmed_at: null, is_test: false },
    ]);
    expect(await takes(event)).toBe(0);
  });

  test("no test of an event that is over or cancelled is in the way", async () => {
    for (const values of [
      { status: "completed" },
      { status: "cancelled" },
      // The job that ends it has not come by.
      { date: "2020-01-01", status: "upcoming" },
    ]) {
      const event = await makeEvent(5, values);
      const id = await asSystem("test", (db) =>
        insertRow(db, "event_registrations", { event_id: event, status: "confirmed" }),
      );
      offerProviders([simulated]);
      await order("registration", id);
      offerProviders([]);
      expect(await listTestPlaces()).toEqual([]);
      expect(await findTestPlacesError()).toBeUndefined();
    }
    await remove();
  });

  test("a site of tests starts beside its own", async () => {
    const event = await makeEvent(5);
    const id = await asSystem("test", (db) =>
      insertRow(db, "event_registrations", { event_id: event, status: "confirmed" }),
    );
    await order("registration", id);
    expect(await findTestPlacesError()).toBeUndefined();
    await remove();
  });

  test("the membership that a test ended is its person's again", async () => {
    const person = {
      first_name: "Hawa",
      last_name: `Camara ${newId()}`,
      email: `${newId()}@example.org`,
    };
    const dates = { membership_start: "2098-01-01", membership_end: "2099-01-01" };
    const own = await asSystem("test", (db) =>
      insertRow(db, "members", { ...person, ...dates, status: "expired" }),
    );
    const renewal = await asSystem("test", (db) =>
      insertRow(db, "members", { ...person, status: "pending" }),
    );
    const { id } = await order("membership", renewal);
    await database().asOwner(sql`update members set status = 'active', order_id = ${id},
      membership_start = '2098-06-01', membership_end = '2100-01-01' where id = ${renewal}`);
    await remove();
    const rows = await database().asOwner(
      sql`select id, status from members where email = ${person.email}`,
    );
    expect(rows).toEqual([{ id: own, status: "active" }]);
  });
});
