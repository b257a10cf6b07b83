import "../mail/settings.ts";
import { describe, expect, test, vi } from "vitest";
import { settleEvents } from "../../app/registrations/places/places.system.server.ts";
import type { Registered } from "../../app/registrations/register/visitor-registration.system.server.ts";
import {
  acceptOffer,
  giveUp,
  readTicket,
} from "../../app/registrations/tickets/tickets.system.server.ts";
import { withBothEngines } from "../support/database/test-database.ts";
import {
  countsOf,
  endHold,
  FREE,
  join,
  makeEvent,
  ordersOf,
  PAID,
  pay,
  registrationsOf,
  statusesOf,
  tokenOf,
} from "./event.ts";

// Everybody at once, each as if through a process of their own: no line but the database's locks.
vi.mock("../../app/core/process/keyed-queue.ts", () => import("./without-queue.ts"));

/** As many at once as ten connections answer before a request gives up, also on a busy machine. */
const PEOPLE = 48;

const crowd = <T>(people: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: people }, (_, n) => work(n)));
const outcomes = (answers: Registered[], outcome: string) =>
  answers.filter((answer) => answer.outcome === outcome).length;

withBothEngines(() => {
  test("many people for 16 places: 16 get one, and the others know where they stand", async () => {
    const event = await makeEvent(16);
    const answers = await crowd(PEOPLE, (n) => join(event, n, n % 2 ? FREE : PAID));
    expect(outcomes(answers, "confirmed") + outcomes(answers, "payment")).toBe(16);
    expect(outcomes(answers, "waiting")).toBe(PEOPLE - 16);
    expect(await countsOf(event)).toEqual({ current: 16, placed: 16, max: 16 });
    const waiting = answers.filter(({ outcome }) => outcome === "waiting").map(tokenOf);
    const positions = await crowd(
      PEOPLE - 16,
      async (n) => (await readTicket(waiting[n] ?? ""))?.position,
    );
    expect(positions.sort((a = 0, b = 0) => a - b)).toEqual(
      Array.from({ length: PEOPLE - 16 }, (_, place) => place + 1),
    );
  });

  test("the last seat is one seat", async () => {
    for (let round = 0; round < 5; round++) {
      const event = await makeEvent(1);
      const answers = await crowd(8, (n) => join(event, n));
      expect(outcomes(answers, "confirmed")).toBe(1);
      expect(outcomes(answers, "waiting")).toBe(7);
    }
  });

  test("one person who presses ten times has one registration, and one answer", async () => {
    const event = await makeEvent(5);
    const answers = await crowd(10, () => join(event, "again", PAID));
    expect(new Set(answers.map(tokenOf)).size).toBe(1);
    const [registration, ...others] = await registrationsOf(event);
    expect(others).toEqual([]);
    expect(await ordersOf(registration?.id ?? "")).toHaveLength(1);
  });

  test("paying, being too late and giving up at the same moment lose nobody's place", async () => {
    const event = await makeEvent(6);
    await crowd(6, (n) => join(event, n, PAID));
    await crowd(6, (n) => join(event, `w${n}`));
    const held = (await registrationsOf(event)).filter(({ status }) => status === "held");
    await crowd(6, async (n) => {
      const { id, token, email } = held[n] ?? { id: "", token: "", email: "" };
      const order = (await ordersOf(id))[0]?.id ?? "";
      if (n < 2) await Promise.all([pay(order), endHold(order)]);
      else if (n < 4) await Promise.all([pay(order), giveUp(token, email)]);
      else await Promise.all([endHold(order), join(event, `late${n}`), settleEvents()]);
    });
    await settleEvents();
    const { current, placed } = await countsOf(event);
    expect(current).toBe(placed);
    expect(current).toBe(6);
  });

  test("an offer taken by two tabs, and settled by three jobs, is taken once", async () => {
    const event = await makeEvent(1);
    const first = await join(event, 1);
    const second = tokenOf(await join(event, 2, PAID));
    await join(event, 3);
    await giveUp(tokenOf(first), "person-1@example.org");
    await Promise.all([settleEvents(), settleEvents(), settleEvents()]);
    const orders = await Promise.all([acceptOffer(second), acceptOffer(second)]);
    expect(orders[0]).toBeTruthy();
    expect(orders[1]).toBe(orders[0]);
    expect(await statusesOf(event)).toEqual(["cancelled", "held", "waiting"]);
  });
});

describe("the test itself", () => {
  test("has no line", async () => {
    const { runInSequence } = await import("../../app/core/process/keyed-queue.ts");
    const order: string[] = [];
    const slow = runInSequence("x", async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      order.push("slow");
    });
    await Promise.all([slow, runInSequence("x", async () => void order.push("quick"))]);
    expect(order).toEqual(["quick", "slow"]);
  });
});
