import "../mail/settings.ts";
import { expect, test } from "vitest";
import { settleEvents } from "../../app/registrations/places/places.system.server.ts";
import { giveUp } from "../../app/registrations/tickets/tickets.system.server.ts";
import { withDatabase } from "../support/database/test-database.ts";
import {
  countsOf,
  endHold,
  join,
  mailsTo,
  makeEvent,
  orderOf,
  PAID,
  pay,
  statusesOf,
  tokenOf,
} from "./event.ts";

// Money that comes after the place was given back.

withDatabase(() => {
  test("buys a place that is still free", async () => {
    const event = await makeEvent(1);
    await join(event, 1, PAID);
    const order = await orderOf(event);
    await endHold(order);
    expect(await pay(order)).toBe("fulfilled");
    expect(await statusesOf(event)).toEqual(["confirmed"]);
  });

  test("buys nothing when the place is somebody else's", async () => {
    const event = await makeEvent(1);
    await join(event, 1, PAID);
    const order = await orderOf(event);
    await endHold(order);
    await join(event, 2);
    expect(await pay(order)).toBe("no-place");
    expect(await statusesOf(event)).toEqual(["expired", "confirmed"]);
  });

  test("pays for the place that the same person asked for again: one charge, one seat", async () => {
    const event = await makeEvent(1);
    await join(event, 1, PAID);
    const order = await orderOf(event);
    await endHold(order);
    await join(event, 1, PAID);
    await join(event, 2);
    const second = await orderOf(event, 1);
    expect(await pay(order)).toBe("fulfilled");
    expect(await statusesOf(event)).toEqual(["confirmed", "cancelled", "waiting"]);
    // The second order is closed, and its money, should it come too, buys nothing more.
    expect(await pay(second)).toBe("no-place");
    expect(await countsOf(event)).toMatchObject({ current: 1, placed: 1 });
  });

  test("also while they wait again, or have an offer", async () => {
    const event = await makeEvent(1);
    await join(event, 1, PAID);
    const order = await orderOf(event);
    await endHold(order);
    const other = await join(event, 2);
    await join(event, 1, PAID);
    expect(await pay(order)).toBe("no-place");
    expect(await statusesOf(event)).toEqual(["expired", "confirmed", "waiting"]);
    await giveUp(tokenOf(other), "person-2@example.org");
    await settleEvents();
    expect(await statusesOf(event)).toEqual(["expired", "cancelled", "offered"]);
    expect(await pay(order)).toBe("fulfilled");
    expect(await statusesOf(event)).toEqual(["confirmed", "cancelled", "cancelled"]);
  });

  test("told twice changes nothing more", async () => {
    const event = await makeEvent(1);
    await join(event, 1, PAID);
    const order = await orderOf(event);
    expect([await pay(order), await pay(order)]).toEqual(["fulfilled", "fulfilled"]);
    expect(await mailsTo("person-1@example.org")).toContain("registration-confirmed");
    expect(await countsOf(event)).toMatchObject({ current: 1 });
  });
});
