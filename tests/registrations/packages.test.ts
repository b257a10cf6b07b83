import { DAY } from "../../app/core/values/durations.ts";
import "../mail/settings.ts";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { asVisitor } from "../../app/core/database/doors/doors.server.ts";
import { HOUR } from "../../app/core/values/durations.ts";
import { listOffers } from "../../app/events/events.ts";
import { findEvent } from "../../app/events/events.visitor.server.ts";
import { readPayment } from "../../app/payments/page/payment-view.system.server.ts";
import { settleEvents } from "../../app/registrations/places/places.system.server.ts";
import { OFFER_HOURS } from "../../app/registrations/registrations.ts";
import {
  acceptOffer,
  choosePackage,
  giveUp,
  readTicket,
} from "../../app/registrations/tickets/tickets.system.server.ts";
import { withDatabase } from "../support/database/test-database.ts";
import {
  countsOf,
  endHold,
  join,
  makeEvent,
  type Option,
  orderOf,
  PAID,
  pay,
  registrationsOf,
  setPackages,
  statusesOf,
  takenOf,
  tellOffers,
  tokenOf,
} from "./event.ts";

const EARLY = "early-bird";
const early = (values: Partial<Option> = {}): Option => ({
  id: EARLY,
  amount: 15_000,
  quota: 1,
  ...values,
});
const standard = (values: Partial<Option> = {}): Option => ({
  id: PAID,
  amount: 25_000,
  ...values,
});
const free = (values: Partial<Option> = {}): Option => ({
  id: EARLY,
  amount: 0,
  quota: 1,
  ...values,
});

withDatabase((_engine, database) => {
  describe("a quota", () => {
    test("is held, and whoever comes next is told that it is gone", async () => {
      const event = await makeEvent(10, { prices: [early(), standard()] });
      expect(await join(event, 1, EARLY)).toMatchObject({ outcome: "payment" });
      expect(await join(event, 2, EARLY)).toEqual({ outcome: "package-sold-out" });
      expect(await registrationsOf(event)).toHaveLength(1);
      expect(await join(event, 2, PAID)).toMatchObject({ outcome: "payment" });
      expect(await takenOf(event)).toEqual({ [EARLY]: 1, [PAID]: 1 });
      expect(await countsOf(event)).toMatchObject({ current: 2 });
    });

    test("leads whoever sends the form twice back to what they have", async () => {
      const event = await makeEvent(10, { prices: [early(), standard()] });
      const first = await join(event, 1, EARLY);
      expect(await join(event, 1, EARLY)).toEqual(first);
    });

    test("a place that was given up, not paid or cancelled goes back to it", async () => {
      const event = await makeEvent(10, { prices: [early(), standard()] });
      await join(event, 1, EARLY);
      const [first] = await registrationsOf(event);
      await giveUp(first?.token ?? "", "person-1@example.org");
      expect(await takenOf(event)).toMatchObject({ [EARLY]: 0 });
      await join(event, 2, EARLY);
      await endHold(await orderOf(event, 1));
      expect(await takenOf(event)).toMatchObject({ [EARLY]: 0 });
      await join(event, 3, EARLY);
      expect(await pay(await orderOf(event, 2))).toBe("fulfilled");
      expect(await takenOf(event)).toMatchObject({ [EARLY]: 1 });
    });

    test("is kept by the database, whatever changes a row", async () => {
      const event = await makeEvent(null, { prices: [free(), standard({ amount: 0 })] });
      await join(event, 1, EARLY);
      await join(event, 2, PAID);
      const toEarly = sql`update event_registrations set package_id =
        (select id from event_packages where event_id = ${event} and key = ${EARLY})
        where event_id = ${event}`;
      const refused = { cause: { constraint: "event_packages_quota" } };
      await expect(database().asOwner(toEarly)).rejects.toMatchObject(refused);
      const lower = sql`update event_packages set quota = 0 where event_id = ${event}`;
      await expect(database().asOwner(lower)).rejects.toMatchObject(refused);
      expect(await takenOf(event)).toEqual({ [EARLY]: 1, [PAID]: 1 });
    });

    test("money that comes late buys a place of it only while one is left", async () => {
      const event = await makeEvent(10, { prices: [early(), standard()] });
      await join(event, 1, EARLY);
      const late = await orderOf(event);
      await endHold(late);
      await join(event, 2, EARLY);
      expect(await pay(late)).toBe("no-place");
      await endHold(await orderOf(event, 1));
      expect(await pay(late)).toBe("fulfilled");
      expect(await takenOf(event)).toMatchObject({ [EARLY]: 1 });
    });

    test("where every package is sold out, one waits, and is offered the next place", async () => {
      const event = await makeEvent(null, { prices: [free()] });
      const first = await join(event, 1, EARLY);
      expect(await join(event, 2, EARLY)).toMatchObject({ outcome: "waiting" });
      await settleEvents();
      expect(await statusesOf(event)).toEqual(["confirmed", "waiting"]);
      await giveUp(tokenOf(first), "person-1@example.org");
      await settleEvents();
      expect(await statusesOf(event)).toEqual(["cancelled", "offered"]);
      expect(await takenOf(event)).toEqual({ [EARLY]: 1 });
      // Nobody who comes now overtakes.
      expect(await join(event, 3, EARLY)).toMatchObject({ outcome: "waiting" });
    });
  });

  describe("an end", () => {
    const now = new Date();
    const tomorrow = new Date(now.getTime() + DAY);
    const ending = (values: Partial<Option> = {}) =>
      early({ quota: undefined, ends_at: tomorrow.toISOString(), ...values });

    test("is the first moment at which the package cannot be chosen", async () => {
      const event = await makeEvent(10, { prices: [ending(), standard()] });
      const before = new Date(tomorrow.getTime() - 1);
      expect(await join(event, 1, EARLY, before)).toMatchObject({ outcome: "payment" });
      expect(await join(event, 2, EARLY, tomorrow)).toEqual({ outcome: "package-ended" });
      expect(await registrationsOf(event)).toHaveLength(1);
      expect(await join(event, 2, PAID, tomorrow)).toMatchObject({ outcome: "payment" });
    });

    test("does not take the price from whoever pays before their own deadline", async () => {
      const event = await makeEvent(10, { prices: [ending(), standard()] });
      const answer = await join(event, 1, EARLY, new Date(tomorrow.getTime() - 1));
      await setPackages(event, [
        ending({ ends_at: new Date(now.getTime() - 1).toISOString() }),
        standard(),
      ]);
      expect(await readPayment(tokenOf(answer), "fr")).toMatchObject({
        state: "toPay",
        price_amount: 15_000,
        refusal: null,
      });
      expect(await pay(await orderOf(event))).toBe("fulfilled");
    });

    test("gives money that comes after that deadline back", async () => {
      const event = await makeEvent(10, { prices: [ending(), standard()] });
      await join(event, 1, EARLY);
      const order = await orderOf(event);
      await endHold(order);
      await setPackages(event, [
        ending({ ends_at: new Date(now.getTime() - 1).toISOString() }),
        standard(),
      ]);
      expect(await pay(order)).toBe("no-place");
      expect(await takenOf(event)).toMatchObject({ [EARLY]: 0 });
    });
  });

  describe("whoever is promoted from the waiting list", () => {
    /** One place, whose holder leaves, and somebody who waits for it and chose the early bird. */
    async function waitingFor(...prices: Option[]) {
      const event = await makeEvent(1, { prices });
      await join(event, "first", PAID);
      await join(event, "second", EARLY);
      const [first, second] = (await registrationsOf(event)).map(({ token }) => token);
      return {
        event,
        leave: () => giveUp(first ?? "", "person-first@example.org"),
        second: second ?? "",
      };
    }

    test("gets the package that they chose, and keeps it until the offer ends", async () => {
      const { event, leave, second } = await waitingFor(free(), standard({ amount: 0 }));
      await leave();
      await settleEvents();
      expect(await takenOf(event)).toEqual({ [EARLY]: 1, [PAID]: 0 });
      await setPackages(event, [free({ ends_at: "2026-01-01T00:00:00Z" }), standard()]);
      expect(await readTicket(second)).toMatchObject({ choices: [], refusal: undefined });
      await acceptOffer(second);
      expect(await statusesOf(event)).toEqual(["cancelled", "confirmed"]);
      expect(await takenOf(event)).toEqual({ [EARLY]: 1, [PAID]: 0 });
    });

    test.each([
      ["ended", [early({ ends_at: "2026-01-01T00:00:00Z" }), standard()]],
      ["was withdrawn", [standard()]],
    ])("chooses another one when theirs %s, and pays what that one costs", async (_what, now) => {
      const { event, leave, second } = await waitingFor(early({ quota: 2 }), standard());
      await setPackages(event, now);
      await leave();
      await settleEvents();
      expect(await statusesOf(event)).toEqual(["cancelled", "offered"]);
      expect(await takenOf(event)).toEqual({ [EARLY]: 0, [PAID]: 0 });
      expect((await readTicket(second))?.choices.map(({ id }) => id)).toEqual([PAID]);
      // Not without a choice, and not with one that cannot be had.
      expect(await acceptOffer(second)).toBeUndefined();
      expect(await choosePackage(second, EARLY)).toBe(false);
      expect(await choosePackage(second, PAID)).toBe(true);
      expect(await acceptOffer(second)).toEqual(expect.any(String));
      expect(await readTicket(second)).toMatchObject({ status: "held", amount: 25_000 });
      expect(await takenOf(event)).toEqual({ [EARLY]: 0, [PAID]: 1 });
    });

    test("gives the place to the next one when they choose nothing in time", async () => {
      const { event, leave } = await waitingFor(early({ quota: 2 }), standard());
      await join(event, "third", PAID);
      await setPackages(event, [standard()]);
      await leave();
      await settleEvents();
      await tellOffers();
      await settleEvents(new Date(Date.now() + OFFER_HOURS * HOUR));
      expect(await statusesOf(event)).toEqual(["cancelled", "expired", "offered"]);
      expect(await takenOf(event)).toEqual({ [EARLY]: 0, [PAID]: 1 });
    });

    test("keeps one place of those that are left until they have chosen", async () => {
      const event = await makeEvent(null, { prices: [free(), standard({ amount: 0, quota: 1 })] });
      const first = await join(event, 1, EARLY);
      await join(event, 2, PAID);
      await join(event, 3, EARLY);
      await setPackages(event, [
        free({ ends_at: "2026-01-01T00:00:00Z" }),
        standard({ amount: 0, quota: 2 }),
      ]);
      await giveUp(tokenOf(first), "person-1@example.org");
      await settleEvents();
      expect(await statusesOf(event)).toEqual(["cancelled", "confirmed", "offered"]);
      // The one place that is left is theirs to choose.
      expect(await join(event, 4, PAID)).toMatchObject({ outcome: "waiting" });
      const token = (await registrationsOf(event))[2]?.token ?? "";
      expect(await choosePackage(token, PAID)).toBe(true);
      await acceptOffer(token);
      expect(await takenOf(event)).toEqual({ [EARLY]: 0, [PAID]: 2 });
    });
  });

  test("visitors see what is left of each package, and no withdrawn one", async () => {
    const gone = standard({ id: "gone" });
    const event = await makeEvent(3, { prices: [early({ quota: 2 }), gone, standard()] });
    await setPackages(event, [early({ quota: 2 }), standard()]);
    await join(event, 1, EARLY);
    const found = await asVisitor((db) => findEvent(db, event));
    if (!found) throw new Error("no such event");
    const states = () =>
      listOffers(found, new Date()).map(({ id, state, left }) => ({ id, state, left }));
    expect(states()).toEqual([
      { id: EARLY, state: "open", left: 1 },
      { id: PAID, state: "open", left: null },
    ]);
  });
});
