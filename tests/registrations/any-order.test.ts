import "../mail/settings.ts";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asSystem } from "../../app/platform/database/doors.server.ts";
import { cancelRegistration } from "../../app/registrations/changes.system.server.ts";
import { settleEvents } from "../../app/registrations/places.system.server.ts";
import { OFFER_MS } from "../../app/registrations/registrations.ts";
import { acceptOffer, giveUp } from "../../app/registrations/tickets.system.server.ts";
import { openTestDatabase, type TestDatabase } from "../support/test-database.ts";
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

// Whatever happens to the places of an event, in whatever order, they add up.

const PLACES = 3;
const PEOPLE = 6;

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase("embedded");
});
afterAll(() => database.close());

type World = { event: string; now: number };
type Step = { name: string; run: (world: World) => Promise<unknown> };

/** Something done to the `place`-th registration there is. */
const onOne = (name: string, work: (row: Row, world: World) => Promise<unknown>) =>
  fc.nat().map(
    (place): Step => ({
      name: `${name} ${place}`,
      async run(world) {
        const rows = await registrationsOf(world.event);
        const row = rows[place % Math.max(rows.length, 1)];
        if (row) await work(row, world);
      },
    }),
  );

const onItsOrders = (name: string, work: (orderId: string) => Promise<unknown>) =>
  onOne(name, async (row) => {
    // Also an order that was closed long ago: money comes late.
    for (const { id } of await ordersOf(row.id)) await work(id);
  });

const registers = fc.tuple(fc.nat(PEOPLE - 1), fc.constantFrom(FREE, PAID)).map(
  ([n, price]): Step => ({
    name: `person ${n} registers (${price})`,
    run: ({ event, now }) => join(event, n, price, new Date(now)),
  }),
);
const timePasses = fc.nat(2).map(
  (days): Step => ({
    name: `${days} days pass`,
    run(world) {
      world.now += days * OFFER_MS;
      return settleEvents(new Date(world.now));
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
  expect(new Set(live.map(({ email }) => email)).size).toBe(live.length);
  for (const { id, status } of rows) {
    const open = (await ordersOf(id)).filter((order) => order.status === "held");
    expect(open.length).toBeLessThanOrEqual(status === "held" ? 1 : 0);
  }
}

test("after any sequence, the places that are held are those that are counted", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const world = { event: await makeEvent(PLACES), now: Date.now() };
      for (const { run } of steps) {
        await run(world);
        await addsUp(world.event);
      }
      // Once everything that is due was done, no place is free while somebody waits.
      await settleEvents(new Date(world.now));
      const { current, max } = await countsOf(world.event);
      const waiting = (await registrationsOf(world.event)).filter(
        ({ status }) => status === "waiting",
      );
      if (waiting.length > 0) expect(current).toBe(max);
      await addsUp(world.event);
    }),
    { numRuns: 60 },
  );
}, 120_000);
