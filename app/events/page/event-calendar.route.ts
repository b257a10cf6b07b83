import { redirect } from "react-router";
import { asVisitor } from "../../core/database/doors/doors.server.ts";
import { recordId } from "../../core/http/address-checks.ts";
import { readOrUnavailable, requireSamplesAllowed } from "../../core/http/fallback.server.ts";
import { attachment } from "../../core/http/security-headers.ts";
import { currentTime } from "../../core/process/clock.ts";
import { isId } from "../../core/secrets/id.ts";
import { languageOf, pathIn } from "../../i18n/languages.ts";
import { localized } from "../../i18n/localized.ts";
import { upcomingSample } from "../events.samples.ts";
import { findEvent } from "../events.visitor.server.ts";
import type { Route } from "./+types/event-calendar.route.ts";
import { calendarFile } from "./calendar-file.server.ts";

export const handle = { reads: ["events"], segments: { id: recordId } };

/** One event for whoever wants to keep its day free before they register. */
export async function loader({ context, params: { id }, url }: Route.LoaderArgs) {
  const language = languageOf(url.pathname);
  const { record, unavailable } = await readOrUnavailable(context, "events", async () =>
    isId(id) ? asVisitor((db) => findEvent(db, id)) : undefined,
  );
  if (unavailable) requireSamplesAllowed(context);
  const event = record ?? (unavailable ? upcomingSample(id, currentTime()) : undefined);
  // Its page says in words that there is no such event.
  if (!event) throw redirect(pathIn(language, `/events/${id}`));
  const name = localized(event, "title", language).text;
  return calendarFile([event], { name, language, disposition: attachment(`${name}.ics`) });
}
