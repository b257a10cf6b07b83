import "../mail/settings.ts";
import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { asStaff, asSystem, type StaffDb } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import type { Language } from "../../app/i18n/languages.ts";
import type { Application } from "../../app/membership/apply/application-schema.ts";
import {
  submitApplication as applyFrom,
  readApplication,
} from "../../app/membership/apply/membership.system.server.ts";
import {
  deleteMembers,
  findLosses,
  findMember,
  memberFormSchema,
  setMemberStatus,
  updateMember,
} from "../../app/membership/members/members.staff.server.ts";
import {
  activateMembershipTypes,
  deactivateMembershipTypes,
  deleteMembershipTypes,
} from "../../app/membership/types/membership-types.staff.server.ts";
import { startAttempt } from "../../app/payments/attempts/attempts.system.server.ts";
import { pollDue } from "../../app/payments/attempts/polling.system.server.ts";
import { takeCash } from "../../app/payments/ledger/money.staff.server.ts";
import { orderByToken } from "../../app/payments/orders/orders.operations.server.ts";
import { readPayment } from "../../app/payments/page/payment-view.system.server.ts";
import { restoreBatch } from "../../app/records/bin/bin.staff.server.ts";
import { insertRow } from "../database/tables.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { ordersOf, pay } from "./event.ts";

// What staff end or change of a membership, while somebody is about to pay for it.

const ADMIN = newId();
const PRICE = 15_000;
const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: ADMIN }, work);

withDatabase((_engine, database) => {
  let type: string;
  let email: string;
  /** Somebody who has applied: the member, their order, and the token of that. */
  let applied: { id: string; order: string; token: string; page: string };

  const application = (over: Partial<Application> = {}): Application => ({
    type,
    firstName: "Hawa",
    lastName: "Soumah",
    email,
    phone: "+224622123456",
    birthDate: "2001-02-03",
    address: "Quartier Taouyah, Ratoma",
    city: "Conakry",
    experience: "beginner",
    games: "EA Sports FC",
    motivation: "m".repeat(50),
    acceptTerms: true,
    guardian: null,
    ...over,
  });
  const newType = (values: object = {}) =>
    asSystem("test", (db) => insertRow(db, "membership_types", { price: PRICE, ...values }));
  const orderOf = (token: string) => asSystem("test", (db) => orderByToken(db, token));
  const orderAt = async (token: string) => (await orderOf(token))?.id ?? "";
  /** Everybody has a browser of their own. */
  const apply = (request: Application, language: Language) =>
    applyFrom(request, {
      language,
      from: { browser: { id: `browser ${request.email}`, known: true } },
    }).then((submitted) => submitted?.token);
  const membersOf = () =>
    database().asOwner<{ id: string; status: string }>(
      sql`select id, status from members where email = ${email} order by created_at, id`,
    );

  beforeAll(() =>
    asSystem("test", async (db) => {
      await insertRow(db, "profiles", { id: ADMIN, role: "admin", name: "Mariama Bah" });
    }),
  );

  beforeEach(async () => {
    type = await newType();
    email = `${newId()}@example.org`;
    const page = (await apply(application(), "fr")) ?? "";
    const [member] = await membersOf();
    const token = (await readApplication(page))?.order?.token ?? "";
    applied = { id: member?.id ?? "", order: await orderAt(token), token, page };
  });

  const clicks = (charge = `${PRICE} GNF`, { token } = applied) =>
    startAttempt(token, { key: newId(), charge }, new Date());
  const cash = (order = applied.order) =>
    asAdmin((db) => takeCash(db, order, { key: newId(), receipt: null }));
  const attempts = () =>
    database().asOwner(sql`select status from payments where order_id = ${applied.order}`);

  async function expectRefusal(reason: string, desk: RegExp): Promise<void> {
    expect(await clicks()).toMatchObject({ kind: "refused", refusal: { reason } });
    expect(await readPayment(applied.token, "fr")).toMatchObject({
      state: "unavailable",
      refusal: { reason },
      means: [],
    });
    await expect(cash()).rejects.toMatchObject({
      kind: "conflict",
      message: expect.stringMatching(desk),
    });
    expect(await attempts()).toEqual([]);
  }

  describe("a member whom staff delete", () => {
    const remove = () => asAdmin((db) => deleteMembers(db, [applied.id]));

    test("takes the open order along, which the question says: nobody pays it any more", async () => {
      const losses = () => asAdmin((db) => findLosses(db, [applied.id]));
      expect(await losses()).toEqual({
        [applied.id]: "Sa demande de paiement ouverte est annulée.",
      });
      await remove();
      expect(await losses()).toEqual({});
      expect(await ordersOf(applied.id)).toMatchObject([{ status: "cancelled" }]);
      expect(await clicks()).toEqual({ kind: "closed" });
      expect(await readPayment(applied.token, "fr")).toMatchObject({
        state: "cancelled",
        refusal: { reason: "membership.gone" },
      });
      await expect(cash()).rejects.toMatchObject({
        message: expect.stringMatching(/n’attend plus/),
      });
      expect(await pay(applied.order)).toBe("no-place");
    });

    test("stops what waits at the provider", async () => {
      await clicks();
      await remove();
      await pollDue(() => new Date());
      expect(await attempts()).toEqual([{ status: "cancelled" }]);
    });

    test("and who comes back from the bin applies again, with an order of their own", async () => {
      const { batch } = await remove();
      await asAdmin((db) => restoreBatch(db, batch));
      expect(await apply(application(), "fr")).toBe(applied.page);
      expect(await ordersOf(applied.id)).toMatchObject([
        { status: "cancelled" },
        { status: "held" },
      ]);
    });

    test("while they click: refused, or begun before and stopped", async () => {
      for (let round = 0; round < 8; round++) {
        email = `${newId()}@example.org`;
        const page = (await apply(application(), "fr")) ?? "";
        const token = (await readApplication(page))?.order?.token ?? "";
        const [member] = await membersOf();
        const clicked = startAttempt(token, { key: newId(), charge: `${PRICE} GNF` }, new Date());
        await Promise.all([clicked, asAdmin((db) => deleteMembers(db, [member?.id ?? ""]))]);
        await pollDue(() => new Date());
        const left = await database().asOwner(sql`select p.status from payments p
          join orders o on o.id = p.order_id where o.token = ${token} and p.status <> 'cancelled'`);
        expect(left).toEqual([]);
      }
    });

    test("while they apply once more: never an order that can be paid for nobody", async () => {
      for (let round = 0; round < 8; round++) {
        email = `${newId()}@example.org`;
        await apply(application(), "fr");
        const [member] = await membersOf();
        const removal = asAdmin((db) => deleteMembers(db, [member?.id ?? ""]));
        const again = [apply(application(), "fr"), apply(application(), "fr")];
        const ends = await Promise.allSettled([...again, removal]);
        // Staff may be asked to press once more; whoever applies is never turned away.
        expect(ends.slice(0, 2).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
        const orphans = sql`select 1 from orders o where o.payer_email = ${email}
          and o.status = 'held' and not exists (select 1 from members m where m.id = o.subject_id)`;
        expect(await database().asOwner(orphans)).toEqual([]);
      }
    });
  });

  test.each([
    ["suspended", "membership.suspended", /est suspendue, n’encaissez pas/],
    ["expired", "membership.closed", /est expirée, n’encaissez pas/],
  ] as const)("a member who is %s does not pay, until staff decide otherwise", async (...row) => {
    const [status, reason, desk] = row;
    await asAdmin((db) => setMemberStatus(db, [applied.id], status));
    await expectRefusal(reason, desk);
    expect(await pay(applied.order)).toBe("no-place");
    await database().asOwner(sql`update orders set status = 'held' where id = ${applied.order}`);
    await asAdmin((db) => setMemberStatus(db, [applied.id], "pending"));
    expect(await clicks()).toMatchObject({ kind: "attempt" });
  });

  test("a member suspended in the form, while the provider waits, is stopped there", async () => {
    await clicks();
    await asAdmin(async (db) => {
      const row = await findMember(db, applied.id);
      const values = Object.entries({ ...row, status: "suspended" }).map(([name, value]) => [
        name,
        typeof value === "string" ? value : "",
      ]);
      await updateMember(db, applied.id, memberFormSchema.parse(Object.fromEntries(values)));
    });
    await pollDue(() => new Date());
    expect(await attempts()).toEqual([{ status: "cancelled" }]);
  });

  describe("a kind of membership", () => {
    test("that is not offered any more is not paid online, until it is; staff take what was agreed", async () => {
      await asAdmin((db) => deactivateMembershipTypes(db, [type]));
      const refusal = { reason: "membership.typeGone" };
      expect(await clicks()).toMatchObject({ kind: "refused", refusal });
      expect(await readPayment(applied.token, "en")).toMatchObject({ refusal });
      await asAdmin((db) => activateMembershipTypes(db, [type]));
      expect(await clicks()).toMatchObject({ kind: "attempt" });
      await asAdmin((db) => deactivateMembershipTypes(db, [type]));
      await cash();
      expect(await membersOf()).toMatchObject([{ status: "active" }]);
    });

    test("is not deleted while somebody applies for it", async () => {
      const work = asAdmin((db) => deleteMembershipTypes(db, [type]));
      await expect(work).rejects.toMatchObject({ kind: "conflict" });
    });

    test("that a member no longer has is paid neither online nor at the desk", async () => {
      await database().asOwner(
        sql`update members set membership_type_id = null where id = ${applied.id}`,
      );
      await expectRefusal("membership.typeGone", /n’est plus proposé, n’encaissez pas/);
    });

    test("whose price changed is paid at the new price, after the form was sent again", async () => {
      await database().asOwner(sql`update membership_types set price = 20000 where id = ${type}`);
      const refusal = { reason: "membership.priceChanged", price: { amount: 20_000 } };
      expect(await clicks()).toMatchObject({ kind: "refused", refusal });
      expect(await apply(application(), "fr")).toBe(applied.page);
      const order = (await readApplication(applied.page))?.order;
      expect(await orderOf(order?.token ?? "")).toMatchObject({
        status: "held",
        price_amount: 20_000,
      });
      expect((await ordersOf(applied.id)).map(({ status }) => status)).toEqual([
        "cancelled",
        "held",
      ]);
      expect(await clicks("20000 GNF", { ...applied, token: order?.token ?? "" })).toMatchObject({
        kind: "attempt",
      });
    });

    test("that became free asks for no money any more", async () => {
      await database().asOwner(sql`update membership_types set price = 0 where id = ${type}`);
      await apply(application(), "fr");
      expect((await ordersOf(applied.id)).map(({ status }) => status)).toEqual(["cancelled"]);
    });
  });

  test("paid with another order already, it is not paid once more", async () => {
    await database().asOwner(
      sql`update members set order_id = ${newId()} where id = ${applied.id}`,
    );
    await expectRefusal("membership.paid", /déjà payée, n’encaissez pas/);
  });

  test("two memberships of one person that are paid at the same moment are one, for two years", async () => {
    const other = await newType();
    for (let round = 0; round < 6; round++) {
      email = `${newId()}@example.org`;
      const pages = [
        await apply(application(), "fr"),
        await apply(application({ type: other }), "fr"),
      ];
      const orders = await Promise.all(pages.map((page) => readApplication(page ?? "")));
      const ids = await Promise.all(orders.map((one) => orderAt(one?.order?.token ?? "")));
      await Promise.all(ids.map((id) => cash(id)));
      const rows = await database().asOwner<{ status: string; days: number }>(sql`
        select status, membership_end - membership_start as days from members
        where email = ${email} order by status`);
      expect(rows).toMatchObject([{ status: "active", days: 730 }, { status: "expired" }]);
    }
  });
});
