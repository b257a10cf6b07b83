import { app } from "../../core/app.ts";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { Fault } from "../../core/values/errors.ts";
import type { Currency } from "../../i18n/format.ts";

/** Whom the cancelling of an event concerns, and what it costs. */
export type Concerned = {
  /** Who has a place, paid or not. */
  places: number;
  waiting: number;
  /** How many paid, and what goes back to them, in minor units. */
  paid: number;
  owed: { amount: number; currency: Currency }[];
};

/** Whether somebody else has to agree, and from when they decide alone where nobody else can. */
type Judgement = {
  isAbove: boolean;
  alone?: { until: Date };
  administrators: { name: string; email: string }[];
};

/** The cancelling of an event, of which somebody agrees to what it gives back. */
type CancelledEvent = {
  event_id: string;
  decided_by: string;
  created_at: Date;
  /** It was too much for one person when the event was cancelled. */
  isMuch: boolean;
  /** From when whoever is alone may agree. */
  from: Date | null;
};

/**
 * Whoever sells the places of events. Events know no other notion, so the notion that sells says here,
 * once at the start, what staff must know of its records before they change an event. All of it runs
 * inside the transaction that holds the event's row.
 */
export type TicketOffice = {
  /** How many people registered for each of these events; events without any are left out. */
  countRegistrations(
    db: StaffDb,
    eventIds: readonly string[],
  ): Promise<ReadonlyMap<string, number>>;
  /** Who still comes to an event, or waits for a place at it. */
  countConcerned(db: StaffDb, eventId: string): Promise<Concerned>;
  /** The packages of an event that somebody registered for, whatever became of it. */
  listChosenPackages(db: StaffDb, eventId: string): Promise<ReadonlySet<string>>;
  /**
   * Whether a sum is too much for one person to give back alone, with all that they decided in a day; and
   * who administers the site.
   */
  judgeReturns(db: StaffDb, owed: Concerned["owed"], now: Date): Promise<Judgement>;
  /**
   * From when somebody may agree to what the cancelling of an event gives back: undefined is now.
   * @throws AppError 'conflict' when somebody else has to, or it still waits.
   */
  agreeFrom(db: StaffDb, change: CancelledEvent, now: Date): Promise<Date | undefined>;
  /**
   * What the cancelling of an event, by somebody or by anybody, still has to give back as it stands now, before
   * anybody agreed.
   */
  countReturns(
    db: StaffDb,
    event: { id: string; isCancelled: boolean },
    askedBy?: string,
  ): Promise<Concerned["owed"]>;
  /** How many registered for an event at a price, whatever became of it. */
  countPriced(db: StaffDb, eventId: string): Promise<number>;
};

declare module "../../core/app.ts" {
  interface App {
    ticketOffice: TicketOffice;
  }
}

export function ticketOffice(): TicketOffice {
  const office = app().ticketOffice;
  if (!office) throw new Fault("no ticket office was set");
  return office;
}
