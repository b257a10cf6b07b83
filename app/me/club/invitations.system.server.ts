import { randomInt } from "node:crypto";
import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";
import type { Sender } from "../../core/http/browser.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { DAY } from "../../core/values/durations.ts";
import { brokenConstraint, isUniqueViolation } from "../../core/values/errors.ts";
import { isoDay } from "../../i18n/format.ts";
import type { Language } from "../../i18n/languages.ts";
import { queueMail, withKey } from "../../mail/outbox.visitor.server.ts";
import type { Application } from "../../membership/apply/application-schema.ts";
import {
  applicantRow,
  findMembershipType,
  isActiveMembershipOf,
  listSuspended,
  lockBeginnings,
  type Member,
  recordApplication,
} from "../../membership/apply/membership.system.server.ts";
import { roleInClub } from "../../membership/clubs/club-profile.operations.server.ts";
import {
  type ClubSeason,
  findClub,
  findClubNames,
  leaveClub,
  lockClub,
} from "../../membership/clubs/clubs.operations.server.ts";
import { clubPlaces, clubPurchases } from "../../membership/clubs/clubs.table.server.ts";
import {
  CODE_LENGTH,
  CODE_LETTERS,
  INVITATION_DAYS,
  type InvitationState,
  MOST_OPEN,
  movesOpenFrom,
  paidUntil,
} from "../../membership/clubs/clubs.ts";
import { formatLicence } from "../../membership/members/licence-number.ts";
import { members } from "../../membership/members/members.table.server.ts";
import { personName } from "../../membership/members/members.ts";
import { membershipTypes } from "../../membership/types/membership-types.table.server.ts";
import type { ClubMoves } from "../../settings/settings.ts";
import { cachedSettings, readSettings } from "../../settings/settings.visitor.server.ts";
import { clubLicenceMail, playerLeftMail } from "./club.mail.ts";
import {
  askMove,
  endMove,
  findClubLeft,
  hasMove,
  type Place,
  placeState,
} from "./moves.operations.server.ts";

const newCode = () =>
  Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join("");

/** The club of a number, if somebody with this address acts for it. */
export async function findOwnClub(
  db: SystemDb,
  email: string,
  number: number,
): Promise<ClubSeason | undefined> {
  const club = await findClub(db, number);
  return club && (await roleInClub(db, club, email)) ? club : undefined;
}

/** `full`: the licences that the membership includes are all promised or paid. `many`: too many invitations are open. */
export type Invited = "invited" | "full" | "many" | "none";

/** An open invitation; a trigger refuses it when all licences are taken. The club is locked. */
export async function addInvitation(db: SystemDb, club: number, by_player = false) {
  const expires_at = new Date(currentTime().getTime() + INVITATION_DAYS * DAY);
  const [place] = await db
    .insert(clubPlaces)
    .values({ club, code: newCode(), expires_at, by_player })
    .returning();
  if (!place) throw new Error("an invitation was not recorded");
  return place;
}

/** Invites one player, whose licence the club pays, or with `by_player` the player. */
export async function invitePlayer(
  email: string,
  number: number,
  { by_player = false } = {},
): Promise<Invited> {
  try {
    return await asSystem("club.invite", async (db) => {
      if (!(await findOwnClub(db, email, number))) return "none";
      await lockClub(db, number);
      if (by_player && (await countOpenByPlayer(db, number)) >= MOST_OPEN) return "many";
      await addInvitation(db, number, by_player);
      return "invited";
    });
  } catch (error) {
    if (brokenConstraint(error) === "club_places_included") return "full";
    throw error;
  }
}

const countOpenByPlayer = (db: SystemDb, club: number) =>
  db.$count(
    clubPlaces,
    and(
      eq(clubPlaces.club, club),
      eq(clubPlaces.by_player, true),
      isNull(clubPlaces.accepted_at),
      isNull(clubPlaces.withdrawn_at),
      sql`${clubPlaces.expires_at} > site_now()`,
    ),
  );

/** Takes back an invitation that nobody has accepted. */
export function withdrawInvitation(email: string, number: number, id: string): Promise<boolean> {
  return asSystem("club.withdraw", async (db) => {
    if (!(await findOwnClub(db, email, number))) return false;
    await lockClub(db, number);
    const [place] = await db
      .select()
      .from(clubPlaces)
      .where(
        and(
          eq(clubPlaces.id, id),
          eq(clubPlaces.club, number),
          isNull(clubPlaces.accepted_at),
          isNull(clubPlaces.withdrawn_at),
        ),
      )
      .for("update");
    if (!place) return false;
    if (place.from_club !== null) await endMove(db, place, { by: "club" });
    else {
      const withdrawn_at = currentTime();
      await db.update(clubPlaces).set({ withdrawn_at }).where(eq(clubPlaces.id, id));
    }
    return true;
  });
}

/** Whoever may take an invitation with the licence that they have. */
export type Candidate = {
  id: string;
  name: string;
  licence: string;
  /** The club that they are of, which has to agree. */
  formerClub?: string;
  /** The club that they left by themselves: another one waits until moves are open. */
  leftClub?: string;
};

export type ShownInvitation = {
  state: InvitationState | "over";
  club: string;
  city: string | null;
  /** Until when a licence runs that is accepted today, yyyy-mm-dd. */
  until?: string;
  /** The player pays for their licence. */
  byPlayer?: boolean;
};

/** What the link of an invitation leads to; undefined for no code of ours. */
export function readInvitation(code: string): Promise<ShownInvitation | undefined> {
  return asSystem("club.invitation", async (db) => {
    const [place] = await db.select().from(clubPlaces).where(eq(clubPlaces.code, code));
    if (!place) return undefined;
    const now = currentTime();
    const club = await findClub(db, place.club);
    if (!club) return { state: "over", club: "", city: null };
    const { name, city, end } = club;
    const until = await lastDayOf(db, place, isoDay(now), end);
    return {
      state: await placeState(db, place, now),
      club: name,
      city,
      until,
      byPlayer: place.by_player,
    };
  });
}

/** The last day of a licence that an invitation gives today: also with what the club bought, of which it is one. */
async function lastDayOf(
  db: SystemDb,
  { purchase_id }: { purchase_id: string | null },
  today: string,
  clubEnd: string | null,
): Promise<string> {
  const until = paidUntil(today, clubEnd);
  if (purchase_id === null) return until;
  const [bought] = await db
    .select({ until: clubPurchases.until })
    .from(clubPurchases)
    .where(eq(clubPurchases.id, purchase_id));
  return bought && bought.until < until ? bought.until : until;
}

/** The players at a proven address who have a licence and are not of this club. */
export function listCandidates(email: string, code: string): Promise<Candidate[]> {
  return asSystem("club.candidates", async (db) => {
    const [place] = await db.select().from(clubPlaces).where(eq(clubPlaces.code, code));
    if (!place) return [];
    const rows = await db
      .select()
      .from(members)
      .where(isPlayerAt(email))
      .orderBy(desc(members.membership_end))
      .limit(20);
    const names = await findClubNames(
      db,
      rows.flatMap(({ club }) => club ?? []),
    );
    const others = rows.filter(({ club }) => club !== place.club);
    return Promise.all(
      others.map(async (row) => ({
        id: row.id,
        name: personName(row),
        licence: formatLicence(row.licence_serial ?? 0),
        formerClub: row.club === null ? undefined : names.get(row.club),
        leftClub: (await findClubLeft(db, row, place.club))?.name,
      })),
    );
  });
}

const isPlayerAt = (email: string) =>
  and(
    eq(sql`lower(${members.email})`, sql`lower(${email})`),
    eq(members.member_type, "player"),
    eq(members.status, "active"),
    eq(members.is_test, false),
    sql`${members.licence_serial} is not null`,
    sql`coalesce(${members.membership_end} >= site_today(), true)`,
  );

/** The membership of somebody who has a licence, or the form of somebody who has none. */
export type Acceptance =
  | { member: string }
  | { application: Application; language: Language; from?: Sender };

export type Accepted =
  | { token: string }
  /** The page of an application that the player pays for. */
  | { application: string }
  /** The player's present club is asked. */
  | { waiting: true }
  /**
   * `member`: they are of this club already. `suspended`: no other begins beside it. `closed`: no move can be asked for
   * today. `moving`: they asked for another. `type`: no membership of players is on offer.
   */
  | { refused: Exclude<InvitationState, "open"> | "over" | NotTaken | "unknown" };

/** Why somebody cannot accept an invitation that stays open. */
export type NotTaken = "member" | "suspended" | "closed" | "moving" | "type";

/**
 * Accepts an invitation for a player at a proven address: their licence is active at once, paid by the club; or, when
 * the player pays, they join with the licence that they have, else once they have paid for one. Whoever is of another
 * club waits for its answer. Locked in the order of every operation: the address, the club, the place, then memberships.
 */
export async function acceptInvitation(
  code: string,
  email: string,
  how: Acceptance,
): Promise<Accepted> {
  const window = await readMoveWindow();
  try {
    return await accept(code, email, how, window);
  } catch (error) {
    // Somebody sent the form of an application at the same moment: the second attempt finds theirs.
    if (!isUniqueViolation(error)) throw error;
    return accept(code, email, how, window);
  }
}

/** When moves may be asked for; the last known days while the settings cannot be read. */
export const readMoveWindow = async (): Promise<ClubMoves> =>
  (await readSettings().catch(cachedSettings)).club_moves;

function accept(
  code: string,
  email: string,
  how: Acceptance,
  window: ClubMoves,
): Promise<Accepted> {
  return asSystem("club.accept", async (db): Promise<Accepted> => {
    const now = currentTime();
    const one = () => db.select().from(clubPlaces).where(eq(clubPlaces.code, code));
    const [found] = await one();
    if (!found) return { refused: "unknown" };
    // Before the club, as a payment does: what they pay at this moment is the licence that they have.
    await lockBeginnings(db, [email]);
    await lockClub(db, found.club);
    const [place] = await one().for("update");
    if (!place) return { refused: "unknown" };
    const state = await placeState(db, place, now);
    if (state !== "open") return { refused: state };
    const club = await findClub(db, place.club);
    if (!club) return { refused: "over" };

    const player = await findPlayer(db, email, how, now);
    if (!player) return { refused: "member" in how ? "unknown" : "type" };
    if (await isSuspended(db, player.row, now)) return { refused: "suspended" };
    if (!player.isNew && player.row.club === club.number) return { refused: "member" };
    const former = player.row.club ? await findClub(db, player.row.club) : undefined;
    if (former && !player.isNew) {
      if (movesOpenFrom(window, isoDay(now))) return { refused: "closed" };
      if (await hasMove(db, player.row, place.id)) return { refused: "moving" };
      await askMove(db, { place, club, former, player: player.row }, now);
      return { waiting: true };
    }
    if (
      !player.isNew &&
      movesOpenFrom(window, isoDay(now)) &&
      (await findClubLeft(db, player.row, club.number))
    ) {
      return { refused: "closed" };
    }
    if (place.by_player && player.isNew) {
      const until = paidUntil(isoDay(now), club.end);
      return "member" in how
        ? { refused: "unknown" }
        : applyAndPay(db, { place: place.id, club: club.number, email, how, now, until });
    }
    return { token: await join(db, { place, club, player, now }) };
  });
}

/** Whether a membership of the same person is suspended. */
export async function isSuspended(db: SystemDb, row: NewMember, now: Date): Promise<boolean> {
  const holder = { member_type: "player" as const, organisation: null, birth_date: null };
  return (await listSuspended(db, { ...holder, ...row }, now)).length > 0;
}

type Player = { row: Member; isNew: false } | { row: NewMember; isNew: true };
type Joining = {
  place: Place;
  club: ClubSeason;
  player: Player;
  now: Date;
  /** The club that they leave, which is told, and whether staff decided for it. */
  former?: ClubSeason;
  byStaff?: boolean;
};

/** Makes somebody a player of a club, with the licence that they have or one that the club pays. Returns its token. */
export async function join(db: SystemDb, joining: Joining): Promise<string> {
  const { place, club, player, now, former, byStaff } = joining;
  const today = isoDay(now);
  const until = await lastDayOf(db, place, today, club.end);
  const covered = player.isNew
    ? await begin(db, player.row, club.number, today, until)
    : place.by_player
      ? await joinWithOwn(db, player.row, club.number)
      : await cover(db, player.row, club.number, today, until);
  await db
    .update(clubPlaces)
    .set({ accepted_at: now, until, asked_at: null, from_club: null, ...covered.place })
    .where(eq(clubPlaces.id, place.id));

  const { member } = covered;
  await queueMail(
    db,
    withKey(
      clubLicenceMail({
        ...member,
        club: club.name,
        number: formatLicence(member.licence_serial ?? 0),
        token: member.application_token ?? "",
        until: member.membership_end,
        isOwn: place.by_player,
      }),
      place.id,
    ),
  );
  if (former) {
    const mail = playerLeftMail({ ...former, player: personName(member), byStaff });
    await queueMail(db, withKey(mail, former.id, place.id));
  }
  return member.application_token ?? "";
}

type Unpaid = {
  place: string;
  club: number;
  email: string;
  how: { application: Application; language: Language; from?: Sender };
  now: Date;
  until: string;
};

/** The usual application with its order; its membership is of the club once it is paid, if that is still one. */
async function applyAndPay(
  db: SystemDb,
  { place, club, email, how, now, until }: Unpaid,
): Promise<Accepted> {
  const type = await findMembershipType(db, how.application.type);
  if (type?.member_type !== "player") return { refused: "type" };
  const applied = await recordApplication(db, { ...how.application, email }, how, now);
  if (!applied) return { refused: "type" };
  const [member] = await db
    .update(members)
    .set({ club })
    .where(and(eq(members.application_token, applied.token), eq(members.status, "pending")))
    .returning({ id: members.id });
  if (!member) return { refused: "unknown" };
  await db
    .update(clubPlaces)
    .set({
      accepted_at: now,
      until,
      asked_at: null,
      from_club: null,
      player_id: member.id,
      own_id: member.id,
    })
    .where(eq(clubPlaces.id, place));
  return { application: applied.token };
}

/** The membership that a player of a club gets: the cheapest on offer. */
export async function findPlayerType(db: SystemDb) {
  const [type] = await db
    .select()
    .from(membershipTypes)
    .where(and(eq(membershipTypes.member_type, "player"), eq(membershipTypes.is_active, true)))
    .orderBy(membershipTypes.price, membershipTypes.id)
    .limit(1);
  return type;
}

/** Whoever pays for themselves joins with the licence that they have, which stays as it is. */
async function joinWithOwn(db: SystemDb, row: Member, club: number): Promise<Covered> {
  const [member] = await db.update(members).set({ club }).where(eq(members.id, row.id)).returning();
  return { member: member ?? row, place: { player_id: row.id, own_id: row.id } };
}

type NewMember = typeof members.$inferInsert;

/** Whose licence it is: a membership that they have, or the row of their form. */
async function findPlayer(
  db: SystemDb,
  email: string,
  how: Acceptance,
  now: Date,
): Promise<Player | undefined> {
  if ("member" in how) {
    await lockPerson(db, and(eq(members.id, how.member), isPlayerAt(email)));
    const [row] = await db
      .select()
      .from(members)
      .where(and(eq(members.id, how.member), isPlayerAt(email)))
      .for("update");
    return row && { row, isNew: false };
  }
  const type = await findPlayerType(db);
  if (!type) return undefined;
  const values = await applicantRow(db, { ...how.application, email }, type, how.language, now);
  await lockPerson(db, and(isActiveMembershipOf(values), isPlayerAt(email)));
  const [row] = await db
    .select()
    .from(members)
    .where(and(isActiveMembershipOf(values), isPlayerAt(email)))
    .orderBy(sql`${members.membership_end} desc nulls first`)
    .limit(1)
    .for("update");
  return row ? { row, isNew: false } : { row: values, isNew: true };
}

/** Locks all memberships of the person of one of them, in the order in which a club that begins again does. */
const lockPerson = (db: SystemDb, which: SQL | undefined) =>
  db
    .select({ id: members.id })
    .from(members)
    .where(
      inArray(
        members.licence_serial,
        db.select({ serial: members.licence_serial }).from(members).where(which),
      ),
    )
    .orderBy(asc(members.id))
    .for("update");

type Covered = { member: Member; place: { player_id: string; own_id: string | null } };

async function insert(db: SystemDb, values: NewMember): Promise<Member> {
  const [member] = await db.insert(members).values(values).returning();
  if (!member) throw new Error("a player of a club was not recorded");
  return member;
}

/** Somebody's first licence, or one after a pause. */
async function begin(
  db: SystemDb,
  values: NewMember,
  club: number,
  today: string,
  until: string,
): Promise<Covered> {
  const member = await insert(db, {
    ...values,
    status: "active",
    membership_start: today,
    membership_end: until,
    club,
  });
  return { member, place: { player_id: member.id, own_id: null } };
}

/** What is copied from the membership that somebody has to the one that their club pays. */
const OF_PERSON = [
  ...(["first_name", "last_name", "email", "phone", "birth_date", "address", "city"] as const),
  ...(["guardian_name", "guardian_phone", "guardian_relation", "guardian_consent"] as const),
  ...(["guardian_consent_at", "member_type", "membership_type_id", "experience", "games"] as const),
  ...(["motivation", "language", "terms_since", "listed_since", "reminders_off"] as const),
];

/** A licence that lasts longer stays as it is; one that ends sooner goes on until the day of the club. */
export async function cover(
  db: SystemDb,
  row: Member,
  club: number,
  today: string,
  until: string,
): Promise<Covered> {
  // Somebody who comes back takes the place that they had left.
  const [left] = await db
    .select()
    .from(clubPlaces)
    .where(
      and(
        eq(clubPlaces.club, club),
        eq(clubPlaces.player_id, row.id),
        eq(clubPlaces.by_player, false),
        sql`${clubPlaces.until} >= site_today()`,
      ),
    )
    .limit(1);
  if (left) {
    await db
      .update(clubPlaces)
      .set({ until: sql`site_today() - 1` })
      .where(eq(clubPlaces.id, left.id));
  }
  const isOwn = !left || left.own_id === left.player_id;
  const own_id = isOwn ? row.id : (left?.own_id ?? null);
  if (row.membership_end === null || row.membership_end >= until) {
    const [member] = await db
      .update(members)
      .set({ club })
      .where(eq(members.id, row.id))
      .returning();
    return { member: member ?? row, place: { player_id: row.id, own_id } };
  }
  await leaveClub(db, row);
  await db
    .update(members)
    .set({ status: "expired" })
    .where(and(eq(members.licence_serial, row.licence_serial ?? 0), eq(members.status, "active")));
  const values = Object.fromEntries(OF_PERSON.map((name) => [name, row[name]]));
  const member = await insert(db, {
    ...(values as Pick<Member, (typeof OF_PERSON)[number]>),
    status: "active",
    membership_start: today,
    membership_end: until,
    club,
  });
  return { member, place: { player_id: member.id, own_id } };
}
