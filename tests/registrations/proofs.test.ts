import "../mail/settings.ts";

process.env.SMTP_URL = "smtp://127.0.0.1:1";

import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { offerProviders } from "../../app/payments/providers/provider.ts";
import {
  settleEvents,
  startProofClocks,
} from "../../app/registrations/places/places.system.server.ts";
import { prove, readProofPage } from "../../app/registrations/proofs/prove.system.server.ts";
import {
  CODE_TRIES,
  HOLD_MS,
  NETWORK_PLACES,
  PROOF_MS,
} from "../../app/registrations/registrations.ts";
import { readTicket } from "../../app/registrations/tickets/tickets.system.server.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { countsOf, makeEvent, ordersOf, PAID, pay, person, provider, statusesOf } from "./event.ts";
import { lettersTo, letterTo, mailsAreRefused, mailsLeave } from "./mailed.ts";
import { crowded, joinFrom, lapse, later, receiptOf, somebody, unproven } from "./proving.ts";

// Where mail leaves: what is beyond one network's number is proven by the mail, and the mail alone leads
// to a ticket, whoever asked.

withDatabase((_engine, database) => {
  const rowOf = async (id: string) => {
    const [row] = await database().asOwner<{ status: string; needed: boolean; due: Date | null }>(
      sql`select status, proof_needed as needed, proof_due_at as due from event_registrations where id = ${id}`,
    );
    return row;
  };

  test("what one address took of the last 31 places falls free after two hours, but for its first few", async () => {
    const event = await makeEvent(31);
    const attack = await Promise.all(Array.from({ length: 40 }, () => joinFrom(event, somebody())));
    expect(new Set(attack.map(({ outcome }) => outcome))).toEqual(new Set(["message"]));
    expect(await countsOf(event)).toMatchObject({ current: 31 });
    const honest = somebody();
    await joinFrom(event, honest, "102.176.1.1");
    // Nothing begins before the mail server takes the messages, however long that is.
    await lapse(later(10 * PROOF_MS));
    expect(await countsOf(event)).toMatchObject({ current: 31 });
    await mailsLeave(later(11 * PROOF_MS));
    await lapse(later(12 * PROOF_MS - 60_000));
    expect(await countsOf(event)).toMatchObject({ current: 31 });
    await lapse(later(12 * PROOF_MS + 60_000));
    const statuses = await statusesOf(event);
    expect(statuses.filter((status) => status === "confirmed")).toHaveLength(NETWORK_PLACES);
    // The line of the attacker is gone, and who came after it is first.
    expect(statuses.at(-1)).toBe("offered");
    expect(statuses.filter((status) => status === "expired")).toHaveLength(40 - NETWORK_PLACES);
    expect(await countsOf(event)).toMatchObject({ current: NETWORK_PLACES + 1 });
  });

  describe("a place is proven", () => {
    test("by the link of the mail, once, and looking at it changes nothing", async () => {
      const event = await crowded(20);
      const { receipt, letter, row } = await unproven(event);
      expect(await readProofPage(receipt, letter.key)).toMatchObject({
        state: "open",
        holder: expect.stringContaining("Aïssatou"),
      });
      expect((await rowOf(row.id))?.status).toBe("unproven");
      const proven = await prove(receipt, { key: letter.key });
      expect(proven).toEqual({ outcome: "confirmed", ticketToken: row.token });
      expect(await rowOf(row.id)).toEqual({ status: "confirmed", needed: false, due: null });
      expect(await readProofPage(receipt, letter.key)).toMatchObject({ state: "over" });
      expect(await prove(receipt, { key: letter.key })).toEqual({ outcome: "wrong" });
    });

    test("by its code on the page after the form, once", async () => {
      const { receipt, letter, row } = await unproven(await crowded(20));
      const visible = { code: letter.code };
      expect(await prove(receipt, visible)).toEqual({
        outcome: "confirmed",
        ticketToken: row.token,
      });
      expect(await prove(receipt, visible)).toEqual({ outcome: "wrong" });
    });

    test("by nothing else: not by another's code, nor by many tries", async () => {
      const event = await crowded(20);
      const mine = await unproven(event);
      const other = await unproven(event);
      expect(await prove(mine.receipt, { code: other.letter.code })).toEqual({ outcome: "wrong" });
      expect(await prove(mine.receipt, { key: other.letter.key })).toEqual({ outcome: "wrong" });
      expect(await prove(`${mine.receipt}x`, { key: mine.letter.key })).toEqual({
        outcome: "wrong",
      });
      const wrong = mine.letter.code === "000000" ? "000001" : "000000";
      for (let n = 1; n < CODE_TRIES; n++) await prove(mine.receipt, { code: wrong });
      expect(await prove(mine.receipt, { code: mine.letter.code })).toEqual({ outcome: "wrong" });
      // The link is not guessed, and goes on working.
      expect((await prove(mine.receipt, { key: mine.letter.key })).outcome).toBe("confirmed");
    });

    test("and the database keeps neither code nor key", async () => {
      const { letter } = await unproven(await crowded(20));
      const rows = await database().asOwner(
        sql`select to_jsonb(p.*)::text as row from registration_proofs p`,
      );
      for (const secret of [letter.code, letter.key]) {
        expect(JSON.stringify(rows)).not.toContain(secret);
      }
    });

    test("not after its two hours, nor when the event is cancelled", async () => {
      const event = await crowded(20);
      const late = await unproven(event);
      await mailsLeave();
      await startProofClocks();
      const visible = { key: late.letter.key };
      const proven = await prove(late.receipt, visible, later(PROOF_MS + 60_000));
      // Its holder sees on the ticket that it is over.
      expect(proven.outcome).toBe("known");
      expect((await rowOf(late.row.id))?.status).toBe("expired");
      const after = await unproven(event);
      await mailsLeave();
      await lapse(later(PROOF_MS + 60_000));
      expect(await readProofPage(after.receipt, after.letter.key)).toMatchObject({ state: "over" });
      const cancelled = await unproven(event);
      await database().asOwner(sql`update events set status = 'cancelled' where id = ${event}`);
      const answer = await prove(cancelled.receipt, { key: cancelled.letter.key });
      expect(answer).toEqual({ outcome: "closed" });
    });

    test("then it counts for its network no more", async () => {
      const event = await crowded(20);
      for (let n = 0; n < 3; n++) {
        const { receipt, letter } = await unproven(event);
        await prove(receipt, { key: letter.key });
      }
      const [row] = await database().asOwner(
        sql`select count(*)::int as n from event_registrations where event_id = ${event} and network is not null`,
      );
      expect(row).toEqual({ n: NETWORK_PLACES });
    });
  });

  test("a message that the mail server refuses for good does not hold a place for ever", async () => {
    const { row } = await unproven(await crowded(20));
    await mailsAreRefused();
    await startProofClocks();
    expect((await rowOf(row.id))?.due).not.toBeNull();
    await lapse(later(PROOF_MS + 60_000));
    expect((await rowOf(row.id))?.status).toBe("expired");
  });

  test("a place to be paid online is proven, then held for its payment", async () => {
    const { receipt, letter, row } = await unproven(await crowded(20), PAID);
    expect(await ordersOf(row.id)).toEqual([]);
    const proven = await prove(receipt, { key: letter.key });
    expect(proven.outcome).toBe("payment");
    const [order] = await ordersOf(row.id);
    const ticket = await readTicket(row.token);
    const left = (ticket?.order?.hold_expires_at?.getTime() ?? 0) - Date.now();
    expect(Math.abs(left - HOLD_MS)).toBeLessThan(5_000);
    expect(await pay(order?.id ?? "")).toBe("fulfilled");
    expect((await rowOf(row.id))?.status).toBe("confirmed");
  });

  test("one that is paid at the federation is proven, then held until it is paid", async () => {
    offerProviders([]);
    try {
      const event = await crowded(20);
      const { receipt, letter, row, who } = await unproven(event, PAID);
      await prove(receipt, { code: letter.code });
      expect(await rowOf(row.id)).toMatchObject({ status: "held", due: null });
      const letters = (await lettersTo(person(who).email)).map(({ template }) => template);
      expect(letters).toEqual(["registration-proof", "place-held"]);
      // Below the number it is held at once, and its mail says so.
      const near = somebody();
      await joinFrom(event, near, "102.176.1.1", PAID);
      expect(await letterTo(person(near).email)).toMatchObject({ template: "place-held" });
    } finally {
      offerProviders([provider]);
    }
  });

  test("in the line of a full event: nothing is offered before the proof, and then in the order of coming", async () => {
    const event = await crowded(NETWORK_PLACES);
    const first = await unproven(event);
    const second = somebody();
    const honest = receiptOf(await joinFrom(event, second, "102.176.1.1"));
    expect((await rowOf(first.row.id))?.status).toBe("waiting");
    const { code, ticket } = await letterTo(person(second).email);
    expect(await readTicket(ticket)).toMatchObject({ status: "waiting", position: 1 });
    const more = (n: number) =>
      database().asOwner(
        sql`update events set max_participants = ${NETWORK_PLACES + n} where id = ${event}`,
      );
    await more(1);
    await settleEvents();
    expect((await rowOf(first.row.id))?.status).toBe("waiting");
    expect(await readTicket(ticket)).toMatchObject({ status: "offered" });
    expect(await prove(honest, { code })).toEqual({ outcome: "known", ticketToken: ticket });
    await more(2);
    await settleEvents();
    expect((await rowOf(first.row.id))?.status).toBe("waiting");
    const proven = await prove(first.receipt, { key: first.letter.key });
    expect(proven).toEqual({ outcome: "waiting", ticketToken: first.row.token });
    // A place was free: it is offered at once.
    expect((await rowOf(first.row.id))?.status).toBe("offered");
  });
});
