import "../mail/settings.ts";
import { sql } from "drizzle-orm";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { asStaff, asSystem, type StaffDb } from "../../app/core/database/doors/doors.server.ts";
import { setClock } from "../../app/core/process/clock.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import {
  partFromClub,
  readClub,
  readClubForStaff,
  renewPlayers,
} from "../../app/me/club/club.system.server.ts";
import {
  acceptInvitation,
  invitePlayer,
  readInvitation,
} from "../../app/me/club/invitations.system.server.ts";
import { answerMove, settleMoves } from "../../app/me/club/moves.system.server.ts";
import { orderLicences } from "../../app/me/club/purchases.system.server.ts";
import { licencesFulfilment } from "../../app/membership/clubs/purchases.operations.server.ts";
import { offerKey } from "../../app/membership/clubs/purchases.ts";
import { setMemberStatus } from "../../app/membership/members/members.staff.server.ts";
import { giveUpOrder } from "../../app/payments/attempts/cancellation.system.server.ts";
import { takeCash } from "../../app/payments/ledger/money.staff.server.ts";
import { ORDER_LIST } from "../../app/payments/orders/order-list.ts";
import { orderByToken } from "../../app/payments/orders/orders.operations.server.ts";
import {
  findOrder,
  listOrders,
  orderView,
  removeTests,
} from "../../app/payments/orders/orders.staff.server.ts";
import { offerProviders } from "../../app/payments/providers/provider.ts";
import { simulated } from "../../app/payments/providers/simulated/simulated.system.server.ts";
import { parseListQuery } from "../../app/records/list/list-query.ts";
import { insertRow } from "../database/tables.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { CLUB, offerTypes, PLAYER, textTo } from "./applicants.ts";
import { clubPeople, day, type TestClub } from "./club-people.ts";
import { mailsTo, pay, provider } from "./event.ts";

const DAY = 86_400_000;
const ADMIN = newId();
const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: ADMIN }, work);
const TREASURER = newId();
const asTreasurer = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: TREASURER }, work);
const goTo = (days: number) => setClock(() => Date.now() + days * DAY);

withDatabase((_engine, database) => {
  beforeAll(async () => {
    await offerTypes();
    await asSystem("test", async (db) => {
      await insertRow(db, "profiles", { id: ADMIN, role: "admin", name: "Mariama Bah" });
      await insertRow(db, "profiles", {
        id: TREASURER,
        name: "Aïssatou Sylla",
        roles: ["treasurer"],
        two_factor_enabled: true,
        created_at: "2026-01-01",
      });
    });
    await database().asOwner(
      sql`update membership_types set included_licences = 1 where id = ${CLUB}`,
    );
  });
  afterEach(() => setClock());

  const { add, codes, form, invite, newClub, set, somebody, ...people } = clubPeople(database);
  const join = async (club: TestClub) => (await people.join(club)).email;
  const PRICE = offerKey({ price: 15_000, currency: "GNF" });
  const wish = (club: TestClub, n: number, offer = PRICE) =>
    orderLicences(club.email, club.number, { count: n, offer });
  async function ordered(club: TestClub, n: number) {
    const result = await wish(club, n);
    if (!("token" in result)) throw new Error(JSON.stringify(result));
    const order = await asSystem("test", (db) => orderByToken(db, result.token));
    if (!order) throw new Error("no order");
    return order;
  }
  async function bought(club: TestClub, n: number) {
    const { id } = await ordered(club, n);
    expect(await pay(id)).toBe("fulfilled");
    return id;
  }
  const seen = async ({ email, number }: TestClub) => {
    const club = await readClub(email, number);
    return club && `${club.used}/${club.included}`;
  };
  const endOf = async (email: string) => {
    const [row] = await database().asOwner<{ end: string }>(
      sql`select membership_end::text as end from members where email = ${email} and status = 'active'`,
    );
    return row?.end;
  };
  const setOrder = (id: string, status: string) =>
    database().asOwner(sql`update orders set status = ${status} where id = ${id}`);
  const inClub = (club: TestClub, change: ReturnType<typeof sql>) => set(club.id, change);
  /** As a renewal does: the row before ends, and another begins. */
  async function renew(club: TestClub, end: string) {
    await inClub(club, sql`status = 'expired'`);
    await add({
      organisation: club.name,
      email: club.email,
      member_type: "club",
      status: "active",
      membership_type_id: CLUB,
      membership_end: end,
    });
  }

  describe("what a club buys", () => {
    test("is one order of the whole, and once paid so many more: one with it, never one beyond", async () => {
      const club = await newClub();
      const order = await ordered(club, 3);
      expect(order).toMatchObject({
        kind: "licences",
        status: "held",
        price_amount: 45_000,
        price_currency: "GNF",
        label_fr: `3 licences, ${club.name}`,
        label_en: `3 licences, ${club.name}`,
        payer_name: club.name,
        payer_email: club.email,
        hold_expires_at: null,
      });
      expect(await seen(club)).toBe("0/1");
      expect(await pay(order.id)).toBe("fulfilled");
      expect(await seen(club)).toBe("0/4");
      expect(await mailsTo(club.email)).toEqual(["licences-bought"]);
      const tries = Array.from({ length: 9 }, () => invitePlayer(club.email, club.number));
      const results = await Promise.all(tries);
      expect(results.filter((one) => one === "invited")).toHaveLength(4);
      expect(await seen(club)).toBe("4/4");
    });

    test("counts to its day, and is bought again for the next", async () => {
      const club = await newClub(day(10));
      await bought(club, 2);
      await inClub(club, sql`membership_end = ${day(40)}`);
      expect(await seen(club)).toBe("0/3");
      goTo(11);
      expect(await seen(club)).toBe("0/1");
      await bought(club, 5);
      expect(await seen(club)).toBe("0/6");
    });

    test("is the same order, pressed twice and in two processes; another number replaces it", async () => {
      const club = await newClub();
      const same = await Promise.all(Array.from({ length: 6 }, () => ordered(club, 2)));
      expect(new Set(same.map(({ id }) => id)).size).toBe(1);
      const others = await Promise.all([ordered(club, 3), ordered(club, 4), ordered(club, 3)]);
      const open = await database().asOwner<{ id: string }>(
        sql`select o.id from orders o join club_purchases p on p.order_id = o.id
          where p.club = ${club.number} and o.status = 'held'`,
      );
      expect(open).toHaveLength(1);
      expect(others.map(({ id }) => id)).toContain(open[0]?.id);
      const [first] = same;
      // Money for one that was replaced and another that was paid since: only one wish is paid.
      expect(await pay(open[0]?.id ?? "")).toBe("fulfilled");
      expect(first && (await orderByTokenOf(first.token))?.status).toBe("cancelled");
    });
    const orderByTokenOf = (token: string) => asSystem("test", (db) => orderByToken(db, token));

    test("is not replaced while somebody pays it", async () => {
      const club = await newClub();
      const { id, token } = await ordered(club, 2);
      const take = (amount: number) =>
        asTreasurer((db) => takeCash(db, id, { key: newId(), receipt: null, amount }));
      await take(5_000);
      expect(await wish(club, 3)).toEqual({ refused: "underWay" });
      expect(await wish(club, 2)).toEqual({ token });
      await take(25_000);
      expect((await asTreasurer((db) => findOrder(db, id)))?.order.status).toBe("confirmed");
      expect(await seen(club)).toBe("0/3");
      expect(await mailsTo(club.email)).toEqual(["part-received", "licences-bought"]);
    });

    test("is not replaced while a transfer is announced", async () => {
      const club = await newClub();
      const { id, token } = await ordered(club, 2);
      const claim = { order_id: id, operator: "orange_money", transaction_number: token };
      await asSystem("test", (db) => insertRow(db, "announced_transfers", claim));
      expect(await wish(club, 3)).toEqual({ refused: "underWay" });
      expect(await wish(club, 2)).toEqual({ token });
    });

    test("keeps its price, and is not ordered at one that nobody saw", async () => {
      const club = await newClub();
      const { id, price_amount } = await ordered(club, 2);
      await database().asOwner(sql`update membership_types set price = 20000 where id = ${PLAYER}`);
      try {
        expect(await wish(club, 2)).toEqual({ refused: "changed" });
        expect(await wish(club, 2, "0 GNF")).toEqual({ refused: "changed" });
        expect(price_amount).toBe(30_000);
        expect(await pay(id)).toBe("fulfilled");
      } finally {
        await database().asOwner(
          sql`update membership_types set price = 15000 where id = ${PLAYER}`,
        );
      }
      expect(await seen(club)).toBe("0/3");
    });

    test("is for sale to the club alone, while it is one and players pay something", async () => {
      const club = await newClub();
      const stranger = await newClub();
      expect(await orderLicences(stranger.email, club.number, { count: 1, offer: PRICE })).toEqual({
        refused: "none",
      });
      await database().asOwner(sql`update membership_types set price = 0 where id = ${PLAYER}`);
      try {
        expect((await readClub(club.email, club.number))?.offer).toBeUndefined();
        expect(await wish(club, 1)).toEqual({ refused: "closed" });
      } finally {
        await database().asOwner(
          sql`update membership_types set price = 15000 where id = ${PLAYER}`,
        );
      }
      await asAdmin((db) => setMemberStatus(db, [club.id], "suspended"));
      expect(await wish(club, 1)).toEqual({ refused: "none" });
    });

    test("is found by the club’s name, and stands at its record", async () => {
      const club = await newClub();
      const id = await bought(club, 2);
      await invite(club);
      await invite(club);
      const query = parseListQuery(ORDER_LIST, new URLSearchParams({ q: club.name }));
      const { rows } = await asAdmin((db) => listOrders(db, query));
      expect(rows.map((row) => row.id)).toContain(id);
      const staff = await readClubForStaff(club.number);
      expect(staff.purchases).toMatchObject([
        { order: id, count: 2, taken: 1, status: "confirmed", until: day(100) },
      ]);
      expect(JSON.stringify(staff)).not.toContain("token");
    });
  });

  /** A player of one club who accepted an invitation of another, which bought it for ten days and is renewed. */
  async function moving() {
    const former = await newClub();
    const email = await join(former);
    const club = await newClub(day(10));
    const id = await bought(club, 1);
    await renew(club, day(300));
    await join(club);
    const code = await invite(club);
    const [row] = await database().asOwner<{ id: string }>(
      sql`select id from members where email = ${email} and status = 'active'`,
    );
    expect(await acceptInvitation(code, email, { member: row?.id ?? "" })).toEqual({
      waiting: true,
    });
    return { former, email, club, id, code };
  }

  test("a move to what was bought is answered by its day, and lasts as long", async () => {
    const { former, email, club } = await moving();
    const [move] = (await readClub(former.email, former.number))?.moves ?? [];
    expect(move?.until.toISOString().slice(0, 10)).toBe(day(11));
    await database().asOwner(
      sql`update members set membership_end = ${day(5)} where email = ${email}`,
    );
    expect(await answerMove(former.email, former.number, move?.id ?? "", { agrees: true })).toBe(
      "agreed",
    );
    expect(await endOf(email)).toBe(day(10));
    expect(await seen(club)).toBe("2/2");
  });

  describe("a refund", () => {
    test("takes them back: who has one keeps it, what was promised is withdrawn, nobody else gets one", async () => {
      const club = await newClub();
      const id = await bought(club, 3);
      const emails = [await join(club), await join(club)];
      const promised = await invite(club);
      expect(await seen(club)).toBe("3/4");
      expect(orderView(await fileOf(id)).in_use).toBe(2);
      await setOrder(id, "refunded");
      expect(await seen(club)).toBe("2/1");
      expect((await readInvitation(promised))?.state).toBe("withdrawn");
      expect(await acceptInvitation(promised, somebody(), form(somebody()))).toEqual({
        refused: "withdrawn",
      });
      expect(await Promise.all(emails.map(endOf))).toEqual([day(100), day(100)]);
      expect(await invitePlayer(club.email, club.number)).toBe("full");
      // What is bought again counts those that are still taken.
      await bought(club, 2);
      expect(await seen(club)).toBe("2/3");
      await invite(club);
      expect(await invitePlayer(club.email, club.number)).toBe("full");
    });

    test("ends a move that waits for the other club, and tells the player once", async () => {
      const { email, club, id, code } = await moving();
      await setOrder(id, "refunded");
      expect(await seen(club)).toBe("1/1");
      expect((await readInvitation(code))?.state).toBe("late");
      await settleMoves();
      await settleMoves();
      expect((await readInvitation(code))?.state).toBe("ended");
      expect((await mailsTo(email)).filter((one) => one === "club-move-ended")).toHaveLength(1);
      expect(await textTo(email)).toContain("Le club a retiré son invitation.");
    });

    test("and an invitation at the same moment: never more than what is paid is promised", async () => {
      const club = await newClub();
      const id = await bought(club, 2);
      await Promise.all([
        setOrder(id, "refunded"),
        ...Array.from({ length: 4 }, () => invitePlayer(club.email, club.number)),
      ]);
      expect(await codes(club)).toHaveLength(1);
      expect(await seen(club)).toBe("1/1");
    });
  });

  const fileOf = async (id: string) => {
    const file = await asAdmin((db) => findOrder(db, id));
    if (!file) throw new Error("no order");
    return file;
  };

  describe("the end of a club", () => {
    test("in the moment of the payment is before it or after it, and neither waits for ever", async () => {
      for (let round = 0; round < 5; round += 1) {
        const club = await newClub();
        const { id } = await ordered(club, 1);
        const [paid] = await Promise.all([
          pay(id),
          asAdmin((db) => setMemberStatus(db, [club.id], "suspended")),
        ]);
        await inClub(club, sql`status = 'active'`);
        expect(await seen(club)).toBe(paid === "fulfilled" ? "0/2" : "0/1");
      }
    });

    test("while its payer pays: the money goes back, and nothing is given", async () => {
      const club = await newClub();
      const order = await ordered(club, 2);
      const check = { channel: "desk", now: new Date(), lock: true } as const;
      const payable = () => asAdmin((db) => licencesFulfilment.payable(db, order, check));
      expect(await payable()).toBe("ok");
      await asAdmin((db) => setMemberStatus(db, [club.id], "suspended"));
      expect(await payable()).toMatchObject({ reason: "licences.over" });
      expect(await pay(order.id)).toBe("no-place");
      await asAdmin((db) => setMemberStatus(db, [club.id], "active"));
      expect(await seen(club)).toBe("0/1");
    });

    test("takes them with it, and they come back with the club", async () => {
      const club = await newClub();
      await bought(club, 1);
      const emails = [await join(club), await join(club)];
      await inClub(club, sql`status = 'suspended'`);
      expect(await Promise.all(emails.map(endOf))).toEqual([undefined, undefined]);
      await inClub(club, sql`status = 'active'`);
      expect(await Promise.all(emails.map(endOf))).toEqual([day(100), day(100)]);
      expect(await seen(club)).toBe("2/2");
    });

    test("its renewal renews as many as are included and bought for that season, not for the one before", async () => {
      const club = await newClub(day(20));
      await bought(club, 2);
      const emails = [await join(club), await join(club), await join(club)];
      await renew(club, day(360));
      expect(await renewPlayers(club.email, club.number)).toEqual({ renewed: 1, left: 2 });
      await bought(club, 1);
      expect(await renewPlayers(club.email, club.number)).toEqual({ renewed: 1, left: 1 });
      expect(await renewPlayers(club.email, club.number)).toEqual({ renewed: 0, left: 1 });
      const ends = await Promise.all(emails.map(endOf));
      expect(ends.sort()).toEqual([day(20), day(360), day(360)]);
      goTo(21);
      expect(await seen(club)).toBe("2/2");
    });

    test("what is bought for a season is promised and given to its day, also once the club is renewed", async () => {
      const club = await newClub(day(10));
      await bought(club, 1);
      await renew(club, day(300));
      expect(await endOf(await join(club))).toBe(day(300));
      const code = await invite(club);
      expect((await readInvitation(code))?.until).toBe(day(10));
      const [open] = (await readClub(club.email, club.number))?.open ?? [];
      expect(open?.expires_at.toISOString().slice(0, 10)).toBe(day(11));
      const email = somebody();
      await acceptInvitation(code, email, form(email));
      expect(await endOf(email)).toBe(day(10));
      expect(await invitePlayer(club.email, club.number)).toBe("full");
    });

    test("a player who leaves takes no bought place with them", async () => {
      const club = await newClub();
      await bought(club, 1);
      await join(club);
      const email = await join(club);
      const [row] = await database().asOwner<{ id: string }>(
        sql`select id from members where email = ${email}`,
      );
      await partFromClub(email, row?.id ?? "");
      expect(await seen(club)).toBe("2/2");
      expect(await invitePlayer(club.email, club.number)).toBe("full");
    });
  });

  test("a payer gives up the order, and staff are told nothing of players", async () => {
    const club = await newClub();
    const { id, token } = await ordered(club, 2);
    await giveUpOrder(token, new Date());
    expect((await orderOf(id))?.status).toBe("cancelled");
    expect((await readClub(club.email, club.number))?.ordered).toEqual([]);
  });
  const orderOf = async (id: string) =>
    (
      await database().asOwner<{ status: string }>(sql`select status from orders where id = ${id}`)
    )[0];

  test("a test goes with its places, and what it promised", async () => {
    const club = await newClub();
    offerProviders([simulated]);
    const { id, mode } = await ordered(club, 2);
    offerProviders([provider]);
    expect(mode).toBe("test");
    await pay(id);
    await invite(club);
    await invite(club);
    await asAdmin((db) => removeTests(db, 1));
    expect(await seen(club)).toBe("1/1");
    expect(await codes(club)).toHaveLength(1);
  });
});
