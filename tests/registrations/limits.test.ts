import "../mail/settings.ts";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { asStaff, asSystem, type StaffDb } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import {
  confirmByStaff,
  offerByStaff,
  recordCashPayment,
} from "../../app/registrations/admin/staff-registration.staff.server.ts";
import { settleEvents } from "../../app/registrations/places/places.system.server.ts";
import { forgetNetworks } from "../../app/registrations/register/limits.system.server.ts";
import {
  NETWORK_PLACES,
  NETWORK_RETENTION_MS,
  WIDER_NETWORK_PLACES,
} from "../../app/registrations/registrations.ts";
import { giveUp, readTicket } from "../../app/registrations/tickets/tickets.system.server.ts";
import { insertRow } from "../database/tables.ts";
import { rowsOf, withDatabase } from "../support/database/test-database.ts";
import {
  countsOf,
  FREE,
  join,
  makeEvent,
  orderOf,
  PAID,
  pay,
  person,
  registrationsOf,
  statusesOf,
  tokenOf,
} from "./event.ts";

// What one network may have of an event, where no mail leaves: nobody is refused, and staff decide.

const ADMIN = newId();
const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: ADMIN }, work);

/** Somebody new, from this address, each with a browser of their own. */
const joinFrom = (event: string, n: number | string, ip: string | undefined, price = FREE) =>
  join(event, n, price, new Date(), { ip, browser: { id: `browser ${n} ${ip}`, known: true } });

/** Many at once, as fast as they can. */
const crowdFrom = (event: string, people: number, ip: (n: number) => string | undefined) =>
  Promise.all(Array.from({ length: people }, (_, n) => joinFrom(event, `c${n}`, ip(n))));

const outcomesOf = (answers: { outcome: string }[]) => {
  const counts = Map.groupBy(answers, ({ outcome }) => outcome);
  return Object.fromEntries([...counts].map(([outcome, all]) => [outcome, all.length]));
};

const doubtful = (event: string) =>
  asSystem("test", (db) =>
    rowsOf<{ id: string; token: string; email: string }>(
      db,
      sql`select id, ticket_token as token, email from event_registrations
          where event_id = ${event} and proof_needed order by arrival`,
    ),
  );

withDatabase((_engine, database) => {
  beforeAll(() =>
    asSystem("test", async (db) => {
      await insertRow(db, "profiles", { id: ADMIN, role: "admin", name: "Mariama Bah" });
    }),
  );

  test.each([
    ["free", FREE],
    ["paid", PAID],
  ])(
    "one address cannot take the last 31 %s places: the others find them free",
    async (_what, price) => {
      const event = await makeEvent(31);
      const attack = await Promise.all(
        Array.from({ length: 40 }, (_, n) => joinFrom(event, `a${n}`, "41.223.7.9", price)),
      );
      // Everybody is answered, and knows where they stand.
      const first = price === FREE ? "confirmed" : "payment";
      expect(outcomesOf(attack)).toEqual({ [first]: NETWORK_PLACES, waiting: 40 - NETWORK_PLACES });
      expect(await countsOf(event)).toMatchObject({ current: NETWORK_PLACES });
      const honest = await crowdFrom(event, 26, (n) => `102.176.${n}.1`);
      expect(outcomesOf(honest)).toEqual({ confirmed: 26 });
      expect(await countsOf(event)).toEqual({ current: 31, placed: 31, max: 31 });
    },
  );

  test.each([
    [
      "IPv6 of one /64 counts as one",
      NETWORK_PLACES,
      (n: number) => `2c0f:f248:1:2:${n + 1}::${n}`,
    ],
    ["IPv6 of one /48 may have more", WIDER_NETWORK_PLACES, (n: number) => `2c0f:f248:1:${n}::1`],
    ["so may the addresses of one /24", WIDER_NETWORK_PLACES, (n: number) => `41.223.7.${n}`],
    ["different networks have nothing to do with each other", 60, (n: number) => `41.${n}.7.9`],
    ["an address that is everybody's limits nobody", 60, () => undefined],
  ])("%s", async (_what, places, ip) => {
    const event = await makeEvent(60);
    await crowdFrom(event, 60, ip);
    const statuses = await statusesOf(event);
    expect(statuses.filter((status) => status === "confirmed")).toHaveLength(places);
    expect(await doubtful(event)).toHaveLength(60 - places);
  });

  test("another event counts for itself", async () => {
    const [one, other] = [await makeEvent(20), await makeEvent(20)];
    await crowdFrom(one, NETWORK_PLACES + 1, () => "41.223.7.9");
    expect((await joinFrom(other, 1, "41.223.7.9")).outcome).toBe("confirmed");
  });

  test("who paid counts no more, and leaves room for the next of the network", async () => {
    const event = await makeEvent(20);
    for (let n = 0; n < NETWORK_PLACES; n++) await joinFrom(event, n, "41.223.7.9", PAID);
    expect((await joinFrom(event, "before", "41.223.7.9")).outcome).toBe("waiting");
    expect(await pay(await orderOf(event))).toBe("fulfilled");
    // The one who waits for staff counts.
    expect((await joinFrom(event, "still", "41.223.7.9")).outcome).toBe("waiting");
    for (const place of [1, 2, 3]) await pay(await orderOf(event, place));
    expect((await joinFrom(event, "after", "41.223.7.9")).outcome).toBe("confirmed");
  });

  describe("beyond the number", () => {
    const beyond = async (places: number, price = FREE) => {
      const event = await makeEvent(places);
      await crowdFrom(event, NETWORK_PLACES, () => "41.223.7.9");
      const answer = await joinFrom(event, "beyond", "41.223.7.9", price);
      const [row] = await doubtful(event);
      if (!row) throw new Error("nobody must prove anything");
      return { event, answer, row };
    };

    test("the ticket says that the federation looks into it, and nothing is offered by itself", async () => {
      const { event, answer } = await beyond(20);
      expect(await readTicket(tokenOf(answer))).toMatchObject({
        status: "waiting",
        proof_needed: true,
        position: 1,
      });
      await settleEvents();
      expect(await countsOf(event)).toMatchObject({ current: NETWORK_PLACES });
      // Nobody stands behind them who has nothing to prove.
      await database().asOwner(
        sql`update events set max_participants = ${NETWORK_PLACES} where id = ${event}`,
      );
      const honest = await joinFrom(event, "honest", "102.176.1.1");
      expect(await readTicket(tokenOf(honest))).toMatchObject({ position: 1, proof_needed: false });
      await giveUp((await registrationsOf(event))[0]?.token ?? "", person("c0").email);
      await settleEvents();
      expect(await readTicket(tokenOf(honest))).toMatchObject({ status: "offered" });
      expect(await readTicket(tokenOf(answer))).toMatchObject({ status: "waiting" });
    });

    test("staff give the place, whether it is free, paid or offered", async () => {
      const free = await beyond(20);
      await asAdmin((db) => confirmByStaff(db, free.row.id));
      expect((await statusesOf(free.event)).at(-1)).toBe("confirmed");
      const paid = await beyond(20, PAID);
      await asAdmin((db) => recordCashPayment(db, paid.row.id, { key: newId(), receipt: null }));
      expect((await statusesOf(paid.event)).at(-1)).toBe("confirmed");
      const offered = await beyond(20);
      await asAdmin((db) => offerByStaff(db, offered.row.id));
      expect((await statusesOf(offered.event)).at(-1)).toBe("offered");
      for (const { event } of [free, paid, offered]) expect(await doubtful(event)).toEqual([]);
    });

    test("the person from a network below its number takes their own place, and keeps one", async () => {
      const { event, row } = await beyond(20);
      expect((await joinFrom(event, "beyond", "102.176.1.1")).outcome).toBe("confirmed");
      expect((await registrationsOf(event)).find(({ id }) => id === row.id)?.status).toBe(
        "cancelled",
      );
      expect(await countsOf(event)).toMatchObject({ current: NETWORK_PLACES + 1 });
    });

    test("staff are told when the person of a doubtful registration has another one", async () => {
      const event = await makeEvent(20);
      await join(event, "double");
      await joinFrom(event, "double", "102.176.1.1");
      const [row] = await doubtful(event);
      const confirmed = asAdmin((db) => confirmByStaff(db, row?.id ?? ""));
      await expect(confirmed).rejects.toMatchObject({
        kind: "conflict",
        message: expect.stringMatching(/a déjà l’inscription FGE-/),
      });
    });
  });

  test("a network is kept as a hash of its own for each event, and not for long", async () => {
    const [event, other] = [await makeEvent(20), await makeEvent(20)];
    for (const id of [event, other]) await joinFrom(id, 1, "41.223.7.9");
    const rows = () =>
      database().asOwner<{ network: string | null; wider: string | null; browser: string | null }>(
        sql`select network, wider_network as wider, browser from event_registrations
            where event_id in (${event}, ${other})`,
      );
    const [one, two] = await rows();
    expect(one?.network).toMatch(/^[\w-]{43}$/);
    expect(new Set([one?.network, two?.network, one?.wider, two?.wider]).size).toBe(4);
    await forgetNetworks();
    expect(await rows()).toEqual([one, two]);
    await forgetNetworks(new Date(Date.now() + NETWORK_RETENTION_MS + 60_000));
    for (const row of await rows()) {
      expect(row).toEqual({ network: null, wider: null, browser: expect.any(String) });
    }
    await database().asOwner(
      sql`update events set date = '2020-01-01' where id in (${event}, ${other})`,
    );
    await forgetNetworks();
    for (const row of await rows()) expect(row.browser).toBeNull();
  });
});
