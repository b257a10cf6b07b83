import { count, inArray } from "drizzle-orm";
import type { TicketOffice } from "../events/ticket-office.ts";
import { stopPayingAt } from "./changes.operations.server.ts";
import { eventRegistrations } from "./registrations.table.server.ts";

/** What events ask of the registrations for them. */
export const registrationOffice: TicketOffice = {
  async countRegistrations(db, eventIds) {
    const counts = await db
      .select({ event: eventRegistrations.event_id, registrations: count() })
      .from(eventRegistrations)
      .where(inArray(eventRegistrations.event_id, [...eventIds]))
      .groupBy(eventRegistrations.event_id);
    return new Map(counts.map(({ event, registrations }) => [event, registrations]));
  },
  stopPaying: stopPayingAt,
};
