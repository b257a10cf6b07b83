import { and, eq } from "drizzle-orm";
import { asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { allow } from "../../core/http/rate-limit.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { DAY } from "../../core/values/durations.ts";
import type { Language } from "../../i18n/languages.ts";
import { queueMail, withKey } from "../../mail/outbox.visitor.server.ts";
import {
  findProfile,
  findStatutes,
  roleInClub,
} from "../../membership/clubs/club-profile.operations.server.ts";
import {
  type ClubSeason,
  findClub,
  lockClub,
} from "../../membership/clubs/clubs.operations.server.ts";
import { clubOfficers, clubProfiles } from "../../membership/clubs/clubs.table.server.ts";
import { type Colour, MOST_OFFICERS, OFFICERS_A_DAY } from "../../membership/clubs/clubs.ts";
import { personName } from "../../membership/members/members.ts";
import { clubOfficerMail, clubOfficerNamedMail } from "./club.mail.ts";
import { findOwnClub } from "./invitations.system.server.ts";

/** What a club shows of itself, for whoever acts for it; undefined for everybody else. */
export function readOwnProfile(email: string, number: number) {
  return asSystem("club.profile", async (db) => {
    const club = await findClub(db, number);
    const role = club && (await roleInClub(db, club, email));
    if (!role) return undefined;
    const { name, city } = club;
    return {
      number,
      name,
      city,
      contact: personName(club),
      isHolder: role === "holder",
      ...(await findProfile(db, number)),
    };
  });
}

export type OwnProfile = NonNullable<Awaited<ReturnType<typeof readOwnProfile>>>;

/** The statutes of a club, for whoever acts for it. */
export const readOwnStatutes = (email: string, number: number): Promise<Buffer | undefined> =>
  asSystem("club.profile", async (db) =>
    (await findOwnClub(db, email, number)) ? findStatutes(db, number) : undefined,
  );

/** The statutes of a club, for staff, who were checked. */
export const readStatutesForStaff = (number: number): Promise<Buffer | undefined> =>
  asSystem("club.staff", (db) => findStatutes(db, number));

export type ProfileChange = {
  first_colour: Colour | null;
  second_colour: Colour | null;
  /** In base64; null removes it, and nothing leaves it as it is. */
  logo?: string | null;
  statutes?: string | null;
};

/** Keeps what a club shows of itself; false for whoever does not act for it. */
export function saveProfile(
  email: string,
  number: number,
  change: ProfileChange,
): Promise<boolean> {
  return asSystem("club.profile", async (db) => {
    if (!(await findOwnClub(db, email, number))) return false;
    const { statutes } = change;
    const values = {
      ...change,
      ...(statutes !== undefined && { statutes_at: statutes === null ? null : currentTime() }),
    };
    await db
      .insert(clubProfiles)
      .values({ club: number, ...values })
      .onConflictDoUpdate({
        target: clubProfiles.club,
        set: { ...values, updated_at: currentTime() },
      });
    return true;
  });
}

/** `twice`: the address acts for the club already. `many`: there are as many as there may be. `often`: for today. */
export type Named = "named" | "twice" | "many" | "often" | "none";

/** Names somebody who acts for a club as its address does, but names nobody. Both are told. */
export function nameOfficer(
  email: string,
  number: number,
  officer: { name: string; email: string; language: Language },
): Promise<Named> {
  return asSystem("club.officers", async (db): Promise<Named> => {
    await lockClub(db, number);
    const club = await findHeldClub(db, email, number);
    if (!club) return "none";
    if (await roleInClub(db, club, officer.email)) return "twice";
    if ((await db.$count(clubOfficers, eq(clubOfficers.club, number))) >= MOST_OFFICERS)
      return "many";
    // Each one named, and removed again, is a mail to an address that the club chose.
    if (!allow("club-officer", String(number), { count: OFFICERS_A_DAY, perMs: DAY }))
      return "often";
    const { name, language } = officer;
    const address = officer.email.toLowerCase();
    const [named] = await db
      .insert(clubOfficers)
      .values({ club: number, name, email: address })
      .returning({ id: clubOfficers.id });
    if (!named) return "none";
    const to = { email: address, first_name: name, language };
    await queueMail(
      db,
      withKey(clubOfficerMail({ ...to, club: club.name, isNamed: true }), named.id),
      withKey(clubOfficerNamedMail({ ...club, officer: name, address }), named.id),
    );
    return "named";
  });
}

/** Somebody acts for a club no longer: its address says so, or they do. False when nothing was to change. */
export function dropOfficer(email: string, number: number, id?: string): Promise<boolean> {
  return asSystem("club.officers", async (db) => {
    const held = await findHeldClub(db, email, number);
    // Whoever acts for it drops nobody but themselves.
    const which = and(
      id === undefined ? undefined : eq(clubOfficers.id, id),
      held && id !== undefined ? undefined : eq(clubOfficers.email, email.toLowerCase()),
    );
    const [gone] = await db
      .delete(clubOfficers)
      .where(and(eq(clubOfficers.club, number), which))
      .returning();
    if (gone && held) {
      const { name, email: address } = gone;
      const to = { email: address, first_name: name, language: held.language };
      const mail = clubOfficerMail({ ...to, club: held.name, isNamed: false });
      await queueMail(db, withKey(mail, gone.id, "over"));
    }
    return gone !== undefined;
  });
}

async function findHeldClub(
  db: SystemDb,
  email: string,
  number: number,
): Promise<ClubSeason | undefined> {
  const club = await findClub(db, number);
  return club && (await roleInClub(db, club, email)) === "holder" ? club : undefined;
}
