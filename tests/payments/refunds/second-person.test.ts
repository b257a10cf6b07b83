import "../../mail/settings.ts";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { asStaff, asSystem } from "../../../app/core/database/doors/doors.server.ts";
import { setClock } from "../../../app/core/process/clock.ts";
import { newId } from "../../../app/core/secrets/id.server.ts";
import {
  approveEventReturns,
  findReturns,
} from "../../../app/events/cancellation/cancellation.staff.server.ts";
import { approveRefund, requestRefund } from "../../../app/payments/ledger/money.staff.server.ts";
import { showPaymentLink } from "../../../app/payments/orders/orders.staff.server.ts";
import { correctRegistration } from "../../../app/registrations/admin/corrections.staff.server.ts";
import { showTicketLink } from "../../../app/registrations/admin/staff-registration.staff.server.ts";
import { giveUp } from "../../../app/registrations/tickets/tickets.system.server.ts";
import { correction } from "../../admin/corrections.ts";
import { insertRow } from "../../database/tables.ts";
import {
  cancelEventOf,
  followChanges,
  formatSeen,
  join,
  makeEvent,
  orderOf,
  PAID,
  registrationsOf,
} from "../../registrations/event.ts";
import { withDatabase } from "../../support/database/test-database.ts";
import { STAFF_REFUND } from "../../support/staff-refund.ts";
import {
  ADMIN,
  closeDay,
  fileOf,
  HOUR,
  nextPerson,
  OTHER,
  openDesk,
  refused,
  take,
  takenByProvider,
} from "../support/desk.ts";

// Who lets money go back: one rule, whoever caused it, and whoever asks.

const LIMIT = 100_000;
const MUCH = 5_000_000;
const CASHIER = newId();
const EVENTS = newId();

withDatabase((_engine, database) => {
  let day = Date.now();
  beforeAll(async () => {
    await openDesk();
    const created_at = new Date(Date.now() - 48 * HOUR);
    await asSystem("test", async (db) => {
      await insertRow(db, "profiles", {
        id: CASHIER,
        name: "Aminata Camara",
        role: "user",
        created_at,
        roles: ["treasurer"],
        two_factor_enabled: true,
      });
      await insertRow(db, "profiles", {
        id: EVENTS,
        name: "Sékou Touré",
        role: "user",
        created_at,
        roles: ["events"],
      });
    });
  });
  afterAll(closeDay);
  // Each test is another day: what was asked for yesterday does not count.
  beforeEach(() => {
    day += 72 * HOUR;
    setClock(() => day);
  });
  afterEach(() => {
    closeDay();
    setClock();
  });

  const approve = (id: string, staff: string) =>
    asStaff({ id: staff }, (db) => approveRefund(db, id));
  const returnsOf = (event: string) =>
    database().asOwner<{ id: string; status: string; by: string | null; asker: string | null }>(sql`
      select refunds.id, refunds.status, approved_by as by, requested_by as asker,
        by_rule, holder_asked from refunds
      join orders o on o.id = order_id
      join event_registrations r on r.id = o.subject_id where r.event_id = ${event}
      order by refunds.id`);

  /** An event with places of this price, each paid by a transfer that somebody booked, or by a provider. */
  async function sold(amount: number, people = 1, booker = CASHIER): Promise<string> {
    const prices = [{ id: PAID, name: "Standard", amount }];
    const event = await makeEvent(20, { date: "2031-01-01", prices });
    for (let place = 0; place < people; place++) {
      await join(event, nextPerson(), PAID, new Date(day));
      const receipt = `SP${newId().slice(-12)}`;
      await take(await orderOf(event, place), { means: "orange_money", receipt }, booker);
    }
    return event;
  }

  const byProvider = (event: string) => takenByProvider(database(), event);

  /** The event begins a minute later, as somebody decided. */
  const moved = (event: string, by: string) =>
    database().asOwner(sql`insert into event_changes (id, event_id, kind, previous, decided_by, created_at)
      values (${newId()}, ${event}, 'moved', '{}', ${by}, ${new Date(day + 1000).toISOString()})`);
  async function givenUp(event: string): Promise<void> {
    for (const { email, ticket_token } of await registrationsWithTickets(event)) {
      expect(await giveUp(ticket_token, email)).toBe("given-up");
    }
  }
  const registrationsWithTickets = (event: string) =>
    database().asOwner<{ email: string; ticket_token: string }>(
      sql`select email, ticket_token from event_registrations where event_id = ${event}`,
    );
  const cancel = (event: string, staff: string) =>
    asStaff({ id: staff }, (db) => cancelEventOf(db, event));

  describe("a place that is given up after the event was moved", () => {
    test("gives much back only by a second person, who did not move it", async () => {
      const event = await byProvider(await sold(MUCH));
      await moved(event, EVENTS);
      await givenUp(event);
      const [refund] = await returnsOf(event);
      expect(refund).toMatchObject({ status: "requested", by: null });
      await refused(approve(refund?.id ?? "", EVENTS), /Trésorerie/);
      await approve(refund?.id ?? "", OTHER);
      expect(await returnsOf(event)).toMatchObject([{ status: "approved", by: OTHER }]);
    });

    test("is not let go by the administrator who moved it", async () => {
      const event = await byProvider(await sold(MUCH));
      await moved(event, ADMIN);
      await givenUp(event);
      const [refund] = await returnsOf(event);
      await refused(approve(refund?.id ?? "", ADMIN), /une autre personne/);
      await approve(refund?.id ?? "", OTHER);
    });

    test("gives little back by itself where a provider took it and returns it", async () => {
      const event = await byProvider(await sold(LIMIT));
      await moved(event, EVENTS);
      await givenUp(event);
      expect(await returnsOf(event)).toMatchObject([
        { status: "approved", by: null, asker: null, by_rule: true, holder_asked: true },
      ]);
    });

    test("gives nothing back by itself of what was booked by hand, however little", async () => {
      const event = await sold(1_000);
      await moved(event, ADMIN);
      await givenUp(event);
      const [refund] = await returnsOf(event);
      expect(refund).toMatchObject({ status: "requested", by: null });
      // Below the limit whoever booked it may let it go, as they would anybody's.
      await approve(refund?.id ?? "", CASHIER);
    });
  });

  describe("a place that its holder's link gives up", () => {
    test("is not let go by whoever booked an invented transfer for it", async () => {
      const event = await sold(MUCH, 1, CASHIER);
      await givenUp(event);
      const [refund] = await returnsOf(event);
      expect(refund).toMatchObject({ status: "requested", asker: null });
      await refused(approve(refund?.id ?? "", CASHIER), /une autre personne/);
      await approve(refund?.id ?? "", ADMIN);
      const file = await fileOf(await orderOf(event, 0));
      expect(file.refunds[0]).toMatchObject({ holder_asked: true, approved_by: ADMIN });
    });

    test("is not let go by whoever of the staff was given that link, which the log says", async () => {
      const event = await sold(MUCH, 2, CASHIER);
      const [first] = await registrationsOf(event);
      const order = await orderOf(event, 1);
      const path = await asStaff({ id: OTHER }, (db) => showTicketLink(db, first?.id ?? ""));
      expect(path).toMatch(/^\/tickets\//);
      await asStaff({ id: OTHER }, (db) => showPaymentLink(db, order));
      await givenUp(event);
      const log = await database().asOwner(sql`select entity from audit_log
        where action like '%.show-link' and staff_id = ${OTHER} order by entity`);
      expect(log).toEqual([{ entity: "event_registrations" }, { entity: "orders" }]);
      for (const { id } of await returnsOf(event)) {
        await refused(approve(id, OTHER), /une autre personne/);
        await approve(id, ADMIN);
      }
    });

    test("is not let go by whoever gave the payer another address", async () => {
      const event = await sold(MUCH, 1, CASHIER);
      const [{ id = "", email = "" } = {}] = await registrationsOf(event);
      const n = email.replace(/^person-|@.*$/g, "");
      const form = correction(n, { email: "mine@example.org", price_id: PAID });
      await asStaff({ id: OTHER }, (db) => correctRegistration(db, id, form));
      await givenUp(event);
      const [refund] = await returnsOf(event);
      await refused(approve(refund?.id ?? "", OTHER), /une autre personne/);
      await approve(refund?.id ?? "", ADMIN);
    });

    test("is not let go by whoever was given the link before there was anything to pay, or of an order before", async () => {
      const event = await sold(MUCH, 2, CASHIER);
      const [first, second] = await registrationsOf(event);
      // Of the first the link was given while it waited; of the second, that of an order with another price.
      await asStaff({ id: OTHER }, (db) => showTicketLink(db, first?.id ?? ""));
      const former = newId();
      await database().asOwner(sql`insert into orders (id, kind, subject_id, reference, label_fr, label_en,
          price_amount, price_currency, status, token, language, payer_name, payer_email)
        select ${former}, kind, subject_id, reference, label_fr, label_en, 1, price_currency, 'cancelled',
          ${`t${former}`}, language, payer_name, payer_email from orders where subject_id = ${second?.id}`);
      await asStaff({ id: OTHER }, (db) => showPaymentLink(db, former));
      await givenUp(event);
      const open = await returnsOf(event);
      expect(open).toHaveLength(2);
      for (const { id } of open) {
        await refused(approve(id, OTHER), /une autre personne/);
        await approve(id, ADMIN);
      }
    });

    test("is not split into many that one person booked and lets go", async () => {
      const event = await sold(60_000, 3, CASHIER);
      await givenUp(event);
      for (const { id } of await returnsOf(event)) {
        await refused(approve(id, CASHIER), /une autre personne/);
      }
    });
  });

  describe("a refund that staff ask for", () => {
    const ask = async (event: string, amount: number, staff: string) => {
      const order = await orderOf(event, 0);
      const charge_id = (await fileOf(order)).charges[0]?.id ?? "";
      return asStaff({ id: staff }, (db) =>
        requestRefund(db, { order_id: order, charge_id, amount, ...STAFF_REFUND }),
      );
    };

    test("is let go above the limit by neither who asked nor who booked it", async () => {
      const id = await ask(await sold(MUCH, 1, OTHER), MUCH, ADMIN);
      await refused(approve(id, ADMIN), /une autre personne/);
      await refused(approve(id, OTHER), /une autre personne/);
      await refused(approve(id, EVENTS), /Trésorerie/);
      await approve(id, CASHIER);
    });

    test("waits a day where everybody else had a hand in it", async () => {
      const out = (away: boolean) =>
        database().asOwner(sql`update profiles set is_active = ${!away} where id = ${CASHIER}`);
      await out(true);
      const id = await ask(await sold(MUCH, 1, OTHER), MUCH, ADMIN);
      expect(await approve(id, OTHER)).toBeInstanceOf(Date);
      day += 25 * HOUR;
      await approve(id, OTHER);
      await out(false);
    });

    test("waits a day of its own, whatever the event gave back before", async () => {
      const event = await sold(MUCH, 1, CASHIER);
      const change = (kind: string, returns: string | null, from: Date | null) =>
        database().asOwner(sql`insert into event_changes (id, event_id, kind, previous, decided_by, returns,
            returns_approved_by, returns_from, created_at)
          values (${newId()}, ${event}, ${kind}, '{}', ${ADMIN}, ${returns}, ${returns && ADMIN},
            ${from?.toISOString() ?? null},
            ${new Date(day - 9 * HOUR).toISOString()})`);
      await change("cancelled", "sent", new Date(day - HOUR));
      await change("moved", null, null);
      const away = (is_active: boolean) =>
        database().asOwner(
          sql`update profiles set is_active = ${is_active} where id in (${CASHIER}, ${OTHER})`,
        );
      await away(false);
      const id = await ask(event, MUCH, ADMIN);
      expect(await approve(id, ADMIN)).toBeInstanceOf(Date);
      await away(true);
    });

    test("is let go below it by who holds the treasury, and by nobody else", async () => {
      const id = await ask(await sold(LIMIT, 1, OTHER), LIMIT, EVENTS);
      await refused(approve(id, EVENTS), /Trésorerie/);
      await approve(id, CASHIER);
    });
  });

  describe("an event that somebody cancels who does not hold the treasury", () => {
    test("gives nothing back below the limit of what was booked by hand, until somebody lets it go", async () => {
      const event = await sold(20_000, 2);
      await cancel(event, EVENTS);
      await followChanges();
      expect((await returnsOf(event)).map(({ status }) => status)).toEqual([
        "requested",
        "requested",
      ]);
      await refused(
        asStaff({ id: EVENTS }, async (db) =>
          approveEventReturns(db, event, await formatSeen(db, event)),
        ),
        /Trésorerie/,
      );
      expect(await asStaff({ id: ADMIN }, (db) => findReturns(db, event))).toMatchObject({
        total: [{ amount: 40_000, currency: "XOF" }],
      });
      await asStaff({ id: ADMIN }, async (db) =>
        approveEventReturns(db, event, await formatSeen(db, event)),
      );
      await followChanges();
      expect(await returnsOf(event)).toMatchObject([
        { status: "approved", by: ADMIN, asker: EVENTS },
        { status: "approved", by: ADMIN, asker: EVENTS },
      ]);
    });

    test("gives back by itself below it what a provider took", async () => {
      const event = await byProvider(await sold(20_000, 2));
      await cancel(event, EVENTS);
      await followChanges();
      expect(await returnsOf(event)).toMatchObject([
        { status: "approved", by: null, asker: EVENTS },
        { status: "approved", by: null, asker: EVENTS },
      ]);
    });

    test("gives back above it by who neither cancelled it nor booked the money", async () => {
      const event = await sold(MUCH, 1, ADMIN);
      await cancel(event, EVENTS);
      await followChanges();
      await refused(
        asStaff({ id: ADMIN }, async (db) =>
          approveEventReturns(db, event, await formatSeen(db, event)),
        ),
        /une autre personne/,
      );
      await asStaff({ id: OTHER }, async (db) =>
        approveEventReturns(db, event, await formatSeen(db, event)),
      );
      await followChanges();
      expect(await returnsOf(event)).toMatchObject([{ status: "approved", by: OTHER }]);
      expect((await registrationsOf(event)).map(({ status }) => status)).toEqual(["cancelled"]);
    });
  });
});
