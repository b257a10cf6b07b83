import { toICalendar } from "../events/icalendar.ts";
import { languageOf } from "../i18n/languages.ts";
import { localized } from "../i18n/localized.ts";
import { env } from "../platform/env.server.ts";
import type { Route } from "./+types/ticket-calendar.route.ts";
import { readTicket } from "./tickets.system.server.ts";

/** The event of a ticket, for a telephone's calendar. */
export async function loader({ params, url }: Route.LoaderArgs) {
  const ticket = await readTicket(params.token);
  if (!ticket) return new Response(null, { status: 404 });
  const language = languageOf(url.pathname);
  const body = toICalendar([ticket.event], {
    name: localized(ticket.event, "title", language).text,
    language,
    publicUrl: env().PUBLIC_URL,
    now: new Date(),
  });
  return new Response(body, {
    headers: {
      "content-type": "text/calendar; charset=utf-8",
      "content-disposition": `attachment; filename="${ticket.reference}.ics"`,
      "cache-control": "private, no-store",
    },
  });
}
