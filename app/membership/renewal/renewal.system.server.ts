import { eq } from "drizzle-orm";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { isYoungerThan } from "../../core/values/age.ts";
import { guardianDefaults } from "../../guardians/guardian-labels.ts";
import { knownMinorAge } from "../../guardians/minor-age.visitor.server.ts";
import { isoDay } from "../../i18n/format.ts";
import { findActiveMembership } from "../apply/membership.system.server.ts";
import { members } from "../members/members.table.server.ts";
import { isRenewalToken, memberOfRenewal } from "./reminders.operations.server.ts";

/** What the form of a renewal is filled in with, by the names of its fields; what we do not know is left out. */
type Renewal = {
  values: Record<string, string>;
  /** The last day of the membership. */
  end: string;
  /** Until when the same person has another one by now. */
  renewedUntil: string | null | undefined;
};

/** The membership that a link of a reminder renews; undefined when the link is not ours, or over. */
export function readRenewal(token: string): Promise<Renewal | undefined> {
  return asSystem("membership.renewal", async (db) => {
    const id = memberOfRenewal(token);
    const [member] = id ? await db.select().from(members).where(eq(members.id, id)) : [];
    const end = member?.membership_end;
    if (!member || !end || !isRenewalToken(token, { ...member, end })) return undefined;
    if (member.status === "suspended") return undefined;
    // Its own reminder may lead here while it runs.
    const other = member.status === "active" ? undefined : await findActiveMembership(db, member);
    const today = isoDay(currentTime());
    const isMinor =
      member.birth_date !== null && isYoungerThan(knownMinorAge(), member.birth_date, today);
    const values = {
      type: member.membership_type_id,
      firstName: member.first_name,
      lastName: member.last_name,
      email: member.email,
      phone: member.phone,
      birthDate: member.birth_date,
      address: member.address,
      city: member.city,
      experience: member.experience,
      games: member.games,
      motivation: member.motivation,
      // Whoever has come of age since then needs none, and the consent is asked anew.
      ...(isMinor && guardianDefaults(member)),
    };
    return {
      values: Object.fromEntries(
        Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])),
      ),
      end,
      renewedUntil: other?.end,
    };
  });
}
