import { recordForm } from "../kit/form/restoring.server.ts";
import { formDefaults } from "../kit/form/save.server.ts";
import { momentText } from "../kit/form/schema.ts";
import { withMarkdownTexts } from "../texts/read-text.server.ts";
import { eventFormSchema, packageFields } from "./event-schema.ts";
import { findEventForStaff, type StoredEvent, updateEvent } from "./events.staff.server.ts";
import { events } from "./events.table.server.ts";
import { DEFAULT_EVENT_PRICE, type PackageText } from "./events.ts";

type FormPackages = { prices: readonly PackageText[] | null };

/** An event as its form shows it: stored, or as somebody else has just saved it. */
export function eventFields({ prices, ...event }: Omit<StoredEvent, "prices"> & FormPackages) {
  return {
    ...formDefaults({
      ...withMarkdownTexts(event, ["description", "description_en"]),
      price: event.price ?? DEFAULT_EVENT_PRICE,
      unlimited: event.max_participants === null,
      invitation: prices?.length === 0,
    }),
    registration_opens_at: momentText(event.registration_opens_at),
    registration_closes_at: momentText(event.registration_closes_at),
    asks_gamertag: event.asks_gamertag ? "yes" : "no",
    ...packageFields(prices ?? []),
  };
}

export const eventRestoring = recordForm({
  table: events,
  find: findEventForStaff,
  fieldsOf: ({ prices, ...event }) => eventFields({ ...event, prices: withEnds(prices) }),
  schema: eventFormSchema,
  update: updateEvent,
});

/** A version holds the ends of packages as text; of today's they are moments, with what only the site knows. */
const withEnds = (prices: StoredEvent["prices"]): PackageText[] | null =>
  prices?.map(({ package_id: _row, taken: _taken, ends_at, ...text }) => ({
    ...text,
    ends_at: ends_at === null ? null : new Date(ends_at),
  })) ?? null;
