import "../mail/settings.ts";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../app/core/secrets/id.server.ts";
import { correctCash } from "../../app/payments/ledger/money.staff.server.ts";
import {
  closeTill,
  countTill,
  handOver,
  listTills,
  openTill,
} from "../../app/payments/tills/tills.staff.server.ts";
import { NO_CASH } from "../../app/payments/tills/tills.ts";
import { withDatabase } from "../support/database/test-database.ts";
import {
  approvedRefund,
  as,
  close,
  count,
  giveBack,
  holds,
  paidOrder,
  send,
  tidy,
  tillOf,
  xof,
} from "./support/cash.ts";
import {
  ADMIN,
  closeDay,
  fileOf,
  newOrder,
  OTHER,
  openDesk,
  PRICE,
  refused,
  take,
} from "./support/desk.ts";

withDatabase((_engine, database) => {
  beforeAll(openDesk);
  afterAll(closeDay);
  afterEach(tidy);

  describe("a till", () => {
    test("is one, in two tabs that open it at once", async () => {
      const outcomes = await Promise.allSettled(
        [1, 2, 3, 4].map((amount) => as(ADMIN, (db) => openTill(db, xof(amount)))),
      );
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      const open = await database().asOwner(
        sql`select id from tills where owner = ${ADMIN} and closed_at is null`,
      );
      expect(open).toHaveLength(1);
    });

    test("is opened by the cash that somebody takes, with what they counted", async () => {
      const { order } = await newOrder();
      await take(order, { float_XOF: 4_000, float_GNF: 0 });
      await holds(ADMIN, 4_000 + PRICE);
      // Whatever the form said that was opened before, there is one already.
      await take((await newOrder()).order, { float_XOF: 9_000 });
      await holds(ADMIN, 4_000 + 2 * PRICE);
    });

    test("that was closed while a form was filled in is not opened again by it", async () => {
      await as(ADMIN, (db) => openTill(db, xof(0)));
      await close(ADMIN);
      const { order } = await newOrder();
      await expect(take(order, { seen_till: "on" })).rejects.toThrow("vient d’être fermée");
      expect(await tillOf(ADMIN)).toBeUndefined();
    });

    test("holds the cash, once, and no transfer", async () => {
      const { order } = await newOrder();
      const key = newId();
      await Promise.allSettled([take(order, { key }), take(order, { key }), take(order, { key })]);
      await holds(ADMIN, PRICE);
      await take((await newOrder()).order, { means: "orange_money", receipt: "TX998877" });
      await holds(ADMIN, PRICE);
    });

    test("of a booking that was refused holds nothing", async () => {
      const { order } = await newOrder();
      await take(order);
      await refused(take(order), /n’attend plus/);
      await holds(ADMIN, PRICE);
    });

    test("of whoever corrects takes the correction", async () => {
      const { order } = await newOrder();
      await take(order, { amount: PRICE * 10 });
      const charge_id = (await fileOf(order)).charges[0]?.id ?? "";
      await as(OTHER, (db) => correctCash(db, order, { charge_id, reason: "Un zéro de trop" }));
      await holds(ADMIN, PRICE * 10);
      await holds(OTHER, -PRICE * 10);
    });
  });

  describe("cash that is given back", () => {
    test("leaves the till of whoever hands it out", async () => {
      const order = await paidOrder();
      const refund = await approvedRefund(order, 5_000);
      await giveBack(ADMIN, refund);
      await holds(ADMIN, PRICE - 5_000);
    });

    test("is refused in words by a till with too little, or without one", async () => {
      const order = await paidOrder();
      const refund = await approvedRefund(order, PRICE);
      await refused(giveBack(OTHER, refund), /pas de caisse ouverte/);
      await send(ADMIN, OTHER, 10_000);
      await refused(giveBack(ADMIN, refund), /ne contient que 15.000.FCFA, moins que 25.000.FCFA/);
      expect((await fileOf(order)).refunds[0]?.status).toBe("approved");
      await holds(ADMIN, PRICE - 10_000);
    });

    test("of two refunds at once that the till holds one of, one is", async () => {
      const first = await paidOrder();
      const second = await paidOrder();
      const refunds = [await approvedRefund(first, PRICE), await approvedRefund(second, PRICE)];
      await send(ADMIN, OTHER, PRICE);
      const outcomes = await Promise.allSettled(refunds.map((refund) => giveBack(ADMIN, refund)));
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      await holds(ADMIN, 0);
    });
  });

  describe("counting", () => {
    test("books the difference, with its reason", async () => {
      await paidOrder();
      await refused(count(ADMIN, PRICE - 500), /indiquez le motif de l’écart/);
      await holds(ADMIN, PRICE);
      await count(ADMIN, PRICE - 500, "Rendu de monnaie");
      await holds(ADMIN, PRICE - 500);
      const [line] = (await tillOf(ADMIN))?.entries.filter(({ note }) => note) ?? [];
      expect(line).toMatchObject({ kind: "count", amount: -500, counted: PRICE - 500 });
      const [till] = await as(ADMIN, listTills);
      expect(till).toMatchObject({ differences: xof(-500) });
      expect(till?.counted_at).toBeInstanceOf(Date);
    });

    test("what was booked since the screen was shown is counted again", async () => {
      await paidOrder();
      const file = await tillOf(ADMIN);
      await paidOrder();
      const stale = { counted: xof(PRICE), seen: file?.balance ?? NO_CASH, reason: "Manque" };
      await refused(
        as(ADMIN, (db) => countTill(db, file?.till.id ?? "", stale)),
        /a changé depuis/,
      );
      await holds(ADMIN, 2 * PRICE);
    });

    test("is for whoever holds the till", async () => {
      await paidOrder();
      const file = await tillOf(ADMIN);
      const stolen = { counted: NO_CASH, seen: file?.balance ?? NO_CASH, reason: "x" };
      await refused(
        as(OTHER, (db) => countTill(db, file?.till.id ?? "", stolen)),
        /seule la personne/,
      );
      await refused(
        as(OTHER, (db) =>
          handOver(db, file?.till.id ?? "", {
            id: newId(),
            receiver: OTHER,
            currency: "XOF",
            amount: 1,
          }),
        ),
        /seule la personne/,
      );
      await refused(
        as(OTHER, (db) => closeTill(db, file?.till.id ?? "")),
        /seule la personne/,
      );
    });

    test("no role changes what was written down", async () => {
      await paidOrder();
      for (const change of ["update till_entries set amount = 1", "delete from till_entries"]) {
        await expect(as(ADMIN, (db) => db.execute(sql.raw(change)))).rejects.toThrow();
      }
      await holds(ADMIN, PRICE);
    });
  });
});
