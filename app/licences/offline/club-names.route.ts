import { createHash } from "node:crypto";
import { readOrUnavailable } from "../../core/http/fallback.server.ts";
import type { Route } from "./+types/club-names.route.ts";
import { readClubNames } from "./club-names.system.server.ts";

/** What the clubs that cards name are called, for phones that check cards without a network. It names no person. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { record: names } = await readOrUnavailable(context, "club names", readClubNames);
  if (!names) return new Response(null, { status: 503, headers: { "cache-control": "no-store" } });
  const etag = `"${createHash("sha256").update(names).digest("base64url").slice(0, 22)}"`;
  const headers = { etag, "cache-control": "no-cache", "content-type": "application/json" };
  if (request.headers.get("if-none-match") === etag)
    return new Response(null, { status: 304, headers });
  return new Response(names, { headers });
}
