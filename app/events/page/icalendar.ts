import { type Language, pathIn } from "../../i18n/languages.ts";
import { localized } from "../../i18n/localized.ts";
import { eventEnd, eventStart, type FederationEvent } from "../events.ts";

/** RFC 5545 allows 75 bytes a line; a longer one goes on in the next after a space. */
const LINE_BYTES = 73;
/** Where nobody said when it ends, calendars get a usual length. */
const LENGTH_HOURS = 3;

/** What a calendar shows of an event. */
type CalendarEvent = Pick<
  FederationEvent,
  | "id"
  | "title"
  | "title_en"
  | "description"
  | "description_en"
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
  const { date, time, end_date, end_time } = event;
  const end = eventEnd(event);
  if (!time) {
    const days = [date, end.toISOString().slice(0, 10)].map((day) => day.replaceAll("-", ""));
    return [`DTSTART;VALUE=DATE:${days[0]}`, ...(end_date ? [`DTEND;VALUE=DATE:${days[1]}`] : [])];
  }
  const start = eventStart(event);
  const usual = new Date(start.getTime() + LENGTH_HOURS * 3_600_000);
  return [`DTSTART:${stamp(start)}`, `DTEND:${stamp(end_date || end_time ? end : usual)}`];
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
