import "../mail/settings.ts";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { asSystem } from "../../app/core/database/doors/doors.server.ts";
import { HOUR } from "../../app/core/values/durations.ts";
import {
  settleEvents,
  startOfferClocks,
  startProofClocks,
} from "../../app/registrations/places/places.system.server.ts";
import { sealReceipt } from "../../app/registrations/proofs/proofs.operations.server.ts";
import { prove } from "../../app/registrations/proofs/prove.system.server.ts";
import { cancelRegistration } from "../../app/registrations/registrations.operations.server.ts";
import { OFFER_HOURS, PROOF_MS } from "../../app/registrations/registrations.ts";
import { acceptOffer, giveUp } from "../../app/registrations/tickets/tickets.system.server.ts";
import { openTestDatabase, rowsOf, type TestDatabase } from "../support/database/test-database.ts";
import { repetitions } from "../support/fuzz/repetitions.ts";
import {
  countsOf,
  endHold,
  FREE,
  join,
  makeEvent,
  ordersOf,
  PAID,
  pay,
  type Row,
  registrationsOf,
} from "./event.ts";
import { lettersTo, mailsLeave } from "./mailed.ts";

// Whatever happens to the places of an event, in whatever order, they add up; also where mail leaves, and
// where many come from one network.

const PLACES = 3;
const PEOPLE = 6;
const BROWSERS = 2;

const mail = vi.hoisted(() => ({ leaves: false }));
vi.mock("../../app/mail/mail.server.ts", async (original) => ({
  ...(await original<object>()),
  isMailConfigured: () => mail.leaves,
}));
// Of one network, one gets a place without a proof, so that a short history has everything in it.
vi.mock("../../app/registrations/registrations.ts", async (original) => ({
  ...(await original<object>()),
  NETWORK_PLACES: 1,
}));
// The same few addresses are written to in every history.
vi.mock("../../app/core/http/rate-limit.server.ts", () => ({ allow: () => true }));

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase("server");
});
afterAll(() => database.close());

type Simulation = { event: string; now: number };
type Step = { name: string; run: (simulation: Simulation) => Promise<unknown> };

/** Something done to the `place`-th registration there is. */
const onOne = (name: string, work: (row: Row, simulation: Simulation) => Promise<unknown>) =>
  fc.nat().map(
    (place): Step => ({
      name: `${name} ${place}`,
      async run(simulation) {
        const rows = await registrationsOf(simulation.event);
        const row = rows[place % Math.max(rows.length, 1)];
        if (row) await work(row, simulation);
      },
    }),
  );

const onItsOrders = (name: string, work: (orderId: string) => Promise<unknown>) =>
  onOne(name, async (row) => {
    // Also an order that was closed long ago: money comes late.
    for (const { id } of await ordersOf(row.id)) await work(id);
  });

const registers = fc
  .tuple(
    fc.nat(PEOPLE - 1),
    fc.constantFrom(FREE, PAID),
    fc.nat(BROWSERS - 1),
    fc.constantFrom("41.223.7.9", "41.223.7.10", undefined),
  )
  .map(
    ([n, price, browser, ip]): Step => ({
      name: `person ${n} registers (${price}) in browser ${browser} at ${ip}`,
      run: ({ event, now }) =>
        join(event, n, price, new Date(now), {
          ip,
          browser: { id: `browser ${browser}`, known: true },
        }),
    }),
  );
const isMailConfigured: Step = {
  name: "the mail server takes what is queued",
  run: ({ now }) => mailsLeave(new Date(now)),
};
const proves = onOne("prove", async ({ id, email }, { now }) => {
  // Every mail to the address: those before the last one are worth nothing.
  for (const { code, key } of await lettersTo(email)) {
    await prove(sealReceipt(id, email), key ? { key } : { code }, new Date(now));
  }
});
const timePasses = fc.constantFrom(0, PROOF_MS + 1, OFFER_HOURS * HOUR, 2 * OFFER_HOURS * HOUR).map(
  (ms): Step => ({
    name: `${ms / 3_600_000} hours pass`,
    async run(simulation) {
      simulation.now += ms;
      await startProofClocks(new Date(simulation.now));
      await startOfferClocks();
      await settleEvents(new Date(simulation.now));
      // What the mail server took two hours ago is proven, or over.
      const due = await asSystem("test", (db) =>
        rowsOf(
          db,
          sql`select id from event_registrations where event_id = ${simulation.event} and proof_needed
              and status in ('unproven', 'waiting')
              and proof_due_at <= ${new Date(simulation.now).toISOString()}`,
        ),
      );
      expect(due).toEqual([]);
    },
  }),
);
const onePlaceMore: Step = {
  name: "one place more",
  run: ({ event }) =>
    database.asOwner(
      sql`update events set max_participants = max_participants + 1 where id = ${event}`,
    ),
};

const step = fc.oneof(
  { weight: 4, arbitrary: registers },
  timePasses,
  fc.constant(isMailConfigured),
  { weight: 3, arbitrary: proves },
  fc.constant(onePlaceMore),
  onItsOrders("pay", pay),
  onItsOrders("end hold", endHold),
  onOne("give up", ({ token, email }) => giveUp(token, email)),
  onOne("take offer", ({ token }, { now }) => acceptOffer(token, new Date(now))),
  onOne("staff cancel", (row, { event }) =>
    asSystem("test", (db) => cancelRegistration(db, { ...row, event_id: event })),
  ),
);

async function addsUp(event: string): Promise<void> {
  const { current, max, placed } = await countsOf(event);
  expect(current).toBe(placed);
  expect(current).toBeLessThanOrEqual(max ?? 0);
  const rows = await registrationsOf(event);
  const live = rows.filter(({ status }) => !["expired", "cancelled"].includes(status));
  // Of each person one registration counts; a second one gives a place only once it is paid.
  const own = live.filter(({ is_duplicate }) => !is_duplicate);
  expect(new Set(own.map(({ email }) => email)).size).toBe(own.length);
  const sure = live.filter(({ status }) => status === "confirmed");
  expect(new Set(sure.map(({ email }) => email)).size).toBe(sure.length);
  for (const { id, status } of rows) {
    const open = (await ordersOf(id)).filter((order) => order.status === "held");
    expect(open.length).toBeLessThanOrEqual(status === "held" ? 1 : 0);
  }
}

test.each([
  ["no mail leaves", false],
  ["mail leaves", true],
])(
  "where %s: after any sequence, the places that are held are those that are counted",
  async (_where, leaves) => {
    mail.leaves = leaves;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const simulation = { event: await makeEvent(PLACES), now: Date.now() };
        // A mail of an earlier history proves nothing here.
        await database.asOwner(sql`delete from mail_outbox`);
        for (const { run } of steps) {
          await run(simulation);
          await addsUp(simulation.event);
        }
        // Once everything that is due was done, no place is free while somebody waits.
        await settleEvents(new Date(simulation.now));
        const { current, max } = await countsOf(simulation.event);
        const waiting = (await registrationsOf(simulation.event)).filter(
          ({ status, proof_needed }) => status === "waiting" && !proof_needed,
        );
        if (waiting.length > 0) expect(current).toBe(max);
        await addsUp(simulation.event);
      }),
      { numRuns: repetitions(10, 120) },
    );
  },
  240_000,
);
