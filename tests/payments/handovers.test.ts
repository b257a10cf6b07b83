import "../mail/settings.ts";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../app/core/secrets/id.server.ts";
import { listTotalsByPerson } from "../../app/payments/ledger/ledger.staff.server.ts";
import {
  closeTill,
  confirmHandover,
  countTill,
  findOpenTill,
  handOver,
  listInTransit,
  listTills,
  openTill,
  returnHandover,
} from "../../app/payments/tills/tills.staff.server.ts";
import { NO_CASH } from "../../app/payments/tills/tills.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { as, close, count, holds, paidOrder, send, tidy, tillOf } from "./support/cash.ts";
import {
  ADMIN,
  closeDay,
  newOrder,
  OTHER,
  openDesk,
  PRICE,
  refused,
  take,
} from "./support/desk.ts";

withDatabase((engine, database) => {
  beforeAll(openDesk);
  afterAll(closeDay);
  afterEach(tidy);

  describe("a handover", () => {
    test("is in transit until its receiver confirms, once", async () => {
      await paidOrder();
      const id = await send(ADMIN, OTHER, 20_000);
      await holds(ADMIN, PRICE - 20_000);
      expect(await tillOf(OTHER)).toBeUndefined();
      await refused(
        as(ADMIN, (db) => confirmHandover(db, id, null)),
        /seule la personne/,
      );
      await Promise.allSettled([1, 2].map(() => as(OTHER, (db) => confirmHandover(db, id, null))));
      await holds(OTHER, 20_000);
      await refused(
        as(OTHER, (db) => returnHandover(db, id, "Trop tard")),
        /déjà traité/,
      );
    });

    test("sent twice from one form hands over once", async () => {
      await paidOrder();
      const id = newId();
      await Promise.allSettled([1, 2, 3].map(() => send(ADMIN, OTHER, 5_000, { id })));
      await holds(ADMIN, PRICE - 5_000);
    });

    test("of more than there is is refused, in the other currency too", async () => {
      await paidOrder();
      const refusedAmount = (work: Promise<unknown>, message: RegExp) =>
        expect(work).rejects.toMatchObject({
          field: "amount",
          message: expect.stringMatching(message),
        });
      await refusedAmount(send(ADMIN, OTHER, PRICE + 1), /ne contient que/);
      await refusedAmount(send(ADMIN, OTHER, 1, { currency: "GNF" }), /ne contient que 0.GNF/);
      await refused(send(ADMIN, ADMIN, 1), /déjà la sienne/);
    });

    test("to the bank is confirmed by a slip that nobody gave before", async () => {
      await paidOrder();
      const first = await send(ADMIN, null, 5_000);
      const second = await send(ADMIN, null, 6_000);
      await refused(
        as(ADMIN, (db) => confirmHandover(db, first, null)),
        /bordereau/,
      );
      const obstacles = async (staff: string, ms = 0) => {
        const at = new Date(Date.now() + ms);
        const lines = await as(staff, (db) => listInTransit(db, ADMIN, at));
        const ours = lines.filter(({ id }) => id === first || id === second);
        return ours.map(({ obstacle }) => obstacle);
      };
      expect(await obstacles(ADMIN)).toEqual(
        Array(2).fill(expect.stringMatching(/autre personne.*: /)),
      );
      expect(await obstacles(OTHER)).toEqual([undefined, undefined]);
      // Where nobody else is left, the sender waits a day.
      await database().asOwner(sql`update profiles set is_active = false where id = ${OTHER}`);
      expect(await obstacles(ADMIN)).toEqual(Array(2).fill(expect.stringContaining("attendez")));
      expect(await obstacles(ADMIN, 25 * 3_600_000)).toEqual([undefined, undefined]);
      await database().asOwner(sql`update profiles set is_active = true where id = ${OTHER}`);
      const slip = `B-${engine}`;
      await as(OTHER, (db) => confirmHandover(db, first, slip));
      await refused(
        as(OTHER, (db) => confirmHandover(db, second, slip)),
        /déjà enregistré/,
      );
      await as(OTHER, (db) => returnHandover(db, second, "La banque était fermée"));
      await holds(ADMIN, PRICE - 5_000);
    });

    test("that comes back to a till that was closed opens another", async () => {
      await paidOrder();
      const id = await send(ADMIN, OTHER, PRICE);
      await close(ADMIN);
      await as(OTHER, (db) => returnHandover(db, id, "Il manque un billet"));
      await holds(ADMIN, PRICE);
    });
  });

  describe("at the same moment", () => {
    async function openTillOf(id: string) {
      const file = await tillOf(id);
      if (!file) throw new Error("no open till");
      return file;
    }
    const settledAs = async (...works: Promise<unknown>[]) => {
      const outcomes = await Promise.allSettled(works);
      for (const outcome of outcomes) {
        // Whoever came second reads why.
        if (outcome.status === "rejected") {
          expect(outcome.reason).toMatchObject({ kind: "conflict" });
        }
      }
      return outcomes.filter(({ status }) => status === "fulfilled").length;
    };

    test("confirmed and refused, it is one of both", async () => {
      for (let round = 0; round < 4; round++) {
        await paidOrder();
        const id = await send(ADMIN, OTHER, PRICE);
        const works = [
          as(OTHER, (db) => confirmHandover(db, id, null)),
          as(OTHER, (db) => returnHandover(db, id, "Il manque un billet")),
          as(ADMIN, (db) => returnHandover(db, id, "Repris")),
        ];
        expect(await settledAs(...works)).toBe(1);
        const cash = [await tillOf(ADMIN), await tillOf(OTHER)].map(
          (file) => file?.balance.XOF ?? 0,
        );
        expect(cash.sort((a, b) => a - b)).toEqual([0, PRICE]);
        await tidy();
      }
    });

    test("crossing each other, both arrive", async () => {
      await paidOrder();
      await paidOrder(OTHER);
      const there = await send(ADMIN, OTHER, 20_000);
      const back = await send(OTHER, ADMIN, 5_000);
      const works = [
        as(OTHER, (db) => confirmHandover(db, there, null)),
        as(ADMIN, (db) => confirmHandover(db, back, null)),
        send(ADMIN, OTHER, 1_000),
        send(OTHER, ADMIN, 1_000),
      ];
      expect(await settledAs(...works)).toBe(4);
      await holds(ADMIN, PRICE - 20_000 + 5_000 - 1_000);
      await holds(OTHER, PRICE + 20_000 - 5_000 - 1_000);
    });

    test("two sums with one slip of the bank, one is confirmed", async () => {
      await paidOrder();
      const ids = [await send(ADMIN, null, 5_000), await send(ADMIN, null, 6_000)];
      const slip = newId();
      const confirm = (id: string) => as(OTHER, (db) => confirmHandover(db, id, slip));
      expect(await settledAs(...ids.map(confirm))).toBe(1);
    });

    test("counted in two tabs, the difference is booked once", async () => {
      await paidOrder();
      const { till, balance } = await openTillOf(ADMIN);
      // Both tabs were opened before either was sent.
      const counted = { ...balance, XOF: PRICE - 500 };
      const tab = () =>
        as(ADMIN, (db) => countTill(db, till.id, { counted, seen: balance, reason: "Écart" }));
      expect(await settledAs(tab(), tab())).toBe(1);
      await holds(ADMIN, PRICE - 500);
    });

    test("counted, handed over, closed and filled, nothing is lost", async () => {
      for (let round = 0; round < 4; round++) {
        await paidOrder();
        const { order } = await newOrder();
        await settledAs(count(ADMIN, PRICE), send(ADMIN, OTHER, PRICE), close(ADMIN), take(order));
        const [away] = await database().asOwner<{ id: string; amount: number }>(
          sql`select id, amount from till_handovers where status = 'in_transit'
            and receiver = ${OTHER} order by created_at desc limit 1`,
        );
        const inTill = (await tillOf(ADMIN))?.balance.XOF ?? 0;
        expect(inTill + (away?.amount ?? 0)).toBe(2 * PRICE);
        if (away) await as(OTHER, (db) => confirmHandover(db, away.id, null));
        await tidy();
      }
    });
  });

  describe("somebody whose account was removed", () => {
    const setActive = (active: boolean) =>
      database().asOwner(sql`update profiles set is_active = ${active} where id = ${ADMIN}`);
    const left = () => as(OTHER, (db) => findOpenTill(db, ADMIN));
    afterEach(() => setActive(true));

    test("leaves a till that others see, count and empty", async () => {
      await paidOrder();
      const till = await tillOf(ADMIN);
      await setActive(false);
      const row = (await as(OTHER, listTills)).find(({ id }) => id === till?.till.id);
      expect(row).toMatchObject({ isOwned: false, balance: { XOF: PRICE } });
      const counted = { ...NO_CASH, XOF: PRICE - 1_000 };
      const seen = till?.balance ?? NO_CASH;
      await as(OTHER, (db) =>
        countTill(db, till?.till.id ?? "", { counted, seen, reason: "Trouvé ainsi" }),
      );
      expect((await left())?.balance.XOF).toBe(PRICE - 1_000);
    });

    test("gets back what was on its way, and others take it from there", async () => {
      await paidOrder();
      const id = await send(ADMIN, OTHER, PRICE);
      await setActive(false);
      await as(OTHER, (db) => returnHandover(db, id, "Jamais remis"));
      const till = await left();
      const next = await as(OTHER, (db) =>
        handOver(db, till?.till.id ?? "", {
          id: newId(),
          receiver: OTHER,
          currency: "XOF",
          amount: PRICE,
        }),
      );
      await as(OTHER, (db) => confirmHandover(db, next, null));
      await as(OTHER, (db) => closeTill(db, till?.till.id ?? ""));
      await holds(OTHER, PRICE);
    });

    test("is sent nothing any more, and what was sent comes back", async () => {
      await paidOrder(OTHER);
      const id = await send(OTHER, ADMIN, 5_000);
      await setActive(false);
      await refused(send(OTHER, ADMIN, 1_000), /n’administre plus/);
      await as(OTHER, (db) => returnHandover(db, id, "Parti"));
      await holds(OTHER, PRICE);
    });
  });

  describe("closing", () => {
    test("is for a till that is empty", async () => {
      await paidOrder();
      await refused(close(ADMIN), /se ferme vide/);
      await send(ADMIN, OTHER, PRICE);
      await close(ADMIN);
      expect(await tillOf(ADMIN)).toBeUndefined();
    });

    test("and a payment at the same moment lose nothing", async () => {
      for (let round = 0; round < 5; round++) {
        const { order } = await newOrder();
        await as(ADMIN, (db) => openTill(db, NO_CASH));
        await Promise.allSettled([close(ADMIN), take(order)]);
        await holds(ADMIN, PRICE);
        await tidy();
      }
    });

    test("what somebody held who left is taken over by another", async () => {
      await paidOrder();
      const file = await tillOf(ADMIN);
      const setActive = (active: boolean) =>
        database().asOwner(sql`update profiles set is_active = ${active} where id = ${ADMIN}`);
      await setActive(false);
      const id = await as(OTHER, (db) =>
        handOver(db, file?.till.id ?? "", {
          id: newId(),
          receiver: OTHER,
          currency: "XOF",
          amount: PRICE,
        }),
      );
      await as(OTHER, (db) => confirmHandover(db, id, null));
      await as(OTHER, (db) => closeTill(db, file?.till.id ?? ""));
      await holds(OTHER, PRICE);
      await setActive(true);
    });
  });

  test("nothing is lost between tills, on its way and the bank, whatever is done at once", async () => {
    const random = (most: number) => Math.floor(Math.random() * most);
    const people = [ADMIN, OTHER] as const;
    const before = await as(ADMIN, (db) => listTotalsByPerson(db, {}));
    for (let round = 0; round < 12; round++) {
      const orders = await Promise.all([newOrder(), newOrder()]);
      const from = people[random(2)] ?? ADMIN;
      const to = from === ADMIN ? OTHER : ADMIN;
      await Promise.allSettled([
        ...orders.map(({ order }) => take(order, {}, people[random(2)])),
        send(from, to, 1 + random(PRICE)),
        send(to, null, 1 + random(PRICE)),
        count(from, random(PRICE), "Écart"),
      ]);
      const open = await database().asOwner<{ id: string; receiver: string | null }>(
        sql`select id, receiver from till_handovers where status = 'in_transit'`,
      );
      await Promise.allSettled(
        open.map(({ id, receiver }) =>
          random(3) === 0
            ? as(receiver ?? ADMIN, (db) => returnHandover(db, id, "Non"))
            : as(receiver ?? ADMIN, (db) => confirmHandover(db, id, newId())),
        ),
      );
    }
    const after = await as(ADMIN, (db) => listTotalsByPerson(db, {}));
    const cash = (rows: typeof after) =>
      rows.reduce(
        (sum, { means, received, returned }) => sum + (means === "cash" ? received - returned : 0),
        0,
      );
    expect(cash(after)).toBeGreaterThan(cash(before));
    const [sums] = await database().asOwner<{
      tills: number;
      away: number;
      differences: number;
    }>(sql`
      select (select coalesce(sum(amount), 0)::int from till_entries where kind not in ('count', 'float')) as tills,
        (select coalesce(sum(amount), 0)::int from till_handovers
          where status = 'in_transit' or (status = 'received' and receiver is null)) as away`);
    expect((sums?.tills ?? 0) + (sums?.away ?? 0)).toBe(cash(after));
  }, 60_000);
});
