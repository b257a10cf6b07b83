import { staffContext } from "../auth/staff-context.ts";
import { asStaff } from "../platform/database/doors.server.ts";
import type { Route } from "./+types/choose.route.ts";
import { listFiles } from "./files.staff.server.ts";

/** Pictures to choose from, by their words: what the picture fields of the forms show. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const any = url.searchParams.get("kind") === "any";
  const filters: Record<string, string> = any ? {} : { kind: "image" };
  const q = (url.searchParams.get("q") ?? "").trim().slice(0, 100);
  const query = { q, filters, sort: "created_at", descending: true };
  const { rows } = await asStaff(context.get(staffContext), (db) => listFiles(db, query));
  return rows.map(({ id, title, file_url, file_type, cover_url, alt_text }) => ({
    id,
    title,
    file_url,
    file_type,
    cover_url,
    alt_text,
  }));
}
