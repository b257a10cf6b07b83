import { asStaff } from "../../core/database/doors/doors.server.ts";
import { staffContext } from "../../core/staff-context.ts";
import { parseListQuery } from "../../records/list/list-query.ts";
import { listCategories, listFiles } from "../files.staff.server.ts";
import { withSeal } from "../storage/signed-urls.server.ts";
import type { Route } from "./+types/choose.route.ts";

const NEWEST = { filters: {}, sorts: ["created_at"], descending: true };

/** Pictures to choose from, by their words, and the categories that a new one may go into. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const any = url.searchParams.get("kind") === "any";
  // A picture of a page must open to its visitors; a document opens when it is published.
  const filters: Record<string, string> = any ? {} : { kind: "image", open: "yes" };
  const query = { ...parseListQuery(NEWEST, url.searchParams), filters };
  return asStaff(context.get(staffContext), async (db) => {
    const { rows } = await listFiles(db, query);
    const files = rows.map((row) => {
      const { id, title, file_url, file_type, cover_url, alt_text, seal } = withSeal(row);
      return { id, title, file_url, file_type, cover_url, alt_text, seal };
    });
    const categories = await listCategories(db);
    return { files, categories: categories.map(({ id, name, icon }) => ({ id, name, icon })) };
  });
}
