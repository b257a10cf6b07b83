import { formatDays, formatTime } from "../i18n/format.ts";
import type { Language } from "../i18n/languages.ts";
import { localized } from "../i18n/localized.ts";
import { translator } from "../i18n/translate.server.ts";
import { pictureOf, type SharedRecord } from "../site/icons/share-picture.server.ts";
import type { FederationEvent } from "./events.ts";

/** The share picture of an event: with its date, and whether it is cancelled. */
export function sharedEvent(event: FederationEvent, language: Language): SharedRecord {
  const t = translator(language);
  const when = [
    formatDays(language, event.date, event.end_date),
    ...(event.time ? [formatTime(language, event.time)] : []),
  ];
  return {
    kind: "events",
    id: event.id,
    title: localized(event, "title", language),
    badge: t(
      event.status === "cancelled"
        ? "events.status.cancelled"
        : `events.category.${event.category}`,
    ),
    line: [...when, localized(event, "location", language).text].join(" · "),
    image: event.image_url,
  };
}

/** The metadata of the share picture, for the page of an event. */
export const eventPicture = (event: FederationEvent, language: Language) =>
  pictureOf(sharedEvent(event, language), language);
