import "../mail/settings.ts";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { runInSequence } from "../../app/core/process/keyed-queue.ts";
import { settleEvents } from "../../app/registrations/places/places.system.server.ts";
import { OFFER_MS } from "../../app/registrations/registrations.ts";
import {
  acceptOffer,
  giveUp,
  readTicket,
} from "../../app/registrations/tickets/tickets.system.server.ts";
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
  tokenOf,
} from "./event.ts";

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
      expect(await statusesOf(event)).toEqual(["expired", "offered", "waiting"]);
      expect(await mailsTo("person-2@example.org")).toContain("place-offered");
      const ticket = await readTicket(tokenOf(second));
      const left = (ticket?.offer_expires_at?.getTime() ?? 0) - Date.now();
      expect(Math.abs(left - OFFER_MS)).toBeLessThan(5_000);
      expect(await countsOf(event)).toMatchObject({ current: 1, placed: 1 });
    });

    test("and an offer that nobody takes goes to the next one", async () => {
      const event = await makeEvent(1);
      await join(event, 1, PAID);
      const second = await join(event, 2);
      await join(event, 3);
      await endHold(await orderOf(event));
      await settleEvents();
      await settleEvents(later(OFFER_MS + 1_000));
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
      expect(until - Date.now()).toBeGreaterThan(OFFER_MS - 60_000);
      expect(await pay(await orderOf(event, 1))).toBe("fulfilled");
      expect(await statusesOf(event)).toEqual(["cancelled", "confirmed"]);
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
