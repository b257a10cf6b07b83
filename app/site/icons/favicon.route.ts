import type { Route } from "./+types/favicon.route.ts";
import { iconAnswer } from "./site-icons.server.ts";

/** Browsers and crawlers ask for it without being told of it. */
export const loader = ({ request }: Route.LoaderArgs) => iconAnswer(request, "favicon.ico");
