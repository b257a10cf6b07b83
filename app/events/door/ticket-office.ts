import { app } from "../../core/app.ts";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { Fault } from "../../core/values/errors.ts";
import type { Currency } from "../../i18n/format.ts";
import type { Language } from "../../i18n/languages.ts";
import type { FederationEvent, WhenAndWhere } from "../events.ts";

/** Who is affected by the cancellation of an event, and what is to be refunded. */
export type Concerned = {
  /** People with a place, paid or not. */
  places: number;
  waiting: number;
  /** How many paid, and what is to be refunded, in minor units. */
  paid: number;
  owed: { amount: number; currency: Currency }[];
};

/** Whether a second person must approve, and from when one person may decide alone where nobody else can. */
type Judgement = {
  isAbove: boolean;
  alone?: { until: Date };
  administrators: { name: string; email: string }[];
};

/** A cancellation whose refunds are to be approved. */
type CancelledEvent = {
  event_id: string;
  decided_by: string;
  created_at: Date;
  /** The sum was above the limit for one person when the event was cancelled. */
  isMuch: boolean;
  /** From when a single administrator may approve. */
  from: Date | null;
};

/** A change of an event that registrants get a mail about; `event` is how it will be. */
export type EventNews =
  | { kind: "moved"; event: FederationEvent; previous: WhenAndWhere }
  | { kind: "reopened"; event: FederationEvent };

/** Those who read one mail in one language, and the mail; none for those whose place reads as before. */
export type Readers = {
  language: Language;
  people: number;
  /** What distinguishes them from others who read another mail in the same language. */
  situation: string | undefined;
  mail: { subject: string; text: string } | undefined;
};

/** Somebody who is offered a place, and the mail that they get. */
export type Offered = {
  id: string;
  language: Language;
  mail: () => { subject: string; text: string };
};

/**
 * The interface of registrations for events. Events know no other notion, so registrations set it at the start. All of
 * it runs inside the transaction that locks the event's row.
 */
export type TicketOffice = {
  /** How many people registered for each of these events; events without any are left out. */
  countRegistrations(
    db: StaffDb,
    eventIds: readonly string[],
  ): Promise<ReadonlyMap<string, number>>;
  /** The people with a place or on the waiting list. */
  countConcerned(db: StaffDb, eventId: string): Promise<Concerned>;
  /** Who would get a mail about a change of an event, and how it reads. */
  listReaders(db: StaffDb, news: EventNews): Promise<Readers[]>;
  /** Who on the waiting list is offered a place of an event as it is stored, once a job looks at it. */
  listNextOffers(db: StaffDb, event: FederationEvent): Promise<Offered[]>;
  /** The packages with registrations, cancelled ones too. */
  listChosenPackages(db: StaffDb, eventId: string): Promise<ReadonlySet<string>>;
  /**
   * Whether a sum, with what the person refunded within a day, is above the limit for one person; and who
   * administers the site.
   */
  judgeReturns(db: StaffDb, owed: Concerned["owed"], now: Date): Promise<Judgement>;
  /**
   * From when the person may approve the refunds of a cancellation: undefined is now.
   * @throws AppError 'conflict' when somebody else has to approve, or the wait is not over.
   */
  agreeFrom(db: StaffDb, change: CancelledEvent, now: Date): Promise<Date | undefined>;
  /**
   * The refunds of a cancellation that still wait for approval; with `askedBy`, those of one person's cancellation.
   */
  countReturns(
    db: StaffDb,
    event: { id: string; isCancelled: boolean },
    askedBy?: string,
  ): Promise<Concerned["owed"]>;
  /** How many registered for an event at a price, cancelled ones too. */
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
