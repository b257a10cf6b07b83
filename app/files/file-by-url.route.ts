import { redirect } from "react-router";
import { asStaff } from "../core/database/doors/doors.server.ts";
import { staffContext } from "../core/staff-context.ts";
import type { Route } from "./+types/file-by-url.route.ts";
import { findFileByUrl } from "./files.staff.server.ts";

/** Redirects from the URL of a file, as other records store it, to the screen of the file; to the list when no file has it. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const address = url.searchParams.get("address") ?? "";
  const file = await asStaff(context.get(staffContext), (db) => findFileByUrl(db, address));
  throw redirect(file ? `/admin/files/${file.id}` : "/admin/files");
}
