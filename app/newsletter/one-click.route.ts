import { redirect } from "react-router";
import { secretToken } from "../core/http/address-checks.ts";
import type { Route } from "./+types/one-click.route.ts";
import { endSubscription } from "./mail-links.system.server.ts";

export const handle = { segments: { token: secretToken } };

/** A person who opens the address gets the page; programs that look at links change nothing. */
export function loader({ url }: Route.LoaderArgs) {
  return redirect(url.pathname.replace("/one-click/", "/unsubscribe/"));
}

/**
 * A mail program ends the subscription (RFC 8058). It carries no cookie and no origin: the token in the
 * address is the authority. The answer must not be a redirect.
 */
export async function action({ params }: Route.ActionArgs) {
  const subscription = await endSubscription(params.token);
  return new Response(null, { status: subscription ? 200 : 404 });
}
