import { redirect } from "react-router";
import { secretToken } from "../../core/http/address-checks.ts";
import { readOrUnavailable } from "../../core/http/fallback.server.ts";
import { attachment, PRIVATE } from "../../core/http/security-headers.ts";
import { calendarFile } from "../../events/page/calendar-file.server.ts";
import { languageOf, pathIn } from "../../i18n/languages.ts";
import { localized } from "../../i18n/localized.ts";
import type { Route } from "./+types/ticket-calendar.route.ts";
import { readTicket } from "./tickets.system.server.ts";

export const handle = { segments: { token: secretToken } };

/** The event of a ticket as an iCalendar file. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { record: ticket } = await readOrUnavailable(context, "ticket", () =>
    readTicket(params.token),
  );
  const language = languageOf(url.pathname);
  // Its page says in words that there is no such ticket, or that it cannot be read for now.
  if (!ticket) throw redirect(pathIn(language, `/tickets/${params.token}`));
  return calendarFile([ticket.event], {
    name: localized(ticket.event, "title", language).text,
    language,
    disposition: attachment(`${ticket.reference}.ics`),
    headers: PRIVATE,
  });
}
