import { and, eq, gt, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { rowsOf } from "../../core/database/doors/rows.server.ts";
import { currentMs, currentTime } from "../../core/process/clock.ts";
import { keyedHash, keyedHashes } from "../../core/secrets/keys.server.ts";
import { DAY } from "../../core/values/durations.ts";
import { brokenConstraint } from "../../core/values/errors.ts";
import { isMailConfigured } from "../../mail/mail.server.ts";
import { queueMail, withKey } from "../../mail/outbox.visitor.server.ts";
import {
  type ClubSeason,
  countPlaces,
  lockClub,
} from "../../membership/clubs/clubs.operations.server.ts";
import { clubInvitees, clubPlaces } from "../../membership/clubs/clubs.table.server.ts";
import { MAILS_A_DAY, MAILS_A_WEEK } from "../../membership/clubs/clubs.ts";
import { personName } from "../../membership/members/members.ts";
import { clubInvitationMail } from "./club.mail.ts";
import { addInvitation, findOwnClub } from "./invitations.system.server.ts";
import { type FatedPlayer, judgeList, type ListedPlayer, type Standing } from "./player-list.ts";

type Invitee = typeof clubInvitees.$inferSelect;

const hashOf = (email: string) => keyedHash("invited address", email);
const hashesOf = (email: string) => keyedHashes("invited address", email);
const ago = (ms: number) => new Date(currentMs() - ms);

/** What would become of a list, for whoever answers for the club. Nothing is written. */
export function checkList(
  email: string,
  number: number,
  players: readonly ListedPlayer[],
): Promise<FatedPlayer[] | undefined> {
  return asSystem("club.list.check", async (db) => {
    const club = await findOwnClub(db, email, number);
    return club && judgeList(players, await readStanding(db, club, players));
  });
}

/** A list that somebody confirms. */
export type ConfirmedList = {
  /** Given to the list when it was checked: of two presses, the second invites nobody. */
  id: string;
  players: readonly ListedPlayer[];
  /** The lines that they saw as invited. */
  promised: ReadonlySet<number>;
};

/**
 * Invites the players of a list in one transaction, and says what became of each line. What changed since the list was
 * checked holds back its line alone. Undefined for whoever does not answer for the club.
 */
export async function inviteList(
  email: string,
  number: number,
  list: ConfirmedList,
): Promise<FatedPlayer[] | undefined> {
  try {
    return await invite(email, number, list);
  } catch (error) {
    // Licences were taken back while we counted: the second attempt counts what is left.
    if (brokenConstraint(error) !== "club_places_included") throw error;
    return invite(email, number, list);
  }
}

function invite(email: string, number: number, { id, players, promised }: ConfirmedList) {
  return asSystem("club.list.invite", async (db) => {
    if (!(await findOwnClub(db, email, number))) return undefined;
    await lockClub(db, number);
    const club = await findOwnClub(db, email, number);
    if (!club) return undefined;
    await forgetLate(db, number);
    const standing = await readStanding(db, club, players, id);
    const fated = judgeList(players, standing, promised);
    const isMailed = isMailConfigured();
    if (isMailed) await lockMails(db);
    for (const { fate, email: address, first_name, last_name } of fated) {
      if (fate !== "invite" || address === undefined) continue;
      const place = await addInvitation(db, number);
      const [invitee] = await db
        .insert(clubInvitees)
        .values({
          club: number,
          place_id: place.id,
          email: address,
          first_name,
          last_name,
          address_hash: hashOf(address),
          list_id: id,
        })
        .returning();
      if (invitee && isMailed) await write(db, { club, place, invitee });
    }
    return fated.map((player) =>
      player.fate === "invite" ? { ...player, fate: "sent" as const } : player,
    );
  });
}

/** An address of an invitation whose day has passed may be invited again before the job has forgotten it. */
async function forgetLate(db: SystemDb, club: number): Promise<void> {
  const late = db
    .select({ id: clubPlaces.id })
    .from(clubPlaces)
    .where(and(eq(clubPlaces.club, club), sql`${clubPlaces.expires_at} <= site_now()`));
  await db
    .update(clubInvitees)
    .set({ email: null, first_name: "", last_name: "" })
    .where(and(isNotNull(clubInvitees.email), inArray(clubInvitees.place_id, late)));
}

/** What the club’s own invitations say of the addresses of a list: nobody else’s are read. */
async function readStanding(
  db: SystemDb,
  club: ClubSeason,
  players: readonly ListedPlayer[],
  list?: string,
): Promise<Standing> {
  const addresses = new Map(
    players.flatMap(({ email }) =>
      email === undefined ? [] : hashesOf(email).map((hash) => [hash, email] as const),
    ),
  );
  const rows = await rowsOf<{
    hash: string;
    sent: boolean;
    open: boolean;
    accepted: boolean;
    mails: number;
  }>(
    db,
    sql`select i.address_hash as hash, i.list_id is not distinct from ${list ?? null}::uuid as sent,
        p.accepted_at is null and p.withdrawn_at is null and p.expires_at > site_now() as open,
        p.accepted_at is not null and exists (
          select from members m where m.id = p.player_id and m.club = p.club) as accepted,
        case when i.mailed_at > ${ago(7 * DAY).toISOString()}::timestamptz then i.mails else 0 end as mails
      from club_invitees i join club_places p on p.id = i.place_id
      where i.club = ${club.number}
        and i.address_hash in (select jsonb_array_elements_text(${JSON.stringify([...addresses.keys()])}::jsonb))`,
  );
  const mails = new Map<string, number>();
  for (const row of rows) {
    const email = addresses.get(row.hash) ?? "";
    mails.set(email, (mails.get(email) ?? 0) + row.mails);
  }
  const those = (is: (row: (typeof rows)[number]) => boolean) =>
    new Set(rows.filter(is).map(({ hash }) => addresses.get(hash) ?? ""));
  const isMailed = isMailConfigured();
  return {
    sent: those(({ sent }) => sent),
    open: those(({ open }) => open),
    accepted: those(({ accepted }) => accepted),
    often: new Set(
      [...mails].filter(([, n]) => isMailed && n >= MAILS_A_WEEK.fromClub).map(([email]) => email),
    ),
    free: Math.max(0, club.included - (await countPlaces(db, club.number))),
    mails: isMailed ? await countMailsLeft(db, club.number) : Number.POSITIVE_INFINITY,
  };
}

async function countMailsLeft(db: SystemDb, club: number): Promise<number> {
  const today = and(eq(clubInvitees.club, club), gt(clubInvitees.mailed_at, ago(DAY)));
  return Math.max(0, MAILS_A_DAY - (await db.$count(clubInvitees, today)));
}

/** Of what all clubs write to one address, one counts at a time. */
async function lockMails(db: SystemDb): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('club invitations', 0))`);
}

type Letter = {
  club: ClubSeason;
  place: { id: string; code: string; expires_at: Date };
  invitee: Invitee;
};

/**
 * Mails an invitation, and counts it. Whom all clubs together have written to often enough gets none: the club is not told,
 * since it would learn that others know the address.
 */
async function write(db: SystemDb, { club, place, invitee }: Letter): Promise<void> {
  const { id, email, first_name } = invitee;
  if (email === null) return;
  const [written] = await db
    .select({ count: sql<number>`coalesce(sum(${clubInvitees.mails}), 0)::int` })
    .from(clubInvitees)
    .where(
      and(
        inArray(clubInvitees.address_hash, hashesOf(email)),
        gt(clubInvitees.mailed_at, ago(7 * DAY)),
      ),
    );
  const mails = invitee.mails + 1;
  await db
    .update(clubInvitees)
    .set({ mails, mailed_at: currentTime() })
    .where(eq(clubInvitees.id, id));
  if ((written?.count ?? 0) >= MAILS_A_WEEK.fromAll) return;
  const mail = clubInvitationMail({
    language: club.language,
    recipient: email,
    firstName: first_name,
    club: club.name,
    code: place.code,
    until: place.expires_at,
    about_id: place.id,
  });
  await queueMail(db, withKey(mail, place.id, String(mails)));
}

/** Whether an invitation can be mailed once more: once, and not on the day of the first mail. */
const canWriteAgain = ({ mails, mailed_at }: Pick<Invitee, "mails" | "mailed_at">): boolean =>
  isMailConfigured() && mails === 1 && mailed_at !== null && mailed_at <= ago(DAY);

/** Whom an invitation is for, as the club wrote it. */
export function shownInvitee(
  invitee: Pick<Invitee, "email" | "first_name" | "last_name" | "mails" | "mailed_at">,
) {
  const { email, mailed_at } = invitee;
  const name = personName(invitee).trim();
  return { email, name, mailed_at, canWriteAgain: canWriteAgain(invitee) };
}

/** `early`: it was mailed twice already, today, or the club has written enough. `gone`: it is not open any more. */
export type WrittenAgain = "sent" | "early" | "gone";

/** Mails an open invitation once more. */
export function writeAgain(email: string, number: number, place_id: string): Promise<WrittenAgain> {
  return asSystem("club.list.again", async (db): Promise<WrittenAgain> => {
    await lockClub(db, number);
    const club = await findOwnClub(db, email, number);
    if (!club) return "gone";
    const [row] = await db
      .select({ place: clubPlaces, invitee: clubInvitees })
      .from(clubInvitees)
      .innerJoin(clubPlaces, eq(clubPlaces.id, clubInvitees.place_id))
      .where(
        and(
          eq(clubPlaces.id, place_id),
          eq(clubPlaces.club, number),
          isNull(clubPlaces.accepted_at),
          isNull(clubPlaces.withdrawn_at),
          isNotNull(clubInvitees.email),
          sql`${clubPlaces.expires_at} > site_now()`,
        ),
      );
    if (!row?.invitee.email) return "gone";
    const { first_name, last_name } = row.invitee;
    const player = { line: 1, typed: "", email: row.invitee.email, first_name, last_name };
    const { often, mails } = await readStanding(db, club, [player]);
    if (!canWriteAgain(row.invitee) || often.size > 0 || mails === 0) return "early";
    await lockMails(db);
    await write(db, { club, ...row });
    return "sent";
  });
}
