import { DAY } from "../../core/values/durations.ts";
import { isoDay } from "../../i18n/format.ts";
import { type Language, pathIn } from "../../i18n/languages.ts";
import { localized } from "../../i18n/localized.ts";
import { eventEnd, eventStart, type FederationEvent } from "../events.ts";

/** RFC 5545 allows 75 bytes a line; a longer one goes on in the next after a space. */
const LINE_BYTES = 73;

/** What a calendar shows of an event. */
export type CalendarEvent = Pick<
  FederationEvent,
  | "id"
  | "title"
  | "title_en"
  | "description"
  | "description_en"
  | "format"
  | "date"
  | "time"
  | "end_date"
  | "end_time"
  | "location"
  | "location_en"
  | "status"
  | "sequence"
>;
type Calendar = { name: string; language: Language; publicUrl: string; now: Date };

/** Events as an iCalendar file. Conakry is on UTC all year, so times are UTC. */
export function toICalendar(events: readonly CalendarEvent[], calendar: Calendar): string {
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//FGE//Site//FR",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `X-WR-CALNAME:${escapeText(calendar.name)}`,
    ...events.flatMap((event) => eventLines(event, calendar)),
    "END:VCALENDAR",
    "",
  ]
    .map(fold)
    .join("\r\n");
}

function eventLines(event: CalendarEvent, { language, publicUrl, now }: Calendar): string[] {
  const address = publicUrl + pathIn(language, `/events/${event.id}`);
  const text = (field: "title" | "description" | "location") =>
    escapeText(localized(event, field, language).text);
  return [
    "BEGIN:VEVENT",
    `UID:${event.id}@${new URL(publicUrl).hostname}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${stamp(now)}`,
    ...times(event),
    `SUMMARY:${text("title")}`,
    `LOCATION:${text("location")}`,
    `DESCRIPTION:${text("description")}`,
    `URL:${address}`,
    `STATUS:${event.status === "cancelled" ? "CANCELLED" : "CONFIRMED"}`,
    "END:VEVENT",
  ];
}

function times(event: CalendarEvent): string[] {
  const { date, time, end_date } = event;
  if (time) return [`DTSTART:${stamp(eventStart(event))}`, `DTEND:${stamp(eventEnd(event))}`];
  const first = `DTSTART;VALUE=DATE:${date.replaceAll("-", "")}`;
  if (!end_date) return [first];
  // The day of an end is the first one that is free again.
  const after = isoDay(new Date(Date.parse(end_date) + DAY));
  return [first, `DTEND;VALUE=DATE:${after.replaceAll("-", "")}`];
}

const stamp = (moment: Date) => moment.toISOString().replaceAll(/[-:]|\.\d+/g, "");

const escapeText = (text: string) =>
  text.replaceAll(/[\\;,]/g, (character) => `\\${character}`).replaceAll(/\r?\n/g, "\\n");

function fold(line: string): string {
  const pieces: string[] = [];
  let piece = "";
  for (const character of line) {
    if (Buffer.byteLength(piece + character) > LINE_BYTES) {
      pieces.push(piece);
      piece = "";
    }
    piece += character;
  }
  return [...pieces, piece].join("\r\n ");
}
