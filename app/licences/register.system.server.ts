import { sql } from "drizzle-orm";
import { asSystem, type VisitorDb } from "../core/database/doors/doors.server.ts";
import { rowsOf } from "../core/database/doors/rows.server.ts";
import { currentTime } from "../core/process/clock.ts";
import { isYoungerThan } from "../core/values/age.ts";
import { cachedMinorAge } from "../guardians/minor-age.visitor.server.ts";
import { isoDay } from "../i18n/format.ts";
import { findClubNames } from "../membership/clubs/clubs.operations.server.ts";
import { formatLicence } from "../membership/members/licence-number.ts";
import { personName } from "../membership/members/members.ts";
import { licenceState } from "./licence-state.ts";
import { findLicence } from "./licences.operations.server.ts";

/** An adult's licence may stand in the public register; the name of a minor never does, nor one without a birth date. */
export const mayBeListed = (
  { licence_serial, birth_date }: { licence_serial: number | null; birth_date: string | null },
  today: string,
): boolean =>
  licence_serial !== null &&
  birth_date !== null &&
  !isYoungerThan(cachedMinorAge(), birth_date, today);

/**
 * What the public register says of a number. Undefined alike for a number that was never given, of a person who did not
 * agree and of a minor, so that nobody learns which numbers there are.
 */
export function findListed(serial: number) {
  return asSystem("licences.register", async (db) => {
    const { licence, holder } = (await findLicence(db, serial)) ?? {};
    const today = isoDay(currentTime());
    if (!licence || !holder?.listed_since) return undefined;
    if (!mayBeListed({ ...holder, licence_serial: serial }, today)) return undefined;
    const { club, membership_end: until } = holder;
    return {
      number: formatLicence(serial),
      name: personName(holder),
      club: club === null ? undefined : (await findClubNames(db, [club])).get(club),
      state: licenceState(holder, licence, today),
      until,
    };
  });
}

export type AffiliatedClub = { name: string; town: string };

/** The clubs with a current membership, by town and name; a club without a town has an empty one. */
export const listAffiliatedClubs = (db: VisitorDb): Promise<AffiliatedClub[]> =>
  rowsOf<AffiliatedClub>(
    db,
    sql`select name, town from affiliated_clubs()
      order by town = '', search_form(town), town, search_form(name), name`,
  );
