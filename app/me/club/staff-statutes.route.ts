import { asStaff } from "../../core/database/doors/doors.server.ts";
import { staffContext } from "../../core/staff-context.ts";
import type { Route } from "./+types/staff-statutes.route.ts";
import { findClubOf } from "./club.staff.server.ts";
import { readStatutesForStaff } from "./profile.system.server.ts";
import { statutesFile } from "./statutes.route.ts";

/** The statutes that a club sent. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const club = await asStaff(context.get(staffContext), (db) => findClubOf(db, params.id));
  const statutes = club && (await readStatutesForStaff(club.number));
  if (!statutes) throw new Response(null, { status: 404 });
  return statutesFile(statutes, club.number);
}
