import { redirect } from "react-router";
import { secretToken } from "../core/http/address-checks.ts";
import type { Route } from "./+types/one-click.route.ts";
import { endSubscription } from "./mail-links.system.server.ts";

export const handle = { segments: { token: secretToken } };

/** A GET request shows the page: link scanners must not end the subscription. */
export function loader({ url }: Route.LoaderArgs) {
  return redirect(url.pathname.replace("/one-click/", "/unsubscribe/"));
}

/**
 * One-click unsubscription by a mail program (RFC 8058). The request has no cookie and no origin: the token in the
 * address authorises it. The answer must not be a redirect.
 */
export async function action({ params }: Route.ActionArgs) {
  const subscription = await endSubscription(params.token);
  return new Response(null, { status: subscription ? 200 : 404 });
}
