import { redirect } from "react-router";
import { asStaff } from "../core/database/doors/doors.server.ts";
import { staffContext } from "../core/staff-context.ts";
import type { Route } from "./+types/at.route.ts";
import { findFileAt } from "./files.staff.server.ts";

/** From the address of a file, as the fields of other records hold it, to the file's own screen. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const address = url.searchParams.get("address") ?? "";
  const file = await asStaff(context.get(staffContext), (db) => findFileAt(db, address));
  throw redirect(file ? `/admin/files/${file.id}` : "/admin/files");
}
