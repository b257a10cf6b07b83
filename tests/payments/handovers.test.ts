import "../mail/settings.ts";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../app/core/id.server.ts";
import {
  closeTill,
  confirmHandover,
  handOver,
  openTill,
  returnHandover,
} from "../../app/payments/tills.staff.server.ts";
import { NO_CASH } from "../../app/payments/tills.ts";
import { listTotalsByPerson } from "../../app/payments/totals.staff.server.ts";
import { withEngines } from "../support/test-database.ts";
import { as, close, count, holds, paidOrder, send, tidy, tillOf } from "./cash.ts";
import { ADMIN, closeDay, newOrder, OTHER, openDesk, PRICE, refused, take } from "./desk.ts";

withEngines((engine, database) => {
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
        /déjà traitée/,
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
      await refused(send(ADMIN, OTHER, PRICE + 1), /ne contient que/);
      await refused(send(ADMIN, OTHER, 1, { currency: "GNF" }), /ne contient que 0.GNF/);
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
          ...{ id: newId(), receiver: OTHER, currency: "XOF", amount: PRICE },
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
