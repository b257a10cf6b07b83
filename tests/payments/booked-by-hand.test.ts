import "../mail/settings.ts";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../app/core/secrets/id.server.ts";
import { confirmHandover } from "../../app/payments/tills/tills.staff.server.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { as, paidOrder, send, tidy } from "./support/cash.ts";
import {
  ADMIN,
  closeDay,
  fileOf,
  HOUR,
  newOrder,
  OTHER,
  openDesk,
  refused,
  take,
} from "./support/desk.ts";

// What one person writes down alone can be found again by another.

withDatabase((_engine, database) => {
  beforeAll(openDesk);
  afterAll(closeDay);
  afterEach(tidy);

  describe("cash that was handed over", () => {
    test("to the bank is not confirmed by whoever sent it, whatever slip they name", async () => {
      await paidOrder();
      const id = await send(ADMIN, null, 5_000);
      await refused(
        as(ADMIN, (db) => confirmHandover(db, id, "B-INVENTED")),
        /une autre personne que celle qui a versé/,
      );
      const away = (is_active: boolean) =>
        database().asOwner(sql`update profiles set is_active = ${is_active} where id = ${OTHER}`);
      await away(false);
      await refused(
        as(ADMIN, (db) => confirmHandover(db, id, "B-INVENTED")),
        /attendez jusqu’au/,
      );
      const tomorrow = new Date(Date.now() + 25 * HOUR);
      await as(ADMIN, (db) => confirmHandover(db, id, `B-${id}`, tomorrow));
      await away(true);
    });
  });

  describe("money that came on an account", () => {
    test.each(["orange_money", "mtn_momo"])(
      "by %s is booked with the operator’s number alone",
      async (means) => {
        const { order } = await newOrder();
        for (const receipt of [null, "", "12", "sans numéro"]) {
          await refused(take(order, { means, receipt }), /numéro de la transaction est requis/);
        }
        expect((await fileOf(order)).charges).toEqual([]);
        await take(order, { means, receipt: `MP ${newId().slice(-10)}` });
        expect((await fileOf(order)).charges).toHaveLength(1);
      },
    );

    test.each(["bank", "cheque"])("by %s is booked with a number too", async (means) => {
      const { order } = await newOrder();
      await refused(take(order, { means, receipt: null }), /numéro du virement ou du chèque/);
      await take(order, { means, receipt: `CH-${newId().slice(-6)}` });
    });
  });
});
