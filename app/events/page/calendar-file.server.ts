import { currentTime } from "../../core/process/clock.ts";
import { env } from "../../core/process/env.server.ts";
import type { Language } from "../../i18n/languages.ts";
import { withPlainTexts } from "../../texts/read-text.server.ts";
import { type CalendarEvent, toICalendar } from "./icalendar.ts";

type Options = {
  /** What calendars call the file's events together. */
  name: string;
  language: Language;
  disposition: string;
  headers?: Record<string, string>;
};

/** Events as a file that calendars of telephones and computers open. */
export function calendarFile(
  events: readonly CalendarEvent[],
  { name, language, disposition, headers }: Options,
): Response {
  const readable = events.map((event) => withPlainTexts(event, "description"));
  const calendar = { name, language, publicUrl: env().PUBLIC_URL, now: currentTime() };
  return new Response(toICalendar(readable, calendar), {
    headers: {
      "content-type": "text/calendar; charset=utf-8",
      "content-disposition": disposition,
      ...headers,
    },
  });
}
