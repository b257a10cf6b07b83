import "../mail/settings.ts";

process.env.SMTP_URL = "smtp://127.0.0.1:1";

import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { asStaff, asSystem, type StaffDb } from "../../app/core/database/doors/doors.server.ts";
import { setClock } from "../../app/core/process/clock.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { DAY, MINUTE } from "../../app/core/values/durations.ts";
import { AppError, FieldRefused } from "../../app/core/values/errors.ts";
import { checkCard, readOwnLicence } from "../../app/licences/licence-cards.system.server.ts";
import { resumeLicence, suspendLicence } from "../../app/licences/licences.staff.server.ts";
import { clubPlacesJob } from "../../app/me/club/club.jobs.server.ts";
import { releaseFromClub } from "../../app/me/club/club.staff.server.ts";
import {
  partFromClub,
  readClub,
  readClubForStaff,
  renewPlayers,
} from "../../app/me/club/club.system.server.ts";
import {
  acceptInvitation,
  invitePlayer,
  withdrawInvitation,
} from "../../app/me/club/invitations.system.server.ts";
import {
  answerMove,
  answerMoveForClub,
  withdrawMove,
} from "../../app/me/club/moves.system.server.ts";
import { inviteList } from "../../app/me/club/player-list.system.server.ts";
import { parseList } from "../../app/me/club/player-list.ts";
import { orderLicences } from "../../app/me/club/purchases.system.server.ts";
import { readSpace } from "../../app/me/space.system.server.ts";
import { offerKey } from "../../app/membership/clubs/purchases.ts";
import { formatLicence } from "../../app/membership/members/licence-number.ts";
import {
  deleteMembers,
  setMemberStatus,
} from "../../app/membership/members/members.staff.server.ts";
import { endMembershipsJob } from "../../app/membership/renewal/membership.jobs.server.ts";
import {
  listMerges,
  mergePeople,
  readMerge,
  unmergePeople,
} from "../../app/people/duplicates/duplicates.system.server.ts";
import { erasePerson } from "../../app/people/erase.operations.server.ts";
import { restoreBatch } from "../../app/records/bin/bin.staff.server.ts";
import { insertRow } from "../database/tables.ts";
import { openTestDatabase, type TestDatabase } from "../support/database/test-database.ts";
import { repetitions } from "../support/fuzz/repetitions.ts";
import { application, apply, CLUB, offerTypes } from "./applicants.ts";
import { clubPeople, type TestClub } from "./club-people.ts";
import { giveBack, pay } from "./event.ts";

// Whatever happens to licences and to the clubs that give them, in whatever order and two things at once: nobody has two,
// no club gives one too many, and each is what its page, its card and its holder's own space say.

// Of one network come all of a history, and the same few addresses are written to.
vi.mock("../../app/core/http/rate-limit.server.ts", () => ({ allow: () => true }));

const ADMIN = { id: newId() };
const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff(ADMIN, work);
const NEVER = "9999-12-31";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase("server");
  await offerTypes();
  await asSystem("test", (db) =>
    insertRow(db, "profiles", { ...ADMIN, role: "admin", name: "M. Bah" }),
  );
});
afterEach(() => setClock());
afterAll(() => database.close());

const { newClub } = clubPeople(() => database);
const rows = <Row>(statement: ReturnType<typeof sql>) =>
  database.asOwner<Row & Record<string, unknown>>(statement);

/** The first two are one human with two addresses; the last two share one. */
type Person = {
  human: string;
  email: string;
  firstName: string;
  lastName: string;
  birthDate: string;
};

type World = {
  clubs: TestClub[];
  people: Person[];
  now: number;
  /** By the number of a licence, whose it is: it is never another's. */
  owners: Map<number, string>;
  /** The cards that were signed, with their numbers. */
  cards: Map<string, number>;
  /** Numbers of people who were erased. */
  dead: Set<number>;
  /** Memberships that staff or a refund ended or began: no club and no payment says how they are. */
  decided: Set<string>;
  deletions: string[];
  /** Of each club, how many licences it used, and how many it had, before the last step. */
  used: Map<number, number>;
  allowed: Map<number, number>;
};

let histories = 0;
async function begin(included: number): Promise<World> {
  histories += 1;
  const letters = String(histories).replaceAll(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? "");
  const world: World = {
    clubs: [],
    people: [
      ["Hawa", "Hawa", "un"],
      ["Hawa", "Hawa", "deux"],
      ["Ibrahima", "Ibrahima", "famille"],
      ["Kadiatou", "Kadiatou", "famille"],
    ].map(([human = "", firstName = "", at]) => ({
      human,
      firstName,
      email: `${at}-${histories}@example.org`,
      lastName: `Zoumanigui${firstName.toLowerCase()}${letters}`,
      birthDate: "2001-02-03",
    })),
    now: Date.now(),
    owners: new Map(),
    cards: new Map(),
    dead: new Set(),
    decided: new Set(),
    deletions: [],
    used: new Map(),
    allowed: new Map(),
  };
  setClock(() => world.now);
  await database.asOwner(
    sql`update membership_types set included_licences = ${included} where id = ${CLUB}`,
  );
  await database.asOwner("delete from person_merges");
  // One club of a season that ends soon, and one that outlasts it; one has a player, and somebody pays for themselves.
  world.clubs.push(await newClub(dayOf(world, 60)), await newClub(dayOf(world, 300)));
  const [short, long] = world.clubs;
  const [payer, , player] = world.people;
  if (!short || !long || !payer || !player) throw new Error("nobody is there");
  await apply(application("x", payer), "fr", formOf(payer).from);
  await paysLicence((await read(world)).open_orders.at(-1));
  for (const { email, number } of [long, short, long]) await invitePlayer(email, number);
  await acceptInvitation(
    (await read(world)).places.find(({ club }) => club === long.number)?.code ?? "",
    player.email,
    formOf(player),
  );
  return world;
}

const dayOf = ({ now }: World, days = 0) => new Date(now + days * DAY).toISOString().slice(0, 10);

// What is in the tables, as they say it.

type Member = {
  id: string;
  email: string;
  first_name: string;
  status: string;
  start: string | null;
  end: string | null;
  club: number | null;
  serial: number | null;
  token: string | null;
  type: string;
  paid: boolean;
  included: number | null;
};
type Licence = {
  serial: number;
  member_id: string | null;
  issue: number;
  from: string | null;
  until: string | null;
  replaced_by: number | null;
};
type Place = {
  id: string;
  club: number;
  code: string;
  by_player: boolean;
  is_open: boolean;
  is_accepted: boolean;
  from_club: number | null;
  player_id: string | null;
  own_id: string | null;
  until: string | null;
  is_ended: boolean;
};
type Bought = { order_id: string; club: number; count: number; until: string; status: string };

const clubNumbers = ({ clubs }: World) =>
  sql.param(`{${clubs.map(({ number }) => number).join(",")}}`);
const addresses = ({ people, clubs }: World) =>
  sql.param(`{${[...people, ...clubs].map(({ email }) => email).join(",")}}`);

async function read(world: World) {
  const numbers = clubNumbers(world);
  const [found] = await rows<{
    members: Member[];
    licences: Licence[];
    places: Place[];
    bought: Bought[];
    open_orders: string[];
    paid_orders: string[];
  }>(sql`select
    (select coalesce(json_agg(m order by m.id), '[]') from (select id, email, first_name, status, membership_start as start,
      membership_end as "end", club, licence_serial as serial, application_token as token, member_type as type,
      order_id is not null as paid,
      (select included_licences from membership_types t where t.id = membership_type_id) as included
      from members where email = any(${addresses(world)}::text[])) m) as members,
    (select coalesce(json_agg(l), '[]') from (select serial, member_id, issue, suspended_from as from,
      suspended_until as until, replaced_by from licences) l) as licences,
    (select coalesce(json_agg(p order by p.id), '[]') from (select id, club, code, by_player, from_club, player_id, own_id,
      until, accepted_at is not null as is_accepted, ended_at is not null as is_ended,
      accepted_at is null and withdrawn_at is null and expires_at > ${new Date(world.now).toISOString()} as is_open
      from club_places where club = any(${numbers}::int[])) p) as places,
    (select coalesce(json_agg(b), '[]') from (select p.order_id, p.club, p.count, p.until, o.status
      from club_purchases p join orders o on o.id = p.order_id where p.club = any(${numbers}::int[])) b) as bought,
    (select coalesce(json_agg(o.id order by o.created_at, o.id), '[]') from orders o
      where o.payer_email = any(${addresses(world)}::text[]) and o.status in ('held', 'cancelled', 'expired')) as open_orders,
    (select coalesce(json_agg(o.id order by o.created_at, o.id), '[]') from orders o
      where o.payer_email = any(${addresses(world)}::text[]) and o.status = 'confirmed') as paid_orders`);
  if (!found) throw new Error("no answer");
  return found;
}
type Found = Awaited<ReturnType<typeof read>>;

const lasts = (end: string | null, today: string) => (end ?? NEVER) >= today;
const byEnd = (one: Member, other: Member) =>
  (other.end ?? NEVER).localeCompare(one.end ?? NEVER) || other.id.localeCompare(one.id);
const isPlayer = ({ type, serial }: Member) => type === "player" && serial !== null;
const isCurrent = ({ status }: Member) => status === "active" || status === "suspended";

/** The membership that makes a club one today. */
const seasonOf = ({ members }: Found, club: number, today: string) =>
  members
    .filter((row) => row.type === "club" && row.club === club)
    .filter((row) => row.status === "active" && lasts(row.end, today))
    .sort(byEnd)[0];

function allowanceOf(found: Found, club: number, today: string): number | undefined {
  const season = seasonOf(found, club, today);
  if (!season) return undefined;
  return found.bought
    .filter((one) => one.club === club && one.status === "confirmed" && one.until >= today)
    .reduce((sum, { count }) => sum + count, season.included ?? 10);
}

const usedOf = ({ places }: Found, club: number, today: string) =>
  places
    .filter((place) => place.club === club && !place.by_player)
    .filter((place) => (place.is_accepted ? lasts(place.until, today) : place.is_open)).length;

/** The membership that a number shows, and its state in a word. */
function standingOf({ members, licences }: Found, serial: number, today: string) {
  const own = members.filter((row) => isPlayer(row) && row.serial === serial).sort(byEnd);
  const shown =
    own.find((row) => row.status === "suspended" && lasts(row.end, today)) ??
    own.find(isCurrent) ??
    own[0];
  const licence = licences.find((one) => one.serial === serial);
  const isSuspended = licence?.from != null && licence.from <= today && lasts(licence.until, today);
  if (!shown || !licence) return { shown, licence, state: "gone" };
  if (!isCurrent(shown) || !lasts(shown.end, today)) return { shown, licence, state: "ended" };
  const state = shown.status === "suspended" || isSuspended ? "suspended" : "valid";
  return { shown, licence, state };
}
/** In a check and on a page the last weeks of a season, and what begins later, have words of their own. */
const wordOf = (state: string | undefined) =>
  state === "ending" || state === "future" || state === "season" ? "valid" : state;

async function check(world: World, { isSettled = false } = {}): Promise<void> {
  const today = dayOf(world);
  const found = await read(world);
  const { members, licences, places } = found;

  for (const { number, email } of world.clubs) {
    const [allowance, used] = [allowanceOf(found, number, today), usedOf(found, number, today)];
    // What is given stays given when the money goes back: more are never given.
    const before = Math.max(world.used.get(number) ?? 0, world.allowed.get(number) ?? 0);
    expect(used, "licences of a club").toBeLessThanOrEqual(Math.max(allowance ?? 0, before));
    world.allowed.set(number, allowance ?? 0);
    world.used.set(number, used);
    const seen = await readClub(email, number);
    expect(seen && { used: seen.used, included: seen.included }).toEqual(
      allowance === undefined ? undefined : { used, included: allowance },
    );
    const players = members.filter((row) => isPlayer(row) && row.club === number);
    const roster = players.filter(
      (row) => isCurrent(row) || (row.end ?? NEVER) >= dayOf(world, -30),
    );
    const expected = [...new Set(roster.map(({ serial }) => formatLicence(serial ?? 0)))].sort();
    const staff = await readClubForStaff(number);
    expect(
      staff.roster.map(({ licence }) => licence).sort(),
      "players of a club for staff",
    ).toEqual(expected);
    expect(staff.used).toBe(used);
    if (seen)
      expect(seen.roster.map(({ licence }) => licence).sort(), "players of a club").toEqual(
        expected,
      );
    for (const { id, player_id } of staff.moves) {
      const place = places.find((one) => one.id === id);
      const asking = place && seasonOf(found, place.club, today);
      const mover = members.find((row) => row.id === player_id);
      expect([asking !== undefined, mover !== undefined], "an open move").toEqual([true, true]);
    }
  }
  if (isSettled) {
    // No move waits for a club that is over, or for a player who has left it.
    for (const { is_open, from_club, player_id } of places) {
      if (!is_open || from_club === null) continue;
      const asked = members.find((row) => row.id === player_id);
      const mover = members.find(
        (row) => row.club === from_club && isCurrent(row) && row.serial === asked?.serial,
      );
      expect(
        [seasonOf(found, from_club, today) !== undefined, mover !== undefined],
        "a move that waits",
      ).toEqual([true, true]);
    }
  }

  const active = members.filter((row) => isPlayer(row) && row.status === "active");
  expect(
    new Set(active.map(({ serial }) => serial)).size,
    "one active membership of a licence",
  ).toBe(active.length);
  for (const { serial, email, first_name } of members) {
    if (serial === null) continue;
    const person = world.people.find((one) => one.email === email && one.firstName === first_name);
    const owner = world.owners.get(serial) ?? person?.human;
    expect(person?.human, `whose number ${serial} is`).toBe(owner);
    if (owner) world.owners.set(serial, owner);
    expect(world.dead, "a number of somebody who was erased").not.toContain(serial);
    expect(
      licences.find((one) => one.serial === serial)?.replaced_by,
      "a number that was replaced",
    ).toBeNull();
  }

  await checkStates(world, found, today);
  checkPromises(world, found, today);
}

/** Each licence is on its page, in the own space of its holder and at its card what the tables say. */
async function checkStates(world: World, found: Found, today: string): Promise<void> {
  const spaces = new Map<string, Awaited<ReturnType<typeof readSpace>>>();
  for (const serial of world.owners.keys()) {
    const { shown, state } = standingOf(found, serial, today);
    if (!shown) continue;
    const page = await readOwnLicence(shown.token ?? "");
    expect(wordOf(page?.state), `the page of ${serial}`).toBe(state);
    const [, code] = page?.address?.split("/V/") ?? [];
    if (code) world.cards.set(code, serial);
    const space = spaces.get(shown.email) ?? (await readSpace(shown.email));
    spaces.set(shown.email, space);
    const own = space.memberships.filter(
      ({ licence }) => licence?.number === formatLicence(serial),
    );
    expect(
      own.map(({ licence }) => wordOf(licence?.state)),
      `${serial} in the own space`,
    ).toEqual([state]);
    expect(own.map(({ club }) => club)).toEqual([shown.club]);
  }
  for (const [code, serial] of world.cards) {
    const { licence, state } = standingOf(found, serial, today);
    const checked = await checkCard(code);
    if (licence?.replaced_by != null || (state === "valid" && checked.verdict === "replaced")) {
      expect(checked.verdict, `a card of ${serial}`).toBe("replaced");
    } else expect(wordOf(checked.verdict), `a card of ${serial}`).toBe(state);
    if (world.dead.has(serial)) expect(checked).toEqual({ verdict: "gone" });
  }
}

/** What a club promised, and what somebody paid, is given; what a club paid ends with it. */
function checkPromises(world: World, found: Found, today: string): void {
  const { members, places } = found;
  const isCovered = (row: Member) =>
    members.some(
      (other) => other.serial === row.serial && isCurrent(other) && lasts(other.end, today),
    );
  for (const row of members.filter((one) => isPlayer(one) && !world.decided.has(one.id))) {
    if (row.paid && lasts(row.end, today))
      expect(isCovered(row), `what ${row.email} paid`).toBe(true);
  }
  for (const place of places) {
    const row = members.find(({ id }) => id === place.player_id);
    if (!row || !place.is_accepted || !lasts(place.until, today) || world.decided.has(row.id))
      continue;
    const isOver = seasonOf(found, place.club, today) === undefined;
    // Another club that they moved to since pays it.
    const isPaid = places.some(
      (other) =>
        other.player_id === row.id &&
        !other.by_player &&
        other.is_accepted &&
        lasts(other.until, today) &&
        seasonOf(found, other.club, today) !== undefined,
    );
    if (isOver && !isPaid && !place.by_player && row.id !== place.own_id) {
      expect(row.status, `what the club ${place.club} paid`).not.toBe("active");
    }
    if (!isOver && !place.by_player && row.club === place.club) {
      expect(isCovered(row), `what the club ${place.club} promised`).toBe(true);
    }
  }
}

// What may happen.

type Step = { name: string; run: (world: World, isAlone: boolean) => Promise<unknown> };
const named = (name: string, run: Step["run"]): Step =>
  Object.assign({ name, run }, { [fc.toStringMethod]: () => name });
const some = <One>(all: readonly One[], n: number) => all[n % Math.max(all.length, 1)];

const step = (
  name: string,
  work: (world: World, n: number, m: number, isAlone: boolean) => Promise<unknown>,
) =>
  fc
    .tuple(fc.nat(11), fc.nat(11))
    .map(([n, m]) => named(`${name} ${n} ${m}`, (world, isAlone) => work(world, n, m, isAlone)));
const atClub = (
  name: string,
  work: (world: World, club: TestClub, n: number) => Promise<unknown>,
) =>
  step(name, async (world, n, m) => {
    const club = some(world.clubs, n);
    if (club) await work(world, club, m);
  });
const ofPerson = (
  name: string,
  work: (world: World, person: Person, n: number) => Promise<unknown>,
) =>
  step(name, async (world, n, m) => {
    const person = some(world.people, n);
    if (person) await work(world, person, m);
  });
/** A membership of a player, whoever has it. */
const ofPlayer = (
  name: string,
  work: (world: World, row: Member, isAlone: boolean) => Promise<unknown>,
  which: (row: Member) => boolean = () => true,
) =>
  step(name, async (world, n, _m, isAlone) => {
    const { members } = await read(world);
    const row = some(
      members.filter((one) => one.type === "player" && which(one)),
      n,
    );
    if (row) await work(world, row, isAlone);
  });

const formOf = (person: Person) => ({
  application: application("x", person),
  language: "fr" as const,
  from: { browser: { id: `browser ${person.email}`, known: true } },
});
const personOf = ({ people }: World, { email, first_name }: Member) =>
  people.find((one) => one.email === email && one.firstName === first_name);

/** Somebody accepts an invitation that is open, or was: with what they have, or with the form. */
const accepts = step("accept", async (world, n, m) => {
  const { places, members } = await read(world);
  const open = places.filter(({ is_open, from_club }) => is_open && from_club === null);
  const place = m % 4 === 3 ? some(places, m) : some(open, m);
  const person = some(world.people, n);
  if (!place || !person) return;
  const own = members.find(
    (row) => row.status === "active" && isPlayer(row) && personOf(world, row) === person,
  );
  await acceptInvitation(place.code, person.email, own ? { member: own.id } : formOf(person));
});

const paysLicence = async (orderId: string | undefined) => {
  if (orderId) await pay(orderId);
};

/** Leaving, or being released, changes the club of a licence and nothing else of it. */
const parts = (by: string, part: (world: World, row: Member) => Promise<unknown>) =>
  ofPlayer(
    by,
    async (world, row, isAlone) => {
      await part(world, row);
      if (!isAlone) return;
      const after = (await read(world)).members.find(({ id }) => id === row.id);
      expect({ ...after, club: null }, by).toEqual({ ...row, club: null });
    },
    ({ club }) => club !== null,
  );
const clubOf = ({ clubs }: World, { club }: Member) => clubs.find(({ number }) => number === club);

const decision = (n: number) =>
  n % 3 === 0 ? ({ agrees: false, reason: "Non." } as const) : ({ agrees: true } as const);
const onMove = (
  name: string,
  answer: (club: TestClub, id: string, n: number) => Promise<unknown>,
) =>
  step(name, async (world, n, m) => {
    const { places } = await read(world);
    const place = some(
      places.filter(({ from_club }) => from_club !== null),
      n,
    );
    const club = world.clubs.find(({ number }) => number === place?.from_club);
    if (place && club) await answer(club, place.id, m);
  });

/** Staff decide how the licence of a membership is, with all its memberships. */
async function decides(world: World, ids: readonly string[]): Promise<void> {
  const { members } = await read(world);
  const serials = new Set(members.filter(({ id }) => ids.includes(id)).map(({ serial }) => serial));
  for (const row of members) {
    if (ids.includes(row.id) || (row.serial !== null && serials.has(row.serial)))
      world.decided.add(row.id);
  }
}

const setStatus = async (
  world: World,
  ids: string[],
  status: "active" | "suspended" | "expired",
) => {
  await decides(world, ids);
  await asAdmin((db) => setMemberStatus(db, ids, status));
};
const clubRows = async (world: World, { number, email }: TestClub) =>
  (await read(world)).members
    .filter((row) => row.type === "club" && (row.club === number || row.email === email))
    .sort(byEnd);

const deletes = async (world: World, ids: string[]) => {
  await decides(world, ids);
  const { batch } = await asAdmin((db) => deleteMembers(db, ids));
  world.deletions.push(batch);
};

/** Of money the name stays, and what was mailed to a club named its player. */
const NAMED = ["orders", "mail_outbox"];

/** The tables that hold these words. */
async function tablesWith(words: string): Promise<string[]> {
  const tables = await rows<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  );
  const parts = tables.map(
    ({ name }) =>
      sql`select ${name} as name where exists (select from ${sql.identifier(name)} t where strpos(t::text, ${words}) > 0)`,
  );
  const found = await rows<{ name: string }>(sql.join(parts, sql` union all `));
  return found.map(({ name }) => name);
}

/** Erases somebody, and looks for them everywhere. */
const erases = step("erase", async (world, n, _m, isAlone) => {
  const person = some(world.people, n);
  if (!person) return;
  const before = await read(world);
  const own = before.members.filter((row) => personOf(world, row) === person);
  const [row] = own;
  if (!row) return;
  // Nobody, where staff have moved the record to the bin in this moment.
  if (!(await asSystem("test", (db) => erasePerson(db, row.id)))) return;
  const serials = new Set(own.flatMap(({ serial }) => serial ?? []));
  const replaced = before.licences.filter(({ replaced_by: by }) => by !== null && serials.has(by));
  for (const serial of [...serials, ...replaced.map((one) => one.serial)]) world.dead.add(serial);
  if (!isAlone) return;
  // The name of whoever is there twice stands at their other address.
  const isTwice = world.people.some((one) => one !== person && one.human === person.human);
  const named = isTwice ? [] : await tablesWith(person.lastName);
  const left = named.filter((name) => !NAMED.includes(name));
  expect(left, "tables that name somebody who was erased").toEqual([]);
  const isShared = world.people.some((one) => one !== person && one.email === person.email);
  // Staff may take the two apart again: until then what they were made one with keeps the former address.
  const isMerged = isTwice && (await rows(sql`select from person_merges`)).length > 0;
  const at = isShared || isMerged ? [] : await tablesWith(person.email);
  expect(at, "tables with an erased address").toEqual([]);
});

async function checkDead(world: World): Promise<void> {
  if (world.dead.size === 0) return;
  const serials = sql.param(`{${[...world.dead].join(",")}}`);
  const left = await rows(sql`select serial from licences where serial = any(${serials}::int[])
      and (member_id is not null or suspended_from is not null or suspension_reason is not null or replaced_by is not null)
    union all select serial from licence_cards where serial = any(${serials}::int[])
    union all select (rows -> 0 -> 'row' ->> 'licence_serial')::int from bin
      where entity = 'members' and (rows -> 0 -> 'row' ->> 'licence_serial')::int = any(${serials}::int[])`);
  expect(left, "what an erasure leaves of a number").toEqual([]);
}

const merges = step("merge", async (world, n) => {
  const { members } = await read(world);
  const at = (email: string | undefined) => members.find((row) => row.email === email);
  const [one, other] = [at(world.people[0]?.email), at(world.people[1]?.email)];
  const [kept, gone] = n % 2 === 0 ? [one, other] : [other, one];
  if (!kept || !gone) return;
  const plan = await readMerge(kept.id, gone.id);
  if (!plan || plan === "same") return;
  await mergePeople(ADMIN, { keptId: kept.id, goneId: gone.id, seen: plan.digest });
});

const timePasses = fc.constantFrom(0, 1, 16, 31, 200).map((days) =>
  named(`${days} days pass`, async (world) => {
    world.now += days * DAY + 20 * MINUTE;
    await endMembershipsJob.run(new AbortController().signal);
    await clubPlacesJob.run(new AbortController().signal);
  }),
);

const anything = fc.oneof(
  {
    weight: 3,
    arbitrary: atClub("invite", (_world, { email, number }, n) =>
      invitePlayer(email, number, { by_player: n % 4 === 0 }),
    ),
  },
  atClub("send a list", async (world, { email, number }) => {
    const players = parseList(world.people.map((one) => one.email).join("\n"));
    await inviteList(email, number, {
      id: newId(),
      players,
      promised: new Set(players.map(({ line }) => line)),
    });
  }),
  { weight: 8, arbitrary: accepts },
  step("withdraw an invitation", async (world, n) => {
    const place = some(
      (await read(world)).places.filter(({ is_open }) => is_open),
      n,
    );
    const club = world.clubs.find(({ number }) => number === place?.club);
    if (place && club) await withdrawInvitation(club.email, club.number, place.id);
  }),
  ofPerson("apply", (_world, person) => apply(application("x", person), "fr", formOf(person).from)),
  {
    weight: 3,
    arbitrary: step("pay", async (world, n) =>
      paysLicence(some((await read(world)).open_orders, n)),
    ),
  },
  step("pay the last order", async (world) => paysLicence((await read(world)).open_orders.at(-1))),
  step("give money back", async (world, n) => {
    const { paid_orders } = await read(world);
    const order = some(paid_orders, n);
    if (!order) return;
    for (const { id } of await rows<{ id: string }>(
      sql`select id from members where order_id = ${order}`,
    ))
      world.decided.add(id);
    await giveBack(order);
  }),
  atClub("buy licences", (_world, { email, number }, n) =>
    orderLicences(email, number, {
      count: 1 + (n % 3),
      offer: offerKey({ price: 15_000, currency: "GNF" }),
    }),
  ),
  atClub("renew the club", (_world, { email, name }) =>
    apply(application("x", { type: CLUB, email, organisation: name }), "fr", {
      browser: { id: `browser ${email}`, known: true },
    }),
  ),
  atClub("renew players", (_world, { email, number }) => renewPlayers(email, number)),
  atClub("end the club", async (world, club, n) => {
    const ids = (await clubRows(world, club))
      .filter(({ status }) => status === "active")
      .map(({ id }) => id);
    await setStatus(world, ids, n % 2 === 0 ? "suspended" : "expired");
  }),
  {
    weight: 2,
    arbitrary: atClub("resume the club", async (world, club) => {
      const [row] = (await clubRows(world, club)).filter(({ status }) => status !== "active");
      if (row) await setStatus(world, [row.id], "active");
    }),
  },
  atClub("delete the club", async (world, club) =>
    deletes(
      world,
      (await clubRows(world, club)).map(({ id }) => id),
    ),
  ),
  ofPlayer("delete", (world, row) => deletes(world, [row.id])),
  atClub("delete a club with its players", async (world, { number }) => {
    const { members } = await read(world);
    await deletes(
      world,
      members.filter(({ club }) => club === number).map(({ id }) => id),
    );
  }),
  {
    weight: 3,
    arbitrary: step("restore", async (world, n) => {
      const batch = some(world.deletions, n);
      if (batch) await asAdmin((db) => restoreBatch(db, batch));
    }),
  },
  parts("leave", (_world, { email, id }) => partFromClub(email, id)),
  parts("release", async (world, row) => {
    const club = clubOf(world, row);
    if (club) await partFromClub(club.email, row.id);
  }),
  parts("release by staff", (_world, { id, club }) =>
    asAdmin((db) => releaseFromClub(db, id, club ?? 0)),
  ),
  {
    weight: 2,
    arbitrary: onMove("answer a move", ({ email, number }, id, n) =>
      answerMove(email, number, id, decision(n)),
    ),
  },
  onMove("staff answer a move", ({ number }, id, n) =>
    answerMoveForClub(ADMIN, number, id, decision(n)),
  ),
  step("take a move back", async (world, n) => {
    const { places, members } = await read(world);
    const place = some(
      places.filter(({ from_club }) => from_club !== null),
      n,
    );
    const row = members.find(({ id }) => id === place?.player_id);
    if (place && row) await withdrawMove(row.email, place.id);
  }),
  ofPlayer(
    "suspend",
    (world, { id }) =>
      asAdmin((db) =>
        suspendLicence(db, id, {
          suspension_reason: "Triche",
          suspended_from: dayOf(world),
          suspended_until: id < "8" ? null : dayOf(world, 20),
        }),
      ),
    ({ serial }) => serial !== null,
  ),
  ofPlayer(
    "lift a suspension",
    (_world, { id }) => asAdmin((db) => resumeLicence(db, id)),
    ({ serial }) => serial !== null,
  ),
  ofPlayer("staff end", (world, { id }) => setStatus(world, [id], "expired")),
  ofPlayer("staff begin", (world, { id }) => setStatus(world, [id], "active")),
  { weight: 2, arbitrary: merges },
  step("undo the last merge", async () => {
    const [merge] = await listMerges();
    if (merge) await unmergePeople(ADMIN, merge.id);
  }),
  erases,
  timePasses,
);

/** What staff are told instead. */
const isRefusal = (error: unknown) =>
  error instanceof FieldRefused ||
  (error instanceof AppError && (error.kind === "conflict" || error.kind === "not-found"));

async function perform(world: World, steps: readonly Step[]): Promise<void> {
  // Another moment, since a mail is told from another by when it was written.
  world.now += 1_000;
  const results = await Promise.allSettled(steps.map(({ run }) => run(world, steps.length === 1)));
  for (const result of results) {
    if (result.status === "rejected" && !isRefusal(result.reason)) throw result.reason;
  }
}

const at = fc.oneof({ weight: 2, arbitrary: fc.tuple(anything) }, fc.tuple(anything, anything));

test("after any sequence, licences are what was promised and paid, and are told as they are", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(2, 3),
      fc.array(at, { minLength: 8, maxLength: repetitions(24, 40), size: "max" }),
      async (included, history) => {
        const world = await begin(included);
        await check(world);
        for (const steps of history) {
          await perform(world, steps);
          await check(world);
          await checkDead(world);
        }
        await clubPlacesJob.run(new AbortController().signal);
        await check(world, { isSettled: true });
      },
    ),
    { numRuns: repetitions(4, 150) },
  );
}, 900_000);
