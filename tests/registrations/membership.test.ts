import "../mail/settings.ts";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { asSystem } from "../../app/core/database/doors/doors.server.ts";
import { SAME_FORM_MS } from "../../app/core/http/browser.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { applicationSchema } from "../../app/membership/apply/application-schema.ts";
import { readApplication } from "../../app/membership/apply/membership.system.server.ts";
import {
  BROWSER_MAX_AGE_MS,
  clearBrowsers,
} from "../../app/membership/renewal/membership.jobs.server.ts";
import { dayAfter } from "../../app/membership/renewal/membership-period.ts";
import { orderByToken } from "../../app/payments/orders/orders.operations.server.ts";
import { insertRow } from "../database/tables.ts";
import { withDatabase } from "../support/database/test-database.ts";
import {
  application,
  apply,
  browserOf,
  CLOSED,
  CLUB,
  GUARDIAN,
  membersOf,
  offerTypes,
  only,
  openOrderOf,
  PARTNER,
  PLAYER,
  textTo,
} from "./applicants.ts";
import { mailsTo, ordersOf, pay } from "./event.ts";

withDatabase((_engine, database) => {
  beforeAll(offerTypes);

  describe("applying", () => {
    test("is kept, pending, with its order and its mail", async () => {
      const token = await apply(application("new"), "en");
      const visible = await readApplication(token ?? "");
      const orderToken = visible?.order?.token ?? "";
      const order = await asSystem("test", (db) => orderByToken(db, orderToken));
      expect(order).toMatchObject({
        status: "held",
        price_amount: 15_000,
        price_currency: "GNF",
        language: "en",
      });
      const { firstName, lastName, email } = application("new");
      // All that its page is told, and nothing else of who pays.
      expect(visible).toEqual({
        token,
        organisation: null,
        status: "pending",
        first_name: firstName,
        last_name: lastName,
        email,
        membership_end: null,
        is_test: false,
        lapsed_on: null,
        type_id: PLAYER,
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
      const { token: _own, order, ...visible } = page ?? {};
      const {
        token: _other,
        order: theirs,
        ...expected
      } = (await readApplication(unknown ?? "")) ?? {};
      expect(visible).toEqual({ ...expected, email: "elsewhere@example.org" });
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
      const strangers = await readApplication(second ?? "");
      expect(strangers).toMatchObject({ status: "pending" });
      expect(strangers).not.toHaveProperty("renewal");
      // The address is.
      expect(await textTo("member@example.org")).toMatch(/adhésion active, valable jusqu’au \d/);
    });

    test("by a member reads until when it lasts before it is paid, and the payment ends the former one", async () => {
      await apply(application("twice"), "fr");
      const { id } = await only("twice");
      await pay(await openOrderOf(id));
      const { end } = await only("twice");
      const token = await apply(
        application("twice"),
        "fr",
        undefined,
        new Date(Date.now() + 3 * 86_400_000),
      );
      const until = dayAfter(end ?? "", 365);
      expect(await readApplication(token ?? "")).toMatchObject({
        status: "pending",
        renewal: { end, until },
      });
      const [, renewed] = await membersOf("twice");
      await pay(await openOrderOf(renewed?.id ?? ""));
      expect(await membersOf("twice")).toMatchObject([
        { status: "expired" },
        { status: "active", end: until },
      ]);
      expect(await readApplication(token ?? "")).not.toHaveProperty("renewal");
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
      await clearBrowsers(new Date(Date.now() + BROWSER_MAX_AGE_MS - 60_000));
      expect(await apply(application("forgotten"), "fr")).toBe(token);
      await clearBrowsers(new Date(Date.now() + BROWSER_MAX_AGE_MS + 60_000));
      expect(await apply(application("forgotten"), "fr")).not.toBe(token);
    });

    test("leaves as it is what staff noted of the person", async () => {
      const id = await asSystem("test", (db) =>
        insertRow(db, "members", {
          first_name: "Hawa",
          last_name: "Soumah",
          email: "noted@example.org",
          city: "Labé",
          membership_type_id: PLAYER,
        }),
      );
      await apply(application("noted"), "fr");
      expect(await membersOf("noted")).toMatchObject([{ id, city: "Labé" }, { city: "Conakry" }]);
    });

    test("by another one of the family, at the same address, is an application of their own", async () => {
      const father = await apply(application("household", { birthDate: "1971-02-03" }), "fr");
      const son = application("household", {
        firstName: "Sékou",
        birthDate: "2009-05-01",
        guardian: GUARDIAN,
      });
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

  test("what the form accepts, the table holds", async () => {
    const { guardian: _none, ...typed } = application("typed");
    const values = { ...typed, phone: "622 12 34 56", acceptTerms: "on" };
    const token = await apply(applicationSchema(18).parse(values), "fr");
    expect(await readApplication(token ?? "")).toBeTruthy();
  });
});
