import type { Route } from "./+types/favicon.route.ts";
import { iconResponse } from "./site-icons.server.ts";

/** Browsers and crawlers request /favicon.ico even when no page links to it. */
export const loader = ({ request }: Route.LoaderArgs) => iconResponse(request, "favicon.ico");
