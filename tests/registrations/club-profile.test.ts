import "../mail/settings.ts";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { asSystem } from "../../app/core/database/doors/doors.server.ts";
import { partFromClub, readClub, readParting } from "../../app/me/club/club.system.server.ts";
import { invitePlayer } from "../../app/me/club/invitations.system.server.ts";
import {
  dropOfficer,
  nameOfficer,
  readOwnProfile,
  readOwnStatutes,
  saveProfile,
} from "../../app/me/club/profile.system.server.ts";
import { readSpace } from "../../app/me/space.system.server.ts";
import { forgetGoneClubs } from "../../app/membership/clubs/club-profile.operations.server.ts";
import { OFFICERS_A_DAY } from "../../app/membership/clubs/clubs.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { offerTypes, textTo } from "./applicants.ts";
import { clubPeople, type TestClub } from "./club-people.ts";
import { mailsTo } from "./event.ts";

// What a club shows of itself, and who acts for it beside the address of its membership.

withDatabase((_engine, database) => {
  beforeAll(offerTypes);
  const { somebody, newClub, join } = clubPeople(database);

  const officer = (email: string) => ({ name: "Kadiatou Barry", email, language: "fr" as const });
  async function withOfficer() {
    const club = await newClub();
    const email = somebody();
    expect(await nameOfficer(club.email, club.number, officer(email))).toBe("named");
    return { club, email };
  }
  const idOf = async ({ email, number }: TestClub) =>
    (await readOwnProfile(email, number))?.officers[0]?.id ?? "";

  test("is kept as its club wrote it, and what is not sent stays", async () => {
    const club = await newClub();
    const colours = { first_colour: "green", second_colour: null } as const;
    const statutes = Buffer.from("%PDF-1.4").toString("base64");
    expect(await saveProfile(club.email, club.number, { ...colours, statutes })).toBe(true);
    expect(await saveProfile(club.email, club.number, { ...colours, logo: "/9j/" })).toBe(true);
    expect(await readOwnProfile(club.email, club.number)).toMatchObject({
      first_colour: "green",
      second_colour: null,
      logo: "/9j/",
      statutes_at: expect.any(Date),
    });
    expect(String(await readOwnStatutes(club.email, club.number))).toBe("%PDF-1.4");
    await saveProfile(club.email, club.number, { ...colours, logo: null, statutes: null });
    expect(await readOwnProfile(club.email, club.number)).toMatchObject({
      logo: null,
      statutes_at: null,
    });
  });

  test("is nobody else's: neither another club's nor a stranger's", async () => {
    const [club, other] = [await newClub(), await newClub()];
    const change = { first_colour: "red", second_colour: null, statutes: "JVBERg==" } as const;
    await saveProfile(club.email, club.number, change);
    for (const email of [other.email, somebody()]) {
      expect(await readOwnProfile(email, club.number)).toBeUndefined();
      expect(await readOwnStatutes(email, club.number)).toBeUndefined();
      expect(await saveProfile(email, club.number, change)).toBe(false);
      expect(await nameOfficer(email, club.number, officer(somebody()))).toBe("none");
    }
  });

  test("whoever is named acts for the club, is told, and names nobody", async () => {
    const { club, email } = await withOfficer();
    const player = await join(club);
    expect(await mailsTo(email)).toEqual(["club-officer"]);
    expect(await mailsTo(club.email)).toContain("club-officer-named");
    expect(await textTo(club.email)).toContain(email);
    expect((await readSpace(email)).actsFor).toEqual([{ number: club.number, name: club.name }]);
    expect(await readClub(email.toUpperCase(), club.number)).toMatchObject({ name: club.name });
    expect(await invitePlayer(email, club.number)).toBe("invited");
    expect(await readParting(email, player.id)).toMatchObject({ by: "club" });
    expect(await partFromClub(email, player.id)).toMatchObject({ by: "club" });
    expect(await nameOfficer(email, club.number, officer(somebody()))).toBe("none");
    expect(await dropOfficer(email, club.number, await idOf(club))).toBe(true);
  });

  test("three are named at most, each once, also at the same moment", async () => {
    const club = await newClub();
    const name = (email: string) => nameOfficer(club.email, club.number, officer(email));
    expect(await name(club.email)).toBe("twice");
    const one = somebody();
    expect((await Promise.all([name(one), name(one.toUpperCase())])).sort()).toEqual([
      "named",
      "twice",
    ]);
    const others = await Promise.all([name(somebody()), name(somebody()), name(somebody())]);
    expect(others.sort()).toEqual(["many", "named", "named"]);
  });

  test("naming and removing one after the other ends for the day, and writes no further mail", async () => {
    const club = await newClub();
    for (let n = 0; n < OFFICERS_A_DAY; n += 1) {
      expect(await nameOfficer(club.email, club.number, officer(somebody()))).toBe("named");
      await dropOfficer(club.email, club.number, await idOf(club));
    }
    const one = somebody();
    expect(await nameOfficer(club.email, club.number, officer(one))).toBe("often");
    expect(await mailsTo(one)).toEqual([]);
    const other = await newClub();
    expect(await nameOfficer(other.email, other.number, officer(one))).toBe("named");
  });

  test("whoever is no longer named acts for nothing, and is told when the club said so", async () => {
    const { club, email } = await withOfficer();
    expect(await dropOfficer(somebody(), club.number, await idOf(club))).toBe(false);
    expect(await dropOfficer(club.email, club.number, await idOf(club))).toBe(true);
    expect(await mailsTo(email)).toEqual(["club-officer", "club-officer"]);
    expect(await readClub(email, club.number)).toBeUndefined();
    expect(await invitePlayer(email, club.number)).toBe("none");
    expect((await readSpace(email)).actsFor).toEqual([]);
  });

  test("a club that is over has nobody who acts for it", async () => {
    const { club, email } = await withOfficer();
    await database().asOwner(sql`update members set status = 'expired' where id = ${club.id}`);
    expect(await readClub(email, club.number)).toBeUndefined();
    expect((await readSpace(email)).actsFor).toEqual([]);
  });

  test("what it showed and whom it named goes with its last membership, not while that lies in the bin", async () => {
    const { club, email } = await withOfficer();
    await saveProfile(club.email, club.number, { first_colour: "red", second_colour: null });
    const count = async () => {
      const rows = await database().asOwner(
        sql`select id from club_profiles where club = ${club.number} union all
          select id from club_officers where club = ${club.number}`,
      );
      return rows.length;
    };
    await database().asOwner(sql`with gone as (delete from members where id = ${club.id} returning *)
      insert into bin (id, deleted_by, deleted_by_name, batch, entity, entity_id, label, rows)
      select gen_random_uuid(), id, 'M', id, 'members', id, 'Club',
        jsonb_build_array(jsonb_build_object('table', 'members', 'row', to_jsonb(gone))) from gone`);
    await asSystem("test", forgetGoneClubs);
    expect(await count()).toBe(2);
    await database().asOwner(sql`delete from bin where entity_id = ${club.id}`);
    await asSystem("test", forgetGoneClubs);
    expect(await count()).toBe(0);
    expect(await readClub(email, club.number)).toBeUndefined();
  });
});
