import "../mail/settings.ts";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startApp } from "../../app/core/app.ts";
import { asStaff, asSystem, type StaffDb } from "../../app/core/database/doors/doors.server.ts";
import { setClock } from "../../app/core/process/clock.ts";
import { runInSequence } from "../../app/core/process/keyed-queue.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { HOUR } from "../../app/core/values/durations.ts";
import { formatMoment } from "../../app/i18n/format.ts";
import { sendQueued } from "../../app/mail/send.jobs.server.ts";
import { readTasks } from "../../app/office/home/tasks.staff.server.ts";
import { parseListQuery } from "../../app/records/list/list-query.ts";
import { REGISTRATION_LIST } from "../../app/registrations/admin/registration-list.ts";
import { tellByStaff } from "../../app/registrations/admin/staff-registration.staff.server.ts";
import {
  settleEvents,
  startOfferClocks,
} from "../../app/registrations/places/places.system.server.ts";
import { listRegistrations } from "../../app/registrations/registrations.staff.server.ts";
import { OFFER_HOURS } from "../../app/registrations/registrations.ts";
import { ticketMailChecks } from "../../app/registrations/tickets/ticket-attachments.system.server.ts";
import {
  acceptOffer,
  giveUp,
  readTicket,
} from "../../app/registrations/tickets/tickets.system.server.ts";
import { insertRow } from "../database/tables.ts";
import { withDatabase } from "../support/database/test-database.ts";
import {
  countsOf,
  endHold,
  join,
  mailsTo,
  makeEvent,
  orderOf,
  ordersOf,
  PAID,
  pay,
  registrationsOf,
  statusesOf,
  tellOffers,
  tokenOf,
} from "./event.ts";
import { mailsAreRefused, mailsLeave } from "./mailed.ts";

startApp({ mailChecks: ticketMailChecks });

const later = (ms: number) => new Date(Date.now() + ms);

// Places that become free: they go to whoever waited longest.

withDatabase((_engine, database) => {
  describe("a place that is not paid in time", () => {
    test("goes to whoever waited longest, who has a day to take it", async () => {
      const event = await makeEvent(1);
      await join(event, 1, PAID);
      const second = await join(event, 2);
      await join(event, 3);
      await endHold(await orderOf(event));
      expect(await mailsTo("person-1@example.org")).toContain("place-released");
      await settleEvents();
      await tellOffers();
      expect(await statusesOf(event)).toEqual(["expired", "offered", "waiting"]);
      expect(await mailsTo("person-2@example.org")).toContain("place-offered");
      const ticket = await readTicket(tokenOf(second));
      const left = (ticket?.offer_expires_at?.getTime() ?? 0) - Date.now();
      expect(Math.abs(left - OFFER_HOURS * HOUR)).toBeLessThan(5_000);
      expect(await countsOf(event)).toMatchObject({ current: 1, placed: 1 });
    });

    test("and an offer that nobody takes goes to the next one", async () => {
      const event = await makeEvent(1);
      await join(event, 1, PAID);
      const second = await join(event, 2);
      await join(event, 3);
      await endHold(await orderOf(event));
      await settleEvents();
      await tellOffers();
      await settleEvents(later(OFFER_HOURS * HOUR + 1_000));
      expect(await statusesOf(event)).toEqual(["expired", "expired", "offered"]);
      expect(await acceptOffer(tokenOf(second))).toBeUndefined();
      expect(await statusesOf(event)).toEqual(["expired", "expired", "offered"]);
    });

    test("nobody who comes later overtakes the waiting list", async () => {
      const event = await makeEvent(1);
      await join(event, 1, PAID);
      await join(event, 2);
      await endHold(await orderOf(event));
      // The job that offers has not run yet.
      expect((await join(event, 3)).outcome).toBe("waiting");
      expect(await statusesOf(event)).toEqual(["expired", "offered", "waiting"]);
    });

    test("an offer ends when the event begins, however late it was made", async () => {
      const soon = new Date(Date.now() + 3_600_000);
      const event = await makeEvent(1, {
        date: soon.toISOString().slice(0, 10),
        time: soon.toISOString().slice(11, 16),
      });
      const first = await join(event, 1);
      const second = await join(event, 2);
      await giveUp(tokenOf(first), "person-1@example.org");
      await settleEvents();
      await tellOffers();
      const ticket = await readTicket(tokenOf(second));
      expect(ticket?.offer_expires_at?.getTime()).toBeLessThanOrEqual(soon.getTime());
    });

    test("staff who raise the limit give places to the waiting list", async () => {
      const event = await makeEvent(1);
      for (const n of [1, 2, 3, 4]) await join(event, n);
      await database().asOwner(sql`update events set max_participants = 3 where id = ${event}`);
      await settleEvents();
      expect(await statusesOf(event)).toEqual(["confirmed", "offered", "offered", "waiting"]);
    });
  });

  describe("an offer", () => {
    async function offered(priceId: string) {
      const event = await makeEvent(1);
      const first = await join(event, 1);
      const second = await join(event, 2, priceId);
      await giveUp(tokenOf(first), "person-1@example.org");
      await settleEvents();
      await tellOffers();
      return { event, token: tokenOf(second) };
    }

    test("of a free place is confirmed when it is taken, once", async () => {
      const { event, token } = await offered("gratuit");
      await acceptOffer(token);
      await acceptOffer(token);
      expect(await statusesOf(event)).toEqual(["cancelled", "confirmed"]);
      expect(await mailsTo("person-2@example.org")).toContain("registration-confirmed");
    });

    test("of a paid place leads to its payment, and keeps what it promised", async () => {
      const { event, token } = await offered(PAID);
      const order = await acceptOffer(token);
      expect(order).toBeTruthy();
      expect(await acceptOffer(token)).toBe(order);
      expect(await statusesOf(event)).toEqual(["cancelled", "held"]);
      const until = (await readTicket(token))?.order?.hold_expires_at?.getTime() ?? 0;
      expect(until - Date.now()).toBeGreaterThan(OFFER_HOURS * HOUR - 60_000);
      expect(await pay(await orderOf(event, 1))).toBe("fulfilled");
      expect(await statusesOf(event)).toEqual(["cancelled", "confirmed"]);
    });
  });

  describe("an offer that nobody was told of", () => {
    /** The second of two people at one place is offered it: no mail has left. */
    async function untold(values: object = {}) {
      const event = await makeEvent(1, values);
      const first = await join(event, 1);
      const second = await join(event, 2);
      await join(event, 3);
      await giveUp(tokenOf(first), "person-1@example.org");
      await settleEvents();
      const id = (await registrationsOf(event))[1]?.id ?? "";
      return { event, token: tokenOf(second), id };
    }
    const deadlineOf = async (token: string) =>
      (await readTicket(token))?.offer_expires_at?.getTime();
    const ADMIN = newId();
    beforeAll(async () => {
      const admin = { id: ADMIN, role: "admin", name: "Mariama Bah" };
      await asSystem("test", (db) => insertRow(db, "profiles", admin));
    });
    beforeEach(() => database().asOwner("delete from mail_outbox"));
    const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: ADMIN }, work);
    const isOnList = (id: string) =>
      asAdmin(async (db) => {
        const query = parseListQuery(REGISTRATION_LIST, new URLSearchParams("told=no"));
        const { rows } = await listRegistrations(db, query);
        const { untold: tasks = 0 } = await readTasks(db, () => true);
        expect(tasks).toBe(rows.length);
        return rows.some((row) => row.id === id);
      });
    const passes = (id: string) =>
      database().asOwner(
        sql`update event_registrations set offered_at = offered_at - interval '6 minutes' where id = ${id}`,
      );

    test("stays while the mail server refuses, and staff have somebody to call", async () => {
      const { event, token, id } = await untold();
      // Its message is on the way: nobody has to call yet.
      expect(await isOnList(id)).toBe(false);
      await mailsAreRefused();
      await startOfferClocks();
      await settleEvents(later(10 * OFFER_HOURS * HOUR));
      expect(await statusesOf(event)).toEqual(["cancelled", "offered", "waiting"]);
      expect(await deadlineOf(token)).toBeUndefined();
      await passes(id);
      expect(await isOnList(id)).toBe(true);
      const told = later(3 * HOUR);
      const { until } = await asAdmin((db) => tellByStaff(db, id, told));
      expect(until.getTime()).toBe(told.getTime() + OFFER_HOURS * HOUR);
      expect(await isOnList(id)).toBe(false);
      // Pressed by two at once: the first one counts.
      await expect(asAdmin((db) => tellByStaff(db, id, later(9 * HOUR)))).rejects.toThrow();
      await settleEvents(new Date(until.getTime() + 1));
      expect(await statusesOf(event)).toEqual(["cancelled", "expired", "offered"]);
    });

    test("stays where no mail leaves, which is only kept", async () => {
      const { token, id } = await untold();
      await sendQueued({ keeps: true, send: () => Promise.resolve() });
      await startOfferClocks();
      expect(await deadlineOf(token)).toBeUndefined();
      await passes(id);
      expect(await isOnList(id)).toBe(true);
    });

    test("lasts from when the server took the message, which says until when", async () => {
      const { token } = await untold();
      const text = async () =>
        (
          await database().asOwner<{ text_body: string }>(
            sql`select text_body from mail_outbox where recipient = 'person-2@example.org'
                and template = 'place-offered' and status = 'queued'`,
          )
        )[0]?.text_body;
      expect(await text()).toContain(formatMoment("fr", later(OFFER_HOURS * HOUR)));
      const leaves = later(40 * HOUR);
      let sent = "";
      setClock(() => leaves.getTime());
      await sendQueued(
        {
          send: async ({ to, text }) => {
            if (JSON.stringify(to).includes("person-2")) sent += text;
          },
        },
        () => leaves,
      );
      setClock();
      await startOfferClocks();
      const until = new Date(leaves.getTime() + OFFER_HOURS * HOUR);
      expect(sent).toContain(formatMoment("fr", until));
      expect(await deadlineOf(token)).toBe(until.getTime());
    });

    test("is taken by whoever opens the page, and its message does not leave any more", async () => {
      const { event, token, id } = await untold();
      await acceptOffer(token);
      expect(await statusesOf(event)).toEqual(["cancelled", "confirmed", "waiting"]);
      await mailsLeave();
      expect(await mailsTo("person-2@example.org")).not.toContain("place-offered");
      await expect(asAdmin((db) => tellByStaff(db, id))).rejects.toThrow();
    });

    test("ends when the event begins, and nobody is told that they were too late", async () => {
      const soon = later(HOUR);
      const { event, id } = await untold({
        date: soon.toISOString().slice(0, 10),
        time: soon.toISOString().slice(11, 16),
      });
      await settleEvents(soon);
      expect(await statusesOf(event)).toEqual(["cancelled", "expired", "waiting"]);
      expect(await mailsTo("person-2@example.org")).not.toContain("place-released");
      await expect(asAdmin((db) => tellByStaff(db, id, soon))).rejects.toThrow();
    });

    test("is given up, and goes to the next one", async () => {
      const { event, token } = await untold();
      expect(await giveUp(token, "person-2@example.org")).toBe("given-up");
      await settleEvents();
      expect(await statusesOf(event)).toEqual(["cancelled", "cancelled", "offered"]);
    });

    test("does not begin with the message of an earlier offer", async () => {
      const { token } = await untold();
      await tellOffers(later(-HOUR));
      expect(await deadlineOf(token)).toBeUndefined();
    });
  });

  describe("giving up", () => {
    test("frees the place, for the right address only", async () => {
      const event = await makeEvent(1);
      const answer = await join(event, 1);
      expect(await giveUp(tokenOf(answer), "somebody@example.org")).toBe("other-email");
      expect(await statusesOf(event)).toEqual(["confirmed"]);
      expect(await giveUp(tokenOf(answer), "Person-1@example.org")).toBe("given-up");
      expect(await giveUp(tokenOf(answer), "person-1@example.org")).toBe("given-up");
      expect(await statusesOf(event)).toEqual(["cancelled"]);
      expect(await countsOf(event)).toMatchObject({ current: 0, placed: 0 });
    });

    test("while a place is being offered gives up that place, too", async () => {
      const event = await makeEvent(1);
      await join(event, 1);
      const second = await join(event, 2);
      const open = Promise.withResolvers<void>();
      const before = runInSequence(`event ${event}`, () => open.promise);
      const given = giveUp(tokenOf(second), "person-2@example.org");
      // It has seen somebody who waits, and stands in line.
      await pause(100);
      await database().asOwner(sql`update events set max_participants = 2 where id = ${event}`);
      await database().asOwner(
        sql`update event_registrations set status = 'offered', offer_expires_at = now() + interval '1 day'
            where event_id = ${event} and status = 'waiting'`,
      );
      open.resolve();
      await before;
      expect(await given).toBe("given-up");
      expect(await statusesOf(event)).toEqual(["confirmed", "cancelled"]);
    });

    test("of a held place closes its order, so that nobody pays for nothing", async () => {
      const event = await makeEvent(1);
      await join(event, 1, PAID);
      const [held] = await registrationsOf(event);
      if (!held) throw new Error("no registration");
      await giveUp(held.token, held.email);
      expect(await statusesOf(event)).toEqual(["cancelled"]);
      expect(await ordersOf(held.id)).toMatchObject([{ status: "cancelled" }]);
    });

    test("one may come back, at the end of the line", async () => {
      const event = await makeEvent(1);
      await join(event, 1);
      const second = await join(event, 2);
      await join(event, 3);
      await giveUp(tokenOf(second), "person-2@example.org");
      const again = await join(event, 2);
      expect(again.outcome).toBe("waiting");
      expect(await readTicket(tokenOf(again))).toMatchObject({ position: 2 });
    });
  });
});
