import { asVisitor } from "../../core/database/doors/doors.server.ts";
import { readOrSamples } from "../../core/http/fallback.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { env } from "../../core/process/env.server.ts";
import { languageOf } from "../../i18n/languages.ts";
import { translator } from "../../i18n/translate.server.ts";
import { cachedSettings } from "../../settings/settings.visitor.server.ts";
import { withPlainTexts } from "../../texts/read-text.server.ts";
import { sampleEvents } from "../events.samples.ts";
import { listForCalendar } from "../events.visitor.server.ts";
import type { Route } from "./+types/events-calendar.route.ts";
import { toICalendar } from "./icalendar.ts";

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
  const readable = events.map((event) => withPlainTexts(event, "description"));
  const body = toICalendar(readable, {
    name: `${cachedSettings().federation.short_name} · ${translator(language)("events.title")}`,
    language,
    publicUrl: env().PUBLIC_URL,
    now: currentTime(),
  });
  return new Response(body, {
    headers: {
      "content-type": "text/calendar; charset=utf-8",
      "content-disposition": 'inline; filename="events.ics"',
    },
  });
}
