import { and, eq, isNotNull } from "drizzle-orm";
import { findAdministrator } from "../../auth/staff/administrators.operations.server.ts";
import { asSystem, type Staff, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { AppError } from "../../core/values/errors.ts";
import { queueMail, withKey } from "../../mail/outbox.visitor.server.ts";
import { findClub, lockClub, lockClubs } from "../../membership/clubs/clubs.operations.server.ts";
import { clubPlaces } from "../../membership/clubs/clubs.table.server.ts";
import { members } from "../../membership/members/members.table.server.ts";
import { memberLabel } from "../../membership/members/members.ts";
import { writeAudit } from "../../records/history/audit-entries.operations.server.ts";
import { clubMoveAgreedMail, clubMoveFreeMail } from "./club.mail.ts";
import { findOwnClub, isSuspended, join } from "./invitations.system.server.ts";
import {
  endMove,
  findMover,
  isAt,
  isReturned,
  type Place,
  placeState,
} from "./moves.operations.server.ts";

/** What a club, or staff in its place, answers to a move. */
export type MoveAnswer = { agrees: true } | { agrees: false; reason: string };

/** `gone`: no move waits for this club any more. `suspended`: of the player. `over`: the other club is none any more. */
export type MoveAnswered = "agreed" | "refused" | "gone" | "suspended" | "over";

/** An invitation, locked after the clubs that its move is between; undefined when no move of this club waits. */
async function lockMove(db: SystemDb, id: string, from: number): Promise<Place | undefined> {
  const one = () => db.select().from(clubPlaces).where(eq(clubPlaces.id, id));
  const [found] = await one();
  if (found?.from_club !== from) return undefined;
  await lockClubs(db, found.club, from);
  const [place] = await one().for("update");
  return place?.from_club === from ? place : undefined;
}

type Answered = { result: MoveAnswered; player?: { id: string; label: string }; club?: number };

/** Answers a move that waits, under the locks of both clubs. */
async function answer(
  db: SystemDb,
  { id, from, byStaff }: { id: string; from: number; byStaff: boolean },
  decision: MoveAnswer,
): Promise<Answered> {
  const now = currentTime();
  const place = await lockMove(db, id, from);
  if (!place || (await placeState(db, place, now)) !== "waiting") return { result: "gone" };
  const former = await findClub(db, from);
  const row = await findMover(db, place, { lock: true });
  if (!former || !row) return { result: "gone" };
  const about = { player: { id: row.id, label: memberLabel(row) }, club: place.club };
  if (!decision.agrees) {
    await endMove(db, place, { by: byStaff ? "staff" : "former", reason: decision.reason });
    return { result: "refused", ...about };
  }
  const club = await findClub(db, place.club);
  if (!club) return { result: "over" };
  if (row.status !== "active" || (await isSuspended(db, row, now))) return { result: "suspended" };
  await join(db, { place, club, player: { row, isNew: false }, now, former, byStaff });
  const mail = clubMoveAgreedMail({ ...club, player: about.player.label });
  await queueMail(db, withKey(mail, place.id));
  return { result: "agreed", ...about };
}

/** The answer of whoever answers for the club of the player. */
export function answerMove(
  email: string,
  from: number,
  id: string,
  decision: MoveAnswer,
): Promise<MoveAnswered> {
  return asSystem("club.move", async (db) => {
    if (!(await findOwnClub(db, email, from))) return "gone";
    return (await answer(db, { id, from, byStaff: false }, decision)).result;
  });
}

/**
 * The same by staff, in the place of a club that does not answer. As the system: staff do not read the codes of
 * invitations. @throws AppError 'forbidden'
 */
export function answerMoveForClub(
  staff: Staff,
  from: number,
  id: string,
  decision: MoveAnswer,
): Promise<MoveAnswered> {
  return asSystem("club.move", async (db) => {
    // Asked again after the guard, since the system's rights are not those of the account.
    const actor = await findAdministrator(db, staff.id);
    if (!actor) throw new AppError("forbidden", "not an administrator");
    const { result, player, club } = await answer(db, { id, from, byStaff: true }, decision);
    if (!player) return result;
    await writeAudit(db, {
      staff_id: actor.id,
      staff_name: actor.name,
      staff_email: actor.email,
      action: decision.agrees ? "members.agreeMove" : "members.refuseMove",
      entity: "members",
      entity_id: player.id,
      label: player.label,
      before: { club: from },
      after: decision.agrees ? { club } : { club: from, reason: decision.reason },
    });
    return result;
  });
}

/** The player takes back what they asked for, at a proven address. */
export function withdrawMove(email: string, id: string): Promise<boolean> {
  return asSystem("club.stay", async (db) => {
    const [found] = await db
      .select({ club: clubPlaces.club })
      .from(clubPlaces)
      .innerJoin(members, eq(members.id, clubPlaces.player_id))
      .where(and(eq(clubPlaces.id, id), isNotNull(clubPlaces.from_club), isAt(email)));
    if (!found) return false;
    await lockClub(db, found.club);
    const [place] = await db
      .select()
      .from(clubPlaces)
      .where(and(eq(clubPlaces.id, id), isNotNull(clubPlaces.from_club)))
      .for("update");
    if (!place) return false;
    await endMove(db, place, { by: "player" });
    return true;
  });
}

/** Ends the moves that nobody answered in time, and opens the invitations again of players who need not wait any more. */
export async function settleMoves(): Promise<void> {
  const waiting = await asSystem("club.moves", (db) =>
    db
      .select({ id: clubPlaces.id, from: clubPlaces.from_club })
      .from(clubPlaces)
      .where(isNotNull(clubPlaces.from_club)),
  );
  for (const { id, from } of waiting) {
    if (from !== null) await asSystem("club.moves", (db) => settleMove(db, id, from));
  }
}

async function settleMove(db: SystemDb, id: string, from: number): Promise<void> {
  const place = await lockMove(db, id, from);
  if (!place?.player_id) return;
  const state = await placeState(db, place, currentTime());
  if (state === "late") {
    await endMove(db, place, { by: (await isReturned(db, place)) ? "club" : "late" });
  }
  if (state !== "open") return;
  const [player] = await db.select().from(members).where(eq(members.id, place.player_id));
  const club = await findClub(db, place.club);
  // They joined another club, or this one with another invitation.
  const joined = player?.club ? await findClub(db, player.club) : undefined;
  if (!player || joined) return endMove(db, place, { by: "player" });
  await db
    .update(clubPlaces)
    .set({ from_club: null, player_id: null, asked_at: null })
    .where(eq(clubPlaces.id, id));
  if (!club) return;
  const mail = clubMoveFreeMail({ ...player, club: club.name, code: place.code });
  await queueMail(db, withKey(mail, id, place.asked_at ?? ""));
}
