import { eq } from "drizzle-orm";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { isYoungerThan } from "../../core/values/age.ts";
import { guardianDefaults } from "../../guardians/guardian-labels.ts";
import { cachedMinorAge } from "../../guardians/minor-age.visitor.server.ts";
import { isoDay } from "../../i18n/format.ts";
import { findActiveMembership } from "../apply/membership.system.server.ts";
import { members } from "../members/members.table.server.ts";
import { isRenewalToken, memberIdFromToken } from "./reminders.operations.server.ts";

/** The values of the renewal form, by field; unknown ones are left out. */
type Renewal = {
  values: Record<string, string>;
  /** The last day of the membership. */
  end: string;
  /** The end of another active membership of the same person. */
  renewedUntil: string | null | undefined;
};

/** The membership that a reminder's link renews; undefined for an invalid link. */
export function readRenewal(token: string): Promise<Renewal | undefined> {
  return asSystem("membership.renewal", async (db) => {
    const id = memberIdFromToken(token);
    const [member] = id ? await db.select().from(members).where(eq(members.id, id)) : [];
    const end = member?.membership_end;
    if (!member || !end || !isRenewalToken(token, { ...member, end })) return undefined;
    if (member.status === "suspended") return undefined;
    // The reminder also comes while the membership is still active.
    const other = member.status === "active" ? undefined : await findActiveMembership(db, member);
    const today = isoDay(currentTime());
    const isMinor =
      member.birth_date !== null && isYoungerThan(cachedMinorAge(), member.birth_date, today);
    const values = {
      type: member.membership_type_id,
      organisation: member.organisation,
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
      listed: member.listed_since && "on",
      // An adult by now needs no guardian; a minor's consent is asked again.
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
