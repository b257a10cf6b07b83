import { readBytes } from "../../core/http/form.server.ts";
import { requestInfoContext } from "../../core/http/request-info.ts";
import { limitedNetwork } from "../../core/http/submission.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import type { Route } from "./+types/notices.route.ts";
import { type Reception, receiveNotice } from "./notices.system.server.ts";

const MAX_BYTES = 256 * 1024;

const STATUS: Record<Reception, number> = { stored: 200, refused: 403, again: 503 };

const providerName = (name: string) => (/^[a-z][a-z0-9-]{0,39}$/.test(name) ? name : undefined);

export const handle = { segments: { provider: providerName } };

/** Providers check that the address answers before they send anything. */
export function loader() {
  return new Response(null, { status: 200 });
}

/** A notice has no cookie and no origin: it is authenticated by its signature over the exact bytes. */
export async function action({ request, params, context }: Route.ActionArgs) {
  if (request.method !== "POST")
    return new Response(null, { status: 405, headers: { allow: "GET, HEAD, POST" } });
  const raw = await readBytes(request, MAX_BYTES);
  if (!raw) return new Response(null, { status: 413 });
  const network = limitedNetwork(context.get(requestInfoContext));
  const { provider } = params;
  const reception = await receiveNotice(provider, request.headers, raw, currentTime(), network);
  return new Response(null, { status: STATUS[reception] });
}
