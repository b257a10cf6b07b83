import type { Route } from "./+types/apple-icon.route.ts";
import { iconResponse } from "./site-icons.server.ts";

/** Telephones of Apple ask for it without being told of it. */
export const loader = ({ request }: Route.LoaderArgs) => iconResponse(request, "180.png");
