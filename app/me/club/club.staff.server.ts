import { and, eq } from "drizzle-orm";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { queueMail, withKey } from "../../mail/outbox.visitor.server.ts";
import { findClubMembership } from "../../membership/clubs/clubs.staff.server.ts";
import { findMember } from "../../membership/members/members.staff.server.ts";
import { members } from "../../membership/members/members.table.server.ts";
import { memberLabel, personName } from "../../membership/members/members.ts";
import { updateRecords } from "../../records/records.staff.server.ts";
import { leftClubMail, playerLeftMail } from "./club.mail.ts";

/** The membership of a club that has a number. */
export async function findClubOf(db: StaffDb, id: string) {
  const club = await findMember(db, id);
  if (club?.member_type !== "club" || club.club === null) return undefined;
  return { id, number: club.club, name: memberLabel(club), email: club.email };
}

/**
 * Takes a player out of a club, in all of their memberships, and tells both. Their place stays taken until its last
 * day. Returns whom; undefined when they are not of this club any more.
 */
export async function releaseFromClub(
  db: StaffDb,
  id: string,
  number: number,
): Promise<string | undefined> {
  const player = await findMember(db, id);
  if (player?.member_type !== "player") return undefined;
  const serial = player.licence_serial;
  const rows = await db
    .select({ id: members.id })
    .from(members)
    .where(
      and(
        eq(members.club, number),
        eq(members.member_type, "player"),
        serial === null ? eq(members.id, id) : eq(members.licence_serial, serial),
      ),
    )
    .for("update");
  if (rows.length === 0) return undefined;
  const ids = rows.map((row) => row.id);
  await updateRecords(
    db,
    members,
    ids,
    { club: null },
    { label: memberLabel, action: "releaseFromClub" },
  );
  const club = await findClubMembership(db, number);
  const now = currentTime();
  const name = personName(player);
  const mail = leftClubMail({ ...player, club: club?.name ?? `n° ${number}`, by: "staff" });
  await queueMail(db, withKey(mail, id, now));
  if (club?.status === "active") {
    const told = playerLeftMail({ ...club, player: name, byStaff: true });
    await queueMail(db, withKey(told, club.id, id, now));
  }
  return name;
}
