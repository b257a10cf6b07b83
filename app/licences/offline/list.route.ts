import { readOrUnavailable } from "../../core/http/fallback.server.ts";
import type { Route } from "./+types/list.route.ts";
import { readLicenceList } from "./licence-list.system.server.ts";

/** The signed list for phones that check cards without a network. It is everybody's, and holds no name. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { record: file } = await readOrUnavailable(context, "licence list", readLicenceList);
  if (!file) return new Response(null, { status: 503, headers: { "cache-control": "no-store" } });
  // Its end is the signature, which is never made twice.
  const etag = `"${Buffer.from(file.subarray(-16)).toString("base64url")}"`;
  const headers = { etag, "cache-control": "no-cache", "content-type": "application/octet-stream" };
  if (request.headers.get("if-none-match") === etag)
    return new Response(null, { status: 304, headers });
  return new Response(file, { headers });
}
