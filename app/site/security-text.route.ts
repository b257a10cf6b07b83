import { currentTime } from "../core/process/clock.ts";
import { env } from "../core/process/env.server.ts";
import { placeholdersIn } from "../settings/placeholders.ts";
import { knownSettings, readSettings } from "../settings/settings.visitor.server.ts";
import { securityText } from "./security-text.ts";

/** Where to write when somebody finds a hole. It is never kept: its end has to lie ahead. */
export async function loader() {
  const settings = await readSettings().catch(knownSettings);
  const isExample = placeholdersIn(settings).some(({ field }) => field === "email");
  const email = isExample ? undefined : settings.contact_info.email;
  const text = securityText({ origin: env().PUBLIC_URL, email, now: currentTime() });
  if (text === undefined) return new Response(null, { status: 404 });
  return new Response(text, { headers: { "content-type": "text/plain; charset=utf-8" } });
}
