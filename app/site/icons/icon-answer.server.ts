import type { IconName } from "../../files/children/media.ts";
import { readIcon } from "./site-icons.server.ts";

const FOREVER = "public, max-age=31536000, immutable";
const A_WHILE = "public, max-age=3600";

/** An icon of the site. Under an address with its mark it stays for good; else browsers ask whether it changed. */
export async function iconAnswer(
  request: Request,
  name: IconName,
  mark?: string,
): Promise<Response> {
  const icon = await readIcon(name);
  if (!icon) return new Response(null, { status: 404, headers: { "cache-control": "no-store" } });
  const etag = `"${icon.mark}-${name}"`;
  const headers = {
    "content-type": icon.type,
    "content-length": String(icon.bytes.length),
    "cache-control": mark === icon.mark ? FOREVER : A_WHILE,
    etag,
  };
  if (request.headers.get("if-none-match") === etag) {
    return new Response(null, { status: 304, headers: { etag, "cache-control": A_WHILE } });
  }
  return new Response(new Uint8Array(icon.bytes), { headers });
}
