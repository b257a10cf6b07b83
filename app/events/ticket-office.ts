import type { StaffDb } from "../core/database/doors.server.ts";
import { Fault } from "../core/errors.ts";

/**
 * Whoever sells the places of events. Events know no other notion, so the notion that sells says here,
 * once at the start, what must happen to its records when staff change an event. All of it runs inside
 * the transaction that holds the event's row.
 */
export type TicketOffice = {
  /** How many people registered for each of these events; events without any are left out. */
  countRegistrations(
    db: StaffDb,
    eventIds: readonly string[],
  ): Promise<ReadonlyMap<string, number>>;
  /** Stops the payments that were begun for places at these events. */
  stopPaying(db: StaffDb, eventIds: readonly string[]): Promise<void>;
};

let current: TicketOffice | undefined;

export function setTicketOffice(office: TicketOffice): void {
  current = office;
}

export function ticketOffice(): TicketOffice {
  if (!current) throw new Fault("no ticket office was set");
  return current;
}
