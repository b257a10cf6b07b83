import { type Language, pathIn } from "../../i18n/languages.ts";
import { localized } from "../../i18n/localized.ts";
import { type FederationEvent, isFull, type Offer } from "../events.ts";

const STATUS = {
  upcoming: "EventScheduled",
  ongoing: "EventScheduled",
  completed: "EventScheduled",
  cancelled: "EventCancelled",
} as const;
const ATTENDANCE = {
  online: "OnlineEventAttendanceMode",
  "in-person": "OfflineEventAttendanceMode",
  hybrid: "MixedEventAttendanceMode",
} as const;

/** The event as search engines read it. */
export function eventJsonLd(
  event: FederationEvent,
  offers: readonly Offer[],
  language: Language,
  publicUrl: string,
) {
  const here = publicUrl + pathIn(language, `/events/${event.id}`);
  const location = localized(event, "location", language).text;
  return {
    "@type": "Event",
    name: localized(event, "title", language).text,
    description: localized(event, "description", language).text,
    startDate: event.time ? `${event.date}T${event.time}:00+00:00` : event.date,
    ...((event.end_date || event.end_time) && {
      endDate: event.end_time
        ? `${event.end_date ?? event.date}T${event.end_time}:00+00:00`
        : event.end_date,
    }),
    eventStatus: `https://schema.org/${STATUS[event.status]}`,
    eventAttendanceMode: `https://schema.org/${ATTENDANCE[event.type]}`,
    location:
      event.type === "online"
        ? { "@type": "VirtualLocation", url: here }
        : { "@type": "Place", name: location, address: `${location}, GN` },
    image: event.image_url && new URL(event.image_url, publicUrl).href,
    organizer: { "@id": `${publicUrl}/#organization` },
    offers: offers
      .filter(({ state }) => state !== "ended")
      .map(({ name, amount, ends_at, state }) => ({
        "@type": "Offer",
        name,
        price: amount,
        priceCurrency: event.currency,
        availability: `https://schema.org/${isFull(event) || state === "soldOut" ? "SoldOut" : "InStock"}`,
        ...(ends_at && { validThrough: ends_at.toISOString() }),
        url: here,
      })),
  };
}
