import { and, eq, inArray, isNotNull, isNull, lt, lte, min, or, sql } from "drizzle-orm";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import { currentMs, currentTime } from "../../core/process/clock.ts";
import type { Job } from "../../core/process/jobs.server.ts";
import { DAY, HOUR, MINUTE } from "../../core/values/durations.ts";
import { isoDay } from "../../i18n/format.ts";
import { queueMail, withKey } from "../../mail/outbox.visitor.server.ts";
import { clubPlaces } from "../../membership/clubs/clubs.table.server.ts";
import { TOLD_AFTER_MINUTES } from "../../membership/clubs/clubs.ts";
import { formatLicence } from "../../membership/members/licence-number.ts";
import { members } from "../../membership/members/members.table.server.ts";
import { dayAfter } from "../../membership/renewal/membership-period.ts";
import { clubEndedMail, clubResumedMail } from "./club.mail.ts";
import { settleMoves } from "./moves.system.server.ts";

const AT_ONCE = 100;
/** How long an invitation that nobody accepted still says what became of it, and a place who had it. */
const KEPT_DAYS = 365;

const isUntold = and(isNotNull(clubPlaces.ended_at), isNull(clubPlaces.told_at));

/** Tells players that their club ended before its day, when it did not begin again soon after, or that it goes on after all. */
export async function tellPlayers(): Promise<void> {
  await tellOfEnds();
  await tellOfReturns();
}

async function tellOfEnds(): Promise<void> {
  const before = new Date(currentMs() - TOLD_AFTER_MINUTES * MINUTE);
  for (let count = AT_ONCE; count === AT_ONCE; ) {
    count = await asSystem("club.tell", async (db) => {
      const due = await db
        .select({
          id: clubPlaces.id,
          ended_at: clubPlaces.ended_at,
          player: members,
          goesOn: sql<boolean>`exists (select from ${members} other where other.licence_serial = ${members.licence_serial}
            and other.status = 'active')`,
          isSuspended: sql<boolean>`exists (select from ${members} club where club.club = ${clubPlaces.club}
            and club.member_type = 'club' and club.status = 'suspended')`,
        })
        .from(clubPlaces)
        .leftJoin(members, eq(members.id, clubPlaces.player_id))
        .where(and(isUntold, lte(clubPlaces.ended_at, before)))
        .limit(AT_ONCE)
        .for("update", { of: clubPlaces });
      if (due.length === 0) return 0;
      const mails = due.flatMap(({ id, ended_at, player, goesOn, isSuspended }) => {
        if (!player || player.licence_serial === null) return [];
        const mail = clubEndedMail({
          ...player,
          number: formatLicence(player.licence_serial),
          goesOn,
          isSuspended,
        });
        return [withKey(mail, id, ended_at ?? currentTime())];
      });
      await queueMail(db, ...mails);
      await db
        .update(clubPlaces)
        .set({ told_at: currentTime() })
        .where(
          inArray(
            clubPlaces.id,
            due.map(({ id }) => id),
          ),
        );
      return due.length;
    });
  }
}

async function tellOfReturns(): Promise<void> {
  await asSystem("club.tell", async (db) => {
    const now = currentTime();
    const back = await db
      .update(clubPlaces)
      .set({ told_at: null })
      .where(and(isNull(clubPlaces.ended_at), isNotNull(clubPlaces.told_at)))
      .returning({ id: clubPlaces.id });
    const told = await db
      .select({ id: clubPlaces.id, player: members })
      .from(clubPlaces)
      .innerJoin(members, and(eq(members.id, clubPlaces.player_id), eq(members.status, "active")))
      .where(
        inArray(
          clubPlaces.id,
          back.map(({ id }) => id),
        ),
      );
    const mails = told.flatMap(({ id, player }) => {
      if (player.licence_serial === null) return [];
      const mail = clubResumedMail({ ...player, number: formatLicence(player.licence_serial) });
      return [withKey(mail, id, now)];
    });
    await queueMail(db, ...mails);
  });
}

/** When players are to be told next. */
async function nextTelling(): Promise<Date | undefined> {
  const [first] = await asSystem("club.tell", (db) =>
    db
      .select({ at: min(clubPlaces.ended_at) })
      .from(clubPlaces)
      .where(isUntold),
  );
  return first?.at ? new Date(first.at.getTime() + TOLD_AFTER_MINUTES * MINUTE) : undefined;
}

/** Deletes invitations and places that are over for a year. */
export async function forgetPlaces(): Promise<void> {
  const now = currentMs();
  await asSystem("club.forget", (db) =>
    db
      .delete(clubPlaces)
      .where(
        or(
          and(
            isNull(clubPlaces.accepted_at),
            lt(clubPlaces.expires_at, new Date(now - KEPT_DAYS * DAY)),
          ),
          lt(clubPlaces.until, dayAfter(isoDay(currentTime()), -KEPT_DAYS)),
        ),
      ),
  );
}

export const clubPlacesJob: Job = {
  name: "club.places",
  byCalendar: true,
  everyMs: HOUR,
  async run() {
    await tellPlayers();
    await settleMoves();
    await forgetPlaces();
  },
  next: nextTelling,
};
