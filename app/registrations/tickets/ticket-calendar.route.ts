import { redirect } from "react-router";
import { secretToken } from "../../core/http/address-checks.ts";
import { readOrUnavailable } from "../../core/http/fallback.server.ts";
import { attachment, PRIVATE } from "../../core/http/security-headers.ts";
import { currentTime } from "../../core/process/clock.ts";
import { env } from "../../core/process/env.server.ts";
import { toICalendar } from "../../events/page/icalendar.ts";
import { languageOf, pathIn } from "../../i18n/languages.ts";
import { localized } from "../../i18n/localized.ts";
import { withPlainTexts } from "../../texts/read-text.server.ts";
import type { Route } from "./+types/ticket-calendar.route.ts";
import { readTicket } from "./tickets.system.server.ts";

export const handle = { segments: { token: secretToken } };

/** The event of a ticket as an iCalendar file. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { record: ticket, status } = await readOrUnavailable(context, "ticket", () =>
    readTicket(params.token),
  );
  const language = languageOf(url.pathname);
  // The page of the ticket explains that it does not exist.
  if (!ticket && status === 404) throw redirect(pathIn(language, `/tickets/${params.token}`));
  if (!ticket) return new Response(null, { status, headers: PRIVATE });
  const body = toICalendar([withPlainTexts(ticket.event, "description")], {
    name: localized(ticket.event, "title", language).text,
    language,
    publicUrl: env().PUBLIC_URL,
    now: currentTime(),
  });
  return new Response(body, {
    headers: {
      "content-type": "text/calendar; charset=utf-8",
      "content-disposition": attachment(`${ticket.reference}.ics`),
      ...PRIVATE,
    },
  });
}
