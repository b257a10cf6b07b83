import "../mail/settings.ts";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { isoDay } from "../../app/i18n/format.ts";
import type { Language } from "../../app/i18n/languages.ts";
import { countCommunity } from "../../app/members/members.visitor.server.ts";
import {
  type Application,
  applicationSchema,
  MEMBERSHIP_MS,
} from "../../app/membership/application.ts";
import { BROWSER_KEPT_MS, forgetBrowsers } from "../../app/membership/forget.system.server.ts";
import { membershipFulfilment } from "../../app/membership/fulfilment.system.server.ts";
import {
  apply as applyFrom,
  readApplication,
} from "../../app/membership/membership.system.server.ts";
import { orderByToken } from "../../app/payments/orders.system.server.ts";
import type { Order } from "../../app/payments/orders.table.server.ts";
import { SAME_FORM_MS, type Sender } from "../../app/platform/browser.server.ts";
import { asSystem, asVisitor } from "../../app/platform/database/doors.server.ts";
import { newId } from "../../app/platform/id.server.ts";
import { insertRow } from "../database/tables.ts";
import { rowsOf, withEngines } from "../support/test-database.ts";
import { mailsTo, ordersOf, pay } from "./event.ts";

const PLAYER = newId();
const CLUB = newId();
const PARTNER = newId();
const CLOSED = newId();

const TODAY = isoDay(new Date());
const daysFrom = (day: string, ms: number) => isoDay(new Date(Date.parse(day) + ms));
const IN_A_YEAR = daysFrom(TODAY, MEMBERSHIP_MS);

const application = (name: string, change: Partial<Application> = {}): Application => ({
  type: PLAYER,
  firstName: "Hawa",
  lastName: "Soumah",
  email: `${name}@example.org`,
  phone: "+224622123456",
  birthDate: "2001-02-03",
  address: "Quartier Taouyah, Ratoma",
  city: "Conakry",
  experience: "beginner",
  games: "EA Sports FC",
  motivation: "m".repeat(50),
  acceptTerms: true,
  ...change,
});

/** Each address has a browser of its own, unless another one is named. */
const browserOf = (name: string, known = true): Sender => ({
  browser: { id: `browser ${name}`, known },
});

const apply = (
  asked: Application,
  language: Language,
  from: Sender | undefined = browserOf(asked.email),
  now = new Date(),
) => applyFrom(asked, { language, from }, now);

/** The text of the last mail to an address. */
const textTo = async (email: string) => {
  const rows = await asSystem("test", (db) =>
    rowsOf<{ text: string }>(
      db,
      sql`select text_body as text from mail_outbox where recipient = ${email} order by id`,
    ),
  );
  return rows.at(-1)?.text;
};

type Row = {
  id: string;
  status: string;
  member_type: string;
  city: string;
  start: string | null;
  end: string | null;
};

const membersOf = (name: string) =>
  asSystem("test", (db) =>
    rowsOf<Row>(
      db,
      sql`select id, status, member_type, city, membership_start::text as start,
          membership_end::text as "end" from members
          where email = ${`${name}@example.org`} order by created_at, id`,
    ),
  );

async function only(name: string): Promise<Row> {
  const [row, ...others] = await membersOf(name);
  if (!row || others.length > 0) throw new Error(`${others.length} rows too many`);
  return row;
}

async function openOrderOf(memberId: string): Promise<string> {
  const order = (await ordersOf(memberId)).find(({ status }) => status === "held");
  if (!order) throw new Error("no open order");
  return order.id;
}

withEngines((_engine, database) => {
  beforeAll(() =>
    asSystem("test", async (db) => {
      const type = (id: string, values: object) =>
        insertRow(db, "membership_types", { id, ...values });
      await type(PLAYER, { price: 15_000, member_type: "player" });
      await type(CLUB, { price: 150_000, member_type: "club" });
      await type(PARTNER, { price: 0, member_type: "partner" });
      await type(CLOSED, { price: 0, is_active: false });
    }),
  );

  describe("applying", () => {
    test("is kept, pending, with its order and its mail", async () => {
      const token = await apply(application("new"), "en");
      const shown = await readApplication(token ?? "");
      const orderToken = shown?.order?.token ?? "";
      const order = await asSystem("test", (db) => orderByToken(db, orderToken));
      expect(order).toMatchObject({
        status: "held",
        price_amount: 15_000,
        price_currency: "GNF",
        language: "en",
      });
      const { firstName, lastName, email } = application("new");
      // All that its page is told, and nothing else of who pays.
      expect(shown).toEqual({
        token,
        status: "pending",
        first_name: firstName,
        last_name: lastName,
        email,
        membership_end: null,
        type: { name: expect.any(String), name_en: null, price: 15_000, currency: "GNF" },
        order: { token: orderToken, status: "held" },
      });
      expect(await mailsTo("new@example.org")).toEqual(["application-received"]);
      expect(await only("new")).toMatchObject({ member_type: "player", start: null, end: null });
    });

    test("for a free type asks for no money, and waits for staff", async () => {
      const token = await apply(application("free", { type: PARTNER }), "fr");
      expect(await readApplication(token ?? "")).toMatchObject({
        status: "pending",
        order: undefined,
      });
      expect(await only("free")).toMatchObject({ member_type: "partner", status: "pending" });
    });

    test("for a type that is not on offer is refused", async () => {
      expect(await apply(application("x", { type: CLOSED }), "fr")).toBeUndefined();
      expect(await apply(application("x", { type: newId() }), "fr")).toBeUndefined();
      expect(await membersOf("x")).toEqual([]);
    });

    test("again while it waits goes on with the same one, as typed last", async () => {
      const first = await apply(application("again"), "fr");
      const second = await apply(application("again", { city: "Kindia" }), "fr");
      expect(second).toBe(first);
      const member = await only("again");
      expect(member.city).toBe("Kindia");
      expect(await ordersOf(member.id)).toHaveLength(1);
      expect(await mailsTo("again@example.org")).toEqual(["application-received"]);
    });

    test("again from another browser is an application of its own, which tells nothing of the first", async () => {
      const first = await apply(application("elsewhere"), "fr");
      const change = { city: "Kindia", phone: "+224628000000" };
      const stranger = browserOf("stranger");
      const second = await apply(application("elsewhere", change), "fr", stranger);
      expect(second).not.toBe(first);
      // What was written is as it was, and the page is that of a new one.
      expect(await membersOf("elsewhere")).toMatchObject([{ city: "Conakry" }, { city: "Kindia" }]);
      const page = await readApplication(second ?? "");
      const unknown = await apply(application("unknown", change), "fr", stranger);
      const { token: _own, order, ...shown } = page ?? {};
      const {
        token: _other,
        order: theirs,
        ...expected
      } = (await readApplication(unknown ?? "")) ?? {};
      expect(shown).toEqual({ ...expected, email: "elsewhere@example.org" });
      expect(order).toMatchObject({ status: "held" });
      const [price, expectedPrice] = await Promise.all(
        [order, theirs].map((one) =>
          asSystem("test", async (db) => (await orderByToken(db, one?.token ?? ""))?.price_amount),
        ),
      );
      expect(price).toBeGreaterThan(0);
      expect(price).toBe(expectedPrice);
      // Whoever reads the mail of the address finds both.
      expect(await mailsTo("elsewhere@example.org")).toEqual([
        "application-received",
        "application-received",
      ]);
      expect(await textTo("elsewhere@example.org")).toContain(`/membership/application/${first}`);
      expect(await textTo("unknown@example.org")).not.toContain("Voir ma première demande");
      // Each browser goes on with its own.
      expect(await apply(application("elsewhere"), "fr")).toBe(first);
      expect(await apply(application("elsewhere"), "fr", stranger)).toBe(second);
      expect(await membersOf("elsewhere")).toHaveLength(2);
    });

    test("after it was paid, another browser is not told that there is a member", async () => {
      const first = await apply(application("member"), "fr");
      const { id } = await only("member");
      await pay(await openOrderOf(id));
      const second = await apply(application("member"), "fr", browserOf("stranger"));
      expect(second).not.toBe(first);
      expect(await readApplication(second ?? "")).toMatchObject({ status: "pending" });
    });

    test("by a browser without our cookie goes on for as long as a double click takes", async () => {
      const from = browserOf("told by its form", false);
      const first = await apply(application("clicks"), "fr", from);
      expect(await apply(application("clicks"), "fr", from)).toBe(first);
      const later = new Date(Date.now() + SAME_FORM_MS + 1_000);
      expect(await apply(application("clicks"), "fr", from, later)).not.toBe(first);
    });

    test("forgets the browser after a month", async () => {
      const token = await apply(application("forgotten"), "fr");
      await forgetBrowsers(new Date(Date.now() + BROWSER_KEPT_MS - 60_000));
      expect(await apply(application("forgotten"), "fr")).toBe(token);
      await forgetBrowsers(new Date(Date.now() + BROWSER_KEPT_MS + 60_000));
      expect(await apply(application("forgotten"), "fr")).not.toBe(token);
    });

    test("leaves as it is what staff noted of the person", async () => {
      const id = await asSystem("test", (db) =>
        insertRow(db, "members", {
          ...{ first_name: "Hawa", last_name: "Soumah", email: "noted@example.org" },
          ...{ city: "Labé", membership_type_id: PLAYER },
        }),
      );
      await apply(application("noted"), "fr");
      expect(await membersOf("noted")).toMatchObject([{ id, city: "Labé" }, { city: "Conakry" }]);
    });

    test("by another one of the family, at the same address, is an application of their own", async () => {
      const father = await apply(application("household", { birthDate: "1971-02-03" }), "fr");
      const son = application("household", { firstName: "Sékou", birthDate: "2009-05-01" });
      const token = await apply(son, "fr");
      expect(token).not.toBe(father);
      // Of the same name, too.
      expect(await apply({ ...son, firstName: "Hawa" }, "fr")).not.toBe(father);
      const rows = await membersOf("household");
      expect(rows).toHaveLength(3);
      for (const { id } of rows) expect(await ordersOf(id)).toHaveLength(1);
      expect(await readApplication(father ?? "")).toMatchObject({ first_name: "Hawa" });
      expect(await readApplication(token ?? "")).toMatchObject({ first_name: "Sékou" });
      expect(await mailsTo("household@example.org")).toHaveLength(3);
    });

    test("for another type is another application", async () => {
      await apply(application("both"), "fr");
      await apply(application("both", { type: CLUB }), "fr");
      expect(await membersOf("both")).toHaveLength(2);
    });

    test("ten times at the same moment is one application, one order, one mail", async () => {
      const tokens = await Promise.all(
        Array.from({ length: 10 }, () => apply(application("crowd"), "fr")),
      );
      expect(new Set(tokens).size).toBe(1);
      const member = await only("crowd");
      expect(await ordersOf(member.id)).toHaveLength(1);
      expect(await mailsTo("crowd@example.org")).toEqual(["application-received"]);
    });

    test("the database itself refuses a second one that waits", async () => {
      await apply(application("twice"), "fr");
      const second = database().asOwner(sql`insert into members
        (id, first_name, last_name, email, birth_date, membership_type_id)
        values (${newId()}, 'HAWÀ', 'B', 'TWICE@example.org', '2001-02-03', ${PLAYER})`);
      await expect(second).rejects.toMatchObject({ cause: { code: "23505" } });
    });
  });

  describe("paying", () => {
    test("begins the membership of that member, today, for 365 days, once", async () => {
      const before = await asVisitor(countCommunity);
      await apply(application("paid"), "fr");
      await apply(application("other"), "fr");
      const { id } = await only("paid");
      const order = await openOrderOf(id);
      expect([await pay(order), await pay(order)]).toEqual(["fulfilled", "fulfilled"]);
      expect(await only("paid")).toMatchObject({ status: "active", start: TODAY, end: IN_A_YEAR });
      expect(await only("other")).toMatchObject({ status: "pending", start: null });
      expect(await mailsTo("paid@example.org")).toEqual([
        "application-received",
        "membership-active",
      ]);
      expect((await asVisitor(countCommunity)).players).toBe(before.players + 1);
    });

    test("then the form sent again leads back to it, without another order", async () => {
      const token = await apply(application("back"), "fr");
      const { id } = await only("back");
      await pay(await openOrderOf(id));
      expect(await apply(application("back"), "fr")).toBe(token);
      expect(await only("back")).toMatchObject({ status: "active" });
      expect(await ordersOf(id)).toHaveLength(1);
    });

    test("a year later extends by a year, keeps the days that were left, and counts once", async () => {
      await apply(application("renew"), "fr");
      const first = await only("renew");
      await pay(await openOrderOf(first.id));
      const soonOver = daysFrom(TODAY, 10 * 86_400_000);
      await database().asOwner(sql`update members set membership_start = ${TODAY}::date - 355,
        membership_end = ${soonOver}::date where id = ${first.id}`);
      const before = await asVisitor(countCommunity);
      await apply(application("renew"), "fr");
      const second = (await membersOf("renew")).find(({ status }) => status === "pending");
      expect(await pay(await openOrderOf(second?.id ?? ""))).toBe("fulfilled");
      expect(await membersOf("renew")).toMatchObject([
        { id: first.id, status: "expired" },
        { status: "active", start: TODAY, end: daysFrom(soonOver, MEMBERSHIP_MS) },
      ]);
      expect(await asVisitor(countCommunity)).toEqual(before);
    });

    test("for a child whose address is its parent's extends nobody else's", async () => {
      await apply(application("family"), "fr");
      const first = await only("family");
      await pay(await openOrderOf(first.id));
      await apply(application("family", { firstName: "Ibrahima", birthDate: "2012-05-06" }), "fr");
      const child = (await membersOf("family")).find(({ status }) => status === "pending");
      await pay(await openOrderOf(child?.id ?? ""));
      expect((await membersOf("family")).map(({ status, end }) => [status, end])).toEqual([
        ["active", IN_A_YEAR],
        ["active", IN_A_YEAR],
      ]);
    });

    test("a second order of the same application buys nothing more", async () => {
      await apply(application("second"), "fr");
      const { id } = await only("second");
      const first = await openOrderOf(id);
      await database().asOwner(sql`update orders set status = 'cancelled' where id = ${first}`);
      await apply(application("second"), "fr");
      expect(await pay(await openOrderOf(id))).toBe("fulfilled");
      expect(await pay(first)).toBe("no-place");
      expect(await only("second")).toMatchObject({ status: "active", end: IN_A_YEAR });
    });

    test("after staff began the membership by hand moves no date", async () => {
      await apply(application("trusted"), "fr");
      const { id } = await only("trusted");
      const order = await openOrderOf(id);
      await database().asOwner(sql`update members set status = 'active',
        membership_start = ${TODAY}::date - 3, membership_end = ${TODAY}::date + 362 where id = ${id}`);
      const before = await only("trusted");
      expect(await pay(order)).toBe("fulfilled");
      expect(await only("trusted")).toEqual(before);
    });

    test("does not lift a suspension, and finds nobody who was removed", async () => {
      await apply(application("suspended"), "fr");
      const { id } = await only("suspended");
      const order = await openOrderOf(id);
      await database().asOwner(sql`update members set status = 'suspended' where id = ${id}`);
      expect(await pay(order)).toBe("no-place");
      await database().asOwner(sql`delete from members where id = ${id}`);
      expect(await pay(order)).toBe("no-place");
    });

    test("given back ends what it had begun, once", async () => {
      await apply(application("refund"), "fr");
      const { id } = await only("refund");
      const orderId = await openOrderOf(id);
      await pay(orderId);
      const release = () =>
        asSystem("test", async (db) => {
          const [order] = await rowsOf<Order>(db, sql`select * from orders where id = ${orderId}`);
          if (order) await membershipFulfilment.release(db, order);
        });
      await release();
      await release();
      expect(await only("refund")).toMatchObject({ status: "expired", end: TODAY });
    });
  });

  test("what the form accepts, the table holds", async () => {
    const typed = { ...application("typed"), phone: "622 12 34 56", acceptTerms: "on" };
    const token = await apply(applicationSchema.parse(typed), "fr");
    expect(await readApplication(token ?? "")).toBeTruthy();
  });
});
