import type { Route } from "./+types/favicon.route.ts";
import { iconResponse } from "./site-icons.server.ts";

/** Browsers and crawlers ask for it without being told of it. */
export const loader = ({ request }: Route.LoaderArgs) => iconResponse(request, "favicon.ico");
