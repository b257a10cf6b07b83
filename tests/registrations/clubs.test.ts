import "../mail/settings.ts";
import { sql } from "drizzle-orm";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { asStaff, asSystem, type StaffDb } from "../../app/core/database/doors/doors.server.ts";
import { setClock } from "../../app/core/process/clock.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { checkCard, readOwnLicence } from "../../app/licences/licence-cards.system.server.ts";
import { readCode } from "../../app/licences/licence-code.ts";
import { tellPlayers } from "../../app/me/club/club.jobs.server.ts";
import { findClubOf, releaseFromClub } from "../../app/me/club/club.staff.server.ts";
import {
  partFromClub,
  readClub,
  readClubForStaff,
  readParting,
  renewPlayers,
} from "../../app/me/club/club.system.server.ts";
import {
  acceptInvitation,
  invitePlayer,
  listCandidates,
  readInvitation,
  withdrawInvitation,
} from "../../app/me/club/invitations.system.server.ts";
import { inviteList } from "../../app/me/club/player-list.system.server.ts";
import { parseList } from "../../app/me/club/player-list.ts";
import { TOLD_AFTER_MINUTES } from "../../app/membership/clubs/clubs.ts";
import { listDependants } from "../../app/membership/members/members.staff.server.ts";
import { endMembershipsJob } from "../../app/membership/renewal/membership.jobs.server.ts";
import { erasePerson } from "../../app/people/erase.operations.server.ts";
import { insertRow } from "../database/tables.ts";
import { withDatabase } from "../support/database/test-database.ts";
import {
  application,
  CLUB,
  GUARDIAN,
  IN_A_YEAR,
  offerTypes,
  openOrderOf,
  textTo,
} from "./applicants.ts";
import { clubPeople, day, type TestClub } from "./club-people.ts";
import { mailsTo, pay } from "./event.ts";

const DAY = 86_400_000;
const ADMIN = newId();
const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: ADMIN }, work);
const goTo = (days: number) => setClock(() => Date.now() + days * DAY);

withDatabase((_engine, database) => {
  beforeAll(async () => {
    await offerTypes();
    await asSystem("test", (db) =>
      insertRow(db, "profiles", { id: ADMIN, role: "admin", name: "Mariama Bah" }),
    );
    await database().asOwner(
      sql`update membership_types set included_licences = 3 where id = ${CLUB}`,
    );
  });
  afterEach(() => setClock());

  const { somebody, add, set, newClub, codes, invite, form, join, rows, used, agreeToMove } =
    clubPeople(database);

  test("a club’s number is given once, kept by its renewal, and never given again", async () => {
    const club = await newClub();
    const other = await newClub();
    expect(other.number).toBeGreaterThan(club.number);
    const again = await add({
      organisation: club.name.toUpperCase(),
      email: club.email,
      member_type: "club",
      status: "active",
      membership_end: day(400),
    });
    const [renewed] = await database().asOwner<{ club: number }>(
      sql`select club from members where id = ${again}`,
    );
    expect(renewed?.club).toBe(club.number);
    await set(again, sql`club = 60000`);
    await database().asOwner(sql`delete from members where club = ${other.number}`);
    expect((await newClub()).number).toBeGreaterThan(other.number);
    expect((await readClub(club.email, club.number))?.included).toBe(10);
  });

  test("a club sees name, gamertag, age class, number and state of its players: nothing else", async () => {
    const club = await newClub();
    const { email } = await join(club, { guardian: null });
    const minor = { birthDate: day(-12 * 365), firstName: "Sory", guardian: GUARDIAN };
    await join(club, minor);
    const seen = await readClub(club.email, club.number);
    expect(seen).toMatchObject({ name: club.name, city: "Labé", used: 2, included: 3 });
    expect(seen?.roster.map(({ id: _id, licence: _licence, ...player }) => player)).toEqual([
      { name: "Hawa Soumah", gamertag: null, age: "adult", state: "valid" },
      { name: "Sory Soumah", gamertag: null, age: "minor", state: "valid" },
    ]);
    const text = JSON.stringify(seen);
    for (const secret of [email, "+224622123456", "Taouyah", "2001-02-03", GUARDIAN.name, "mmmm"]) {
      expect(text).not.toContain(secret);
    }
  });

  test("a list is invited where no mail leaves: the club has the links", async () => {
    const club = await newClub();
    const players = parseList(`${somebody()};Aïcha;Bah`);
    const list = { id: newId(), players, promised: new Set([1]) };
    expect(await inviteList(club.email, club.number, list)).toMatchObject([{ fate: "sent" }]);
    expect((await readClub(club.email, club.number))?.open).toMatchObject([
      { invitee: { name: "Aïcha Bah", mailed_at: null, canWriteAgain: false } },
    ]);
    expect(await mailsTo(players[0]?.email ?? "")).toEqual([]);
  });

  describe("the licences that are included", () => {
    test("are never more, of two processes at once either", async () => {
      const club = await newClub();
      await join(club);
      const tries = Array.from({ length: 8 }, () => invitePlayer(club.email, club.number));
      const results = await Promise.all(tries);
      expect(results.filter((one) => one === "invited")).toHaveLength(2);
      expect(results.filter((one) => one === "full")).toHaveLength(6);
      expect(await used(club)).toBe(3);
      expect(await codes(club)).toHaveLength(2);
    });

    test("an invitation is one licence, however often and by whom it is accepted at once", async () => {
      const club = await newClub();
      const code = await invite(club);
      const people = Array.from({ length: 5 }, somebody);
      const results = await Promise.all(
        people.map((email) => acceptInvitation(code, email, form(email))),
      );
      expect(results.filter((one) => "token" in one)).toHaveLength(1);
      expect(results.filter((one) => "refused" in one && one.refused === "used")).toHaveLength(4);
      expect(await used(club)).toBe(1);
    });

    test("are free again when an invitation is withdrawn or late, not when a player leaves", async () => {
      const club = await newClub();
      const { email, id } = await join(club);
      await invite(club);
      await invite(club);
      expect(await invitePlayer(club.email, club.number)).toBe("full");
      const [open] = (await readClub(club.email, club.number))?.open ?? [];
      expect(await withdrawInvitation(somebody(), club.number, open?.id ?? "")).toBe(false);
      expect(await withdrawInvitation(club.email, club.number, open?.id ?? "")).toBe(true);
      expect(await used(club)).toBe(2);
      expect((await readParting(email, id))?.takenUntil).toBe(day(100));
      await partFromClub(email, id);
      expect(await used(club)).toBe(2);
      goTo(31);
      expect(await used(club)).toBe(1);
      expect((await readClub(club.email, club.number))?.roster).toEqual([]);
    });

    test("fewer of them keep what was promised, and let nobody else in", async () => {
      const type = await asSystem("test", (db) =>
        insertRow(db, "membership_types", {
          name: "Petit club",
          description: "D",
          price: 1,
          member_type: "club",
          included_licences: 2,
        }),
      );
      const club = await newClub();
      await set(club.id, sql`membership_type_id = ${type}`);
      const code = await invite(club);
      await database().asOwner(
        sql`update membership_types set included_licences = 0 where id = ${type}`,
      );
      const email = somebody();
      expect(await acceptInvitation(code, email, form(email))).toHaveProperty("token");
      expect(await invitePlayer(club.email, club.number)).toBe("full");
    });
  });

  describe("staff", () => {
    test("see places, players and invitations of a club, also of one that is over, and no code", async () => {
      const club = await newClub();
      const { id } = await join(club);
      const code = await invite(club);
      expect(await asAdmin((db) => findClubOf(db, club.id))).toMatchObject({
        number: club.number,
        name: club.name,
      });
      expect(await asAdmin((db) => findClubOf(db, id))).toBeUndefined();
      const seen = await readClubForStaff(club.number);
      expect(seen).toMatchObject({ end: day(100), included: 3, used: 2 });
      expect(seen.roster.map((player) => player.id)).toEqual([id]);
      expect(seen.open).toHaveLength(1);
      expect(JSON.stringify(seen)).not.toContain(code);
      await set(club.id, sql`status = 'suspended'`);
      expect(await readClubForStaff(club.number)).toMatchObject({ included: undefined, used: 2 });
    });

    test("release a player once: both are told, the place stays taken, the log says it", async () => {
      const club = await newClub();
      const other = await newClub();
      const { id, email } = await join(club);
      const release = (number: number) => asAdmin((db) => releaseFromClub(db, id, number));
      // The screen of another club, or an old one.
      expect(await release(other.number)).toBeUndefined();
      const results = await Promise.all([release(club.number), release(club.number)]);
      expect(results.filter(Boolean)).toEqual(["Hawa Soumah"]);
      expect((await rows(email)).map((row) => row.club)).toEqual([null]);
      expect((await mailsTo(email)).filter((one) => one === "club-left")).toHaveLength(1);
      expect(await textTo(email)).toContain(`La fédération vous a retiré du club ${club.name}`);
      expect(await mailsTo(club.email)).toEqual(["club-player-left"]);
      expect(await textTo(club.email)).toContain("C’est la fédération qui l’a retiré");
      expect(await readClubForStaff(club.number)).toMatchObject({ used: 1, roster: [] });
      const logged = await database().asOwner<{ action: string; before: unknown }>(
        sql`select action, before from audit_log join audit_values using (id) where entity_id = ${id}`,
      );
      expect(logged).toEqual([
        { action: "members.releaseFromClub", before: { club: club.number } },
      ]);
    });

    test("release from a club that is over: it is not written to", async () => {
      const club = await newClub();
      const { id, email } = await join(club);
      await set(club.id, sql`status = 'expired'`);
      await asAdmin((db) => releaseFromClub(db, id, club.number));
      expect((await mailsTo(email)).at(-1)).toBe("club-left");
      expect(await mailsTo(club.email)).not.toContain("club-player-left");
    });
  });

  describe("an invitation", () => {
    test("gives a licence at once until the club’s last day, with its card by mail", async () => {
      const club = await newClub();
      const { email, token } = await join(club);
      expect(await rows(email)).toMatchObject([
        { status: "active", end: day(100), club: club.number },
      ]);
      const shown = await readOwnLicence(token);
      expect(shown).toMatchObject({ state: "valid", club: club.name, until: day(100) });
      const code = shown?.address?.split("/V/")[1] ?? "";
      expect(readCode(code)?.card.club).toBe(club.number);
      expect(await checkCard(code)).toMatchObject({ verdict: "valid", card: { club: club.name } });
      expect(await textTo(email)).toContain(shown?.number);
    });

    test("lasts a year at most", async () => {
      const { email } = await join(await newClub(null));
      expect((await rows(email))[0]?.end).toBe(day(365));
    });

    test("that is late, withdrawn, used, unknown, or of a club that ended yesterday says so", async () => {
      const club = await newClub(day(40));
      const code = await invite(club);
      const email = somebody();
      const refusal = async (one: string) => [
        (await readInvitation(one))?.state,
        await acceptInvitation(one, email, form(email)),
      ];
      goTo(30);
      expect(await refusal(code)).toEqual(["late", { refused: "late" }]);
      goTo(41);
      expect(await refusal(code)).toEqual(["over", { refused: "late" }]);
      expect(await invitePlayer(club.email, club.number)).toBe("none");
      setClock();
      expect(await refusal("ABCDEFGHJKMN")).toEqual([undefined, { refused: "unknown" }]);
      const [open] = (await readClub(club.email, club.number))?.open ?? [];
      await withdrawInvitation(club.email, club.number, open?.id ?? "");
      expect(await refusal(code)).toEqual(["withdrawn", { refused: "withdrawn" }]);
      const second = await invite(club);
      await set(club.id, sql`status = 'suspended'`);
      expect(await refusal(second)).toEqual(["over", { refused: "over" }]);
      await set(club.id, sql`status = 'active'`);
      await acceptInvitation(second, email, form(email));
      expect(await refusal(second)).toEqual(["used", { refused: "used" }]);
      expect(await rows(email)).toHaveLength(1);
    });

    test("of a minor without a guardian is refused by the database too", async () => {
      const club = await newClub();
      const email = somebody();
      const code = await invite(club);
      await expect(
        acceptInvitation(code, email, form(email, { birthDate: day(-9 * 365) })),
      ).rejects.toThrow();
      expect((await readInvitation(code))?.state).toBe("open");
    });

    test("is not for another person’s licence, whatever the address that is typed", async () => {
      const club = await newClub();
      const owner = somebody();
      const id = await add({ email: owner, status: "active", birth_date: "2001-02-03" });
      const thief = somebody();
      const code = await invite(club);
      expect(await acceptInvitation(code, thief, { member: id })).toEqual({ refused: "unknown" });
      expect(await listCandidates(thief, code)).toEqual([]);
      await acceptInvitation(code, thief, form(owner, { firstName: "Mory" }));
      expect(await rows(owner)).toMatchObject([{ id, club: null }]);
      expect(await rows(thief)).toHaveLength(1);
    });
  });

  test("nobody whose membership is suspended begins another one with a club", async () => {
    const club = await newClub();
    const email = somebody();
    const suspended = { first_name: "Hawa", birth_date: "2001-02-03", status: "suspended" };
    await add({ ...suspended, email, membership_end: day(50) });
    const code = await invite(club);
    expect(await acceptInvitation(code, email, form(email))).toEqual({ refused: "suspended" });
    expect((await readInvitation(code))?.state).toBe("open");
  });

  describe("somebody who has a licence", () => {
    const own = async (end: string) => {
      const email = somebody();
      const id = await add({
        email,
        first_name: "Hawa",
        birth_date: "2001-02-03",
        status: "active",
        membership_start: day(-5),
        membership_end: end,
      });
      return { email, id };
    };

    test("that ends sooner keeps the number, and what they paid when the club ends", async () => {
      const club = await newClub();
      const { email, id } = await own(day(20));
      const code = await invite(club);
      expect((await listCandidates(email, code)).map((one) => one.id)).toEqual([id]);
      expect(await acceptInvitation(code, email, { member: id })).toHaveProperty("token");
      const [first, second] = await rows(email);
      expect(first).toMatchObject({ status: "expired", end: day(20) });
      expect(second).toMatchObject({ status: "active", end: day(100), serial: first?.serial });
      expect(await used(club)).toBe(1);
      await set(club.id, sql`status = 'suspended'`);
      const statuses = async () => (await rows(email)).map(({ status }) => status);
      expect(await statuses()).toEqual(["active", "expired"]);
      await set(club.id, sql`status = 'active'`);
      expect(await statuses()).toEqual(["expired", "active"]);
    });

    test("that lasts longer takes a place, and loses nothing with the club", async () => {
      const club = await newClub();
      const { email } = await own(day(200));
      await acceptInvitation(await invite(club), email, form(email));
      expect(await rows(email)).toMatchObject([
        { status: "active", end: day(200), club: club.number },
      ]);
      expect(await used(club)).toBe(1);
      await set(club.id, sql`status = 'expired'`);
      expect(await rows(email)).toMatchObject([{ status: "active", end: day(200) }]);
    });

    test("comes back to the place that they had left", async () => {
      const club = await newClub();
      const { email, id } = await join(club);
      const again = await invite(club);
      expect(await acceptInvitation(again, email, { member: id })).toEqual({ refused: "member" });
      await partFromClub(club.email, id);
      expect(await used(club)).toBe(2);
      await acceptInvitation(again, email, { member: id });
      expect(await used(club)).toBe(1);
    });

    test("stays in the club with a renewal that they pay", async () => {
      const club = await newClub();
      const { email, id } = await join(club);
      await set(id, sql`status = 'expired'`);
      const next = await add({
        email,
        first_name: "Hawa",
        birth_date: "2001-02-03",
        membership_end: day(465),
      });
      await set(next, sql`status = 'active'`);
      expect((await rows(email)).at(-1)).toMatchObject({ club: club.number, status: "active" });
    });
  });

  describe("an invitation that the player pays for", () => {
    async function inviteByPlayer(club: TestClub) {
      expect(await invitePlayer(club.email, club.number, { by_player: true })).toBe("invited");
      return (await codes(club)).at(-1) ?? "";
    }
    /** Somebody without a licence accepts it: they have an application to pay. */
    async function applyAt(club: TestClub) {
      const email = somebody();
      const accepted = await acceptInvitation(await inviteByPlayer(club), email, form(email));
      if (!("application" in accepted)) throw new Error("no application");
      const [row] = await rows(email);
      return { email, id: row?.id ?? "" };
    }

    test("takes no included licence, and lets them in when they have paid", async () => {
      const club = await newClub();
      for (const _included of [1, 2, 3]) await invite(club);
      const { email, id } = await applyAt(club);
      expect(await used(club)).toBe(3);
      expect(await invitePlayer(club.email, club.number)).toBe("full");
      expect((await readClub(club.email, club.number))?.roster).toEqual([]);
      const order = await openOrderOf(id);
      expect([await pay(order), await pay(order)]).toEqual(["fulfilled", "fulfilled"]);
      expect(await rows(email)).toMatchObject([
        { status: "active", club: club.number, end: IN_A_YEAR },
      ]);
      expect((await readClub(club.email, club.number))?.roster).toHaveLength(1);
      expect(await used(club)).toBe(3);
      await set(club.id, sql`status = 'suspended'`);
      expect(await rows(email)).toMatchObject([{ status: "active", end: IN_A_YEAR }]);
    });

    test("is one application, however often it is sent at once", async () => {
      const club = await newClub();
      const code = await inviteByPlayer(club);
      const emails = Array.from({ length: 5 }, somebody);
      const sent = [...emails, ...emails.slice(0, 1)];
      const results = await Promise.all(
        sent.map((email) => acceptInvitation(code, email, form(email))),
      );
      expect(results.filter((one) => "application" in one)).toHaveLength(1);
      expect(results.filter((one) => "refused" in one && one.refused === "used")).toHaveLength(5);
      const all = await Promise.all(emails.map(rows));
      expect(all.flat()).toHaveLength(1);
    });

    test("that is paid after the club ended gives the licence without the club", async () => {
      const club = await newClub();
      const { email, id } = await applyAt(club);
      await set(club.id, sql`status = 'expired'`);
      expect(await pay(await openOrderOf(id))).toBe("fulfilled");
      expect(await rows(email)).toMatchObject([{ status: "active", club: null }]);
    });

    test("that is paid after they joined another club leaves them there", async () => {
      const club = await newClub();
      const { email, id } = await applyAt(club);
      const other = await newClub();
      await acceptInvitation(await invite(other), email, form(email));
      expect(await pay(await openOrderOf(id))).toBe("fulfilled");
      const active = (await rows(email)).filter(({ status }) => status === "active");
      expect(active).toMatchObject([{ id, club: other.number }]);
      expect((await readClub(club.email, club.number))?.roster).toEqual([]);
    });

    test("needs no payment of somebody who has a licence, and changes nothing of it", async () => {
      const former = await newClub();
      const { email, id } = await join(former);
      const club = await newClub(day(20));
      const code = await inviteByPlayer(club);
      expect(await acceptInvitation(code, somebody(), { member: id })).toEqual({
        refused: "unknown",
      });
      expect(await acceptInvitation(code, email, { member: id })).toEqual({ waiting: true });
      expect(await agreeToMove(former)).toBe("agreed");
      expect(await rows(email)).toMatchObject([
        { id, status: "active", end: day(100), club: club.number },
      ]);
      expect([await used(club), await used(former)]).toEqual([0, 1]);
      expect(await textTo(email)).not.toContain("rien à payer");
      await set(club.id, sql`status = 'expired'`);
      expect(await rows(email)).toMatchObject([{ id, status: "active", end: day(100) }]);
      await set(former.id, sql`status = 'expired'`);
      expect(await rows(email)).toMatchObject([{ id, status: "expired" }]);
    });

    test("of an address whose membership is suspended, or to a type that is none of players, is refused", async () => {
      const club = await newClub();
      const code = await inviteByPlayer(club);
      const email = somebody();
      const wrong = { ...form(email), application: application("x", { email, type: CLUB }) };
      expect(await acceptInvitation(code, email, wrong)).toEqual({ refused: "type" });
      const { email: other, id } = await join(await newClub());
      await set(id, sql`status = 'suspended'`);
      expect(await acceptInvitation(code, other, form(other))).toEqual({ refused: "suspended" });
      expect(await rows(email)).toEqual([]);
      expect((await readInvitation(code))?.state).toBe("open");
    });

    test("can be withdrawn, and no more than a hundred are open, of two processes either", async () => {
      const club = await newClub();
      await database().asOwner(sql`insert into club_places (id, club, code, by_player, expires_at)
        select gen_random_uuid(), ${club.number}::int, 'open-' || n || '-' || ${String(club.number)}::text, true, site_now() + interval '9 days'
        from generate_series(1, 98) n`);
      const tries = Array.from({ length: 4 }, () =>
        invitePlayer(club.email, club.number, { by_player: true }),
      );
      expect((await Promise.all(tries)).toSorted()).toEqual(["invited", "invited", "many", "many"]);
      const [first] = (await readClub(club.email, club.number))?.open ?? [];
      expect(await withdrawInvitation(club.email, club.number, first?.id ?? "")).toBe(true);
      await inviteByPlayer(club);
      expect(await used(club)).toBe(0);
      const stranger = await newClub();
      expect(await invitePlayer(stranger.email, club.number, { by_player: true })).toBe("none");
    });

    test("of a player who is erased says nobody", async () => {
      const club = await newClub();
      const { id } = await applyAt(club);
      await pay(await openOrderOf(id));
      await asSystem("test", (db) => erasePerson(db, id));
      expect((await readClub(club.email, club.number))?.roster).toEqual([]);
      const places = await database().asOwner<{ player_id: string | null }>(
        sql`select player_id from club_places where club = ${club.number}`,
      );
      expect(places).toEqual([{ player_id: null }]);
    });
  });

  describe("a player and the club", () => {
    test("part, both are told, and the card says it no longer", async () => {
      const club = await newClub();
      const { email, id, token } = await join(club);
      const before = (await readOwnLicence(token))?.address?.split("/V/")[1] ?? "";
      const stranger = await newClub();
      expect(await partFromClub(stranger.email, id)).toBeUndefined();
      expect(await readParting(somebody(), id)).toBeUndefined();
      expect(await partFromClub(club.email, id)).toEqual({ by: "club", number: club.number });
      expect(await partFromClub(club.email, id)).toBeUndefined();
      expect(await mailsTo(email)).toHaveLength(2);
      expect(await mailsTo(club.email)).toHaveLength(1);
      const now = await readOwnLicence(token);
      expect(now).toMatchObject({ state: "valid" });
      expect(now?.club).toBeUndefined();
      expect(readCode(now?.address?.split("/V/")[1] ?? "")?.card.club).toBe(0);
      expect(await checkCard(before)).toMatchObject({ verdict: "valid", card: { leftClub: true } });
    });

    test("another club sees and does nothing", async () => {
      const club = await newClub();
      const stranger = await newClub();
      await invite(club);
      expect(await readClub(stranger.email, club.number)).toBeUndefined();
      expect(await invitePlayer(stranger.email, club.number)).toBe("none");
      expect(await renewPlayers(stranger.email, club.number)).toBeUndefined();
    });
  });

  describe("the end of a club", () => {
    test("before its day ends what it pays, tells the players once, and is undone with it", async () => {
      const club = await newClub();
      const { email, id } = await join(club);
      await database().asOwner(sql`delete from members where id = ${club.id}`);
      expect((await rows(email))[0]?.status).toBe("expired");
      await tellPlayers();
      expect(await mailsTo(email)).toHaveLength(1);
      goTo(TOLD_AFTER_MINUTES / (24 * 60));
      await tellPlayers();
      await tellPlayers();
      expect(await mailsTo(email)).toEqual(["club-licence", "club-ended"]);
      // Out of the bin, after its club ended.
      const [row] = await database().asOwner<{ row: string }>(
        sql`select row_to_json(m)::text as row from members m where id = ${id}`,
      );
      expect(row?.row).toContain("expired");
      await newClubAgain(club);
      expect((await rows(email))[0]?.status).toBe("active");
      await tellPlayers();
      await tellPlayers();
      expect(await mailsTo(email)).toEqual(["club-licence", "club-ended", "club-resumed"]);
    });

    test("by a suspension says to the players that it is one", async () => {
      const club = await newClub();
      const { email } = await join(club);
      await database().asOwner(sql`update members set status = 'suspended' where id = ${club.id}`);
      goTo(TOLD_AFTER_MINUTES / (24 * 60));
      await tellPlayers();
      const [last] = await database().asOwner<{ text: string }>(
        sql`select text_body as text from mail_outbox where recipient = ${email} order by id desc limit 1`,
      );
      expect(last?.text).toMatch(
        /a suspendu l’adhésion de votre club[\s\S]*écrivez à la fédération/,
      );
    });

    test("that is undone within minutes is told to nobody; staff read before whom it concerns", async () => {
      const club = await newClub();
      const { email } = await join(club);
      // Whoever pays for themselves loses nothing.
      const own = somebody();
      const id = await add({ email: own, status: "active", membership_end: day(300) });
      await invitePlayer(club.email, club.number, { by_player: true });
      const code = (await codes(club)).at(-1) ?? "";
      expect(await acceptInvitation(code, own, { member: id })).toHaveProperty("token");
      const dependants = await asAdmin((db) => listDependants(db, [club.id]));
      expect([...dependants]).toEqual([[club.id, 1]]);
      await set(club.id, sql`status = 'expired'`);
      expect((await asAdmin((db) => listDependants(db, [club.id]))).size).toBe(0);
      await set(club.id, sql`status = 'active'`);
      goTo(TOLD_AFTER_MINUTES / (24 * 60));
      await tellPlayers();
      expect(await mailsTo(email)).toEqual(["club-licence"]);
    });

    const newClubAgain = (club: TestClub) =>
      database().asOwner(sql`insert into members
        (id, organisation, first_name, last_name, email, member_type, status, membership_type_id, membership_end, club)
        values (${club.id}, ${club.name}, 'Mory', 'Kaba', ${club.email}, 'club', 'active', ${CLUB}, ${day(100)},
          ${club.number})`);

    test("sooner than it was takes the players’ end with it", async () => {
      const club = await newClub();
      const { email } = await join(club);
      await set(club.id, sql`membership_end = ${day(30)}`);
      expect((await rows(email))[0]).toMatchObject({ status: "active", end: day(30) });
    });

    test("on its day ends both, and a renewal renews those who stay, as many as are included", async () => {
      const club = await newClub(day(10));
      const players = [await join(club), await join(club), await join(club)];
      goTo(11);
      await endMembershipsJob.run(new AbortController().signal);
      expect((await rows(players[0]?.email ?? ""))[0]?.status).toBe("expired");
      expect(await readClub(club.email, club.number)).toBeUndefined();
      await set(club.id, sql`status = 'active', membership_end = ${day(370)}, lapsed_on = null`);
      await database().asOwner(
        sql`update membership_types set included_licences = 2 where id = ${CLUB}`,
      );
      try {
        expect((await readClub(club.email, club.number))?.renewable).toBe(3);
        expect(await renewPlayers(club.email, club.number)).toEqual({ renewed: 2, left: 1 });
        expect(await renewPlayers(club.email, club.number)).toEqual({ renewed: 0, left: 1 });
        expect(await used(club)).toBe(2);
      } finally {
        await database().asOwner(
          sql`update membership_types set included_licences = 3 where id = ${CLUB}`,
        );
      }
      const all = await Promise.all(players.map(({ email }) => rows(email)));
      const active = all.flat().filter(({ status }) => status === "active");
      expect(active.map(({ end }) => end)).toEqual([day(370), day(370)]);
    });

    test("does not end them when it is renewed before", async () => {
      const club = await newClub(day(10));
      const { email } = await join(club);
      await set(club.id, sql`status = 'expired'`);
      await add({
        organisation: club.name,
        email: club.email,
        member_type: "club",
        status: "active",
        membership_type_id: CLUB,
        membership_end: day(375),
      });
      expect((await rows(email))[0]).toMatchObject({ status: "active", end: day(10) });
      expect(await renewPlayers(club.email, club.number)).toEqual({ renewed: 1, left: 0 });
      expect((await rows(email))[0]).toMatchObject({ status: "active", end: day(365) });
      expect(await used(club)).toBe(1);
    });
  });

  test("an erased player leaves the roster; their place stays taken and says nobody", async () => {
    const club = await newClub();
    const { id } = await join(club);
    await asSystem("test", (db) => erasePerson(db, id));
    expect((await readClub(club.email, club.number))?.roster).toEqual([]);
    expect(await used(club)).toBe(1);
    const left = await database().asOwner(sql`select id from club_places where player_id = ${id}`);
    expect(left).toEqual([]);
  });
});
