import { asStaff } from "../../core/database/doors/doors.server.ts";
import { staffContext } from "../../core/staff-context.ts";
import type { Route } from "./+types/till-state.route.ts";
import { findOpenTill } from "./tills.staff.server.ts";

/** Whether the account has an open till, for the form that takes cash. */
export async function loader({ context }: Route.LoaderArgs) {
  const staff = context.get(staffContext);
  return { isOpen: (await asStaff(staff, (db) => findOpenTill(db, staff.id))) !== undefined };
}
