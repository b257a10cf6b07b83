import "../mail/settings.ts";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { asStaff, asSystem, type StaffDb } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { HOUR } from "../../app/core/values/durations.ts";
import {
  correctRegistration,
  moveRegistration,
} from "../../app/registrations/admin/corrections.staff.server.ts";
import {
  cancelByStaff,
  confirmByStaff,
  offerByStaff,
} from "../../app/registrations/admin/staff-registration.staff.server.ts";
import { correctionSchema } from "../../app/registrations/admin/staff-registration-schema.ts";
import { readStock } from "../../app/registrations/places/package-stock.operations.server.ts";
import { lockEvent, settleEvents } from "../../app/registrations/places/places.system.server.ts";
import { OFFER_HOURS } from "../../app/registrations/registrations.ts";
import {
  acceptOffer,
  choosePackage,
  giveUp,
} from "../../app/registrations/tickets/tickets.system.server.ts";
import { insertRow } from "../database/tables.ts";
import { openTestDatabase, rowsOf, type TestDatabase } from "../support/database/test-database.ts";
import { repetitions } from "../support/fuzz/repetitions.ts";
import {
  cancelEventOf,
  countsOf,
  endHold,
  followChanges,
  join,
  makeEvent,
  ordersOf,
  pay,
  type Row,
  registrationsOf,
  reopenEventOf,
  takenOf,
  tellOffers,
} from "./event.ts";

// Whatever happens to the packages of an event, in whatever order, what each counts is who has a place of it.

vi.mock("../../app/core/http/rate-limit.server.ts", () => ({ allow: () => true }));

const ADMIN = newId();
const WORDS = ["early", "free", "standard"] as const;
const PRICES = [
  { id: "early", amount: 15_000, quota: 1 },
  { id: "free", amount: 0, quota: 1 },
  { id: "standard", amount: 25_000, quota: 2 },
];
const PLACES = 3;
const PEOPLE = 6;

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase("server");
  await asSystem("test", (db) => insertRow(db, "profiles", { id: ADMIN, role: "admin" }));
});
afterAll(() => database.close());

type Simulation = { event: string; other: string; now: number };
type Step = { name: string; run: (simulation: Simulation) => Promise<unknown> };

/** What staff are refused leaves everything as it was. */
const refusable = (work: Promise<unknown>) =>
  work.catch((error: unknown) => {
    if (!(error instanceof Error) || !("kind" in error || "field" in error)) throw error;
  });
const asStaffOf = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: ADMIN }, work);
const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => refusable(asStaffOf(work));

const onOne = (
  name: string,
  work: (row: Row, simulation: Simulation, word: string) => Promise<unknown>,
) =>
  fc.tuple(fc.nat(), fc.constantFrom(...WORDS)).map(
    ([place, word]): Step => ({
      name: `${name} ${place} ${word}`,
      async run(simulation) {
        const rows = await registrationsOf(simulation.event);
        const row = rows[place % Math.max(rows.length, 1)];
        if (row) await work(row, simulation, word);
      },
    }),
  );
const onItsOrders = (name: string, work: (orderId: string) => Promise<unknown>) =>
  onOne(name, async (row) => {
    // Also an order that was closed long ago: money comes late.
    for (const { id } of await ordersOf(row.id)) await work(id);
  });
const registers = fc.tuple(fc.nat(PEOPLE - 1), fc.constantFrom(...WORDS)).map(
  ([n, word]): Step => ({
    name: `person ${n} registers for ${word}`,
    run: ({ event, now }) => join(event, n, word, new Date(now)),
  }),
);
const packageOf = (name: string, change: ReturnType<typeof sql>) =>
  fc.constantFrom(...WORDS).map(
    (word): Step => ({
      name: `${name} of ${word}`,
      run: ({ event }) =>
        database.asOwner(
          sql`update event_packages set ${change} where event_id = ${event} and key = ${word}`,
        ),
    }),
  );
const timePasses = fc.constantFrom(0, OFFER_HOURS * HOUR).map(
  (ms): Step => ({
    name: `${ms / 3_600_000} hours pass`,
    async run(simulation) {
      await tellOffers(new Date(simulation.now));
      simulation.now += ms;
      await settleEvents(new Date(simulation.now));
    },
  }),
);
const person = ({ email }: Row, price_id: string) =>
  correctionSchema.parse({
    firstName: "Aïssatou",
    lastName: "Bah",
    email,
    phone: "622 00 00 99",
    birthDate: "2001-02-03",
    gamertag: "joueur",
    platform: "mobile",
    language: "fr",
    price_id,
  });
const cancelledAndReopened: Step = {
  name: "the event is cancelled, and reopened",
  async run({ event }) {
    await asAdmin((db) => cancelEventOf(db, event));
    await followChanges();
    await refusable(reopenEventOf(asStaffOf, event));
    await followChanges();
  },
};

const step = fc.oneof(
  { weight: 5, arbitrary: registers },
  { weight: 2, arbitrary: timePasses },
  packageOf("one place more", sql`quota = quota + 1`),
  packageOf("as few places as are taken", sql`quota = greatest(taken, 1)`),
  packageOf("the end", sql`ends_at = site_now() - interval '1 hour'`),
  packageOf("no end", sql`ends_at = null`),
  packageOf("the withdrawal", sql`withdrawn_at = site_now()`),
  packageOf("the return", sql`withdrawn_at = null`),
  { weight: 2, arbitrary: onItsOrders("pay", pay) },
  onItsOrders("end hold", endHold),
  onOne("give up", ({ token, email }) => giveUp(token, email)),
  onOne("choose", ({ token }, { now }, word) => choosePackage(token, word, new Date(now))),
  onOne("take offer", ({ token }, { now }) => acceptOffer(token, new Date(now))),
  onOne("staff cancel", ({ id }) => asAdmin((db) => cancelByStaff(db, id))),
  onOne("staff offer", ({ id }, { now }) => asAdmin((db) => offerByStaff(db, id, new Date(now)))),
  onOne("staff confirm", ({ id }, { now }) =>
    asAdmin((db) => confirmByStaff(db, id, new Date(now))),
  ),
  onOne("staff correct", (row, { now }, word) =>
    asAdmin((db) => correctRegistration(db, row.id, person(row, word), undefined, new Date(now))),
  ),
  onOne("staff move", ({ id }, { other, now }, price_id) =>
    asAdmin((db) => moveRegistration(db, id, { event_id: other, price_id }, new Date(now))),
  ),
  fc.constant(cancelledAndReopened),
);

async function addsUp({ event, other }: Simulation): Promise<void> {
  for (const one of [event, other]) {
    const { current, placed } = await countsOf(one);
    expect(current).toBe(placed);
    await takenOf(one);
  }
  // Nobody who holds a place that was not offered lacks a package.
  const without = await asSystem("test", (db) =>
    rowsOf(
      db,
      sql`select status from event_registrations
        where event_id in (${event}, ${other}) and package_id is null
          and status in ('held', 'confirmed', 'unproven')`,
    ),
  );
  expect(without).toEqual([]);
}

test("after any sequence, a package counts whoever has a place of it", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const simulation = {
        event: await makeEvent(PLACES, { prices: PRICES }),
        other: await makeEvent(PLACES, { prices: PRICES }),
        now: Date.now(),
      };
      for (const { run } of steps) {
        await run(simulation);
        await addsUp(simulation);
      }
      // Once everything that is due was done, nobody waits for what somebody could have.
      await settleEvents(new Date(simulation.now));
      await addsUp(simulation);
      const waiting = (await registrationsOf(simulation.event)).filter(
        ({ status, proof_needed }) => status === "waiting" && !proof_needed,
      );
      if (waiting.length === 0) return;
      const { current, max } = await countsOf(simulation.event);
      const spare = await asSystem("test", async (db) => {
        const event = await lockEvent(db, simulation.event);
        return event ? (await readStock(db, event, new Date(simulation.now))).spare : 0;
      });
      expect(Math.min((max ?? 0) - current, spare)).toBeLessThanOrEqual(0);
    }),
    { numRuns: repetitions(10, 120) },
  );
}, 240_000);
