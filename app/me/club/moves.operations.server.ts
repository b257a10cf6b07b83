import { and, eq, gt, gte, isNotNull, ne, notExists, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { SystemDb } from "../../core/database/doors/doors.server.ts";
import { rowsOf } from "../../core/database/doors/rows.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { DAY } from "../../core/values/durations.ts";
import { queueMail, withKey } from "../../mail/outbox.visitor.server.ts";
import type { Member } from "../../membership/apply/membership.system.server.ts";
import {
  type ClubSeason,
  findClub,
  findClubNames,
} from "../../membership/clubs/clubs.operations.server.ts";
import { clubPlaces } from "../../membership/clubs/clubs.table.server.ts";
import {
  formatInvitationCode,
  type InvitationState,
  invitationState,
  MOVE_DAYS,
} from "../../membership/clubs/clubs.ts";
import { members } from "../../membership/members/members.table.server.ts";
import { personName } from "../../membership/members/members.ts";
import { clubMoveAskedMail, clubMoveEndedMail, clubMoveWaitingMail } from "./club.mail.ts";

/** An invitation, or what became of it. */
export type Place = typeof clubPlaces.$inferSelect;

export const isWaiting = and(
  isNotNull(clubPlaces.from_club),
  gt(clubPlaces.expires_at, sql`site_now()`),
) as SQL;

/** The memberships of the person of one of them. */
const isOfPersonOf = (id: string) =>
  or(
    eq(members.id, id),
    sql`${members.licence_serial} = (select m.licence_serial from members m where m.id = ${id})`,
  );

/** The membership with which whoever waits is of the club that has to answer: a renewal may have replaced the first. */
export async function findMover(
  db: SystemDb,
  { player_id, from_club }: Pick<Place, "player_id" | "from_club">,
  { lock = false } = {},
): Promise<Member | undefined> {
  if (player_id === null || from_club === null) return undefined;
  const query = db
    .select()
    .from(members)
    .where(
      and(
        isOfPersonOf(player_id),
        eq(members.club, from_club),
        eq(members.member_type, "player"),
        sql`${members.status} in ('active', 'suspended')`,
        sql`coalesce(${members.membership_end} >= site_today(), true)`,
      ),
    )
    .orderBy(members.status, sql`${members.membership_end} desc nulls first`)
    .limit(1);
  const [row] = await (lock ? query.for("update") : query);
  return row;
}

/** The state of an invitation. One whose player has left the club that was asked, or whose club is over, is open again. */
export async function placeState(db: SystemDb, place: Place, now: Date): Promise<InvitationState> {
  const state = invitationState(place, now);
  if (state !== "waiting" || place.from_club === null) return state;
  const isAsked = (await findClub(db, place.from_club)) && (await findMover(db, place));
  return isAsked ? "waiting" : "open";
}

const since = alias(clubPlaces, "since");

const isTakenBy = (player: Pick<Member, "id">) =>
  and(
    sql`${clubPlaces.player_id} in (select ${members.id} from members where ${isOfPersonOf(player.id)})`,
    isNotNull(clubPlaces.accepted_at),
  );

/** Remembers that a player left their club by themselves. */
export const rememberLeaving = (db: SystemDb, player: Member, club: number) =>
  db
    .update(clubPlaces)
    .set({ left_at: currentTime() })
    .where(and(isTakenBy(player), eq(clubPlaces.club, club)));

/**
 * The club that a player left by themselves, while their place there and the club last; another one waits for the next
 * moves. Whoever has joined a club since is bound no longer: asked here, since whoever joins holds no lock of the one left.
 */
export async function findClubLeft(
  db: SystemDb,
  player: Pick<Member, "id">,
  club: number,
): Promise<ClubSeason | undefined> {
  const places = await db
    .select({ left: clubPlaces.club })
    .from(clubPlaces)
    .where(
      and(
        isTakenBy(player),
        isNotNull(clubPlaces.left_at),
        ne(clubPlaces.club, club),
        sql`${clubPlaces.until} >= site_today()`,
        notExists(
          db
            .select({ id: since.id })
            .from(since)
            .where(
              and(
                sql`${since.player_id} in (select ${members.id} from members where ${isOfPersonOf(player.id)})`,
                ne(since.id, clubPlaces.id),
                gte(since.accepted_at, clubPlaces.left_at),
              ),
            ),
        ),
      ),
    );
  for (const { left } of places) {
    const found = await findClub(db, left);
    if (found) return found;
  }
  return undefined;
}

/** Whether this person has asked for another move. */
export async function hasMove(db: SystemDb, player: Member, place: string): Promise<boolean> {
  const rows = await db
    .select({ id: clubPlaces.id })
    .from(clubPlaces)
    .innerJoin(members, eq(members.id, clubPlaces.player_id))
    .where(
      and(
        isWaiting,
        isOfPersonOf(player.id),
        eq(members.club, clubPlaces.from_club),
        ne(clubPlaces.id, place),
      ),
    );
  return rows.length > 0;
}

type Move = { place: Place; club: ClubSeason; former: ClubSeason; player: Member };

/** Keeps the place of an invitation until the player's present club has answered, and tells the three. */
export async function askMove(db: SystemDb, move: Move, now: Date): Promise<void> {
  const { place, club, former, player } = move;
  const expires_at = new Date(now.getTime() + MOVE_DAYS * DAY);
  // No later than what the club has bought.
  const [asked] = await db
    .update(clubPlaces)
    .set({ asked_at: now, from_club: former.number, player_id: player.id, expires_at })
    .where(eq(clubPlaces.id, place.id))
    .returning({ until: clubPlaces.expires_at });
  const named = { club: club.name, until: asked?.until ?? expires_at };
  await queueMail(
    db,
    withKey(
      clubMoveAskedMail({
        ...former,
        ...named,
        organisation: former.name,
        number: former.number,
        player: personName(player),
      }),
      place.id,
      now,
    ),
    withKey(
      clubMoveWaitingMail({ ...player, ...named, to: "player", former: former.name }),
      place.id,
      player.id,
      now,
    ),
    withKey(
      clubMoveWaitingMail({
        ...club,
        ...named,
        to: "club",
        code: formatInvitationCode(place.code),
      }),
      place.id,
      now,
    ),
  );
}

/** Who ended a move, or `late`: nobody answered. `former`: the club that was asked. */
export type MoveEnd = { by: "player" | "club" | "former" | "staff" | "late"; reason?: string };

/** Whether the place was bought with money that went back: what it promised ended with that. */
export async function isReturned(db: SystemDb, { purchase_id }: Place): Promise<boolean> {
  if (purchase_id === null) return false;
  const paid = await rowsOf(
    db,
    sql`select from club_purchases p join orders o on o.id = p.order_id
      where p.id = ${purchase_id} and o.status = 'confirmed'`,
  );
  return paid.length === 0;
}

/** Ends a move that waits, and its invitation. Whoever did not end it is told. */
export async function endMove(db: SystemDb, place: Place, end: MoveEnd): Promise<void> {
  const now = currentTime();
  const asked = place.asked_at ?? now;
  const [player] = place.player_id
    ? await db.select().from(members).where(eq(members.id, place.player_id))
    : [];
  const club = await findClub(db, place.club);
  const former = place.from_club === null ? undefined : await findClub(db, place.from_club);
  await db
    .update(clubPlaces)
    .set({ withdrawn_at: now, from_club: null, player_id: null })
    .where(eq(clubPlaces.id, place.id));
  const named = {
    ...end,
    club: club?.name ?? `n° ${place.club}`,
    player: player ? personName(player) : "",
    code: formatInvitationCode(place.code),
  };
  if (player && end.by !== "player") {
    const mail = clubMoveEndedMail({ ...player, ...named, to: "player" });
    await queueMail(db, withKey(mail, place.id, "player", asked));
  }
  if (former && player?.club === former.number && end.by !== "former") {
    const mail = clubMoveEndedMail({ ...former, ...named, to: "former" });
    await queueMail(db, withKey(mail, place.id, "former", asked));
  }
  if (club && end.by !== "club") {
    const mail = clubMoveEndedMail({ ...club, ...named, to: "club" });
    await queueMail(db, withKey(mail, place.id, "club", asked));
  }
}

/** The moves that wait for a club, as it sees them: its player, and where to. */
export async function listMoves(db: SystemDb, from: number) {
  const rows = await db
    .select({
      id: clubPlaces.id,
      club: clubPlaces.club,
      asked_at: clubPlaces.asked_at,
      until: clubPlaces.expires_at,
      player_id: clubPlaces.player_id,
      from_club: clubPlaces.from_club,
      first_name: members.first_name,
      last_name: members.last_name,
    })
    .from(clubPlaces)
    .innerJoin(members, eq(members.id, clubPlaces.player_id))
    .where(and(eq(clubPlaces.from_club, from), isWaiting))
    .orderBy(clubPlaces.expires_at, clubPlaces.id);
  const names = await findClubNames(
    db,
    rows.map(({ club }) => club),
  );
  const moves = [];
  for (const row of rows) {
    const club = names.get(row.club);
    if (club === undefined || !(await findMover(db, row))) continue;
    const { id, asked_at, until, player_id } = row;
    moves.push({ id, player_id, name: personName(row), club, asked_at, until });
  }
  return moves;
}

export const isAt = (email: string) => eq(sql`lower(${members.email})`, sql`lower(${email})`);

/** The moves that people at an address asked for. */
export async function listOwnMoves(db: SystemDb, email: string) {
  const rows = await db
    .select({
      id: clubPlaces.id,
      club: clubPlaces.club,
      until: clubPlaces.expires_at,
      player_id: clubPlaces.player_id,
      name: sql<string>`${members.first_name} || ' ' || ${members.last_name}`,
    })
    .from(clubPlaces)
    .innerJoin(members, eq(members.id, clubPlaces.player_id))
    .where(and(isWaiting, isAt(email)))
    .orderBy(clubPlaces.expires_at);
  const names = await findClubNames(
    db,
    rows.map(({ club }) => club),
  );
  return rows.map(({ id, club, until, name }) => ({
    id,
    until,
    name,
    club: names.get(club) ?? `n° ${club}`,
  }));
}
