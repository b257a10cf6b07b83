import "../mail/settings.ts";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { asStaff, asSystem, type StaffDb } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { findOpenTill } from "../../app/payments/tills/tills.staff.server.ts";
import {
  cancelByStaff,
  confirmByStaff,
  createRegistration,
  offerByStaff,
  recordCashPayment,
} from "../../app/registrations/admin/staff-registration.staff.server.ts";
import {
  packageValue,
  staffRegistrationSchema,
} from "../../app/registrations/admin/staff-registration-schema.ts";
import {
  checkIn,
  checkInAtDoor,
  undoCheckIn,
} from "../../app/registrations/door/door.staff.server.ts";
import { settleEvents } from "../../app/registrations/places/places.system.server.ts";
import { insertRow } from "../database/tables.ts";
import {
  cancelEventOf,
  countsOf,
  endHold,
  FREE,
  followChanges,
  join,
  mailsTo,
  makeEvent,
  orderOf,
  ordersOf,
  PAID,
  registrationsOf,
  reopenEventOf,
  statusesOf,
} from "../registrations/event.ts";
import { withDatabase } from "../support/database/test-database.ts";

const ADMIN = newId();
const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: ADMIN }, work);
const cash = (receipt: string | null = null) => ({ key: newId(), receipt });

const form = (event: string, n: string, price = FREE, over: object = {}) =>
  staffRegistrationSchema.parse({
    firstName: "Aïssatou",
    lastName: `Bah ${n}`,
    email: `desk-${n}@example.org`,
    phone: "622 12 34 56",
    birthDate: "2001-02-03",
    gamertag: `desk${n}`,
    platform: "pc",
    language: "fr",
    package: packageValue(event, price),
    key: newId(),
    ...over,
  });

/** Cancelled, and reopened, with everybody told. */
async function cancelAndReopen(event: string): Promise<void> {
  await asAdmin((db) => cancelEventOf(db, event));
  await followChanges();
  await reopenEventOf(asAdmin, event);
  await followChanges();
}

withDatabase((_engine, database) => {
  const rowOf = async (event: string, place = 0) => {
    const row = (await registrationsOf(event))[place];
    if (!row) throw new Error("no such registration");
    return row;
  };
  const ledgerOf = (order: string) =>
    database().asOwner(sql`
      select kind, provider, provider_txn_id as receipt, amount, currency from ledger_entries
      where order_id = ${order} order by created_at, id`);
  const refundsOf = (order: string) =>
    database().asOwner(sql`select status, reason, amount from refunds where order_id = ${order}`);
  const refused = (work: (db: StaffDb) => Promise<unknown>, message = /./) =>
    expect(asAdmin(work)).rejects.toMatchObject({
      kind: "conflict",
      message: expect.stringMatching(message),
    });

  beforeAll(() =>
    asSystem("test", async (db) => {
      await insertRow(db, "profiles", { id: ADMIN, role: "admin", name: "Mariama Bah" });
    }),
  );

  describe("somebody added by hand", () => {
    test("has a free place at once, and the mail about it", async () => {
      const event = await makeEvent(2);
      await asAdmin((db) => createRegistration(db, form(event, "free")));
      expect(await statusesOf(event)).toEqual(["confirmed"]);
      expect(await mailsTo("desk-free@example.org")).toEqual(["registration-confirmed"]);
      expect(await countsOf(event)).toMatchObject({ current: 1, placed: 1 });
    });

    test("pays on the spot: the money is in the ledger, and confirms the place", async () => {
      const event = await makeEvent(2);
      const receipt = `R-${event}`;
      await asAdmin((db) => createRegistration(db, form(event, "paid", PAID, { receipt })));
      const { id, status, order_id } = await rowOf(event);
      const [order] = await ordersOf(id);
      expect([status, order]).toEqual(["confirmed", { id: order_id, status: "confirmed" }]);
      expect(await ledgerOf(order?.id ?? "")).toEqual([
        { kind: "charge", provider: "federation", receipt, amount: 25_000, currency: "XOF" },
      ]);
      expect(await mailsTo("desk-paid@example.org")).toEqual(["registration-confirmed"]);
    });

    test("pays by a transfer that has arrived, with its number", async () => {
      const event = await makeEvent(2);
      const pay = (receipt: string) =>
        asAdmin((db) =>
          createRegistration(db, form(event, "sent", PAID, { receipt, means: "orange_money" })),
        );
      for (const wrong of ["", "622 12 34 56"]) {
        await expect(pay(wrong)).rejects.toMatchObject({ field: "receipt" });
      }
      expect(await statusesOf(event)).toEqual([]);
      await pay(`MP${Date.now()}`);
      expect(await statusesOf(event)).toEqual(["confirmed"]);
      const [entry] = await database().asOwner(sql`select means, amount::int from ledger_entries
        where order_id = ${(await rowOf(event)).order_id}`);
      expect(entry).toEqual({ means: "orange_money", amount: 25_000 });
    });

    test("opens the till of whoever takes the cash with what they counted in it", async () => {
      const event = await makeEvent(1);
      const cashier = { id: newId() };
      await asSystem("test", (db) => insertRow(db, "profiles", { ...cashier, role: "admin" }));
      const counted = { float_GNF: "0", float_XOF: "4000" };
      await asStaff(cashier, (db) => createRegistration(db, form(event, "till", PAID, counted)));
      const till = await asStaff(cashier, (db) => findOpenTill(db, cashier.id));
      expect(till?.entries.map(({ kind, amount }) => [kind, amount])).toEqual(
        expect.arrayContaining([
          ["float", 4_000],
          ["payment", 25_000],
        ]),
      );
    });

    test("hears of everything that its event asks and that lacks, at once", async () => {
      const lacking = form(await makeEvent(1), "lacking", FREE, { gamertag: "", platform: "" });
      await expect(asAdmin((db) => createRegistration(db, lacking))).rejects.toMatchObject({
        field: "gamertag",
        others: { platform: "Veuillez sélectionner une plateforme" },
      });
    });

    test("is refused where no place is left, or twice, and nothing is written", async () => {
      const event = await makeEvent(1);
      await asAdmin((db) => createRegistration(db, form(event, "one")));
      const again = asAdmin((db) => createRegistration(db, form(event, "one")));
      await expect(again).rejects.toMatchObject({ field: "email" });
      const second = asAdmin((db) => createRegistration(db, form(event, "two", PAID)));
      await expect(second).rejects.toMatchObject({ field: "package" });
      expect(await statusesOf(event)).toEqual(["confirmed"]);
    });

    test("with a receipt that is known is refused at its field, and nothing is written", async () => {
      const event = await makeEvent(3);
      const paid = { receipt: `R-${event}` };
      await asAdmin((db) => createRegistration(db, form(event, "payer", PAID, paid)));
      const again = asAdmin((db) => createRegistration(db, form(event, "other", PAID, paid)));
      await expect(again).rejects.toMatchObject({ field: "receipt" });
      expect(await statusesOf(event)).toEqual(["confirmed"]);
    });

    test("does not overtake those who wait", async () => {
      const event = await makeEvent(1);
      await join(event, 1);
      await join(event, 2);
      const { id } = await rowOf(event);
      await asAdmin((db) => cancelByStaff(db, id));
      const late = asAdmin((db) => createRegistration(db, form(event, "late")));
      await expect(late).rejects.toMatchObject({ field: "package" });
      await settleEvents();
      expect(await statusesOf(event)).toEqual(["cancelled", "offered"]);
    });
  });

  describe("at the door", () => {
    test("a ticket counts once, whether it is scanned or typed", async () => {
      const event = await makeEvent(5);
      await join(event, 1);
      const { id, token } = await rowOf(event);
      const scanned = `https://fge.example/en/tickets/${token}`;
      const { reference } = await asAdmin((db) => checkInAtDoor(db, event, scanned));
      const values = reference.toLowerCase().replaceAll("-", " ");
      await refused((db) => checkInAtDoor(db, event, values), /Bah 1 est déjà enregistrée \(.+\sh/);
      await asAdmin((db) => undoCheckIn(db, id));
      await asAdmin((db) => checkInAtDoor(db, event, values.slice(4)));
      await refused((db) => checkIn(db, id), /déjà enregistrée/);
    });

    test("nobody comes in without a place, nor at another event", async () => {
      const event = await makeEvent(1);
      await join(event, 1, PAID);
      await join(event, 2);
      const [held, waiting] = await registrationsOf(event);
      await refused((db) => checkIn(db, held?.id ?? ""), /en attente de paiement/);
      await refused((db) => checkIn(db, waiting?.id ?? ""), /liste d’attente/);
      const other = await makeEvent(1, { title: "Coupe de Kindia" });
      await join(other, 1);
      const { id } = await rowOf(other);
      await refused((db) => checkIn(db, id, event), /«\u202fCoupe de Kindia\u202f»/);
      await refused((db) => checkInAtDoor(db, event, "FGE-0000-00"), /aucune inscription/);
      expect(await asAdmin((db) => checkIn(db, id, other))).toMatchObject({ id });
    });

    test("of two people who scan one ticket at once, one lets it in", async () => {
      const event = await makeEvent(1);
      await join(event, 1);
      const { id } = await rowOf(event);
      const both = [1, 2].map(() => asAdmin((db) => checkIn(db, id)));
      const ends = (await Promise.allSettled(both)).map(({ status }) => status);
      expect(ends.sort()).toEqual(["fulfilled", "rejected"]);
    });
  });

  describe("cancelled by staff", () => {
    test("a paid place is free again, and its money goes back", async () => {
      const event = await makeEvent(1);
      await asAdmin((db) => createRegistration(db, form(event, "back", PAID)));
      await join(event, 2);
      const { id, order_id } = await rowOf(event);
      await asAdmin((db) => cancelByStaff(db, id));
      expect(await ordersOf(id)).toMatchObject([{ status: "cancelled" }]);
      expect(await refundsOf(order_id ?? "")).toEqual([
        { status: "requested", reason: "cancelled", amount: 25_000 },
      ]);
      expect(await mailsTo("desk-back@example.org")).toContain("place-released");
      await settleEvents();
      expect(await statusesOf(event)).toEqual(["cancelled", "offered"]);
      await refused((db) => cancelByStaff(db, id));
    });

    test("a held place is free, and its order cannot be paid any more", async () => {
      const event = await makeEvent(1);
      await join(event, 1, PAID);
      const { id } = await rowOf(event);
      await asAdmin((db) => cancelByStaff(db, id));
      expect(await ordersOf(id)).toMatchObject([{ status: "cancelled" }]);
      expect(await countsOf(event)).toMatchObject({ current: 0, placed: 0 });
      await refused((db) => recordCashPayment(db, id, cash()));
    });
  });

  describe("somebody who waits", () => {
    const waiting = async (price: string) => {
      const event = await makeEvent(1);
      await join(event, 1);
      await join(event, 2, price);
      return { event, first: await rowOf(event), second: await rowOf(event, 1) };
    };
    const more = (event: string) =>
      database().asOwner(sql`update events set max_participants = 2 where id = ${event}`);

    test("gets nothing as long as no place is free", async () => {
      const { second } = await waiting(FREE);
      await refused((db) => offerByStaff(db, second.id), /plus de place/);
      await refused((db) => confirmByStaff(db, second.id), /plus de place/);
      await refused((db) => recordCashPayment(db, second.id, cash()), /plus de place/);
    });

    test("is offered a free place, or confirmed when there is nothing to pay", async () => {
      const { event, second } = await waiting(FREE);
      await more(event);
      await asAdmin((db) => offerByStaff(db, second.id));
      expect(await mailsTo("person-2@example.org")).toContain("place-offered");
      await asAdmin((db) => confirmByStaff(db, second.id));
      expect(await statusesOf(event)).toEqual(["confirmed", "confirmed"]);
      await refused((db) => confirmByStaff(db, second.id), /entre-temps/);
    });

    test("pays on the spot, and cannot be confirmed without", async () => {
      const { event, second } = await waiting(PAID);
      await more(event);
      await refused((db) => confirmByStaff(db, second.id), /payante/);
      await asAdmin((db) => recordCashPayment(db, second.id, cash()));
      expect(await statusesOf(event)).toEqual(["confirmed", "confirmed"]);
      expect(await countsOf(event)).toMatchObject({ current: 2, placed: 2 });
    });
  });

  describe("somebody whose event was cancelled and takes place after all", () => {
    test("pays for the place that is offered again, not for the order that is over", async () => {
      const event = await makeEvent(1);
      await join(event, 1, PAID);
      const old = await orderOf(event);
      await cancelAndReopen(event);
      const { id } = await rowOf(event);
      expect(await statusesOf(event)).toEqual(["offered"]);
      await refused(
        (db) => recordCashPayment(db, id, { ...cash(), seen_due: 1 }),
        /relisez le reste dû/,
      );
      const transfer = { ...cash(), receipt: `EV${Date.now()}`, means: "orange_money" } as const;
      await asAdmin((db) => recordCashPayment(db, id, transfer));
      expect(await statusesOf(event)).toEqual(["confirmed"]);
      expect(await ledgerOf(old)).toEqual([]);
      expect((await ordersOf(id)).map(({ status }) => status).sort()).toEqual([
        "cancelled",
        "confirmed",
      ]);
    });

    test("is not registered at another price than the form showed", async () => {
      const event = await makeEvent(1);
      const { seen_due: _, ...stale } = form(event, "price", PAID);
      await expect(
        asAdmin((db) => createRegistration(db, { ...stale, seen_due: 1 })),
      ).rejects.toMatchObject({ message: expect.stringMatching(/prix de cette formule a changé/) });
    });
  });

  describe("a place that was not paid in time", () => {
    test("is paid at the desk while one is free", async () => {
      const event = await makeEvent(1);
      await join(event, 1, PAID);
      await endHold(await orderOf(event));
      const { id } = await rowOf(event);
      await asAdmin((db) => recordCashPayment(db, id, cash()));
      expect(await statusesOf(event)).toEqual(["confirmed"]);
    });

    test("is not paid once somebody else has it", async () => {
      const event = await makeEvent(1);
      await join(event, 1, PAID);
      const order = await orderOf(event);
      await endHold(order);
      await join(event, 2);
      const { id } = await rowOf(event);
      await refused((db) => recordCashPayment(db, id, cash()), /n’encaissez pas/);
      expect(await ledgerOf(order)).toEqual([]);
    });
  });
});
