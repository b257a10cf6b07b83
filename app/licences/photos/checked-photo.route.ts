import { readOrUnavailable } from "../../core/http/fallback.server.ts";
import { networkOf } from "../../core/http/network.ts";
import { allow } from "../../core/http/rate-limit.server.ts";
import { requestInfoContext } from "../../core/http/request-info.ts";
import { CHECKS_OF_ONE_NETWORK, scannedCode, UNSEEN } from "../checks.ts";
import { readCheckedPhoto } from "../licence-cards.system.server.ts";
import type { Route } from "./+types/checked-photo.route.ts";

export const handle = { segments: { code: scannedCode } };

/** The photograph of whoever holds a card, for whoever scanned it: its address is the signed code itself. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { ip, sharedAddress } = context.get(requestInfoContext);
  if (!sharedAddress && !allow("licence-photo", networkOf(ip), CHECKS_OF_ONE_NETWORK)) {
    return new Response(null, { status: 429, headers: UNSEEN });
  }
  const { record: photo, status } = await readOrUnavailable(context, "licence photo", () =>
    readCheckedPhoto(params.code),
  );
  if (!photo) return new Response(null, { status, headers: UNSEEN });
  return new Response(new Uint8Array(photo), {
    headers: { "content-type": "image/jpeg", ...UNSEEN },
  });
}
