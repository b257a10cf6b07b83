import { and, desc, eq, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import { columnsOf } from "../../core/database/doors/columns.server.ts";
import { asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { rowsOf } from "../../core/database/doors/rows.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { isYoungerThan } from "../../core/values/age.ts";
import { cachedMinorAge } from "../../guardians/minor-age.visitor.server.ts";
import { isoDay } from "../../i18n/format.ts";
import { licenceState } from "../../licences/licence-state.ts";
import { licences } from "../../licences/licences.table.server.ts";
import { queueMail, withKey } from "../../mail/outbox.visitor.server.ts";
import type { Member } from "../../membership/apply/membership.system.server.ts";
import { findProfile, roleInClub } from "../../membership/clubs/club-profile.operations.server.ts";
import {
  type ClubSeason,
  countPlaces,
  findClub,
  findFreePlace,
  leaveClub,
  lockClub,
} from "../../membership/clubs/clubs.operations.server.ts";
import { clubInvitees, clubPlaces } from "../../membership/clubs/clubs.table.server.ts";
import { MOST_PLAYERS, paidUntil, RENEWAL_DAYS } from "../../membership/clubs/clubs.ts";
import { formatLicence } from "../../membership/members/licence-number.ts";
import { members } from "../../membership/members/members.table.server.ts";
import { personName } from "../../membership/members/members.ts";
import { dayAfter } from "../../membership/renewal/membership-period.ts";
import { clubLicenceMail, leftClubMail, playerLeftMail } from "./club.mail.ts";
import { cover, findOwnClub } from "./invitations.system.server.ts";
import { listMoves, rememberLeaving } from "./moves.operations.server.ts";
import { shownInvitee } from "./player-list.system.server.ts";
import { findOffer, listPurchases } from "./purchases.system.server.ts";

/** A club as whoever answers for it sees it; undefined for everybody else. */
export function readClub(email: string, number: number) {
  return asSystem("club.read", async (db) => {
    const club = await findOwnClub(db, email, number);
    if (!club) return undefined;
    const { name, city, end, included } = club;
    const roster = await listRoster(db, number);
    const purchases = await listPurchases(db, number);
    const today = isoDay(currentTime());
    return {
      offer: await findOffer(db, club),
      ordered: purchases
        .filter(({ status }) => status === "held")
        .map(({ token, count, price_amount: amount, price_currency: currency }) => ({
          token,
          count,
          amount,
          currency,
        })),
      bought: purchases
        .filter(({ status, until }) => status === "confirmed" && until >= today)
        .map(({ count, until }) => ({ count, until })),
      number,
      name,
      city,
      contact: personName(club),
      profile: await findProfile(db, number),
      end,
      included,
      used: await countPlaces(db, number),
      roster: roster.map(shownPlayer),
      renewable: (await listRenewable(db, club)).length,
      open: (await listOpen(db, number)).map(({ created_at: _made, invitee, ...invitation }) => ({
        ...invitation,
        invitee: invitee && shownInvitee(invitee),
      })),
      moves: (await listMoves(db, number)).map(
        ({ player_id: _id, asked_at: _at, ...move }) => move,
      ),
    };
  });
}

/** A club as staff see it, also one that is over; the code of an invitation is nobody's but the club's. */
export function readClubForStaff(number: number) {
  return asSystem("club.staff", async (db) => {
    const club = await findClub(db, number);
    const roster = await listRoster(db, number);
    return {
      end: club?.end,
      profile: await findProfile(db, number),
      included: club?.included,
      used: await countPlaces(db, number),
      roster: roster.map((player) => ({ ...shownPlayer(player), until: player.membership_end })),
      purchases: (await listPurchases(db, number)).map(
        ({ token: _secret, ...purchase }) => purchase,
      ),
      open: (await listOpen(db, number)).map(
        ({ code: _secret, invitee: _private, ...invitation }) => invitation,
      ),
      moves: await listMoves(db, number),
    };
  });
}

export type Club = NonNullable<Awaited<ReturnType<typeof readClub>>>;

const listOpen = (db: SystemDb, club: number) =>
  db
    .select({
      ...columnsOf(clubPlaces, ["id", "code", "expires_at", "created_at", "by_player"]),
      /** A player of another club accepted it, and that club has not answered. */
      waits: sql<boolean>`${clubPlaces.from_club} is not null`,
      invitee: columnsOf(clubInvitees, ["email", "first_name", "last_name", "mails", "mailed_at"]),
    })
    .from(clubPlaces)
    .leftJoin(
      clubInvitees,
      and(eq(clubInvitees.place_id, clubPlaces.id), isNotNull(clubInvitees.email)),
    )
    .where(
      and(
        eq(clubPlaces.club, club),
        isNull(clubPlaces.accepted_at),
        isNull(clubPlaces.withdrawn_at),
        sql`${clubPlaces.expires_at} > site_now()`,
      ),
    )
    .orderBy(clubPlaces.created_at, clubPlaces.id);

/** The players of a club, each with the membership that lasts longest. The gamertag is that of their last registration. */
async function listRoster(db: SystemDb, club: number) {
  const rows = await db
    .select({
      ...columnsOf(members, [
        "id",
        "first_name",
        "last_name",
        "birth_date",
        "status",
        "membership_start",
        "membership_end",
        "licence_serial",
      ]),
      gamertag: sql<string | null>`(select r.gamertag from event_registrations r
        where lower(r.email) = lower(${members.email}) and r.birth_date = ${members.birth_date}
          and search_form(r.first_name) = search_form(${members.first_name}) and not r.is_test
        order by r.created_at desc limit 1)`,
      suspension: columnsOf(licences, ["suspended_from", "suspended_until"]),
    })
    .from(members)
    .innerJoin(licences, eq(licences.serial, members.licence_serial))
    .where(
      and(
        eq(members.club, club),
        eq(members.member_type, "player"),
        eq(members.is_test, false),
        or(
          sql`${members.status} in ('active', 'suspended')`,
          sql`${members.membership_end} >= site_today() - ${RENEWAL_DAYS}::int`,
        ),
      ),
    )
    .orderBy(
      desc(sql`${members.status} <> 'expired'`),
      sql`${members.membership_end} desc nulls first`,
    )
    .limit(MOST_PLAYERS);
  const seen = new Set<number | null>();
  const players = rows.filter(({ licence_serial }) => {
    if (seen.has(licence_serial)) return false;
    seen.add(licence_serial);
    return true;
  });
  return players.sort((a, b) => personName(a).localeCompare(personName(b), "fr"));
}

type Player = Awaited<ReturnType<typeof listRoster>>[number];

/** What a club sees of a player: nothing else. */
function shownPlayer(player: Player) {
  const today = isoDay(currentTime());
  const { id, birth_date: born, gamertag, licence_serial, suspension } = player;
  return {
    id,
    name: personName(player),
    gamertag,
    age:
      born === null ? undefined : isYoungerThan(cachedMinorAge(), born, today) ? "minor" : "adult",
    licence: formatLicence(licence_serial ?? 0),
    state: licenceState(player, suspension, today),
  } as const;
}

/** The players whose licence the club pays, ends soon or has ended, and can go on with the club. */
async function listRenewable(db: SystemDb, club: ClubSeason) {
  const today = isoDay(currentTime());
  const until = paidUntil(today, club.end);
  const soon = dayAfter(today, RENEWAL_DAYS);
  return rowsOf<{ member: string; place: string; last: string; isIncluded: boolean }>(
    db,
    sql`select distinct on (m.licence_serial) m.id as member, p.id as place, p.until::text as last,
        p.until >= site_today() and p.purchase_id is null as "isIncluded"
      from club_places p join members m on m.id = p.player_id
      where p.club = ${club.number} and m.club = ${club.number} and not p.by_player and p.until < ${until}::date
        and m.status in ('active', 'expired') and m.membership_end <= ${soon}::date
        and not exists (select from members other where other.licence_serial = m.licence_serial and other.id <> m.id
          and other.status in ('active', 'suspended'))
      order by m.licence_serial, p.until desc`,
  );
}

/**
 * Renews what the club pays for those who stay, as many as its membership includes and it has bought for its season: what it
 * bought for the one before ends with that. Returns how many, and how many not.
 */
export function renewPlayers(email: string, number: number) {
  return asSystem("club.renew", async (db) => {
    await lockClub(db, number);
    const club = await findOwnClub(db, email, number);
    if (!club) return undefined;
    const today = isoDay(currentTime());
    const until = paidUntil(today, club.end);
    const due = await listRenewable(db, club);
    let renewed = 0;
    for (const { member: id, place, last, isIncluded } of due) {
      const free = isIncluded ? { lasts: null } : await findFreePlace(db, number, last, place);
      if (!free) continue;
      const day = free.lasts !== null && free.lasts < until ? free.lasts : until;
      if (await renew(db, { club, id, place, today, until: day })) renewed += 1;
    }
    return { renewed, left: due.length - renewed };
  });
}

type Renewed = { club: ClubSeason; id: string; place: string; today: string; until: string };

/** False when they paid another membership themselves, or were erased, while this waited for them. */
async function renew(db: SystemDb, { club, id, place, today, until }: Renewed): Promise<boolean> {
  const [row] = await db.select().from(members).where(eq(members.id, id)).for("update");
  const [paid] = await db.select().from(clubPlaces).where(eq(clubPlaces.id, place));
  if (paid?.player_id !== id || !row) return false;
  const others = await db.$count(
    members,
    and(
      sql`${members.licence_serial} = ${row.licence_serial}`,
      ne(members.id, id),
      sql`${members.status} in ('active', 'suspended')`,
    ),
  );
  if (others > 0) return false;
  let member: Member = row;
  if (paid.own_id === paid.player_id) {
    // What they had paid ends by now: the club pays what follows.
    const covered = await cover(db, row, club.number, today, until);
    member = covered.member;
    await db
      .update(clubPlaces)
      .set({ until, ...covered.place })
      .where(eq(clubPlaces.id, place));
  } else {
    await db.update(clubPlaces).set({ until, ended_at: null }).where(eq(clubPlaces.id, place));
    const [renewed] = await db
      .update(members)
      .set({ status: "active", membership_end: until, lapsed_on: null })
      .where(eq(members.id, id))
      .returning();
    member = renewed ?? row;
  }
  const mail = clubLicenceMail({
    ...member,
    club: club.name,
    number: formatLicence(member.licence_serial ?? 0),
    token: member.application_token ?? "",
    until,
    isRenewal: true,
  });
  await queueMail(db, withKey(mail, place, until));
  return true;
}

/** A player of a club, as whoever may part them sees it. */
export type Membership = {
  by: "player" | "club";
  name: string;
  club: string;
  number: number;
  /** Until when their place stays taken; undefined when they pay for themselves. */
  takenUntil?: string;
};

/** The player or whoever answers for the club; undefined for everybody else. */
async function findParting(db: SystemDb, email: string, id: string) {
  const [member] = await db.select().from(members).where(eq(members.id, id));
  if (member?.member_type !== "player" || member.club === null) return undefined;
  const club = await findClub(db, member.club);
  if (!club) return undefined;
  const isOwn = member.email.toLowerCase() === email.toLowerCase();
  const by = isOwn ? "player" : (await roleInClub(db, club, email)) ? "club" : undefined;
  return by && ({ by, member, club } as const);
}

export function readParting(email: string, id: string): Promise<Membership | undefined> {
  return asSystem("club.parting", async (db) => {
    const found = await findParting(db, email, id);
    if (!found) return undefined;
    const { by, member, club } = found;
    const [place] = await rowsOf<{ until: string }>(
      db,
      sql`select p.until::text as until from club_places p where p.club = ${club.number} and p.player_id = ${id}
        and is_club_place_taken(p) limit 1`,
    );
    return {
      by,
      name: personName(member),
      club: club.name,
      number: club.number,
      takenUntil: place?.until,
    };
  });
}

/** The player leaves, or the club releases them; both are told. Returns who did it; pressed twice, nothing happens. */
export function partFromClub(email: string, id: string) {
  return asSystem("club.part", async (db) => {
    const first = await findParting(db, email, id);
    if (!first) return undefined;
    await lockClub(db, first.club.number);
    const found = await findParting(db, email, id);
    if (!found) return undefined;
    const { by, member, club } = found;
    await leaveClub(db, member);
    if (by === "player") await rememberLeaving(db, member, club.number);
    const player = personName(member);
    const now = currentTime();
    await queueMail(
      db,
      withKey(leftClubMail({ ...member, club: club.name, by }), member.id, now),
      withKey(playerLeftMail({ ...club, player }), club.id, member.id, now),
    );
    return { by, number: club.number };
  });
}
