import "../mail/settings.ts";

process.env.SMTP_URL = "smtp://127.0.0.1:1";

import { sql } from "drizzle-orm";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { asSystem } from "../../app/core/database/doors/doors.server.ts";
import { setClock } from "../../app/core/process/clock.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { readClub, readClubForStaff } from "../../app/me/club/club.system.server.ts";
import {
  acceptInvitation,
  invitePlayer,
  withdrawInvitation,
} from "../../app/me/club/invitations.system.server.ts";
import { checkList, inviteList, writeAgain } from "../../app/me/club/player-list.system.server.ts";
import { type Fate, type FatedPlayer, parseList } from "../../app/me/club/player-list.ts";
import { MAILS_A_DAY } from "../../app/membership/clubs/clubs.ts";
import {
  collectPersonalData,
  personFile,
} from "../../app/people/collect-data.operations.server.ts";
import { erasePerson } from "../../app/people/erase.operations.server.ts";
import { findSubject } from "../../app/people/find-person.operations.server.ts";
import { sweepRetention } from "../../app/people/retention/retention.jobs.server.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { CLUB, offerTypes, textTo } from "./applicants.ts";
import { clubPeople, type TestClub } from "./club-people.ts";
import { mailsTo } from "./event.ts";

const DAY = 86_400_000;
const goTo = (days: number) => setClock(() => Date.now() + days * DAY);

withDatabase((_engine, database) => {
  beforeAll(async () => {
    await offerTypes();
    await database().asOwner(
      sql`update membership_types set included_licences = 3 where id = ${CLUB}`,
    );
  });
  afterEach(() => setClock());

  const { somebody, newClub, set, form, join, used, invite, agreeToMove } = clubPeople(database);

  const fates = (players: readonly FatedPlayer[] | undefined) => players?.map(({ fate }) => fate);
  const check = async ({ email, number }: TestClub, text: string) =>
    fates(await checkList(email, number, parseList(text)));
  /** Sends a list, with every line promised unless it is said. */
  const send = async (club: TestClub, text: string, { id = newId(), promised = [0] } = {}) => {
    const players = parseList(text);
    const lines = promised[0] === 0 ? players.map(({ line }) => line) : promised;
    const list = { id, players, promised: new Set(lines) };
    return fates(await inviteList(club.email, club.number, list));
  };
  const open = async ({ email, number }: TestClub) => (await readClub(email, number))?.open ?? [];
  const openOf = async (club: TestClub, email: string) => {
    const found = (await open(club)).find(({ invitee }) => invitee?.email === email);
    if (!found) throw new Error("not invited");
    return found;
  };
  const invitations = async (email: string) =>
    (await mailsTo(email)).filter((one) => one === "club-invitation").length;
  const withdraw = async (club: TestClub, email: string) =>
    withdrawInvitation(club.email, club.number, (await openOf(club, email)).id);

  test("a dry run writes nothing, and the list invites whom it said, in the words of the club", async () => {
    const club = await newClub();
    const [one, two] = [somebody(), somebody()];
    const text = `${one};Aïcha;Bah\nno address\n${one}\n${two}`;
    const expected: Fate[] = ["invite", "address", "twice", "invite"];
    expect(await check(club, text)).toEqual(expected);
    expect(await open(club)).toEqual([]);
    expect(await mailsTo(one)).toEqual([]);
    expect(await send(club, text)).toEqual(["sent", "address", "twice", "sent"]);
    expect(await used(club)).toBe(2);
    const { code, invitee } = await openOf(club, one);
    expect(invitee).toMatchObject({ name: "Aïcha Bah", canWriteAgain: false });
    const mail = await textTo(one);
    for (const words of ["Bonjour Aïcha,", club.name, `/join/${code}`, "rien à payer"]) {
      expect(mail).toContain(words);
    }
    expect(await textTo(two)).toContain("Bonjour,");
    expect(await check(club, text)).toEqual(["open", "address", "twice", "open"]);
    const staff = JSON.stringify(await readClubForStaff(club.number));
    expect(staff).not.toContain(one);
  });

  test("sent twice, in two tabs and by two processes, nobody is invited twice and nothing counts twice", async () => {
    const club = await newClub();
    const people = [somebody(), somebody()];
    const id = newId();
    const presses = Array.from({ length: 6 }, () => send(club, people.join("\n"), { id }));
    for (const result of await Promise.all(presses)) expect(result).toEqual(["sent", "sent"]);
    const tabs = await Promise.all([1, 2, 3].map(() => send(club, people.join("\n"))));
    for (const result of tabs) expect(result).toEqual(["open", "open"]);
    expect(await used(club)).toBe(2);
    for (const email of people) expect(await invitations(email)).toBe(1);
  });

  test("the licences are never more, whatever lists and invitations come at once", async () => {
    const club = await newClub();
    const lists = Array.from({ length: 4 }, () => `${somebody()}\n${somebody()}`);
    const results = await Promise.all([
      ...lists.map((list) => send(club, list)),
      invitePlayer(club.email, club.number),
    ]);
    const given = results.flat().filter((one) => one === "sent" || one === "invited");
    expect(given).toHaveLength(3);
    expect(await used(club)).toBe(3);
    expect(await check(club, `${somebody()}\n${somebody()}`)).toEqual(["full", "full"]);
  });

  test("places that were taken meanwhile hold back their lines, and no line that was not promised is sent", async () => {
    const club = await newClub();
    const people = [somebody(), somebody(), somebody(), somebody()];
    const text = people.join("\n");
    expect(await check(club, text)).toEqual(["invite", "invite", "invite", "full"]);
    await invite(club);
    expect(await send(club, text, { promised: [1, 2, 3] })).toEqual([
      "sent",
      "sent",
      "full",
      "full",
    ]);
    await withdraw(club, people[0] ?? "");
    expect(await send(club, text, { promised: [2] })).toEqual([
      "unasked",
      "open",
      "unasked",
      "unasked",
    ]);
  });

  test("it is the club’s alone, while it is one", async () => {
    const club = await newClub();
    const other = await newClub();
    const { email: player } = await join(club);
    const target = somebody();
    for (const email of [somebody(), other.email, player]) {
      expect(await check({ ...club, email }, target)).toBeUndefined();
      expect(await send({ ...club, email }, target)).toBeUndefined();
      expect(await writeAgain(email, club.number, newId())).toBe("gone");
    }
    for (const status of ["suspended", "expired"]) {
      await set(club.id, sql`status = ${status}`);
      expect(await check(club, target)).toBeUndefined();
      expect(await send(club, target)).toBeUndefined();
      await set(club.id, sql`status = 'active'`);
    }
    await set(club.id, sql`membership_end = site_today() - 1`);
    expect(await send(club, target)).toBeUndefined();
    expect(await mailsTo(target)).toEqual([]);
  });

  test("it says nothing of who is known: a player of its own, of another club and a stranger are alike", async () => {
    const club = await newClub();
    const other = await newClub();
    const [own, theirs, stranger] = [
      (await join(club)).email,
      (await join(other)).email,
      somebody(),
    ];
    await send(other, stranger);
    const text = [own, theirs, stranger].join("\n");
    const result = await checkList(club.email, club.number, parseList(text));
    expect(fates(result)).toEqual(["invite", "invite", "full"]);
    const reversed = [stranger, theirs, own].join("\n");
    expect(await check(club, reversed)).toEqual(["invite", "invite", "full"]);
    expect(await send(club, own)).toEqual(["sent"]);
    // They are told that they are of the club already, and nobody else is.
    const { code } = await openOf(club, own);
    expect(await acceptInvitation(code, own, form(own))).toEqual({ refused: "member" });
    expect(await check(club, own)).toEqual(["open"]);
  });

  describe("an address is forgotten", () => {
    const stored = (email: string) =>
      database().asOwner(sql`select 1 from club_invitees where email = ${email}
        union all select 1 from mail_outbox where recipient = ${email} and template = 'club-invitation'`);

    test("with an invitation that is accepted, withdrawn or late, and so is the mail", async () => {
      const club = await newClub();
      const people = [somebody(), somebody(), somebody()];
      const [accepted = "", withdrawn = "", late = ""] = people;
      await send(club, people.join("\n"));
      for (const email of people) expect(await stored(email)).toHaveLength(2);
      const { code } = await openOf(club, accepted);
      // Whoever accepts may do so with another address.
      const player = somebody();
      expect(await acceptInvitation(code, player, form(player))).toHaveProperty("token");
      expect(await withdraw(club, withdrawn)).toBe(true);
      for (const email of [accepted, withdrawn]) expect(await stored(email)).toEqual([]);
      // What the club invited itself is told to it, so that the same list takes no second licence.
      expect(await check(club, people.join("\n"))).toEqual(["accepted", "invite", "open"]);
      goTo(31);
      expect(await open(club)).toEqual([]);
      expect(await check(club, late)).toEqual(["invite"]);
      expect(await send(club, late)).toEqual(["sent"]);
      goTo(70);
      await sweepRetention();
      expect(await stored(late)).toEqual([]);
      expect(
        await database().asOwner(sql`select 1 from club_invitees where club = ${club.number}`),
      ).toEqual([]);
    });

    test("with the move that it begins: the club that invites does not learn who waits", async () => {
      const club = await newClub();
      const from = await newClub();
      const { email, id } = await join(from);
      await send(club, email);
      const { code } = await openOf(club, email);
      expect(await acceptInvitation(code, email, { member: id })).toEqual({ waiting: true });
      expect(await stored(email)).toEqual([]);
      expect(await open(club)).toMatchObject([{ waits: true, invitee: null }]);
      expect(await check(club, email)).toEqual(["open"]);
      expect(await agreeToMove(from)).toBe("agreed");
      expect(await check(club, email)).toEqual(["accepted"]);
    });

    test("by an erasure, and its owner reads it before", async () => {
      const club = await newClub();
      const email = somebody();
      await send(club, `${email};Fanta;Sow`);
      const [row] = await database().asOwner<{ id: string }>(
        sql`select id from club_invitees where email = ${email}`,
      );
      const file = await asSystem("test", async (db) => {
        const subject = await findSubject(db, row?.id ?? "");
        if (!subject) throw new Error("nobody");
        return personFile(subject, await collectPersonalData(db, subject), "fr");
      });
      expect(JSON.stringify(file)).toContain("Invitation d’un club");
      expect(JSON.stringify(file)).toContain("Fanta");
      await asSystem("test", (db) => erasePerson(db, row?.id ?? ""));
      expect(await stored(email)).toEqual([]);
      // The invitation stays, as one that nobody is named by.
      expect(await open(club)).toMatchObject([{ invitee: null }]);
    });
  });

  describe("the mails are bounded", () => {
    const roomy = async () => {
      await database().asOwner(
        sql`update membership_types set included_licences = 300 where id = ${CLUB}`,
      );
      return newClub();
    };
    afterEach(() =>
      database().asOwner(sql`update membership_types set included_licences = 3 where id = ${CLUB}`),
    );

    test("of one club in a day", async () => {
      const club = await roomy();
      const people = Array.from({ length: MAILS_A_DAY - 1 }, somebody);
      const sent = await send(club, people.join("\n"));
      expect(sent?.every((fate) => fate === "sent")).toBe(true);
      const [one, two] = [somebody(), somebody()];
      expect(await send(club, `${one}\n${two}`)).toEqual(["sent", "later"]);
      await withdraw(club, one);
      expect(await check(club, two)).toEqual(["later"]);
      goTo(1.01);
      expect(await check(club, two)).toEqual(["invite"]);
    });

    test("to one address in a week: twice from a club, three times from all, which the third is not told", async () => {
      const target = somebody();
      const club = await roomy();
      for (const _time of [1, 2]) {
        expect(await send(club, target)).toEqual(["sent"]);
        await withdraw(club, target);
      }
      expect(await check(club, target)).toEqual(["often"]);
      expect(await send(club, target)).toEqual(["often"]);
      // At once, so that none counts past another.
      const others = [await roomy(), await roomy(), await roomy()];
      const results = await Promise.all(others.map((other) => send(other, target)));
      expect(results).toEqual([["sent"], ["sent"], ["sent"]]);
      expect(await invitations(target)).toBe(1);
      const shown = await Promise.all(others.map((other) => openOf(other, target)));
      expect(shown.every(({ invitee }) => invitee?.mailed_at !== null)).toBe(true);
      goTo(7.01);
      expect(await send(club, target)).toEqual(["sent"]);
      expect(await invitations(target)).toBe(2);
    });

    test("an open invitation is mailed once more, on another day, however often it is pressed", async () => {
      const club = await roomy();
      const target = somebody();
      await send(club, target);
      const { id } = await openOf(club, target);
      expect(await writeAgain(club.email, club.number, id)).toBe("early");
      goTo(1.01);
      expect((await openOf(club, target)).invitee?.canWriteAgain).toBe(true);
      const presses = [1, 2, 3].map(() => writeAgain(club.email, club.number, id));
      expect((await Promise.all(presses)).sort()).toEqual(["early", "early", "sent"]);
      expect(await invitations(target)).toBe(2);
      expect((await openOf(club, target)).invitee?.canWriteAgain).toBe(false);
      await withdraw(club, target);
      expect(await writeAgain(club.email, club.number, id)).toBe("gone");
      expect(await invitations(target)).toBe(0);
    });
  });
});
