import "../mail/settings.ts";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { asSystem, asVisitor } from "../../app/core/database/doors/doors.server.ts";
import { SAME_FORM_MS } from "../../app/core/http/browser.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { MINUTE } from "../../app/core/values/durations.ts";
import { findEvent } from "../../app/events/events.visitor.server.ts";
import type { PaymentChannel } from "../../app/payments/orders/fulfilment.ts";
import { orderOfSubject } from "../../app/payments/orders/orders.operations.server.ts";
import { registrationFulfilment } from "../../app/registrations/places/fulfilment.operations.server.ts";
import { settleEvents } from "../../app/registrations/places/places.system.server.ts";
import { register } from "../../app/registrations/register/visitor-registration.system.server.ts";
import { HOLD_MS } from "../../app/registrations/registrations.ts";
import { readTicket } from "../../app/registrations/tickets/tickets.system.server.ts";
import { rowsOf, withBothEngines } from "../support/database/test-database.ts";
import {
  countsOf,
  FREE,
  join,
  mailsTo,
  makeEvent,
  orderOf,
  PAID,
  pay,
  person,
  readSender,
  registrationsOf,
  statusesOf,
  tokenOf,
} from "./event.ts";

/** Whether the order of the registration in this place may be paid now. */
async function payable(event: string, place: number, channel: PaymentChannel = "online") {
  const id = (await registrationsOf(event))[place]?.id ?? "";
  return asSystem("test", async (db) => {
    const order = await orderOfSubject(db, "registration", id);
    if (!order) throw new Error("no order");
    const check = { channel, now: new Date(), lock: true };
    return registrationFulfilment.payable(db, order, check);
  });
}

withBothEngines((_engine, database) => {
  describe("registering", () => {
    test("a free place is confirmed at once, with its ticket by mail", async () => {
      const event = await makeEvent(2);
      const answer = await join(event, "free");
      expect(answer.outcome).toBe("confirmed");
      const ticket = await readTicket(tokenOf(answer));
      expect(ticket).toMatchObject({ status: "confirmed", amount: 0, position: 0 });
      expect(ticket?.reference).toMatch(/^FGE-[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{2}$/);
      expect(await mailsTo("person-free@example.org")).toEqual(["registration-confirmed"]);
      expect(await countsOf(event)).toMatchObject({ current: 1, placed: 1 });
    });

    test("a paid place is held for its order, and confirmed by the money alone", async () => {
      const event = await makeEvent(2);
      const answer = await join(event, "paid", PAID);
      expect(answer.outcome).toBe("payment");
      const ticket = await readTicket(tokenOf(answer));
      expect(ticket).toMatchObject({ status: "held", amount: 25_000 });
      const left = (ticket?.order?.hold_expires_at?.getTime() ?? 0) - Date.now();
      expect(Math.abs(left - HOLD_MS)).toBeLessThan(5_000);
      expect(Object.keys(ticket?.order ?? {}).sort()).toEqual(["hold_expires_at", "token"]);
      // Nothing by which its owner could be written to or called.
      expect(JSON.stringify(ticket)).not.toMatch(/example\.org|\+224|phone|email|payer/);
      expect(await pay(await orderOf(event))).toBe("fulfilled");
      expect(await readTicket(tokenOf(answer))).toMatchObject({ status: "confirmed" });
      expect(await countsOf(event)).toMatchObject({ current: 1, placed: 1 });
      expect(await mailsTo("person-paid@example.org")).toEqual(["registration-confirmed"]);
    });

    test("a full event has a waiting list, in the order of coming", async () => {
      const event = await makeEvent(1);
      await join(event, 1);
      const second = await join(event, 2, PAID);
      const third = await join(event, 3);
      expect([second.outcome, third.outcome]).toEqual(["waiting", "waiting"]);
      expect(await readTicket(tokenOf(second))).toMatchObject({ position: 1 });
      expect(await readTicket(tokenOf(third))).toMatchObject({ position: 2 });
      expect(await mailsTo("person-3@example.org")).toContain("waiting-list-joined");
      expect(await countsOf(event)).toMatchObject({ current: 1, placed: 1 });
    });

    test("asked again it is the same registration, on each way it can have gone", async () => {
      const event = await makeEvent(2);
      const answers = [
        [await join(event, 1), await join(event, 1)],
        [await join(event, 2, PAID), await join(event, 2, PAID)],
        [await join(event, 3), await join(event, 3)],
      ];
      for (const [first, again] of answers) expect(again).toEqual(first);
      expect(await statusesOf(event)).toEqual(["confirmed", "held", "waiting"]);
    });

    test("an address in other letters is the same address", async () => {
      const event = await makeEvent(5);
      await join(event, "case");
      await database().asOwner(
        sql`update event_registrations set email = 'Person-Case@Example.org' where event_id = ${event}`,
      );
      expect((await join(event, "case")).outcome).toBe("confirmed");
      expect(await statusesOf(event)).toHaveLength(1);
    });

    test("several of one family register with one address, each for themselves", async () => {
      const event = await makeEvent(5);
      const from = readSender("family");
      const member = (change: object) =>
        register(event, { ...person("family"), ...change }, { language: "fr", from });
      const answers = [
        await member({}),
        await member({ firstName: "Sékou", birthDate: "2012-05-06" }),
        // A twin, and somebody of the same name.
        await member({ firstName: "Hawa" }),
        await member({ birthDate: "1975-01-02" }),
      ];
      expect(new Set(answers.map(tokenOf)).size).toBe(4);
      expect(await countsOf(event)).toMatchObject({ current: 4, placed: 4 });
      expect(await member({ firstName: "SEKOU", birthDate: "2012-05-06" })).toEqual(answers[1]);
    });

    test("whoever types a person from another browser is told nothing of them, and takes no place", async () => {
      const event = await makeEvent(5);
      await join(event, "mine");
      const { email } = person("mine");
      const stranger = readSender("stranger");
      const answer = await join(event, "mine", FREE, new Date(), stranger);
      // As whoever is new and beyond what a network may have: staff see them on the waiting list.
      expect(answer.outcome).toBe("waiting");
      expect(await readTicket(tokenOf(answer))).toMatchObject({
        status: "waiting",
        proof_needed: true,
      });
      expect(await countsOf(event)).toMatchObject({ current: 1, placed: 1 });
      expect(await mailsTo(email)).toEqual(["registration-confirmed", "registration-link"]);
      // The same browser comes back to the same answer, and the person to their own.
      expect(await join(event, "mine", FREE, new Date(), stranger)).toEqual(answer);
      expect((await join(event, "mine")).outcome).toBe("confirmed");
      await settleEvents();
      expect(await statusesOf(event)).toEqual(["confirmed", "waiting"]);
    });

    test("a second place to pay for is the place of the person once it is paid, and one alone", async () => {
      const event = await makeEvent(5);
      await join(event, "payer", PAID);
      const elsewhere = readSender("elsewhere");
      const second = await join(event, "payer", PAID, new Date(), elsewhere);
      expect(second.outcome).toBe("payment");
      expect(await statusesOf(event)).toEqual(["held", "held"]);
      expect(await pay(await orderOf(event, 1))).toBe("fulfilled");
      expect(await statusesOf(event)).toEqual(["cancelled", "confirmed"]);
      // One mail says what holds, and none that something was cancelled.
      const told = await mailsTo(person("payer", PAID).email);
      expect(told).toContain("registration-confirmed");
      expect(told).not.toContain("place-released");
      // The order of the first one is closed: its money would go back.
      expect(await payable(event, 0)).toMatchObject({ reason: "registration.placeConfirmed" });
      expect(await pay(await orderOf(event, 0))).toBe("no-place");
      const [first] = await registrationsOf(event);
      expect(await readTicket(first?.token ?? "")).toMatchObject({
        status: "cancelled",
        refusal: { reason: "registration.placeConfirmed" },
      });
      expect(await countsOf(event)).toMatchObject({ current: 1, placed: 1 });
    });

    test("and its money goes back when the person has paid for the first", async () => {
      const event = await makeEvent(5);
      await join(event, "twice", PAID);
      await join(event, "twice", PAID, new Date(), readSender("elsewhere"));
      expect(await payable(event, 1)).toBe("ok");
      expect(await pay(await orderOf(event, 0))).toBe("fulfilled");
      // Nobody takes it: neither a provider nor the desk.
      for (const channel of ["online", "desk"] as const) {
        expect(await payable(event, 1, channel)).toMatchObject({
          reason: "registration.placeConfirmed",
        });
      }
      expect(await payable(event, 0, "desk")).toBe("ok");
      expect(await pay(await orderOf(event, 1))).toBe("no-place");
      expect(await statusesOf(event)).toEqual(["confirmed", "cancelled"]);
      expect(await countsOf(event)).toMatchObject({ current: 1, placed: 1 });
    });

    test("whoever has a place is asked for no money from another browser", async () => {
      const event = await makeEvent(5);
      await join(event, "settled", PAID);
      expect(await pay(await orderOf(event, 0))).toBe("fulfilled");
      const again = await join(event, "settled", PAID, new Date(), readSender("elsewhere"));
      // No mail leaves this site, so staff look at it.
      expect(again.outcome).toBe("waiting");
      expect(await statusesOf(event)).toEqual(["confirmed", "waiting"]);
    });

    test("a form that is sent again for a confirmed place leads to its ticket, as nothing new", async () => {
      const event = await makeEvent(5);
      const now = new Date();
      const first = await join(event, "again", FREE, now);
      expect(await join(event, "again", FREE, now)).toEqual(first);
      const later = new Date(now.getTime() + 2 * MINUTE);
      expect(await join(event, "again", FREE, later)).toEqual({ ...first, outcome: "already" });
      expect(await countsOf(event)).toMatchObject({ current: 1 });
    });

    test("without our cookie the same form leads back for as long as a double click takes", async () => {
      const event = await makeEvent(5);
      const from = { ...readSender("clicks"), browser: { id: "told by its form", known: false } };
      const first = await join(event, "clicks", FREE, new Date(), from);
      expect(await join(event, "clicks", FREE, new Date(), from)).toEqual(first);
      const later = new Date(Date.now() + SAME_FORM_MS + 1_000);
      expect((await join(event, "clicks", FREE, later, from)).outcome).toBe("waiting");
      expect(await countsOf(event)).toMatchObject({ current: 1 });
    });

    test.each([
      ["cancelled", { status: "cancelled" }],
      ["completed", { status: "completed" }],
      ["already begun", { date: "2020-01-01" }],
    ])("an event that is %s takes nobody", async (_why, values) => {
      const event = await makeEvent(5, values);
      expect(await join(event, 1)).toEqual({ outcome: "closed" });
      expect(await statusesOf(event)).toEqual([]);
    });

    test("neither does one that is not there, nor a package that it does not have", async () => {
      expect(await join(newId(), 1)).toEqual({ outcome: "closed" });
      const event = await makeEvent(5);
      expect(await join(event, 1, "invented")).toEqual({ outcome: "no-such-price" });
    });

    test("an event without a limit has a place for everybody", async () => {
      const event = await makeEvent(null);
      await join(event, 1);
      await join(event, 2, PAID);
      expect(await statusesOf(event)).toEqual(["confirmed", "held"]);
      expect(await countsOf(event)).toMatchObject({ current: 2, max: null });
    });
  });

  test("a visitor knows the places in figures, and no registration", async () => {
    const event = await makeEvent(3);
    await join(event, 1);
    await join(event, 2, PAID);
    await join(event, 3, PAID);
    await join(event, 4);
    const visible = await asVisitor((db) => findEvent(db, event));
    expect(visible?.places).toEqual({ held: 2, offered: 0, unproven: 0, waiting: 1 });
    expect(visible?.current_participants).toBe(3);
  });

  test("the database counts whatever changes a registration, and refuses one too many", async () => {
    const event = await makeEvent(2);
    for (const n of [1, 2, 3]) await join(event, n);
    const change = (statement: ReturnType<typeof sql>) => database().asOwner(statement);
    await change(sql`delete from event_registrations
      where event_id = ${event} and email = 'person-1@example.org'`);
    expect(await countsOf(event)).toMatchObject({ current: 1, placed: 1 });
    await change(
      sql`update event_registrations set status = 'confirmed' where event_id = ${event}`,
    );
    expect(await countsOf(event)).toMatchObject({ current: 2, placed: 2 });
    const other = await makeEvent(2);
    // Its package is one of the first event.
    const move = sql`update event_registrations set event_id = ${other}`;
    const second = sql`where event_id = ${event} and email = 'person-2@example.org'`;
    await expect(change(sql`${move} ${second}`)).rejects.toMatchObject({
      cause: { constraint: "event_registrations_package" },
    });
    await change(sql`${move}, package_id = null where event_id = ${event}
      and email = 'person-2@example.org'`);
    expect(await countsOf(event)).toMatchObject({ current: 1, placed: 1 });
    expect(await countsOf(other)).toMatchObject({ current: 1, placed: 1 });
    await change(sql`update events set max_participants = 1 where id = ${event}`);
    const tooMany = change(sql`update event_registrations set event_id = ${event}
      where event_id = ${other}`);
    await expect(tooMany).rejects.toMatchObject({
      cause: { constraint: "events_places" },
    });
  });

  test("the mail leads to the ticket", async () => {
    const event = await makeEvent(1);
    await join(event, "mail");
    const rows = await asSystem("test", (db) =>
      rowsOf<{ text_body: string }>(
        db,
        sql`select text_body from mail_outbox where recipient = 'person-mail@example.org'`,
      ),
    );
    const [registration] = await registrationsOf(event);
    expect(rows[0]?.text_body).toContain(`/tickets/${registration?.token}`);
  });
});
