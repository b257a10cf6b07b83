import { sealedToken } from "../core/http/address-checks.ts";
import { attachment, PRIVATE } from "../core/http/security-headers.ts";
import type { Route } from "./+types/own-data-file.route.ts";
import { readOwnFile } from "./own-data.system.server.ts";

export const handle = { segments: { token: sealedToken } };

/** One's own data in a file, for a person or another organisation. */
export async function loader({ params }: Route.LoaderArgs) {
  const own = await readOwnFile(params.token);
  if (!own) throw new Response(null, { status: 404 });
  return new Response(`${JSON.stringify(own, null, 2)}\n`, {
    headers: {
      ...PRIVATE,
      "content-type": "application/json; charset=utf-8",
      "content-disposition": attachment("donnees-personnelles.json"),
    },
  });
}
