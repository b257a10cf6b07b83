import { asVisitor } from "../../core/database/doors/doors.server.ts";
import { readOrSamples } from "../../core/http/fallback.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { languageOf } from "../../i18n/languages.ts";
import { translator } from "../../i18n/translate.server.ts";
import { cachedSettings } from "../../settings/settings.visitor.server.ts";
import { sampleEvents } from "../events.samples.ts";
import { listForCalendar } from "../events.visitor.server.ts";
import type { Route } from "./+types/events-calendar.route.ts";
import { calendarFile } from "./calendar-file.server.ts";

export const handle = { reads: ["events", "site_settings"] };

/** The calendar that phones subscribe to. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const language = languageOf(url.pathname);
  const events = await readOrSamples(
    context,
    "events",
    () => asVisitor(listForCalendar),
    () => sampleEvents(currentTime()).filter((event) => event.status !== "completed"),
  );
  return calendarFile(events, {
    name: `${cachedSettings().federation.short_name} · ${translator(language)("events.title")}`,
    language,
    disposition: 'inline; filename="events.ics"',
  });
}
