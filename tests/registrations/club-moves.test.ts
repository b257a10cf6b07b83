import "../mail/settings.ts";
import { sql } from "drizzle-orm";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { asSystem } from "../../app/core/database/doors/doors.server.ts";
import { setClock } from "../../app/core/process/clock.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { partFromClub, readClub, readClubForStaff } from "../../app/me/club/club.system.server.ts";
import {
  acceptInvitation,
  listCandidates,
  readInvitation,
  withdrawInvitation,
} from "../../app/me/club/invitations.system.server.ts";
import {
  answerMove,
  answerMoveForClub,
  settleMoves,
  withdrawMove,
} from "../../app/me/club/moves.system.server.ts";
import { readSpace } from "../../app/me/space.system.server.ts";
import { erasePerson } from "../../app/people/erase.operations.server.ts";
import { readPerson } from "../../app/people/people.system.server.ts";
import { forgetSettings } from "../../app/settings/settings.visitor.server.ts";
import { insertRow } from "../database/tables.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { CLUB, offerTypes, textTo } from "./applicants.ts";
import { clubPeople, day, type TestClub } from "./club-people.ts";
import { mailsTo } from "./event.ts";

// A player moves from one affiliated club to another, with the agreement of both.

const DAY = 86_400_000;
const ADMIN = newId();
const EDITOR = newId();
const goTo = (days: number) => setClock(() => Date.now() + days * DAY);
const NO = { agrees: false, reason: "Son équipe joue la finale samedi." } as const;

withDatabase((engine, database) => {
  beforeAll(async () => {
    await offerTypes();
    await asSystem("test", async (db) => {
      await insertRow(db, "profiles", { id: ADMIN, role: "admin", name: "Mariama Bah" });
      await insertRow(db, "profiles", { id: EDITOR, role: "user", roles: ["editor"] });
    });
    await database().asOwner(
      sql`update membership_types set included_licences = 3 where id = ${CLUB}`,
    );
  });
  afterEach(() => setClock());

  const {
    somebody,
    add,
    set,
    newClub,
    codes,
    invite,
    form,
    join,
    rows,
    used,
    moveOf,
    agreeToMove,
  } = clubPeople(database);

  /** A player of one club has accepted the invitation of another. */
  async function ask() {
    const [from, to] = [await newClub(), await newClub()];
    const { email, id } = await join(from);
    const code = await invite(to);
    expect(await acceptInvitation(code, email, { member: id })).toEqual({ waiting: true });
    return { from, to, email, id, code, move: await moveOf(from) };
  }
  /** Keeps everybody else from a membership until it is freed. */
  async function holdMembership(id: string) {
    const [held, freed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const locked = database().engine.transaction(async (tx) => {
      await tx.execute(sql`select from members where id = ${id} for update`);
      held.resolve();
      await freed.promise;
    });
    await held.promise;
    return { locked, free: () => freed.resolve() };
  }
  const clubOf = async (email: string) =>
    (await rows(email)).find(({ status }) => status === "active")?.club;
  const stateOf = async (code: string) => (await readInvitation(code))?.state;
  const refuse = ({ from, move }: { from: TestClub; move: string }) =>
    answerMove(from.email, from.number, move, NO);
  const endedMails = async (email: string) =>
    (await mailsTo(email)).filter((one) => one === "club-move-ended").length;

  test("an accepted invitation waits for the player’s club: the three are told, nothing has changed", async () => {
    const { from, to, email, id, code } = await ask();
    expect(await clubOf(email)).toBe(from.number);
    expect(await rows(email)).toHaveLength(1);
    expect(await used(to)).toBe(1);
    expect(await stateOf(code)).toBe("waiting");
    const other = somebody();
    expect(await acceptInvitation(code, other, form(other))).toEqual({ refused: "waiting" });
    expect(await acceptInvitation(code, email, { member: id })).toEqual({ refused: "waiting" });
    expect(await textTo(from.email)).toContain(`/me/club/${from.number}`);
    expect(await textTo(from.email)).toContain(to.name);
    expect(await textTo(email)).toContain(from.name);
    expect(await mailsTo(to.email)).toEqual(["club-move-waiting"]);
    expect((await readSpace(email)).moves).toMatchObject([{ club: to.name }]);
  });

  test("the club sees its player and where to; the other one sees that it waits, and nothing else", async () => {
    const { from, to, email, move } = await ask();
    const asked = await readClub(from.email, from.number);
    expect(asked?.moves).toEqual([
      { id: move, name: "Hawa Soumah", club: to.name, until: expect.any(Date) },
    ]);
    const waiting = await readClub(to.email, to.number);
    expect(waiting).toMatchObject({ moves: [], roster: [], open: [{ waits: true }] });
    const seen = JSON.stringify(waiting) + (await textTo(to.email));
    for (const secret of [email, "Hawa", from.name]) expect(seen).not.toContain(secret);
    expect(Object.keys(waiting?.open[0] ?? {})).not.toContain("from_club");
  });

  test("with its agreement the player moves as by an acceptance, once", async () => {
    const { from, to, email, move } = await ask();
    const answers = await Promise.all(
      [1, 2, 3].map(() => answerMove(from.email, from.number, move, { agrees: true })),
    );
    expect(answers.toSorted()).toEqual(["agreed", "gone", "gone"]);
    expect(await clubOf(email)).toBe(to.number);
    expect((await readClub(from.email, from.number))?.roster).toEqual([]);
    expect((await readClub(to.email, to.number))?.roster).toHaveLength(1);
    // The place of the former club stays taken until its day.
    expect([await used(from), await used(to)]).toEqual([1, 1]);
    expect((await mailsTo(email)).filter((one) => one === "club-licence")).toHaveLength(2);
    expect((await mailsTo(from.email)).at(-1)).toBe("club-player-left");
    expect((await mailsTo(to.email)).at(-1)).toBe("club-move-agreed");
    expect((await readSpace(email)).moves).toEqual([]);
  });

  test("a refusal changes nothing, frees the place, and the player alone reads why", async () => {
    const asked = await ask();
    const { from, to, email, id, code } = asked;
    expect([await refuse(asked), await refuse(asked)]).toEqual(["refused", "gone"]);
    expect(await clubOf(email)).toBe(from.number);
    expect(await used(to)).toBe(0);
    expect(await stateOf(code)).toBe("ended");
    expect(await acceptInvitation(code, email, { member: id })).toEqual({ refused: "ended" });
    expect(await textTo(email)).toContain(NO.reason);
    expect(await textTo(to.email)).not.toContain(NO.reason);
    expect([
      await endedMails(email),
      await endedMails(to.email),
      await endedMails(from.email),
    ]).toEqual([1, 1, 0]);
  });

  test("without an answer it ends after fourteen days, and all are told once", async () => {
    const { from, to, email, code, move } = await ask();
    goTo(15);
    expect(await stateOf(code)).toBe("late");
    expect(await answerMove(from.email, from.number, move, { agrees: true })).toBe("gone");
    expect(await used(to)).toBe(0);
    await settleMoves();
    await settleMoves();
    for (const one of [from.email, to.email, email]) expect(await endedMails(one)).toBe(1);
    expect(await stateOf(code)).toBe("ended");
    expect(await clubOf(email)).toBe(from.number);
  });

  test("the player takes it back, nobody else does, and the club that invited can", async () => {
    const first = await ask();
    expect(await withdrawMove(somebody(), first.move)).toBe(false);
    expect(await withdrawMove(first.from.email, first.move)).toBe(false);
    expect(await withdrawMove(first.email, first.move)).toBe(true);
    expect(await withdrawMove(first.email, first.move)).toBe(false);
    expect(await agreeToMove(first.from)).toBe("gone");
    expect([await endedMails(first.from.email), await endedMails(first.to.email)]).toEqual([1, 1]);
    const second = await ask();
    expect(await withdrawInvitation(second.to.email, second.to.number, second.move)).toBe(true);
    expect([await endedMails(second.from.email), await endedMails(second.email)]).toEqual([1, 1]);
    expect(await clubOf(second.email)).toBe(second.from.number);
  });

  test("only the club of the player answers", async () => {
    const { from, to, email, move } = await ask();
    const stranger = await newClub();
    const yes = { agrees: true } as const;
    expect(await answerMove(stranger.email, stranger.number, move, yes)).toBe("gone");
    expect(await answerMove(stranger.email, from.number, move, yes)).toBe("gone");
    expect(await answerMove(to.email, to.number, move, yes)).toBe("gone");
    expect(await answerMove(email, from.number, move, yes)).toBe("gone");
    expect(await clubOf(email)).toBe(from.number);
  });

  describe("of two processes at once", () => {
    test("one ends it: agreement, refusal, withdrawal by the player and by the other club", async () => {
      for (let round = 0; round < 4; round++) {
        const asked = await ask();
        const { from, to, email, move } = asked;
        const acts = [
          async () => (await agreeToMove(from)) === "agreed",
          async () => (await refuse(asked)) === "refused",
          () => withdrawMove(email, move),
          () => withdrawInvitation(to.email, to.number, move),
        ];
        const order = [...acts.slice(round), ...acts.slice(0, round)];
        const results = await Promise.all(order.map((act) => act()));
        expect(results.filter(Boolean)).toHaveLength(1);
        const moved = (await clubOf(email)) === to.number;
        expect(await used(to)).toBe(moved ? 1 : 0);
        expect((await readClub(to.email, to.number))?.roster).toHaveLength(moved ? 1 : 0);
      }
    });

    test("a release and an agreement leave the player in one club or none", async () => {
      for (let round = 0; round < 4; round++) {
        const { from, to, email, id } = await ask();
        const [agreed, parted] = await Promise.all([
          agreeToMove(from),
          partFromClub(from.email, id),
        ]);
        expect([agreed === "agreed", parted !== undefined]).toContain(true);
        expect(await clubOf(email)).toBe(agreed === "agreed" ? to.number : null);
      }
    });

    test("an erasure and an agreement leave nothing of the player in either club, or wait for each other", async () => {
      for (let round = 0; round < 4; round++) {
        const { from, to, id } = await ask();
        await Promise.all([
          agreeToMove(from),
          asSystem("test", (db) => erasePerson(db, id)).catch((error) => {
            if (error?.kind !== "conflict") throw error;
          }),
        ]);
        await asSystem("test", (db) => erasePerson(db, id));
        expect((await readClub(to.email, to.number))?.roster).toEqual([]);
        expect(await readClub(from.email, from.number)).toMatchObject({ moves: [], roster: [] });
      }
    });

    test("a player asks for one move", async () => {
      const from = await newClub();
      const { email, id } = await join(from);
      const [one, other] = [await invite(await newClub()), await invite(await newClub())];
      const asked = await Promise.all(
        [one, other].map((code) => acceptInvitation(code, email, { member: id })),
      );
      expect(asked).toContainEqual({ waiting: true });
      expect(asked).toContainEqual({ refused: "moving" });
      await withdrawMove(email, await moveOf(from));
      const left = (await stateOf(one)) === "open" ? one : other;
      expect(await acceptInvitation(left, email, { member: id })).toEqual({ waiting: true });
    });

    test("clubs that exchange players do not wait for each other", async () => {
      const [one, other] = [await newClub(), await newClub()];
      const [a, b] = [await join(one), await join(other)];
      const [toOther, toOne] = [await invite(other), await invite(one)];
      await Promise.all([
        acceptInvitation(toOther, a.email, { member: a.id }),
        acceptInvitation(toOne, b.email, { member: b.id }),
      ]);
      expect(await Promise.all([agreeToMove(one), agreeToMove(other)])).toEqual([
        "agreed",
        "agreed",
      ]);
      expect([await clubOf(a.email), await clubOf(b.email)]).toEqual([other.number, one.number]);
    });
  });

  // Where one statement runs at a time nobody waits.
  test.skipIf(engine === "embedded").each([
    ["ends", false],
    ["begins again", true],
  ])(
    "whoever left a club joins another in the moment in which the first one %s",
    async (_name, begins) => {
      const [club, other] = [await newClub(), await newClub()];
      const player = await join(club);
      const { email } = player;
      let { id } = player;
      if (begins) {
        await set(club.id, sql`status = 'expired'`);
        const person = { first_name: "Hawa", last_name: "Soumah", birth_date: "2001-02-03" };
        id = await add({ email, ...person, status: "active", membership_end: day(20) });
      } else await partFromClub(email, id);
      const code = await invite(other);
      const waiting = async (count: number) =>
        vi.waitUntil(async () => {
          const rows = await database().asOwner(sql`select from pg_locks where not granted`);
          return rows.length >= count;
        });
      // Both wait for the player's membership, the acceptance first.
      const { locked, free } = await holdMembership(id);
      const accepted = acceptInvitation(code, email, { member: id });
      await waiting(1);
      const ended = set(club.id, sql`status = ${begins ? "active" : "expired"}`);
      await waiting(2);
      free();
      await Promise.all([locked, ended]);
      expect(await accepted).toHaveProperty("token");
      expect(await clubOf(email)).toBe(other.number);
    },
  );

  describe("whoever left meanwhile joins without waiting", () => {
    test("at once, and is told when nobody is asked any more", async () => {
      const { from, to, email, id, code } = await ask();
      await partFromClub(from.email, id);
      expect(await stateOf(code)).toBe("open");
      expect((await readClub(from.email, from.number))?.moves).toEqual([]);
      await settleMoves();
      await settleMoves();
      expect(await mailsTo(email)).toEqual([
        "club-licence",
        "club-move-waiting",
        "club-left",
        "club-move-free",
      ]);
      expect(await acceptInvitation(code, email, { member: id })).toHaveProperty("token");
      expect(await clubOf(email)).toBe(to.number);
    });

    test("also before anybody noticed, and another move of theirs ends", async () => {
      const { from, to, email, id, code } = await ask();
      await partFromClub(email, id);
      const third = await newClub();
      const accepted = await acceptInvitation(await invite(third), email, { member: id });
      expect(accepted).toHaveProperty("token");
      // Of a third club, which is asked anew.
      expect(await acceptInvitation(code, email, { member: id })).toEqual({ waiting: true });
      expect((await readClub(from.email, from.number))?.moves).toEqual([]);
      await withdrawMove(email, await moveOf(third));
      expect(await used(to)).toBe(0);
    });

    test("when the club is over: it is not asked, and what it paid begins anew with the other", async () => {
      const { from, to, email, code } = await ask();
      await set(from.id, sql`status = 'expired'`);
      expect(await stateOf(code)).toBe("open");
      await settleMoves();
      expect((await mailsTo(email)).at(-1)).toBe("club-move-free");
      expect(await acceptInvitation(code, email, form(email))).toHaveProperty("token");
      expect(await clubOf(email)).toBe(to.number);
      const { email: next, id } = await join(await newClub());
      const [row] = await rows(next);
      await database().asOwner(
        sql`update members set status = 'suspended' where member_type = 'club' and club = ${row?.club}`,
      );
      await set(id, sql`status = 'active'`);
      const second = await invite(await newClub());
      expect(await listCandidates(next, second)).toMatchObject([{ formerClub: undefined }]);
      expect(await acceptInvitation(second, next, { member: id })).toHaveProperty("token");
    });
  });

  test("a suspended player stays: the move waits until the suspension is lifted", async () => {
    const { from, to, email, id, code } = await ask();
    await set(id, sql`status = 'suspended'`);
    await settleMoves();
    expect(await stateOf(code)).toBe("waiting");
    expect(await agreeToMove(from)).toBe("suspended");
    await set(id, sql`status = 'active'`);
    expect(await agreeToMove(from)).toBe("agreed");
    expect(await clubOf(email)).toBe(to.number);
  });

  test("a renewal that the player pays meanwhile does not open the door", async () => {
    const { from, email, id, code } = await ask();
    const [row] = await rows(email);
    await set(id, sql`status = 'expired'`);
    await database().asOwner(sql`insert into members
      (id, first_name, last_name, email, birth_date, member_type, status, membership_end, club)
      values (${newId()}, 'Hawa', 'Soumah', ${email}, '2001-02-03', 'player', 'active', ${day(400)}, null)`);
    expect((await rows(email)).at(-1)).toMatchObject({ club: from.number, serial: row?.serial });
    await settleMoves();
    expect(await stateOf(code)).toBe("waiting");
    expect(await agreeToMove(from)).toBe("agreed");
    expect((await rows(email)).at(-1)?.club).not.toBe(from.number);
  });

  test("a club that is over cannot be joined, and one with fewer licences keeps what it promised", async () => {
    const { from, to, email } = await ask();
    await set(to.id, sql`status = 'suspended'`);
    // It is not named any more either.
    expect((await readClub(from.email, from.number))?.moves).toEqual([]);
    await set(to.id, sql`status = 'active'`);
    await codes(to);
    await database().asOwner(
      sql`update membership_types set included_licences = 0 where id = ${CLUB}`,
    );
    try {
      expect(await agreeToMove(from)).toBe("agreed");
    } finally {
      await database().asOwner(
        sql`update membership_types set included_licences = 3 where id = ${CLUB}`,
      );
    }
    expect(await clubOf(email)).toBe(to.number);
  });

  test("an erasure ends it, and shows it before", async () => {
    const { from, to, id, code } = await ask();
    const shown = JSON.stringify((await readPerson(id))?.file);
    expect(shown).toContain("Changement de club demandé");
    await asSystem("test", (db) => erasePerson(db, id));
    expect(await stateOf(code)).toBe("ended");
    expect(await used(to)).toBe(0);
    expect((await readClub(from.email, from.number))?.moves).toEqual([]);
    await settleMoves();
    const left = await database().asOwner(sql`select id from club_places where player_id = ${id}`);
    expect(left).toEqual([]);
  });

  describe("the days on which moves can be asked for", () => {
    const allow = async (from: string, to: string) => {
      await database().asOwner(sql`insert into site_settings (id, setting_key, setting_value, is_public)
        values (${newId()}, 'club_moves', jsonb_build_object('from', ${from}::text, 'to', ${to}::text), true)
        on conflict (setting_key) do update set setting_value = excluded.setting_value`);
      forgetSettings();
    };
    afterEach(async () => {
      await database().asOwner("delete from site_settings where setting_key = 'club_moves'");
      forgetSettings();
    });

    test("hold for who left a club by themselves, not for who was released or comes back", async () => {
      const [club, home, other] = [await newClub(), await newClub(), await newClub()];
      await allow(day(3).slice(5), day(5).slice(5));
      const joined = async (of: TestClub, to: TestClub, by?: TestClub) => {
        const { email, id } = await join(of);
        await partFromClub(by?.email ?? email, id);
        const code = await invite(to);
        const [candidate] = await listCandidates(email, code);
        const accepted = await acceptInvitation(code, email, { member: id });
        expect(candidate?.leftClub).toBe("refused" in accepted ? club.name : undefined);
        return { accepted, email, id, code };
      };
      const left = await joined(club, other);
      expect(left.accepted).toEqual({ refused: "closed" });
      expect(await acceptInvitation(left.code, left.email, form(left.email))).toEqual({
        refused: "closed",
      });
      expect(await stateOf(left.code)).toBe("open");
      expect((await joined(club, other, club)).accepted).toHaveProperty("token");
      const back = await joined(home, home);
      expect(back.accepted).toHaveProperty("token");
      // Released afterwards, they are free: that they had left once is over.
      await partFromClub(home.email, back.id);
      expect(
        await acceptInvitation(await invite(other), back.email, { member: back.id }),
      ).toHaveProperty("token");
      // A club that is over binds nobody.
      await set(club.id, sql`status = 'expired'`);
      expect(await acceptInvitation(left.code, left.email, form(left.email))).toHaveProperty(
        "token",
      );
    });

    test("hold for players of a club, for nobody else, and not for an answer", async () => {
      const before = await ask();
      await allow(day(3).slice(5), day(5).slice(5));
      const { email, id } = await join(before.from);
      const code = await invite(before.to);
      expect(await acceptInvitation(code, email, { member: id })).toEqual({ refused: "closed" });
      expect(await acceptInvitation(code, email, form(email))).toEqual({ refused: "closed" });
      expect(await stateOf(code)).toBe("open");
      expect(await agreeToMove(before.from)).toBe("agreed");
      await partFromClub(before.from.email, id);
      expect(await acceptInvitation(code, email, { member: id })).toHaveProperty("token");
      goTo(4);
      const third = await newClub();
      expect(await acceptInvitation(await invite(third), email, { member: id })).toEqual({
        waiting: true,
      });
    });
  });

  describe("staff", () => {
    const decide = (
      by: string,
      { from, move }: { from: TestClub; move: string },
      decision: typeof NO | { agrees: true },
    ) => answerMoveForClub({ id: by }, from.number, move, decision);
    const logged = (id: string) =>
      database().asOwner(sql`select action, before, after from audit_log join audit_values using (id)
        where entity_id = ${id} order by created_at`);

    test("see what waits, decide in the place of the club once, and it is logged", async () => {
      const asked = await ask();
      expect((await readClubForStaff(asked.from.number)).moves).toMatchObject([
        { id: asked.move, player_id: asked.id, club: asked.to.name },
      ]);
      expect((await readClubForStaff(asked.to.number)).open).toMatchObject([{ waits: true }]);
      await expect(decide(EDITOR, asked, { agrees: true })).rejects.toMatchObject({
        kind: "forbidden",
      });
      const both = await Promise.all([1, 2].map(() => decide(ADMIN, asked, { agrees: true })));
      expect(both.toSorted()).toEqual(["agreed", "gone"]);
      expect(await clubOf(asked.email)).toBe(asked.to.number);
      expect(await textTo(asked.from.email)).toContain("C’est la fédération qui l’a retiré");
      expect(await logged(asked.id)).toEqual([
        {
          action: "members.agreeMove",
          before: { club: asked.from.number },
          after: { club: asked.to.number },
        },
      ]);
    });

    test("refuse with a reason, of which the club is told", async () => {
      const asked = await ask();
      expect(await decide(ADMIN, asked, NO)).toBe("refused");
      expect(await textTo(asked.email)).toContain(NO.reason);
      expect(await textTo(asked.from.email)).toContain("La fédération a refusé");
      expect(await logged(asked.id)).toMatchObject([
        { action: "members.refuseMove", after: { reason: NO.reason } },
      ]);
      expect(await clubOf(asked.email)).toBe(asked.from.number);
    });
  });
});
