import { asStaff } from "../../core/database/doors/doors.server.ts";
import { staffContext } from "../../core/staff-context.ts";
import type { Route } from "./+types/pages.route.ts";
import { findLinkable } from "./editor.staff.server.ts";

/** Pages of the site that a text may lead to, by words of their titles. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const words = (url.searchParams.get("q") ?? "").trim().slice(0, 100);
  const pages =
    words.length < 2
      ? []
      : await asStaff(context.get(staffContext), (db) => findLinkable(db, words));
  return { pages };
}
